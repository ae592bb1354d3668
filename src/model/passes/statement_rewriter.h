#pragma once

#include <functional>

#include "ir/context.h"

namespace arges::model {

/// What a pass does to statements.
struct StatementRewriter {
  ir::Context& context;
  std::function<bool(ir::Var)> drops;         ///< writes of these variables are left out
  std::function<ir::Expr(ir::Expr)> replace;  ///< applied to expressions that stay

  /// The statement after that, without what has become pointless: branches that no run takes,
  /// conditions on nothing. If no run takes any of it, it is "assume false".
  ir::Stmt operator()(ir::Stmt statement) const;

 private:
  ir::Stmt sequence(ir::Stmt statement) const;
  ir::Stmt choice(ir::Stmt statement) const;
  ir::Stmt branches(ir::Stmt statement) const;
  ir::Stmt local(ir::Stmt statement) const;
};

/// Whether a statement is "assume false".
bool is_infeasible(ir::Stmt statement);

}  // namespace arges::model
