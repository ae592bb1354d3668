#include "lts/equivalence/bunch_refinement.h"

#include <algorithm>
#include <unordered_map>

#include "base/invariant.h"
#include "lts/equivalence/chains.h"

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

namespace arges::lts {

namespace {

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

void BunchRefinement::make_states() {
  const std::size_t n = graph_.num_states();
  block_of_.assign(n, 0);
  state_chains_.resize(n);
  inert_out_.assign(n, 0);
  mark_.assign(n, Mark::unmarked);
  left_.assign(n, 0);
  stamp_.assign(n, 0);
  new_cell_.assign(n, none);
  old_cell_.assign(n, none);
}

void BunchRefinement::make_edges(std::optional<std::uint32_t> inert_label) {
  const std::size_t n = graph_.num_states();
  const std::size_t m = graph_.num_edges();
  source_.resize(m);
  in_offsets_.assign(n + 1, 0);
  for (StateId s = 0; s < n; ++s)
    for (EdgeId e = graph_.offsets[s]; e < graph_.offsets[s + 1]; ++e) {
      source_[e] = s;
      ++in_offsets_[graph_.targets[e] + 1];
      if (inert_label == graph_.labels[e]) ++inert_out_[s];
    }
  for (std::size_t s = 0; s < n; ++s) in_offsets_[s + 1] += in_offsets_[s];
  in_.resize(m);
  std::vector<std::uint32_t> next(in_offsets_.begin(), in_offsets_.end() - 1);
  for (EdgeId e = 0; e < m; ++e) in_[next[graph_.targets[e]]++] = e;

  slice_of_.assign(m, none);
  slice_edges_.resize(m);
  edge_marked_.assign(m, false);
  target_of_.assign(m, none);
  target_edges_.resize(m);
  cell_of_.assign(m, none);

  blocks_.emplace_back();
  for (StateId s = static_cast<StateId>(n); s-- > 0;) {
    Block& block = blocks_.front();
    state_chains_.push(is_bottom(s) ? block.bottoms : block.others, s);
    ++(is_bottom(s) ? block.num_bottoms : block.num_others);
  }
  bunches_.emplace_back();
  const SliceId slice = add_slice(0, 0);
  std::unordered_map<std::uint32_t, std::uint32_t> by_label;
  for (EdgeId e = static_cast<EdgeId>(m); e-- > 0;) {
    if (inert_label == graph_.labels[e]) continue;
    const StateId s = source_[e];
    if (new_cell_[s] == none) new_cell_[s] = cells_.add(0);
    cell_of_[e] = new_cell_[s];
    ++cells_[new_cell_[s]];
    put_in_slice(e, slice);
    if (is_bottom(s)) mark_edge(e);
    const auto [found, is_new] = by_label.try_emplace(graph_.labels[e], none);
    if (is_new) found->second = add_target(0);
    put_in_target(e, found->second);
  }
  make_pending(slice);
  enqueue_if_nontrivial(0);
}

void BunchRefinement::enqueue_if_nontrivial(BunchId bunch) {
  if (bunches_[bunch].num_targets < 2 || bunches_[bunch].queued) return;
  bunches_[bunch].queued = true;
  queue_.push_back(bunch);
}

/// Takes the smaller of two action-block-slices, which has at most half of the bunch's edges.
void BunchRefinement::split_bunch(BunchId bunch) {
  if (limits_ != nullptr) limits_->check();
  std::uint32_t small = bunches_[bunch].targets;
  const std::uint32_t other = target_chains_.next(small);
  if (targets_[other].size < targets_[small].size) small = other;
  const auto made = static_cast<BunchId>(bunches_.size());
  bunches_.emplace_back();
  target_chains_.remove(bunches_[bunch].targets, small);
  --bunches_[bunch].num_targets;
  target_chains_.push(bunches_[made].targets, small);
  bunches_[made].num_targets = 1;
  targets_[small].bunch = made;

  ++now_;
  for (EdgeId e = targets_[small].edges; e != none; e = target_edges_.next(e))
    move_to_bunch(e, made);
  struct Affected {
    BlockId block;
    SliceId small;
    SliceId rest;
  };
  std::vector<Affected> affected;
  for (const SliceId rest : slices_with_twins_)
    affected.push_back(
        {slices_[rest].block, slices_[rest].twin, slices_[rest].size > 0 ? rest : none});
  forget_twins();
  for (const Affected& a : affected) stabilise(a.block, a.small, a.rest);
}

void BunchRefinement::move_to_bunch(EdgeId edge, BunchId bunch) {
  const SliceId old = slice_of_[edge];
  if (slices_[old].twin == none) {
    const SliceId twin = add_slice(slices_[old].block, bunch);
    slices_[old].twin = twin;
    slices_with_twins_.push_back(old);
  }
  take_from_slice(edge);
  put_in_slice(edge, slices_[old].twin);

  const StateId s = source_[edge];
  const CellId cell = cell_of_[edge];
  if (stamp_[s] != now_) {
    stamp_[s] = now_;
    new_cell_[s] = cells_.add(0);
    old_cell_[s] = cell;
  }
  if (--cells_[cell] == 0) {
    cells_.release(cell);
    old_cell_[s] = none;
  }
  cell_of_[edge] = new_cell_[s];
  ++cells_[new_cell_[s]];
}

/// Makes a block stable under a new bunch, and under what is left of the one it was taken from.
void BunchRefinement::stabilise(BlockId block, SliceId small, SliceId rest) {
  for (EdgeId e = slices_[small].edges; e != none; e = slice_edges_.next(e))
    if (is_bottom(source_[e])) mark_bottom(source_[e]);
  const std::vector<StateId> bottoms = reaches_;
  Split first = split(block, small, rest);
  // The part that can't reach the new bunch has edges in the rest from all its bottom states.
  const BlockId left = separate_new_bottoms(first);
  if (left == none || first.tracked_with == none) return;
  for (const StateId s : bottoms)
    if (block_of_[s] == left && old_cell_[s] != none) mark_bottom(s);
  Split second = split(left, first.tracked_with, none);
  separate_new_bottoms(second);
}

void BunchRefinement::settle_pending() {
  while (!pending_.empty()) {
    if (limits_ != nullptr) limits_->check();
    const SliceId slice = pending_.back();
    pending_.pop_back();
    slices_[slice].pending = false;
    if (slices_[slice].size == 0) {
      slices_.release(slice);
      continue;
    }
    while (slices_[slice].marked != none) {
      const EdgeId e = slices_[slice].marked;
      slice_edges_.remove(slices_[slice].marked, e);
      slice_edges_.push(slices_[slice].edges, e);
      edge_marked_[e] = false;
      mark_bottom(source_[e]);
    }
    Split parts = split(slices_[slice].block, slice, none);
    separate_new_bottoms(parts);
  }
}

/// A split made states bottom states, or made edges visible: splits off the states that can reach
/// such an edge. All bottom states of these are new, and all their slices must be looked at; the
/// others, which are returned, are as stable as before.
BlockId BunchRefinement::separate_new_bottoms(Split& split_parts) {
  if (split_parts.fresh == none) return split_parts.with;
  BlockId changed = split_parts.with;
  BlockId unchanged = none;
  if (split_parts.new_bottoms.size() < blocks_[changed].num_bottoms) {
    for (const StateId s : split_parts.new_bottoms) mark_bottom(s);
    const Split parts = split(changed, split_parts.fresh, split_parts.tracked_with);
    changed = parts.with;
    unchanged = parts.without;
    split_parts.tracked_with = parts.tracked_without;
  }
  make_all_pending(changed);
  return unchanged;
}

void BunchRefinement::make_pending(SliceId slice) {
  if (slices_[slice].pending) return;
  slices_[slice].pending = true;
  pending_.push_back(slice);
}

void BunchRefinement::make_all_pending(BlockId block) {
  for (SliceId s = blocks_[block].slices; s != none; s = slice_chains_.next(s)) make_pending(s);
  for (StateId s = blocks_[block].bottoms; s != none; s = state_chains_.next(s))
    for (EdgeId e = graph_.offsets[s]; e < graph_.offsets[s + 1]; ++e) mark_edge(e);
}

void BunchRefinement::mark_bottom(StateId state) {
  if (mark_[state] == Mark::reaches) return;
  mark_[state] = Mark::reaches;
  reaches_.push_back(state);
}

/// Splits a block whose bottom states with an edge in the splitter are marked.
Split BunchRefinement::split(BlockId block, SliceId splitter, SliceId tracked) {
  Split result;
  if (reaches_.size() == blocks_[block].num_bottoms) {
    for (const StateId s : reaches_) mark_[s] = Mark::unmarked;
    reaches_.clear();
    result.with = block;
    result.tracked_with = tracked;
    return result;
  }
  const bool found_with = search(block, splitter);
  const Mark searched = found_with ? Mark::reaches : Mark::avoids;
  const std::size_t size = found_with ? reaches_.size() : avoids_.size();
  const std::vector<StateId> moved = smaller_part(block, searched, size);
  const bool moved_searched = 2 * size <= blocks_[block].size();
  for (auto* list : {&reaches_, &avoids_, &counted_}) {
    for (const StateId s : *list) mark_[s] = Mark::unmarked;
    list->clear();
  }
  const BlockId made = move_out(block, moved);
  const bool moved_with = moved_searched == found_with;
  result.with = moved_with ? made : block;
  result.without = moved_with ? block : made;
  if (tracked != none) {
    const SliceId moved_slice = slices_[tracked].twin;
    const SliceId kept_slice = slices_[tracked].size > 0 ? tracked : none;
    result.tracked_with = moved_with ? moved_slice : kept_slice;
    result.tracked_without = moved_with ? kept_slice : moved_slice;
  }
  forget_twins();
  find_visible(result, moved);
  return result;
}

/// The race: true if all states that reach the splitter were found first (`reaches_`), false if it
/// was all that do not (`avoids_`).
bool BunchRefinement::search(BlockId block, SliceId splitter) {
  // Of the search for states that reach the splitter.
  std::size_t with_at = 0;
  std::uint32_t with_in = reaches_.empty() ? 0 : in_offsets_[reaches_[0]];
  EdgeId splitter_at = slices_[splitter].edges;
  // Of the search for states that do not.
  std::size_t without_at = 0;
  std::uint32_t without_in = 0;
  StateId bottom_at = blocks_[block].bottoms;
  StateId checked = none;  ///< all its inert edges avoid; has it an edge in the splitter?
  EdgeId checked_edge = 0;

  const auto reach = [this, &with_at, &with_in](StateId s) {
    if (mark_[s] == Mark::reaches) return;
    INVARIANT(mark_[s] != Mark::avoids, "a state should not both reach and avoid a splitter");
    mark_[s] = Mark::reaches;
    reaches_.push_back(s);
    if (with_at + 1 == reaches_.size()) with_in = in_offsets_[s];
  };
  const auto avoid = [this, &without_at, &without_in](StateId s) {
    mark_[s] = Mark::avoids;
    avoids_.push_back(s);
    if (without_at + 1 == avoids_.size()) without_in = in_offsets_[s];
  };
  /// One edge more; false at the end.
  const auto step_with = [&] {
    if (with_at < reaches_.size()) {
      if (with_in < in_offsets_[reaches_[with_at] + 1]) {
        const EdgeId e = in_[with_in++];
        if (is_inert(e)) reach(source_[e]);
      } else if (++with_at < reaches_.size()) {
        with_in = in_offsets_[reaches_[with_at]];
      }
      return true;
    }
    if (splitter_at == none) return false;
    const StateId s = source_[splitter_at];
    splitter_at = slice_edges_.next(splitter_at);
    reach(s);
    return true;
  };
  const auto count = [&](StateId s) {
    if (mark_[s] == Mark::reaches) return;
    if (mark_[s] == Mark::unmarked) {
      mark_[s] = Mark::counted;
      counted_.push_back(s);
      left_[s] = inert_out_[s];
    }
    if (--left_[s] > 0) return;
    checked = s;
    checked_edge = graph_.offsets[s];
  };
  const auto check = [&] {
    if (mark_[checked] == Mark::reaches) {
      checked = none;
    } else if (checked_edge == graph_.offsets[checked + 1]) {
      avoid(checked);
      checked = none;
    } else if (slice_of_[checked_edge++] == splitter) {
      reach(checked);
      checked = none;
    }
  };
  const auto step_without = [&] {
    if (checked != none) {
      check();
      return true;
    }
    if (without_at < avoids_.size()) {
      if (without_in < in_offsets_[avoids_[without_at] + 1]) {
        const EdgeId e = in_[without_in++];
        if (is_inert(e)) count(source_[e]);
      } else if (++without_at < avoids_.size()) {
        without_in = in_offsets_[avoids_[without_at]];
      }
      return true;
    }
    if (bottom_at == none) return false;
    const StateId s = bottom_at;
    bottom_at = state_chains_.next(bottom_at);
    if (mark_[s] == Mark::unmarked) avoid(s);
    return true;
  };
  constexpr int stretch = 16;  ///< steps at a time: keeps both loops tight
  while (true) {
    for (int i = 0; i < stretch; ++i)
      if (!step_with()) return true;
    for (int i = 0; i < stretch; ++i)
      if (!step_without()) return false;
  }
}

/// The smaller one of what was searched for and the rest of the block.
std::vector<StateId> BunchRefinement::smaller_part(BlockId block, Mark searched,
                                                   std::size_t searched_size) {
  if (2 * searched_size <= blocks_[block].size())
    return searched == Mark::reaches ? reaches_ : avoids_;
  std::vector<StateId> result;
  for (const StateId head : {blocks_[block].bottoms, blocks_[block].others})
    for (StateId s = head; s != none; s = state_chains_.next(s))
      if (mark_[s] != searched) result.push_back(s);
  return result;
}

/// Makes a block of these states. What became of slices is known until twins are forgotten.
BlockId BunchRefinement::move_out(BlockId block, const std::vector<StateId>& states) {
  const auto made = static_cast<BlockId>(blocks_.size());
  blocks_.emplace_back();
  Block& from = blocks_[block];
  Block& to = blocks_[made];
  for (const StateId s : states) {
    block_of_[s] = made;
    if (is_bottom(s)) {
      state_chains_.remove(from.bottoms, s);
      state_chains_.push(to.bottoms, s);
      --from.num_bottoms;
      ++to.num_bottoms;
    } else {
      state_chains_.remove(from.others, s);
      state_chains_.push(to.others, s);
      --from.num_others;
      ++to.num_others;
    }
  }
  for (const StateId s : states) {
    for (EdgeId e = graph_.offsets[s]; e < graph_.offsets[s + 1]; ++e)
      if (!is_inert(e)) move_to_slice(e, made);
    for (std::uint32_t i = in_offsets_[s]; i < in_offsets_[s + 1]; ++i)
      if (!is_inert(in_[i])) move_to_target(in_[i]);
  }
  return made;
}

void BunchRefinement::move_to_slice(EdgeId edge, BlockId block) {
  const SliceId old = slice_of_[edge];
  if (slices_[old].twin == none) {
    const SliceId twin = add_slice(block, slices_[old].bunch);
    slices_[old].twin = twin;
    slices_with_twins_.push_back(old);
    if (slices_[old].pending) make_pending(twin);
  }
  const bool marked = edge_marked_[edge];
  take_from_slice(edge);
  put_in_slice(edge, slices_[old].twin);
  if (marked) mark_edge(edge);
}

void BunchRefinement::move_to_target(EdgeId edge) {
  const std::uint32_t old = target_of_[edge];
  if (targets_[old].twin == none) {
    const std::uint32_t twin = add_target(targets_[old].bunch);
    targets_[old].twin = twin;
    targets_with_twins_.push_back(old);
  }
  take_from_target(edge);
  put_in_target(edge, targets_[old].twin);
}

void BunchRefinement::forget_twins() {
  for (const SliceId s : slices_with_twins_) {
    slices_[s].twin = none;
    drop_if_empty(s);
  }
  slices_with_twins_.clear();
  for (const std::uint32_t t : targets_with_twins_) {
    const BunchId bunch = targets_[t].bunch;
    targets_[t].twin = none;
    if (targets_[t].size == 0) {
      target_chains_.remove(bunches_[bunch].targets, t);
      --bunches_[bunch].num_targets;
      targets_.release(t);
    }
    enqueue_if_nontrivial(bunch);
  }
  targets_with_twins_.clear();
}

/// Inert edges from one part to the other are visible from now on, in a bunch of their own.
void BunchRefinement::find_visible(Split& split_parts, const std::vector<StateId>& moved) {
  BunchId bunch = none;
  std::uint32_t target = none;
  ++now_;
  for (const StateId s : moved) {
    if (block_of_[s] == split_parts.with) {
      for (EdgeId e = graph_.offsets[s]; e < graph_.offsets[s + 1]; ++e)
        if (is_inert(e) && block_of_[graph_.targets[e]] != split_parts.with)
          make_visible(split_parts, e, bunch, target);
    } else {
      for (std::uint32_t i = in_offsets_[s]; i < in_offsets_[s + 1]; ++i)
        if (is_inert(in_[i]) && block_of_[source_[in_[i]]] != split_parts.without)
          make_visible(split_parts, in_[i], bunch, target);
    }
  }
}

void BunchRefinement::make_visible(Split& split_parts, EdgeId edge, BunchId& bunch,
                                   std::uint32_t& target) {
  if (bunch == none) {
    bunch = static_cast<BunchId>(bunches_.size());
    bunches_.emplace_back();
    target = add_target(bunch);
    split_parts.fresh = add_slice(split_parts.with, bunch);
  }
  const StateId s = source_[edge];
  if (stamp_[s] != now_) {
    stamp_[s] = now_;
    new_cell_[s] = cells_.add(0);
  }
  cell_of_[edge] = new_cell_[s];
  ++cells_[new_cell_[s]];
  put_in_slice(edge, split_parts.fresh);
  put_in_target(edge, target);
  if (--inert_out_[s] > 0) return;
  Block& block = blocks_[split_parts.with];
  state_chains_.remove(block.others, s);
  --block.num_others;
  state_chains_.push(block.bottoms, s);
  ++block.num_bottoms;
  split_parts.new_bottoms.push_back(s);
}

SliceId BunchRefinement::add_slice(BlockId block, BunchId bunch) {
  Slice slice;
  slice.block = block;
  slice.bunch = bunch;
  const SliceId made = slices_.add(slice);
  slice_chains_.resize(slices_.size());
  slice_chains_.push(blocks_[block].slices, made);
  return made;
}

void BunchRefinement::put_in_slice(EdgeId edge, SliceId slice) {
  slice_of_[edge] = slice;
  slice_edges_.push(slices_[slice].edges, edge);
  ++slices_[slice].size;
}

void BunchRefinement::take_from_slice(EdgeId edge) {
  Slice& slice = slices_[slice_of_[edge]];
  slice_edges_.remove(edge_marked_[edge] ? slice.marked : slice.edges, edge);
  edge_marked_[edge] = false;
  --slice.size;
}

void BunchRefinement::drop_if_empty(SliceId slice) {
  if (slices_[slice].size > 0) return;
  slice_chains_.remove(blocks_[slices_[slice].block].slices, slice);
  if (!slices_[slice].pending) slices_.release(slice);  // else once it is its turn
}

void BunchRefinement::mark_edge(EdgeId edge) {
  if (is_inert(edge) || edge_marked_[edge]) return;
  Slice& slice = slices_[slice_of_[edge]];
  slice_edges_.remove(slice.edges, edge);
  slice_edges_.push(slice.marked, edge);
  edge_marked_[edge] = true;
}

std::uint32_t BunchRefinement::add_target(BunchId bunch) {
  Target target;
  target.bunch = bunch;
  const std::uint32_t made = targets_.add(target);
  target_chains_.resize(targets_.size());
  target_chains_.push(bunches_[bunch].targets, made);
  ++bunches_[bunch].num_targets;
  return made;
}

void BunchRefinement::put_in_target(EdgeId edge, std::uint32_t target) {
  target_of_[edge] = target;
  target_edges_.push(targets_[target].edges, edge);
  ++targets_[target].size;
}

void BunchRefinement::take_from_target(EdgeId edge) {
  Target& target = targets_[target_of_[edge]];
  target_edges_.remove(target.edges, edge);
  --target.size;
}

}  // namespace

Partition stable_partition(const LabelledGraph& graph, std::optional<std::uint32_t> inert_label,
                           const Limits* limits) {
  return BunchRefinement(graph, inert_label, limits).run();
}

}  // namespace arges::lts
