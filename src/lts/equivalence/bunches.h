#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/limits.h"
#include "lts/equivalence/chains.h"
#include "lts/equivalence/labelled_graph.h"

// The notions are those of the paper. An edge that is inert and stays within a block is no one's
// business; all other edges are in a bunch. A bunch is a union of action-block-slices (edges with
// one label into one block); it is trivial if it has only one. Edges of a bunch that start in one
// block are a block-bunch-slice. A bottom state has no inert edge within its block.
//
// Invariant of the main loop: a block that has an edge in some bunch has one from each of its
// bottom states, hence each of its states can reach such an edge inertly. If all bunches are
// trivial, the partition is the wanted one. The loop takes a small action-block-slice out of a
// bunch, makes it a bunch of its own, and splits blocks until the invariant holds again.
//
// A split is a race between two searches, one for the states that can reach the splitter and one
// for those that can't; whoever is ready first ends it. So the cost is that of the cheaper one,
// and is charged to the states of the smaller part.
//
// Where this departs from the paper: sets are linked lists rather than ranges of permuted arrays;
// whether a state keeps edges in the rest of a bunch is known from counters as in Paige and
// Tarjan's algorithm; both parts of a split, not only the larger, may be the one whose search ends
// first, so no search is aborted for its size.

namespace arges::lts::bunches {

constexpr std::uint32_t none = Chains::none;

using BlockId = std::uint32_t;
using BunchId = std::uint32_t;
using SliceId = std::uint32_t;
using CellId = std::uint32_t;
using EdgeId = std::uint32_t;

struct Block {
  StateId bottoms = none;  ///< head of the list
  StateId others = none;   ///< head of the list of states with inert edges
  std::uint32_t num_bottoms = 0;
  std::uint32_t num_others = 0;
  SliceId slices = none;  ///< head of the list of block-bunch-slices

  std::uint32_t size() const { return num_bottoms + num_others; }
};

/// A block-bunch-slice.
struct Slice {
  BlockId block = none;
  BunchId bunch = none;
  EdgeId edges = none;   ///< head of the list of those without a mark
  EdgeId marked = none;  ///< head of the list of edges from bottom states, while it is pending
  std::uint32_t size = 0;
  SliceId twin = none;  ///< while edges move: where they go
  bool pending = false;
};

/// An action-block-slice; which action and which block is nobody's question.
struct Target {
  BunchId bunch = none;
  EdgeId edges = none;  ///< head of the list
  std::uint32_t size = 0;
  std::uint32_t twin = none;  ///< while edges move: where they go
};

struct Bunch {
  std::uint32_t targets = none;  ///< head of the list of its action-block-slices
  std::uint32_t num_targets = 0;
  bool queued = false;
};

enum class Mark : std::uint8_t { unmarked, reaches, counted, avoids };

/// A block's two parts: whose states can reach the splitter, and the others; `none` if empty.
struct Split {
  BlockId with = none;
  BlockId without = none;
  SliceId tracked_with = none;     ///< what became of the tracked slice, in `with`
  SliceId tracked_without = none;  ///< and in `without`
  SliceId fresh = none;            ///< edges from `with` to `without` that were inert
  std::vector<StateId> new_bottoms;
};

/// The state of a partition refinement, and its steps: the main loop and what it begins with are in
/// bunch_refinement.cpp, how blocks are split in bunch_split.cpp.
class BunchRefinement {
 public:
  BunchRefinement(const LabelledGraph& graph, std::optional<std::uint32_t> inert_label,
                  const Limits* limits)
      : graph_(graph), limits_(limits) {
    make_states();
    make_edges(inert_label);
  }

  Partition run() {
    settle_pending();
    while (!queue_.empty()) {
      const BunchId bunch = queue_.back();
      queue_.pop_back();
      bunches_[bunch].queued = false;
      if (bunches_[bunch].num_targets < 2) continue;
      split_bunch(bunch);
      enqueue_if_nontrivial(bunch);
      settle_pending();
    }
    return Partition::numbered(block_of_);
  }

 private:
  void make_states();
  void make_edges(std::optional<std::uint32_t> inert_label);
  bool is_inert(EdgeId edge) const { return slice_of_[edge] == none; }
  bool is_bottom(StateId state) const { return inert_out_[state] == 0; }

  void enqueue_if_nontrivial(BunchId bunch);
  void split_bunch(BunchId bunch);
  void move_to_bunch(EdgeId edge, BunchId bunch);
  void stabilise(BlockId block, SliceId small, SliceId rest);
  void settle_pending();
  BlockId separate_new_bottoms(Split& split);
  void make_pending(SliceId slice);
  void make_all_pending(BlockId block);

