#pragma once

#include <span>
#include <unordered_map>
#include <vector>

#include "ir/expr.h"
#include "ir/var_map.h"

namespace arges::ir {

/// Tells which of many formulas have something to do with some variables: those that mention one,
/// or share a variable with one that does. Remembers each formula's variables.
class Relevance {
 public:
  const std::vector<Var>& variables(Expr formula);
  /// Its variables by version, each once.
  const std::vector<Expr>& versioned(Expr formula);
  /// The positions of the formulas connected with the variables, ascending.
  std::vector<std::size_t> connected(std::span<const Expr> formulas, std::span<const Var> seeds);
  /// The positions of the formulas, those together that are connected with each other; ascending,
  /// as are the parts by their first.
  std::vector<std::vector<std::size_t>> parts(std::span<const Expr> formulas);

 private:
  std::unordered_map<Expr, std::vector<Var>> variables_;
  VarMap<std::uint32_t> owner_;  ///< of `parts`: one more than the first formula's position
  std::unordered_map<Expr, std::vector<Expr>> versioned_;
};

}  // namespace arges::ir
