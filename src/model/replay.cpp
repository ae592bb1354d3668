#include "model/replay.h"

#include <fmt/format.h>

namespace arges::model {

std::optional<std::string> difference(const std::vector<ir::Var>& variables,
                                      const ir::Valuation& computed, const ir::Valuation& claimed) {
  for (const ir::Var var : variables)
    if (computed.get(var) != claimed.get(var))
      return fmt::format("{} is {}, not {}", var->name, ir::to_string(computed.get(var), var->type),
                         ir::to_string(claimed.get(var), var->type));
  return std::nullopt;
}

std::optional<ReplayError> replay_check(const analysis::ConcreteTrace& trace, std::size_t step,
                                        const std::vector<ir::Var>& variables,
                                        const ir::Valuation& state) {
  if (step + 1 != trace.steps.size())
    return ReplayError{fmt::format("step {}: the run goes on after the violation", step + 1)};
  if (const auto wrong = difference(variables, state, trace.steps[step].state))
    return ReplayError{fmt::format("step {}: {}", step + 1, *wrong)};
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
