#include "engine/united.h"

#include <string>

#include "base/invariant.h"
#include "engine/checker.h"

namespace arges::engine {

namespace {

using analysis::Answer;

/// The result as one on that part. Both systems have the same actions under the same numbers.
void tell_of(const Task& task, std::size_t part, output::PropertyResult& result) {
  result.property = task.property_name(part);
  result.system = &task.system(part);
  result.program = task.program(part);
  result.chart = task.chart(part);
  if (!result.verdict.counterexample) return;
  for (analysis::ConcreteStep& step : result.verdict.counterexample->steps)
    step.action = result.system->find_action(step.action->id);
}

}  // namespace

std::vector<std::pair<std::size_t, output::PropertyResult>> results_on_parts(
    Env& env, Task& task, std::size_t united, output::PropertyResult result) {
  const std::vector<std::size_t>& parts = task.parts(united);
  result.configuration.emplace_back(united_note, std::to_string(parts.size()));
  std::vector<std::pair<std::size_t, output::PropertyResult>> results;
  for (const std::size_t part : parts) {
    switch (result.verdict.answer) {
      case Answer::unknown:
        break;
      case Answer::holds:
        tell_of(task, part, results.emplace_back(part, result).second);
        break;
      case Answer::violated:
        tell_of(task, part, result);
        result.certificate = validate_witness(env, task, part, *result.verdict.counterexample);
        if (result.certificate.ran_out) return {};
        if (!result.certificate.passed) break;
        results.emplace_back(part, std::move(result));
        return results;
    }
  }
  INVARIANT(result.verdict.answer != Answer::violated,
            "a violation of a united property should be one of a part");
  return results;
}

}  // namespace arges::engine
