#pragma once

#include <span>
#include <vector>

#include "ir/traversal.h"

namespace arges::ir {

/// Formulas that hold together, with the values that some of them force filled in everywhere: what
/// assignments of constants decide needs no solver.
class ValuePropagation {
 public:
  /// Fastest in the order of execution. `values` are known from the start.
  explicit ValuePropagation(std::span<const Expr> formulas, Substitution values = {});

  bool is_contradictory() const { return is_contradictory_; }
  /// Of variables, the given ones included.
  const Substitution& values() const { return values_; }
  /// What remains to be satisfied besides the values; no truth values.
  const std::vector<Expr>& rest() const { return rest_; }
  /// The expression with the values filled in, simplified.
  Expr apply(Expr expr) const;

 private:
  void assume(Expr formula);

  void learn(const FixedValue& fixed);

  Substitution values_;
  std::uint64_t symbols_ = 0;  ///< of the variables with a value
  std::vector<Expr> rest_;
  bool is_contradictory_ = false;
};

}  // namespace arges::ir
