#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/limits.h"
#include "lts/mts.h"

namespace arges::synth {

/// How many states a composition can reach.
struct StateBound {
  /// Of each component: states that it reaches by actions that no other component has. As nobody
  /// else takes part, all combinations of them can be reached.
  std::vector<std::size_t> independent;
  double log2_at_least = 0;  ///< their product
  std::optional<std::size_t> exact;
};

/// Counts what is independent, and all states if there are not more than `explore`.
StateBound state_bound(const std::vector<lts::Mts>& components, std::size_t explore,
                       const Limits* limits = nullptr);

/// How far to count where there are more states than allowed, to tell how many would be enough:
/// never less than the states that are known to be there.
std::size_t worth_counting(std::size_t allowed);

}  // namespace arges::synth
