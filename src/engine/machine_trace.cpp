#include "engine/machine_trace.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/invariant.h"
#include "ir/interpreter.h"
#include "ir/reference_evaluator.h"
#include "model/machines/concrete_evaluator.h"

namespace arges::engine {

std::vector<const analysis::Action*> actions_of(const analysis::System& system,
                                                std::size_t events) {
  std::vector<const analysis::Action*> result(events);
  for (const analysis::Action* action : system.actions(system.initial_control()))
    if (action->role == analysis::ActionRole::step) result[action->origin] = action;
  return result;
}

analysis::ConcreteTrace as_trace(const model::machines::Lowering& lowering,
                                 const analysis::System& system,
                                 const std::vector<model::machines::Event>& events) {
  const model::machines::ConcreteEvaluator evaluator(lowering.model());
  const model::machines::Execution execution(lowering.model(), evaluator);
  const auto actions = actions_of(system, lowering.events().size());
  analysis::ConcreteTrace trace{
      lowering.layout().encode(execution.initial(), model::machines::Fault::nothing), {}};
  ir::Valuation state = trace.initial;
  for (const model::machines::Event& event : events) {
    const auto origin = static_cast<std::size_t>(
        std::find(lowering.events().begin(), lowering.events().end(), event) -
        lowering.events().begin());
    ir::Interpreter interpreter(state, {});
    const auto error = interpreter.execute(actions[origin]->statement);
    INVARIANT(!error, fmt::format("events should be the same in both executions: {}",
                                  error ? error->message : ""));
    state = interpreter.state();
    trace.steps.push_back({actions[origin], {}, state});
    if (system.is_target(actions[origin]->target)) return trace;
  }
  for (const analysis::Action* action : system.actions(system.initial_control())) {
    if (action->role != analysis::ActionRole::check) continue;
    const auto value = ir::reference_evaluate(action->statement.expr(), state);
    if (!value || !value->is_true()) continue;
    trace.steps.push_back({action, {}, state});
    return trace;
  }
  UNREACHABLE("the run of a violation should end at a target");
}

}  // namespace arges::engine
