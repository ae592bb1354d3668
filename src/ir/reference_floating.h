#pragma once

#include <span>

#include "ir/context.h"

namespace arges::ir {

/// The part of `reference_evaluate` about operators of floating point: numbers are fractions, and
/// results are rounded by looking for the neighbours in the format. Shares no code with `apply`.
Value reference_floating(Expr shape, std::span<const Value> operands);

}  // namespace arges::ir
