#pragma once

#include <span>

#include "ir/context.h"

namespace arges::ir {

/// The value of an operator applied to known values; the meaning of every operator but literals,
/// variables and quantifiers, as ir/expr.h documents it. `shape` supplies result type, operand
/// types, an extract's low bit, and a rounding mode.
Value apply(ValuePool& pool, Expr shape, std::span<const Value> operands);

}  // namespace arges::ir
