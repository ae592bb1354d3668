#pragma once

#include "model/machines/evaluator.h"

namespace arges::model::machines {

/// Expressions over 32-bit integers; there is nothing to choose.
class ConcreteEvaluator : public Evaluator {
 public:
  explicit ConcreteEvaluator(const Model& model) : model_(model) {}

  Evaluated evaluate(const Configuration& configuration, ObjectId self, ExprId expression,
                     Chooser& chooser) const override;
  Value store(Range value, Slot, ExprId, Chooser&) const override { return value.lo; }
  Value move(Value value, Slot, Slot) const override { return value; }
  Range range(Value value, Slot) const override { return Range::of(value); }

 private:
  const Model& model_;
};

}  // namespace arges::model::machines
