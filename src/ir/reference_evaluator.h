#pragma once

#include <optional>

#include "ir/context.h"
#include "ir/valuation.h"

namespace arges::ir {

/// The value of an expression by direct recursion over its definition, or nothing when a variable
/// that matters is unknown (or a quantifier ranges over too much).
///
/// Kept apart from Evaluator and `apply` on purpose: replay and certificates rely on it, so it
/// shares no code with what the analyses use, and tests compare the two with the solver.
std::optional<Value> reference_evaluate(Expr expr, const Valuation& valuation);

}  // namespace arges::ir
