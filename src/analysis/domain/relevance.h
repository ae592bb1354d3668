#pragma once

#include <span>
#include <unordered_map>
#include <vector>

#include "ir/expr.h"
#include "ir/var_map.h"

namespace arges::analysis {

/// Tells which of many formulas have something to do with some variables: those that mention one,
/// or share a variable with one that does. Remembers each formula's variables.
class Relevance {
 public:
  const std::vector<ir::Var>& variables(ir::Expr formula);
  /// Its variables by version, each once.
  const std::vector<ir::Expr>& versioned(ir::Expr formula);
  /// The positions of the formulas connected with the variables, ascending.
  std::vector<std::size_t> connected(std::span<const ir::Expr> formulas,
                                     std::span<const ir::Var> seeds);

 private:
  std::unordered_map<ir::Expr, std::vector<ir::Var>> variables_;
  std::unordered_map<ir::Expr, std::vector<ir::Expr>> versioned_;
};

}  // namespace arges::analysis
