#pragma once

#include <optional>
#include <span>

#include "smt/interpolation/linear.h"
#include "smt/interpolation/simplex.h"

namespace arges::smt {

/// Why the equations of integers among the constraints, which have rational solutions, have none in
/// integers: one factor for each constraint, such that all coefficients of the sum are integers but
/// the constant is not. Nothing if they have one.
std::optional<Multipliers> indivisible_sum(std::span<const Constraint> constraints);

/// That the sum, with all unknowns integers, is an integer; equal coefficients up to integers do
/// not matter.
ir::Expr is_integer(ir::Context& context, const LinearTerm& sum);

}  // namespace arges::smt
