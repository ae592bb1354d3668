#pragma once

#include <cstddef>
#include <vector>

#include "base/limits.h"

namespace arges::engine {

/// Chooses few traces that meet every goal which some trace meets, ascending. `traces_of` has the
/// traces of each goal. First those that are the only one for a goal, then greedily; if few are
/// left to choose from and no limit is reached, as few as there can be.
std::vector<std::size_t> few_traces(const Limits& limits, std::size_t num_traces,
                                    const std::vector<std::vector<std::size_t>>& traces_of);

}  // namespace arges::engine
