#pragma once

#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "analysis/trace/concrete_trace.h"

namespace arges::analysis {

/// A statement of a path without choices: an assignment, or an assumption if it has no variable.
struct PathStatement {
  ir::Var var;
  ir::Expr expr;
};
using ResolvedPath = std::vector<PathStatement>;

/// Tells the value of a variable that is free, as an expression over the state at that point.
using ValueRule = std::function<ir::Expr(ir::Var, const ir::Decision&)>;

/// The way a run took through a statement, without choices: branches are those that were taken, as
/// assumptions, and free values follow a rule. Every execution of the path is one of the statement.
/// Nothing if the run does not fit the statement.
std::optional<ResolvedPath> resolve(ir::Stmt statement, const ir::Valuation& before,
                                    std::span<const ir::Decision> decisions, const ValueRule& rule);

/// The states from which the path can be executed to its end and ends in states of `post`.
ir::Expr states_before(const ResolvedPath& path, ir::Expr post);

}  // namespace arges::analysis
