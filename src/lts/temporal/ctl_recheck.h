#pragma once

#include <string>

#include "lts/temporal/ctl_check.h"

namespace arges::lts {

// Checks of what CtlCheck answers, by code that did not find it. Each function says what is wrong,
// or "". Both throw LimitReached.

/// Whether a state space is that of the composition, step by step, by the definition of
/// composition.
std::string space_error(const std::vector<const Mts*>& parts, const StateSpace& space,
                        FiniteRuns finite_runs, const Limits* limits = nullptr);

/// Whether the sets of a formula of states and of its parts are what the operators say. That a set
/// is a fixpoint is seen position by position, and that it is the least or greatest by its ranks.
std::string sets_error(const StateSpace& space, const CtlFormulas& formulas,
                       const ActionPropositions& actions, const CtlSets& sets, CtlId formula,
                       const Limits* limits = nullptr);

}  // namespace arges::lts
