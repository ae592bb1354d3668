#include "engine/coverage/recorded_path.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "ir/reference_evaluator.h"

namespace arges::engine {

void meet_at_rest(const GoalTable& table, analysis::Control control, const ir::Valuation& state,
                  std::vector<GoalId>& met) {
  for (const RestGoal& goal : table.at_rest) {
    if (!goal.matters(control)) continue;
    const auto value = ir::reference_evaluate(goal.condition, state);
    if (value && value->is_true()) met.push_back(goal.goal);
  }
}

GoalId ConfigurationGoals::goal_of(const std::vector<std::string>& states, GoalTable& table) {
  const std::string name = fmt::format("{}", fmt::join(states, ", "));
  const auto [known, fresh] = goals_.try_emplace(name, 0);
  if (fresh) known->second = table.add({Criterion::configurations, name});
  return known->second;
}

}  // namespace arges::engine
