#include "model/replay.h"

#include <fmt/format.h>

#include "ir/reference_evaluator.h"

namespace arges::model {

namespace {

/// Why two states differ, as "x is 1, not 2" for the first such variable; nothing if they agree.
std::optional<std::string> difference(const std::vector<ir::Var>& variables,
                                      const ir::Valuation& computed, const ir::Valuation& claimed) {
  for (const ir::Var var : variables)
    if (computed.get(var) != claimed.get(var))
      return fmt::format("{} is {}, not {}", var->name, ir::to_string(computed.get(var), var->type),
                         ir::to_string(claimed.get(var), var->type));
  return std::nullopt;
}

}  // namespace

std::vector<ModelStep> model_steps(const analysis::ConcreteTrace& trace) {
  std::vector<ModelStep> result;
  std::vector<ir::Decision> decisions;
  for (std::size_t k = 0; k < trace.steps.size(); ++k) {
    const analysis::ConcreteStep& step = trace.steps[k];
    if (step.action->role == analysis::ActionRole::check) continue;
    // Those settled by the choice of an action come first.
    for (const std::uint32_t branch : step.action->branches)
      decisions.push_back(ir::Decision::take(branch));
    decisions.insert(decisions.end(), step.decisions.begin(), step.decisions.end());
    if (step.action->role == analysis::ActionRole::fragment) continue;
    result.push_back({k + 1, step, std::move(decisions)});
    decisions.clear();
  }
  return result;
}

std::optional<ReplayError> Replay::execute(ModelStep step, ir::Stmt statement) {
  ir::Interpreter interpreter(state_, std::move(step.decisions));
  if (const auto error = interpreter.execute(statement))
    return ReplayError{fmt::format("step {}: {}", step.number, error->message), error->undecided};
  if (interpreter.decisions_left() != 0)
    return ReplayError{fmt::format("step {}: decisions left over", step.number)};
  if (const auto wrong = difference(variables_, interpreter.state(), step.end.state))
    return ReplayError{fmt::format("step {}: {}", step.number, *wrong)};
  state_ = interpreter.state();
  return std::nullopt;
}

std::optional<ReplayError> Replay::check_violation(ir::Expr property) const {
  const auto holds = ir::reference_evaluate(property, state_);
  if (!holds) return ReplayError{"no value for the property in the last state", true};
  if (holds->is_false()) return std::nullopt;
  return ReplayError{"the property is not violated in the last state"};
}

std::optional<ReplayError> replay_actions(const analysis::System& system,
                                          const analysis::ConcreteTrace& trace) {
  analysis::Control at = system.initial_control();
  Replay replay(trace.initial, system.variables());
  for (std::size_t k = 0; k < trace.steps.size(); ++k) {
    const analysis::ConcreteStep& step = trace.steps[k];
    if (step.action->source != at)
      return ReplayError{fmt::format("step {}: the run is at {}, '{}' starts at {}", k + 1,
                                     system.control_name(at), step.action->label,
                                     system.control_name(step.action->source))};
    if (auto wrong = replay.execute({k + 1, step, step.decisions}, step.action->statement))
      return wrong;
    at = step.action->target;
  }
  if (system.is_target(at)) return std::nullopt;
  return ReplayError{
      fmt::format("the run ends at {}, where nothing is violated", system.control_name(at))};
}

}  // namespace arges::model
