#include "model/replay.h"

#include <fmt/format.h>

namespace arges::model {

std::optional<ReplayError> replay_actions(const analysis::System& system,
                                          const analysis::ConcreteTrace& trace) {
  analysis::Control at = system.initial_control();
  ir::Valuation state = trace.initial;
  for (std::size_t k = 0; k < trace.steps.size(); ++k) {
    const analysis::ConcreteStep& step = trace.steps[k];
    const auto error = [&](const std::string& what) {
      return ReplayError{fmt::format("step {}: {}", k + 1, what)};
    };
    if (step.action->source != at)
      return error(fmt::format("the run is at {}, '{}' starts at {}", system.control_name(at),
                               step.action->label, system.control_name(step.action->source)));
    ir::Interpreter interpreter(std::move(state), step.decisions);
    if (const auto failed = interpreter.execute(step.action->statement))
      return ReplayError{error(failed->message).message, failed->undecided};
    if (interpreter.decisions_left() != 0) return error("decisions left over");
    if (const auto wrong = difference(system.variables(), interpreter.state(), step.state))
      return error(*wrong);
    state = interpreter.state();
    at = step.action->target;
  }
  if (system.is_target(at)) return std::nullopt;
  return ReplayError{
      fmt::format("the run ends at {}, where nothing is violated", system.control_name(at))};
}

std::optional<std::string> difference(const std::vector<ir::Var>& variables,
                                      const ir::Valuation& computed, const ir::Valuation& claimed) {
  for (const ir::Var var : variables)
    if (computed.get(var) != claimed.get(var))
      return fmt::format("{} is {}, not {}", var->name, ir::to_string(computed.get(var), var->type),
                         ir::to_string(claimed.get(var), var->type));
  return std::nullopt;
}

std::vector<ir::Decision> all_decisions(const analysis::ConcreteStep& step) {
  std::vector<ir::Decision> decisions;
  for (const std::uint32_t branch : step.action->branches)
    decisions.push_back(ir::Decision::take(branch));
  decisions.insert(decisions.end(), step.decisions.begin(), step.decisions.end());
  return decisions;
}

}  // namespace arges::model
