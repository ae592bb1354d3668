#pragma once

#include <optional>

#include "base/limits.h"
#include "lts/equivalence/labelled_graph.h"

namespace arges::lts {

/// The observational relation (Jasper 2021, Def. 23): an edge labelled with an action for each way
/// of doing it with internal steps before and behind; labelled `tau`, which stands for the thesis'
/// epsilon, for each way of doing internal steps only, or nothing. Throws LimitReached.
LabelledGraph saturated(const Mts& lts, const Limits* limits = nullptr);

/// The same, or nothing if it has more than so many edges.
std::optional<LabelledGraph> saturated_up_to(const Mts& lts, std::size_t most_edges,
                                             const Limits* limits);

}  // namespace arges::lts
