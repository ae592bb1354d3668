#include "lts/equivalence/bunch_refinement.h"

#include <unordered_map>

#include "lts/equivalence/bunches.h"

namespace arges::lts {

namespace bunches {

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

}  // namespace bunches

Partition stable_partition(const LabelledGraph& graph, std::optional<std::uint32_t> inert_label,
                           const Limits* limits) {
  return bunches::BunchRefinement(graph, inert_label, limits).run();
}

}  // namespace arges::lts
