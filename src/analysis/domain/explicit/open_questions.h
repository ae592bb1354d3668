#pragma once

#include <span>
#include <unordered_map>
#include <vector>

#include "base/statistics.h"
#include "base/words_hash.h"
#include "ir/expr.h"
#include "ir/relevance.h"
#include "smt/solver.h"

namespace arges::analysis {

/// Whether formulas can hold after the values that are known were filled in. What is left of them
/// is mostly about few variables that nobody tracks, and the same in many states: formulas without
/// a common variable are asked about apart, and answers are remembered.
class OpenQuestions {
 public:
  /// `queries` counts what the solver is asked.
  OpenQuestions(smt::Solver& solver, Counter& queries) : solver_(solver), queries_(queries) {}

  using Formulas = std::vector<ir::Expr>;
  /// Formulas that share variables, in a group each. A formula without any is by itself.
  std::vector<Formulas> groups(std::span<const ir::Expr> formulas);
  /// Whether a variable of the group is in one of these terms.
  bool is_about(const Formulas& group, std::span<const ir::Expr> terms);
  /// True also where the solver does not know.
  bool may_hold(const Formulas& group);

 private:
  smt::Solver& solver_;
  Counter& queries_;
  ir::Relevance relevance_;
  std::unordered_map<std::vector<std::uint64_t>, bool, WordsHash> answers_;  ///< by formulas
};

}  // namespace arges::analysis
