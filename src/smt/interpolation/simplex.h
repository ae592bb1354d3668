#pragma once

#include <map>
#include <span>
#include <variant>
#include <vector>

#include "base/env.h"
#include "smt/interpolation/linear.h"

namespace arges::smt {

/// Why constraints have no rational solution (Farkas' lemma): one factor for each, not negative for
/// inequalities, such that the sum has no unknowns and is c ≤ 0 with c > 0, or 0 < 0.
using Multipliers = std::vector<mpq_class>;

/// A rational solution; strict inequalities may be met as equalities (it is infinitely near one).
using Point = std::map<ir::Expr, mpq_class>;

/// Decides constraints over the rationals, exactly.
std::variant<Multipliers, Point> solve(const Env& env, std::span<const Constraint> constraints);

}  // namespace arges::smt
