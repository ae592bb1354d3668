
#include "base/invariant.h"
#include "lts/equivalence/bunches.h"

// A split is a race between two searches; bunches.h tells why.

namespace arges::lts::bunches {

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

}  // namespace arges::lts::bunches
