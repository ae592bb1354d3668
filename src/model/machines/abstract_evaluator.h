#pragma once

#include <stdexcept>

#include "model/machines/abstraction.h"
#include "model/machines/interval_operators.h"

namespace arges::model::machines {

/// Thrown where there are more results than can be tried one by one.
class TooManyResults : public std::runtime_error {
 public:
  TooManyResults() : std::runtime_error("an expression has too many results to try them all") {}
};

/// Expressions over cells of partitions (Ojala 2008, Section 3.1.1): operators result in every cell
/// that has a result for some numbers of the operands' intervals, and a Chooser takes one.
class AbstractEvaluator : public Evaluator {
 public:
  AbstractEvaluator(const Model& model, const Abstraction& abstraction)
      : model_(model), abstraction_(abstraction) {}

  Evaluated evaluate(const Configuration& configuration, ObjectId self, ExprId expression,
                     Chooser& chooser) const override;
  Value store(Range value, Slot slot, ExprId expression, Chooser& chooser) const override;
  Value move(Value value, Slot from, Slot to) const override;
  Range range(Value value, Slot slot) const override;

  /// The cell that such a result of an expression is in.
  Range cell_of(ExprId expression, Range value) const;

  /// How many operations were taken for more than they may result in.
  std::uint64_t imprecise() const { return imprecise_; }

 private:
  bool is_int(Slot slot) const;
  std::vector<Option> options(const Results& results, const Partition& type) const;
  Evaluated compute(ExprId expression, Range a, Range b, Chooser& chooser) const;
  static Evaluated choose_truth(ExprId expression, Truths truths, Chooser& chooser);
  Evaluated infix(const Expression& e, ExprId expression, Range a, Range b, Chooser& chooser) const;

  const Model& model_;
  const Abstraction& abstraction_;
  mutable std::uint64_t imprecise_ = 0;
};

}  // namespace arges::model::machines
