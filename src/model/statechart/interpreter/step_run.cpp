#include "model/statechart/interpreter/step_run.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/invariant.h"
#include "ir/reference_evaluator.h"
#include "ir/traversal.h"

namespace arges::model::statechart {

namespace {

template <typename T>
void insert_sorted(std::vector<T>& values, const T& value) {
  const auto at = std::lower_bound(values.begin(), values.end(), value);
  if (at == values.end() || *at != value) values.insert(at, value);
}

bool before(const EventRef& a, const EventRef& b) {
  return a.machine != b.machine ? a.machine < b.machine : a.event < b.event;
}

void insert_sorted(std::vector<EventRef>& events, const EventRef& event) {
  const auto at = std::lower_bound(events.begin(), events.end(), event, before);
  if (at == events.end() || *at != event) events.insert(at, event);
}

bool is_about(const Trigger& trigger, EventId event, ir::Var present) {
  if (trigger.kind == Trigger::Kind::formula) return ir::occurs(present, trigger.formula);
  return std::find(trigger.events.begin(), trigger.events.end(), event) != trigger.events.end();
}

}  // namespace

StepRun::StepRun(ir::Context& context, const SystemFacts& facts, const State& state,
                 Chooser& chooser, Interpreter::Account account)
    : context_(context), facts_(facts), state_(state), chooser_(chooser), account_(account) {
  show_stand_ins(facts_, state_);
}

ir::Value StepRun::value(ir::Expr expr) const {
  const std::optional<ir::Value> result = ir::reference_evaluate(expr, state_.data);
  if (result.has_value() && !result->is_unknown()) return *result;
  throw Interpreter::Undecided(
      fmt::format("the value of '{}' can't be told in this state", expr.to_string()));
}

ir::Value StepRun::default_value(ir::Type type) {
  if (!type.is_array()) return ir::Value::small(0);
  return context_.values().array(type, default_value(type.element()), {});
}

ir::Value StepRun::initial_value(const Parameter& parameter) {
  return parameter.initial ? value(parameter.initial) : default_value(parameter.value->type);
}

bool StepRun::is_present(EventRef event) const {
  return get(machine(event.machine).events[event.event].present).is_true();
}

void StepRun::set_present(EventRef event, ir::Value value) {
  set(machine(event.machine).events[event.event].present, value);
}

bool StepRun::is_active(MachineId machine, NodeId node) const {
  return state_.machines[machine].active[node];
}

void StepRun::set_active(MachineId machine, NodeId node) {
  of(machine).active[node] = true;
  insert_sorted(state_.entered, std::pair(machine, node));
  set(facts(machine).node(node).active, ir::Value::boolean(true));
}

void StepRun::set_inactive(MachineId machine, NodeId node) {
  of(machine).active[node] = false;
  set(facts(machine).node(node).active, ir::Value::boolean(false));
}

bool StepRun::has_ended(MachineId machine) const {
  const std::vector<NodeId>& top = facts(machine).node(0).children;
  return std::any_of(top.begin(), top.end(),
                     [&](NodeId child) {
                       return facts(machine).node(child).kind == NodeKind::final &&
                              is_active(machine, child);
                     }) ||
         is_terminated(machine);
}

bool StepRun::is_terminated(MachineId machine) const {
  const std::vector<Node>& nodes = this->machine(machine).nodes;
  for (NodeId id = 0; id < nodes.size(); ++id)
    if (nodes[id].kind == NodeKind::terminate && is_active(machine, id)) return true;
  return false;
}

void StepRun::set_timer(MachineId machine, TimerId timer, std::optional<RunningTimer> running) {
  if (const ir::Var elapsed = this->machine(machine).timers[timer].elapsed)
    set(elapsed, ir::Value::boolean(!running.has_value()));
  of(machine).timers[timer] = std::move(running);
}

void StepRun::report(Problem problem) {
  if (state_.problem == Problem::nothing) state_.problem = problem;
}

void StepRun::failed(MachineId machine, AssertionId assertion) {
  // What happens once there is a problem is nothing that the machine would do.
  if (state_.problem != Problem::nothing) return;
  insert_sorted(state_.failed, std::pair(machine, assertion));
  occurred({.kind = Occurrence::Kind::failed, .machine = machine, .number = assertion});
}

void StepRun::fired(MachineId machine, TransitionId transition) {
  if (state_.problem == Problem::nothing) {
    insert_sorted(state_.fired, std::pair(machine, transition));
    note_causes(machine, this->machine(machine).transitions[transition].trigger);
  }
  occurred({.kind = Occurrence::Kind::fired, .machine = machine, .number = transition});
}

void StepRun::note_causes(MachineId machine, const Trigger& trigger) {
  const std::vector<Event>& events = this->machine(machine).events;
  for (EventId e = 0; e < events.size(); ++e) {
    const EventRef event{machine, e};
    const bool may_be = events[e].is_environment && is_about(trigger, e, events[e].present);
    if (!may_be || !is_present(event)) continue;
    set_present(event, ir::Value::boolean(false));
    const bool is_needed = !holds(machine, trigger);
    set_present(event, ir::Value::boolean(true));
    if (is_needed) insert_sorted(state_.caused, event);
  }
}

bool StepRun::holds(MachineId machine, const Trigger& trigger) const {
  if (trigger.kind == Trigger::Kind::formula) return holds(trigger.formula);
  return std::any_of(trigger.events.begin(), trigger.events.end(), [&](EventId event) {
    return is_present({machine, event});
  });
}

void StepRun::branched(MachineId machine, NodeId choice, std::uint32_t branch) {
  if (state_.problem != Problem::nothing) return;
  insert_sorted(state_.branched, std::pair(machine, std::pair(choice, branch)));
  occurred(
      {.kind = Occurrence::Kind::branched, .machine = machine, .number = choice, .branch = branch});
}

void StepRun::conflict(MachineId machine, TransitionId first, TransitionId second) {
  const std::pair<TransitionId, TransitionId> pair = std::minmax(first, second);
  insert_sorted(state_.conflicts, std::pair(machine, pair));
}

void StepRun::conflict(MachineId machine, const BranchPair& branches) {
  insert_sorted(state_.branch_conflicts, std::pair(machine, branches));
}

void StepRun::lost(EventRef event) {
  insert_sorted(state_.lost, event);
  occurred({.kind = Occurrence::Kind::lost, .machine = event.machine, .number = event.event});
}

void StepRun::begin_observing() {
  state_.fired.clear();
  state_.branched.clear();
  state_.entered.clear();
  state_.conflicts.clear();
  state_.branch_conflicts.clear();
  state_.lost.clear();
  state_.caused.clear();
}

Outcome StepRun::finish() {
  hide_stand_ins(facts_, state_);
  return {std::move(state_), std::move(occurrences_)};
}

void show_stand_ins(const SystemFacts& facts, State& state) {
  for (MachineId m = 0; m < facts.system.machines.size(); ++m) {
    const Machine& machine = facts.system.machines[m];
    const MachineState& now = state.machines[m];
    for (NodeId id = 0; id < machine.nodes.size(); ++id) {
      if (machine.nodes[id].active != nullptr)
        state.data.set(machine.nodes[id].active, ir::Value::boolean(now.active[id]));
    }
    for (EventId e = 0; e < machine.events.size(); ++e) {
      if (!facts.presence_is_kept(m, e))
        state.data.set(machine.events[e].present, ir::Value::boolean(now.current == e));
    }
    for (TimerId t = 0; t < machine.timers.size(); ++t) {
      if (machine.timers[t].elapsed != nullptr)
        state.data.set(machine.timers[t].elapsed, ir::Value::boolean(!now.timers[t].has_value()));
    }
  }
}

void hide_stand_ins(const SystemFacts& facts, State& state) {
  for (MachineId m = 0; m < facts.system.machines.size(); ++m) {
    const Machine& machine = facts.system.machines[m];
    for (const Node& node : machine.nodes)
      if (node.active != nullptr) state.data.forget(node.active);
    for (EventId e = 0; e < machine.events.size(); ++e)
      if (!facts.presence_is_kept(m, e)) state.data.forget(machine.events[e].present);
    for (const Timer& timer : machine.timers)
      if (timer.elapsed != nullptr) state.data.forget(timer.elapsed);
    for (const Variable& variable : machine.variables)
      if (variable.lifetime == Variable::Lifetime::local) state.data.forget(variable.var);
  }
}

std::size_t pick(StepRun& run, Semantics::Conflict conflict,
                 const std::vector<std::int64_t>& priorities) {
  switch (conflict) {
    case Semantics::Conflict::first:
      return 0;
    case Semantics::Conflict::any:
      return run.chooser().choose(priorities.size());
    case Semantics::Conflict::largest:
      break;
  }
  const std::int64_t largest = *std::max_element(priorities.begin(), priorities.end());
  std::vector<std::size_t> best;
  for (std::size_t i = 0; i < priorities.size(); ++i)
    if (priorities[i] == largest) best.push_back(i);
  return best[run.chooser().choose(best.size())];
}

}  // namespace arges::model::statechart
