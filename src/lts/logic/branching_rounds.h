#pragma once

#include <optional>

#include "base/limits.h"
#include "lts/logic/formula.h"

namespace arges::lts {

/// A formula with until that holds in `p` and not in `q`, of an LTS without internal cycles in
/// which no two states are branching bisimilar. Throws LimitReached.
std::optional<FormulaId> branching_formula(Formulas& formulas, const Mts& lts, StateId p, StateId q,
                                           const Limits* limits);

}  // namespace arges::lts
