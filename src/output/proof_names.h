#pragma once

#include "analysis/system/system.h"
#include "ir/traversal.h"

namespace arges::output {

/// Gives auxiliary variables of a System names that are unique and depend on nothing else, so that
/// a proof that is written now is read back in another run: their own may be equal, shadow a
/// model's variable, or have a number that counts what else was loaded.
class ProofNames {
 public:
  explicit ProofNames(const analysis::System& system);

  /// The variables that stand for the auxiliary ones, in their order.
  const std::vector<ir::Var>& stand_ins() const { return stand_ins_; }
  ir::Expr to_text(ir::Expr state) const { return rename(state, to_text_); }
  ir::Expr from_text(ir::Expr state) const { return rename(state, from_text_); }

 private:
  static ir::Expr rename(ir::Expr state, const ir::Substitution& names) {
    return names.empty() ? state : ir::substitute(state, names);
  }
  std::vector<ir::Var> stand_ins_;
  ir::Substitution to_text_;
  ir::Substitution from_text_;
};

}  // namespace arges::output
