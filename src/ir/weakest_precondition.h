#pragma once

#include "ir/context.h"

namespace arges::ir {

inline constexpr std::size_t no_size_limit = static_cast<std::size_t>(-1);

/// The weakest condition before a statement after which every execution that exists satisfies
/// `post` (Dijkstra; "weakest liberal precondition"). Havocs and locals become universal
/// quantifiers over fresh variables; loops must have constant bounds.
///
/// Every choice may double the condition: null once more than `most_new` expressions were made.
Expr weakest_precondition(Stmt statement, Expr post, std::size_t most_new = no_size_limit);

}  // namespace arges::ir
