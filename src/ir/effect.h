#pragma once

#include <optional>
#include <vector>

#include "ir/traversal.h"

namespace arges::ir {

/// What a statement does, told in terms of the state before it: variables in version 0 are those of
/// that state; higher versions, and all of Context::selector, are choices made on the way.
struct Effect {
  std::vector<Expr> conditions;  ///< hold on every execution that exists; simplified
  Substitution after;            ///< the value afterwards of every variable that may change

  /// An expression over the state after the statement as one over the state before it, simplified.
  Expr before(Expr expr) const;
};

/// Nothing if a loop has no constant bounds or many rounds, or if a value or condition has more
/// than `most` subexpressions.
std::optional<Effect> effect_of(Context& context, Stmt statement, std::size_t most);

}  // namespace arges::ir
