#pragma once

#include "base/limits.h"
#include "lts/mts.h"

namespace arges::lts {

/// The LTS without the transitions that others imply: s -a-> t where s goes to t by some other a
/// with internal steps before and behind it, and internal s -> t where further internal steps lead
/// there (Eloranta, "Minimizing the number of transitions with respect to observation equivalence",
/// 1991). It does the same with internal steps before and behind its actions, so its states are as
/// weakly bisimilar as they were. There must be no internal cycle: then implication is an order,
/// and what is implied is implied by something that stays. Throws LimitReached.
Mts without_implied_steps(const Mts& lts, const Limits* limits = nullptr);

}  // namespace arges::lts
