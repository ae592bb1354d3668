#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "lts/mts.h"

namespace arges::lts {

/// What partitions are computed on: states with numbered labels on their edges, and nothing else.
/// Labels need not be actions.
struct LabelledGraph {
  std::vector<std::uint32_t> offsets = {0};  ///< of a state's edges; one more than there are states
  std::vector<std::uint32_t> labels;         ///< of each edge
  std::vector<StateId> targets;              ///< of each edge

  std::size_t num_states() const { return offsets.size() - 1; }
  std::size_t num_edges() const { return targets.size(); }
  void add_edge(std::uint32_t label, StateId target) {
    labels.push_back(label);
    targets.push_back(target);
  }
  /// The edges added since the last call are those of the next state.
  void finish_state() { offsets.push_back(static_cast<std::uint32_t>(targets.size())); }
};

/// The transitions of an LTS; labels are actions.
LabelledGraph graph_of(const Mts& system);

/// A partition of states: blocks are numbered from 0, in the order of their first states.
struct Partition {
  std::vector<std::uint32_t> block_of;
  std::size_t num_blocks = 0;

  bool same(StateId a, StateId b) const { return block_of[a] == block_of[b]; }
  /// Numbers whatever identifies blocks in the order of first states.
  static Partition numbered(std::span<const std::uint32_t> blocks);
  /// The blocks of `coarse` in terms of what `fine` is a partition of, where `coarse` is a
  /// partition of the blocks of `fine`.
  static Partition composed(const Partition& fine, const Partition& coarse);
};

}  // namespace arges::lts
