#pragma once

#include "ir/context.h"

namespace arges::ir {

/// The weakest condition before a statement after which every execution that exists satisfies
/// `post` (Dijkstra; "weakest liberal precondition"). Havocs and locals become universal
/// quantifiers over fresh variables; loops must have constant bounds.
Expr weakest_precondition(Stmt statement, Expr post);

}  // namespace arges::ir
