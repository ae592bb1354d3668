#include "output/trace_formats.h"

#include <fmt/format.h>

#include "output/sequence_diagram.h"

namespace arges::output {

std::string plantuml_of(const TraceSet& set, std::size_t trace) {
  return to_plantuml(make_sequence_diagram(fmt::format("{}: trace {}", set.model, trace + 1),
                                           set.subject, set.trace(trace)));
}

std::string brief(const ToldTrace& steps) {
  constexpr std::size_t longest = 120;
  std::string result;
  for (std::size_t k = 1; k < steps.size(); ++k) {
    const std::string next = (k > 1 ? ", " : "") + steps[k].cause;
    if (result.size() + next.size() > longest)
      return fmt::format("{}, … ({} more)", result, steps.size() - k);
    result += next;
  }
  return result.empty() ? "start" : result;
}

std::string goal_reason(const GoalResult& goal) {
  if (!goal.reason.empty()) return goal.reason;
  return goal.status == GoalResult::Status::infeasible
             ? "no run can cover it"
             : "no trace covers it, and it is not proved that none can";
}

}  // namespace arges::output