  void mark_bottom(StateId state);
  Split split(BlockId block, SliceId splitter, SliceId tracked);
  bool search(BlockId block, SliceId splitter);
  std::vector<StateId> smaller_part(BlockId block, Mark searched, std::size_t searched_size);
  BlockId move_out(BlockId block, const std::vector<StateId>& states);
  void move_to_slice(EdgeId edge, BlockId block);
  void move_to_target(EdgeId edge);
  void forget_twins();
  void make_visible(Split& split, EdgeId edge, BunchId& bunch, std::uint32_t& target);
  void find_visible(Split& split, const std::vector<StateId>& moved);

  SliceId add_slice(BlockId block, BunchId bunch);
  void put_in_slice(EdgeId edge, SliceId slice);
  void take_from_slice(EdgeId edge);
  void drop_if_empty(SliceId slice);
  void mark_edge(EdgeId edge);
  std::uint32_t add_target(BunchId bunch);
  void put_in_target(EdgeId edge, std::uint32_t target);
  void take_from_target(EdgeId edge);

  const LabelledGraph& graph_;
  const Limits* limits_;

  // Of states.
  std::vector<BlockId> block_of_;
  Chains state_chains_;  ///< bottoms and others of a block
  std::vector<std::uint32_t> inert_out_;
  std::vector<Mark> mark_;
  std::vector<std::uint32_t> left_;   ///< of a counted state: inert edges not known to avoid
  std::vector<std::uint32_t> stamp_;  ///< when new_cell_ and old_cell_ were set
  std::vector<CellId> new_cell_;
  std::vector<CellId> old_cell_;

  // Of edges.
  std::vector<StateId> source_;
  std::vector<std::uint32_t> in_offsets_;
  std::vector<EdgeId> in_;
  std::vector<SliceId> slice_of_;  ///< none: inert
  Chains slice_edges_;
  std::vector<bool> edge_marked_;
  std::vector<std::uint32_t> target_of_;
  Chains target_edges_;
  std::vector<CellId> cell_of_;

  std::vector<Block> blocks_;
  Pool<Slice> slices_;
  Chains slice_chains_;  ///< slices of a block
  Pool<Target> targets_;
  Chains target_chains_;  ///< action-block-slices of a bunch
  std::vector<Bunch> bunches_;
  Pool<std::uint32_t> cells_;  ///< how many edges a state has in a bunch

  std::vector<BunchId> queue_;
  std::vector<SliceId> pending_;
  std::uint32_t now_ = 0;  ///< the stamp
  std::vector<StateId> reaches_;
  std::vector<StateId> avoids_;
  std::vector<StateId> counted_;
  std::vector<SliceId> slices_with_twins_;
  std::vector<std::uint32_t> targets_with_twins_;
};

// Lists, whose every step is constant time; they are in the innermost loops.

inline SliceId BunchRefinement::add_slice(BlockId block, BunchId bunch) {
  Slice slice;
  slice.block = block;
  slice.bunch = bunch;
  const SliceId made = slices_.add(slice);
  slice_chains_.resize(slices_.size());
  slice_chains_.push(blocks_[block].slices, made);
  return made;
}

inline void BunchRefinement::put_in_slice(EdgeId edge, SliceId slice) {
  slice_of_[edge] = slice;
  slice_edges_.push(slices_[slice].edges, edge);
  ++slices_[slice].size;
}

inline void BunchRefinement::take_from_slice(EdgeId edge) {
  Slice& slice = slices_[slice_of_[edge]];
  slice_edges_.remove(edge_marked_[edge] ? slice.marked : slice.edges, edge);
  edge_marked_[edge] = false;
  --slice.size;
}

inline void BunchRefinement::drop_if_empty(SliceId slice) {
  if (slices_[slice].size > 0) return;
  slice_chains_.remove(blocks_[slices_[slice].block].slices, slice);
  if (!slices_[slice].pending) slices_.release(slice);  // else once it is its turn
}

inline void BunchRefinement::mark_edge(EdgeId edge) {
  if (is_inert(edge) || edge_marked_[edge]) return;
  Slice& slice = slices_[slice_of_[edge]];
  slice_edges_.remove(slice.edges, edge);
  slice_edges_.push(slice.marked, edge);
  edge_marked_[edge] = true;
}

inline std::uint32_t BunchRefinement::add_target(BunchId bunch) {
  Target target;
  target.bunch = bunch;
  const std::uint32_t made = targets_.add(target);
  target_chains_.resize(targets_.size());
  target_chains_.push(bunches_[bunch].targets, made);
  ++bunches_[bunch].num_targets;
  return made;
}

inline void BunchRefinement::put_in_target(EdgeId edge, std::uint32_t target) {
  target_of_[edge] = target;
  target_edges_.push(targets_[target].edges, edge);
  ++targets_[target].size;
}

inline void BunchRefinement::take_from_target(EdgeId edge) {
  Target& target = targets_[target_of_[edge]];
  target_edges_.remove(target.edges, edge);
  --target.size;
}

}  // namespace arges::lts::bunches
