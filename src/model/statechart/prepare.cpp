#include "model/statechart/prepare.h"

#include <algorithm>

#include "model/statechart/prepare/checker.h"
#include "model/statechart/prepare/junctions.h"
#include "model/statechart/prepare/ways_in.h"

namespace arges::model::statechart {

namespace {

/// In order of priority: an else comes last.
void sort_outgoing(Machine& machine) {
  const bool by_value = machine.semantics.conflict == Semantics::Conflict::largest;
  for (Node& node : machine.nodes) {
    std::stable_sort(node.outgoing.begin(), node.outgoing.end(),
                     [&](TransitionId left, TransitionId right) {
                       const Transition& a = machine.transitions[left];
                       const Transition& b = machine.transitions[right];
                       if (a.is_else != b.is_else) return b.is_else;
                       return by_value && a.priority > b.priority;
                     });
    std::stable_sort(node.branches.begin(), node.branches.end(), [&](const Path& a, const Path& b) {
      if (!a.guard != !b.guard) return !b.guard;
      return by_value && a.priority > b.priority;
    });
  }
}

}  // namespace

void declare_stand_ins(ir::Context& context, Machine& machine, std::set<std::string> taken) {
  for (const Variable& variable : machine.variables) taken.insert(variable.var->name);
  for (const Event& event : machine.events)
    for (const Parameter& parameter : event.parameters) taken.insert(parameter.value->name);
  const auto declare = [&](const std::string& name, SourceLocation location) {
    std::string free = machine.qualified(name);
    while (taken.contains(free)) free += "_";
    return context.declare(free, context.bool_type(), location);
  };
  for (Node& node : machine.nodes)
    if (is_state(node.kind)) node.active = declare(node.full_name, node.location);
  const bool in_cycles = machine.semantics.reaction == Semantics::Reaction::all_events;
  for (Event& event : machine.events) {
    event.present = declare(event.name, event.location);
    // Those are variables of the lowered system, where no other may have the name.
    if (in_cycles || event.direction == Direction::output) taken.insert(event.present->name);
  }
  for (Timer& timer : machine.timers)
    if (timer.kind == Timer::Kind::level) timer.elapsed = declare(timer.name, timer.location);
}

void complete(Machine& machine, Diagnostics& diagnostics) {
  Junctions(machine, diagnostics).expand();
  for (Node& node : machine.nodes) node.outgoing.clear();
  for (TransitionId id = 0; id < machine.transitions.size(); ++id) {
    const NodeId source = machine.transitions[id].source;
    if (source < machine.nodes.size()) machine.nodes[source].outgoing.push_back(id);
  }
  sort_outgoing(machine);
  Checker(machine, diagnostics).check();
  // What goes along paths needs them to lead somewhere.
  if (!diagnostics.has_errors()) WaysIn(machine, diagnostics).check();
}

System single(Machine machine) {
  System system;
  system.name = machine.name;
  Component root;
  root.kind = Component::Kind::machine;
  root.name = machine.name;
  root.location = machine.location;
  system.machines.push_back(std::move(machine));
  system.components.push_back(std::move(root));
  return system;
}

}  // namespace arges::model::statechart
