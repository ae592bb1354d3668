#include "engine/united.h"

#include <string>

#include "base/invariant.h"
#include "engine/checker.h"
#include "engine/machine_task.h"

namespace arges::engine {

namespace {

using analysis::Answer;

/// The first part of a run that ends with a violation of that part; nothing if it has none.
std::optional<analysis::ConcreteTrace> violation_within(const Task& task, std::size_t part,
                                                        const analysis::ConcreteTrace& run) {
  const analysis::System& system = task.system(part);
  analysis::ConcreteTrace begun{run.initial, {}};
  analysis::Control at = system.initial_control();
  const auto violates = [&] {
    return system.is_target(at) && !task.escape(part, begun).has_value();
  };
  for (const analysis::ConcreteStep& step : run.steps) {
    if (violates()) return begun;
    const ir::Valuation state = begun.steps.empty() ? run.initial : begun.steps.back().state;
    for (const analysis::Action* check : system.actions(at)) {
      if (check->role != analysis::ActionRole::check) continue;
      if (ir::Interpreter(state, {}).execute(check->statement)) continue;
      begun.steps.push_back({check, {}, state});
      if (!task.escape(part, begun)) return begun;
      begun.steps.pop_back();
    }
    if (step.action->role == analysis::ActionRole::check) return {};
    begun.steps.push_back({system.find_action(step.action->id), step.decisions, step.state});
    at = step.action->target;
  }
  return violates() ? std::optional(begun) : std::nullopt;
}

/// The result as one on that part. Both systems have the same actions under the same numbers.
void tell_of(const Task& task, std::size_t part, output::PropertyResult& result) {
  result.property = task.property_name(part);
  result.system = &task.system(part);
  result.program = task.program(part);
  result.chart = task.chart(part);
  result.machines = task.machines(part).lowering;
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
  bool undecided = false;
  for (const std::size_t part : parts) {
    switch (result.verdict.answer) {
      case Answer::unknown:
        break;
      case Answer::holds:
        tell_of(task, part, results.emplace_back(part, result).second);
        break;
      case Answer::violated:
        if (auto run = violation_within(task, part, *result.verdict.counterexample)) {
          output::PropertyResult violated = result;
          violated.verdict.counterexample = std::move(run);
          tell_of(task, part, violated);
          violated.certificate =
              validate_witness(env, task, part, *violated.verdict.counterexample);
          if (violated.certificate.passed)
            results.emplace_back(part, std::move(violated));
          else
            undecided = undecided || violated.certificate.ran_out;
        }
        break;
    }
  }
  INVARIANT(result.verdict.answer != Answer::violated || undecided || !results.empty(),
            "a violation of a united property should be one of a part");
  return results;
}

}  // namespace arges::engine
