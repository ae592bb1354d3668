#pragma once

#include <functional>
#include <optional>
#include <unordered_map>
#include <vector>

#include "ir/context.h"

namespace arges::ir {

/// The expression with the same operator over other operands, through the constructors of expr.h.
Expr rebuild(Expr shape, std::span<const Expr> children);

/// Rebuilds an expression bottom-up, shared subexpressions once; iterative, so depth is no danger.
///
/// `visit(original, children)` gets a node with its operands already rewritten and returns its
/// replacement. The memo lives as long as the object.
class Rewriter {
 public:
  using Visit = std::function<Expr(Expr original, std::span<const Expr> children)>;
  /// Expressions with none of the `symbols` (see Expr::symbols) stay as they are, unvisited.
  explicit Rewriter(Visit visit, std::uint64_t symbols = 0)
      : visit_(std::move(visit)), symbols_(symbols) {}
  Expr operator()(Expr expr);

 private:
  bool is_done(Expr e) const { return stays(e) || memo_.contains(e); }
  bool stays(Expr e) const { return symbols_ != 0 && (e.symbols() & symbols_) == 0; }

  Visit visit_;
  std::uint64_t symbols_;  ///< 0: every expression is visited
  std::unordered_map<Expr, Expr> memo_;
};

using Substitution =
    std::unordered_map<Expr, Expr>;  ///< variable expressions to what replaces them

/// Replaces free variables, all at once. Replacements never mention a bound variable: those that
/// quantifiers bind are declared for that use only.
Expr substitute(Expr expr, const Substitution& substitution);
/// Where the symbols of all variables that are replaced are known (see Expr::symbols).
Expr substitute(Expr expr, const Substitution& substitution, std::uint64_t symbols);
Expr substitute(Expr expr, Var var, Expr replacement);

/// The free variables (of any version), each once, by declaration order.
std::vector<Var> free_variables(Expr expr);
/// Calls `visit` once for every distinct subexpression.
void for_each_subexpression(Expr expr, const std::function<void(Expr)>& visit);
/// How many distinct subexpressions there are, counted no further than `most`.
std::size_t count_subexpressions(Expr expr, std::size_t most);
/// Whether the variable occurs free.
bool occurs(Var var, Expr expr);

/// Variables a statement may write, and those it may read; locals of inner blocks are left out.
std::vector<Var> written_variables(Stmt statement);
std::vector<Var> read_variables(Stmt statement);

/// The top-level conjuncts of an expression.
std::vector<Expr> conjuncts(Expr expr);

/// Whether anything in it is floating point.
bool mentions_floating(Expr expr);

/// A variable and the literal it must equal.
struct FixedValue {
  Expr variable;
  Expr value;
};
/// What a conjunct like x = 3, b or not b fixes.
std::optional<FixedValue> fixed_value(Expr conjunct);

}  // namespace arges::ir
