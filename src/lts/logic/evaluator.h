#pragma once

#include "base/limits.h"
#include "lts/logic/formula.h"

namespace arges::lts {

/// Where a formula holds, by the definition of its operators; shares no code with partition
/// refinement, whose answers it checks. Time: the size of the formula times that of the system.
/// Throws LimitReached.
std::vector<bool> states_where(const Mts& system, const Formulas& formulas, FormulaId formula,
                               const Limits* limits = nullptr);

/// Whether it holds in the initial state.
bool holds(const Mts& system, const Formulas& formulas, FormulaId formula,
           const Limits* limits = nullptr);

}  // namespace arges::lts
