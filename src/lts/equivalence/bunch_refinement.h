#pragma once

#include <optional>

#include "base/limits.h"
#include "lts/equivalence/labelled_graph.h"

namespace arges::lts {

/// The coarsest partition that is stable: states of a block can do the same labels into the same
/// blocks. Strong bisimilarity if no label is inert; branching bisimilarity if one is, whose edges
/// then must have no cycle (not even of length one): moves with it inside a block do not count, and
/// what a state can do after such moves counts as its own.
///
/// Jansen, Groote, Keiren, Wijs: "An O(m log n) algorithm for branching bisimilarity on labelled
/// transition systems" (TACAS 2020). `bunch_refinement.cpp` tells where this departs from it.
/// Time O(m log n), memory some 50 bytes an edge. Throws LimitReached.
Partition stable_partition(const LabelledGraph& graph, std::optional<std::uint32_t> inert_label,
                           const Limits* limits = nullptr);

}  // namespace arges::lts
