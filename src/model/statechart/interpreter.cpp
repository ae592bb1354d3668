#include "model/statechart/interpreter.h"

#include <algorithm>
#include <tuple>

#include "base/invariant.h"
#include "ir/reference_evaluator.h"
#include "model/statechart/interpreter/facts.h"
#include "model/statechart/interpreter/step_run.h"
#include "model/statechart/interpreter/steps.h"

namespace arges::model::statechart {

namespace {

bool equal(const std::optional<RunningTimer>& a, const std::optional<RunningTimer>& b) {
  if (a.has_value() != b.has_value()) return false;
  return !a.has_value() || (a->remaining == b->remaining && a->arguments == b->arguments);
}

bool equal(const MachineState& a, const MachineState& b) {
  return a.active == b.active && a.doing == b.doing && a.history == b.history &&
         a.internal == b.internal && a.external == b.external && a.deferred == b.deferred &&
         a.current == b.current && a.sending == b.sending &&
         std::equal(a.timers.begin(), a.timers.end(), b.timers.begin(), b.timers.end(),
                    [](const auto& left, const auto& right) { return equal(left, right); });
}

bool equal(const SystemFacts& facts, const State& a, const State& b) {
  return a.place == b.place && a.problem == b.problem && a.queues == b.queues &&
         a.failed == b.failed && a.fired == b.fired && a.conflicts == b.conflicts &&
         a.branch_conflicts == b.branch_conflicts && a.lost == b.lost && a.caused == b.caused &&
         a.entered == b.entered && a.branched == b.branched &&
         std::equal(a.machines.begin(), a.machines.end(), b.machines.begin(), b.machines.end(),
                    [](const auto& left, const auto& right) { return equal(left, right); }) &&
         std::all_of(facts.kept.begin(), facts.kept.end(),
                     [&](ir::Var var) { return a.data.get(var) == b.data.get(var); });
}

/// Whether what can be seen of both is the same, in the same order.
bool show_the_same(const Outcome& a, const Outcome& b) {
  const auto seen = [](const Outcome& outcome) {
    std::vector<std::tuple<Occurrence::Kind, std::uint32_t, std::string, std::vector<ir::Value>>>
        result;
    for (const Occurrence& one : outcome.occurrences)
      if (one.kind == Occurrence::Kind::logged || one.kind == Occurrence::Kind::raised)
        result.emplace_back(one.kind, one.number, one.text, one.arguments);
    return result;
  };
  return seen(a) == seen(b);
}

bool has_active_state_inside(const MachineFacts& facts, const MachineState& now, NodeId outer) {
  for (NodeId id = outer + 1; id < now.active.size(); ++id)
    if (now.active[id] && facts.is_inside(id, outer) && !facts.node(id).is_region) return true;
  return false;
}

}  // namespace

Interpreter::Interpreter(ir::Context& context, const System& system, Account account)
    : context_(context),
      system_(system),
      account_(account),
      facts_(std::make_shared<const SystemFacts>(system)) {
  for (const Machine& machine : system.machines) {
    const bool for_one_event = machine.semantics.reaction == Semantics::Reaction::one_event;
    INVARIANT(for_one_event == (facts_->execution == Execution::events),
              "all machines of a system should react in the same way");
  }
}

State Interpreter::initial(const ir::Valuation& data) const {
  State state;
  state.queues.resize(system_.queues.size());
  for (const Machine& machine : system_.machines) {
    MachineState& now = state.machines.emplace_back();
    now.active.resize(machine.nodes.size());
    now.doing.resize(machine.nodes.size());
    now.history.resize(machine.nodes.size());
    now.timers.resize(machine.timers.size());
  }
  Chooser chooser;
  StepRun run(context_, *facts_, state, chooser, account_);
  for (MachineId m = 0; m < system_.machines.size(); ++m)
    for (EventId e = 0; e < system_.machines[m].events.size(); ++e)
      run.set_present({m, e}, ir::Value::boolean(false));
  for (const Machine& machine : system_.machines) {
    for (const Variable& variable : machine.variables) {
      if (variable.lifetime == Variable::Lifetime::local) continue;
      const ir::Value given = data.get(variable.var);
      run.set(variable.var, variable.initial      ? run.value(variable.initial)
                            : !given.is_unknown() ? given
                                                  : run.default_value(variable.var->type));
    }
  }
  for (const Machine& machine : system_.machines)
    for (const Event& event : machine.events)
      for (const Parameter& parameter : event.parameters)
        run.set(parameter.value, run.initial_value(parameter));
  return run.finish().state;
}

std::vector<Outcome> Interpreter::outcomes(const State& state, const StepChoice& step) const {
  std::vector<Outcome> result;
  Chooser chooser;
  do {
    StepRun run(context_, *facts_, state, chooser, account_);
    Steps steps(run);
    // Asked once: it does not depend on what is left open.
    if (result.empty() && !steps.is_possible(step)) return {};
    steps.take(step);
    Outcome outcome = run.finish();
    const bool is_known = std::any_of(result.begin(), result.end(), [&](const Outcome& other) {
      return equal(*facts_, outcome.state, other.state) &&
             (account_ != Account::every_way || show_the_same(outcome, other));
    });
    if (!is_known) result.push_back(std::move(outcome));
  } while (chooser.next());
  return result;
}

std::vector<StepChoice> Interpreter::steps(const State& state) const {
  Chooser chooser;
  StepRun run(context_, *facts_, state, chooser, account_);
  return Steps(run).possible();
}

bool Interpreter::is_stable(const State& state) { return statechart::is_stable(state.place); }

std::optional<ir::Value> Interpreter::evaluate(const State& state, ir::Expr expr) const {
  State shown = state;
  show_stand_ins(*facts_, shown);
  const std::optional<ir::Value> value = ir::reference_evaluate(expr, shown.data);
  return value.has_value() && !value->is_unknown() ? value : std::nullopt;
}

std::vector<std::string> Interpreter::configuration(const State& state) const {
  std::vector<std::string> result;
  for (MachineId m = 0; m < system_.machines.size(); ++m) {
    const Machine& machine = system_.machines[m];
    const MachineFacts& facts = facts_->machines[m];
    const MachineState& now = state.machines[m];
    for (NodeId id = 0; id < machine.nodes.size(); ++id) {
      // The root stands for the whole machine.
      if (id == 0 || !now.active[id] || machine.nodes[id].is_region) continue;
      if (!has_active_state_inside(facts, now, id))
        result.push_back(machine.qualified(machine.nodes[id].full_name));
    }
  }
  std::sort(result.begin(), result.end());
  return result;
}

}  // namespace arges::model::statechart
