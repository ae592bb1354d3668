#include "model/machines/question.h"

namespace arges::model::machines {

bool violates(const Execution& execution, const Question& question, const Configuration& at,
              Chooser& chooser) {
  if (question.kind == Question::Kind::deadlock) return execution.deadlocked(at, chooser);
  if (question.kind != Question::Kind::invariant) return false;
  const Evaluated holds = execution.evaluator().evaluate(at, 0, question.invariant, chooser);
  return holds.ok() && !holds.is_true();
}

}  // namespace arges::model::machines
