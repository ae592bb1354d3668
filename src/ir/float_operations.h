#pragma once

#include <span>

#include "ir/context.h"

namespace arges::ir {

/// The part of `apply` (ir/operations.h) about operators of floating point, computed by MPFR.
Value apply_floating(ValuePool& pool, Expr shape, std::span<const Value> operands);

}  // namespace arges::ir
