#pragma once

#include <span>
#include <vector>

#include "ir/context.h"
#include "ir/var_map.h"

namespace arges::ir {

/// The current SSA version of every variable; 0 where nothing was said.
class Versions : public VarMap<std::uint32_t> {
 public:
  std::uint32_t bump(Var var) {
    set(var, get(var) + 1);
    return get(var);
  }
  /// The expression with every free variable in its current version.
  Expr apply(Expr expr) const;
};

/// How to read off a model the decisions of one execution of an unfolded statement, in the order in
/// which Interpreter consumes them.
struct DecisionPlan {
  enum class Kind {
    value,   ///< a havocked or fresh variable: the value of `exprs[0]`
    choice,  ///< the first branch whose selector in `exprs` is true, then its plan
    branch,  ///< an if: `exprs[0]` tells which of two plans
  };
  struct Item {
    Kind kind;
    std::vector<Expr> exprs;
    std::vector<DecisionPlan> plans;
  };
  std::vector<Item> items;
};

/// A statement as a formula over versioned variables.
struct Unfolding {
  Expr formula;  ///< relates the versions before and after
  Versions after;
  DecisionPlan plan;
};

/// Unfolds statements of one trace, one after another: each continues where the last stopped, so
/// formulas of different steps never share a version of a variable that changed between them.
class Unfolder {
 public:
  explicit Unfolder(Context& context);
  Unfolding unfold(Stmt statement, const Versions& before);
  /// The statements one after another.
  Unfolding unfold(std::span<const Stmt> statements, const Versions& before);

 private:
  Expr walk(Stmt statement, Versions& versions, DecisionPlan& plan);
  Expr walk_choice(Stmt statement, Versions& versions, DecisionPlan& plan);
  Expr walk_if(Stmt statement, Versions& versions, DecisionPlan& plan);
  Expr walk_loop(Stmt statement, Versions& versions, DecisionPlan& plan);
  /// Makes branches end in common versions; adds the equalities each needs.
  void join(std::vector<Expr>& formulas, const std::vector<Versions>& ends, Versions& versions);

  Context& context_;
  Var selector_;  ///< its versions tell the branches of choices apart
  std::uint32_t next_selector_ = 0;
};

/// A loop's bounds, if both are literals after simplification.
std::optional<std::pair<mpz_class, mpz_class>> constant_bounds(Stmt loop);

}  // namespace arges::ir
