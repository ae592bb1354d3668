#include "model/statechart/system.h"

#include <algorithm>
#include <set>

namespace arges::model::statechart {

namespace {

/// A choice that is left again, or one region's transition that leaves what another's has entered.
bool may_pass_through_states(const Machine& machine) {
  const bool one_by_one = machine.semantics.reaction == Semantics::Reaction::all_events ||
                          machine.semantics.firing == Semantics::Firing::one_by_one;
  return std::any_of(machine.nodes.begin(), machine.nodes.end(), [&](const Node& node) {
    return node.kind == NodeKind::choice ||
           (one_by_one && node.kind == NodeKind::parallel && node.children.size() > 1);
  });
}

}  // namespace

bool may_pass_through_states(const System& system) {
  return std::any_of(system.machines.begin(), system.machines.end(),
                     [](const Machine& machine) { return may_pass_through_states(machine); }) ||
         std::any_of(system.components.begin(), system.components.end(),
                     [](const Component& component) {
                       const std::set<ComponentId> each(component.execution.begin(),
                                                        component.execution.end());
                       return each.size() < component.execution.size() ||
                              !component.initial_execution.empty();
                     });
}

std::string System::turn_name(ComponentId component) const {
  const std::string& who = components[component].name;
  return who.empty() ? "turn" : "turn of " + who;
}

Execution execution_of(const System& system) {
  switch (system.root().kind) {
    case Component::Kind::adapter:
      return Execution::turns;
    case Component::Kind::synchronous:
    case Component::Kind::cascade:
      return Execution::cycles;
    case Component::Kind::machine:
    case Component::Kind::scheduled:
    case Component::Kind::asynchronous:
      break;
  }
  if (!system.queues.empty()) return Execution::turns;
  const Semantics& semantics = system.machines.front().semantics;
  return semantics.reaction == Semantics::Reaction::all_events ? Execution::cycles
                                                               : Execution::events;
}

}  // namespace arges::model::statechart
