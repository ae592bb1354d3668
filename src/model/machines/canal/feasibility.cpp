#include "model/machines/canal/feasibility.h"

namespace arges::model::machines::canal {

Feasibility is_counterexample_feasible(const Execution& concrete, const Question& question,
                                       const Counterexample& counterexample) {
  using Answer = Feasibility::Answer;
  const Resolution nothing;
  FixedChooser chooser(nothing);
  Feasibility result;
  Configuration at = concrete.initial();
  if (violates(concrete, question, at, chooser)) return {Answer::violated, {}};
  for (const Counterexample::Step& step : counterexample.steps) {
    const Enabled enabled = concrete.enabled(at, step.event, chooser);
    if (enabled == Enabled::no) return {};
    result.run.push_back(step.event);
    if (step.event.kind == Event::Kind::implicit && question.kind == Question::Kind::implicit)
      return {Answer::violated, result.run};
    Execution::Outcome outcome = concrete.execute(at, step.event, chooser);
    if (question.asks_for(outcome.fault)) return {Answer::violated, result.run};
    if (question.ends_at(outcome.fault)) return {Answer::escaped, result.run};
    if (outcome.fault != Fault::nothing) return {};
    at = std::move(outcome.configuration);
    if (violates(concrete, question, at, chooser)) return {Answer::violated, result.run};
  }
  return {};
}

}  // namespace arges::model::machines::canal
