#pragma once

#include "base/limits.h"
#include "lts/equivalence/labelled_graph.h"

namespace arges::lts {

/// Weak bisimilarity of an LTS's states without its observational relation, which may be quadratic:
/// who can get into a block is searched against the arrows, for each block that comes to be
/// (Kanellakis and Smolka, "CCS expressions, finite state processes, and three problems of
/// equivalence", 1990). Memory O(m + n), time O(n m) for each label at worst. Throws LimitReached.
Partition weak_partition_by_search(const Mts& lts, const Limits* limits = nullptr);

}  // namespace arges::lts
