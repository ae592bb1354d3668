#pragma once

#include <optional>
#include <set>
#include <vector>

#include "base/env.h"
#include "ir/context.h"

namespace arges::smt {

/// Eliminates existential quantifiers.
class Eliminator {
 public:
  Eliminator() = default;
  virtual ~Eliminator() = default;
  Eliminator(const Eliminator&) = delete;
  Eliminator& operator=(const Eliminator&) = delete;

  /// A formula without the variables that holds exactly where they have values such that the
  /// given one holds; nothing if there is none or it is hard to find.
  virtual std::optional<ir::Expr> eliminate(const std::set<ir::Expr>& variables,
                                            ir::Expr formula) = 0;
};

/// Conjuncts without the variables that follow from the given ones: about what these say of the
/// others. Variables are solved for, or combined away pairwise (Fourier and Motzkin) in each case
/// of a disjunction; what resists is left out. Nothing if there are too many cases.
std::optional<std::vector<ir::Expr>> project(const Env& env, ir::Context& context,
                                             std::vector<ir::Expr> conjuncts,
                                             const std::set<ir::Expr>& variables);

/// The free variables in their versions, each once.
std::set<ir::Expr> versioned_variables(ir::Expr expr);

}  // namespace arges::smt
