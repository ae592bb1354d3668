#include "model/statechart/interpreter/cycle.h"

#include <algorithm>

#include "model/statechart/interpreter/event_flow.h"

namespace arges::model::statechart {

Cycle::Cycle(StepRun& run, MachineId machine)
    : run_(run),
      machine_(machine),
      facts_(run.facts(machine)),
      selection_(run, machine),
      firing_(run, machine) {}

void Cycle::execute() {
  EventFlow(run_).clear_outputs(machine_);
  reset(Variable::Lifetime::reset_before);
  if (facts_.machine().semantics.guards == Semantics::Guards::at_first) {
    for (TransitionId id = 0; id < facts_.machine().transitions.size(); ++id)
      conditions_.push_back(selection_.condition_holds(id, Selection::By::inputs));
  }
  const bool has_fired = step_inside(0);
  for (EventId event = 0; event < facts_.machine().events.size(); ++event)
    if (!has_fired && facts_.machine().events[event].direction == Direction::input &&
        run_.is_present({machine_, event}))
      run_.lost({machine_, event});
  EventFlow(run_).clear_inputs(machine_);
  reset(Variable::Lifetime::reset_after);
}

bool Cycle::step(NodeId compound) {
  const std::vector<NodeId>& children = facts_.node(compound).children;
  const auto child = std::find_if(children.begin(), children.end(),
                                  [&](NodeId id) { return run_.is_active(machine_, id); });
  if (child == children.end()) return false;
  if (facts_.machine().semantics.priority == Semantics::Priority::outer_first)
    return fire_one_of(*child) || step_inside(*child);
  return step_inside(*child) || fire_one_of(*child);
}

bool Cycle::step_inside(NodeId node) {
  if (facts_.node(node).kind == NodeKind::compound) return step(node);
  if (facts_.node(node).kind != NodeKind::parallel) return false;
  bool has_fired = false;
  std::vector<NodeId> regions = facts_.node(node).children;
  while (!regions.empty()) {
    std::size_t next = 0;
    if (facts_.machine().semantics.regions == Semantics::Regions::any_order)
      next = run_.chooser().choose(regions.size());
    const NodeId region = regions[next];
    regions.erase(regions.begin() + static_cast<std::ptrdiff_t>(next));
    has_fired = step_inside(region) || has_fired;
  }
  return has_fired;
}

bool Cycle::fire_one_of(NodeId node) {
  std::vector<TransitionId> enabled;
  for (const TransitionId id : facts_.node(node).outgoing)
    if (is_enabled(id)) enabled.push_back(id);
  if (enabled.empty()) return false;
  firing_.fire(selection_.choose(std::move(enabled)));
  return true;
}

bool Cycle::is_enabled(TransitionId transition) const {
  if (conditions_.empty()) return selection_.is_enabled(transition, Selection::By::inputs);
  return selection_.sources_are_active(transition) && conditions_[transition];
}

void Cycle::reset(Variable::Lifetime lifetime) {
  for (const Variable& variable : facts_.machine().variables) {
    if (variable.lifetime != lifetime || !run_.holds(variable.reset_when)) continue;
    run_.set(variable.var, variable.initial ? run_.value(variable.initial)
                                            : run_.default_value(variable.var->type));
  }
}

}  // namespace arges::model::statechart
