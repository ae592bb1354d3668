#pragma once

#include <string>
#include <vector>

#include "base/limits.h"
#include "lts/mts.h"
#include "synth/random.h"

namespace arges::synth {

/// A formula of computation tree logic, and whether it holds.
struct CtlProperty {
  std::string text;
  bool holds;
  bool is_sensitive = false;  ///< every component was shown to matter
};

/// Formulas about an LTS whose answers all systems that are weakly bisimilar to it share, if only
/// its actions are seen. Each is a characteristic invariant, weakened (Jasper 2021, 2.3.1):
/// whenever some actions are possible next and others are not, then after a certain action some are
/// possible and others are not. Actions that are none of the system's may come in between, so that
/// the formulas say the same about systems with more of them. About half of them hold, where there
/// are so many.
std::vector<CtlProperty> ctl_properties(const lts::Mts& system, std::size_t number, Random& random);

/// Whether a formula holds of a composition; the answer is checked by the code of `ctl_recheck.h`.
/// Throws LimitReached.
bool ctl_holds(const std::vector<const lts::Mts*>& parts, const std::string& formula,
               const Limits* limits = nullptr);

}  // namespace arges::synth
