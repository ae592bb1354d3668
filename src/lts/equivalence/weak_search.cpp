#include "lts/equivalence/weak_search.h"

#include <algorithm>

namespace arges::lts {

namespace {

class WeakSearch {
 public:
  WeakSearch(const Mts& lts, const Limits* limits)
      : limits_(limits),
        reverse_(lts),
        block_of_(lts.num_states(), 0),
        position_(lts.num_states()),
        seen_(lts.num_states(), 0),
        before_(lts.table()->size()) {
    blocks_.emplace_back(lts.num_states());
    for (StateId s = 0; s < lts.num_states(); ++s) blocks_[0][s] = position_[s] = s;
    enqueue(0);
  }

  Partition run() {
    while (!queue_.empty()) {
      if (limits_ != nullptr) limits_->check();
      const std::uint32_t splitter = queue_.back();
      queue_.pop_back();
      queued_[splitter] = false;
      const std::vector<StateId> goal = internally_before(blocks_[splitter]);
      collect_steps(goal);
      split(goal);
      for (const ActionId action : actions_) {
        split(internally_before(before_[action]));
        before_[action].clear();
      }
      actions_.clear();
    }
    return Partition::numbered(block_of_);
  }

 private:
  /// The states, and all from which internal steps lead to them; each once.
  std::vector<StateId> internally_before(const std::vector<StateId>& states) {
    ++now_;
    std::vector<StateId> result;
    const auto add = [&](StateId s) {
      if (seen_[s] == now_) return;
      seen_[s] = now_;
      result.push_back(s);
    };
    for (const StateId s : states) add(s);
    for (std::size_t i = 0; i < result.size(); ++i)
      for (const Transition& t : reverse_.transitions(result[i]))
        if (t.action() == tau) add(t.target());
    return result;
  }
  /// Who has a visible step into the states, by action.
  void collect_steps(const std::vector<StateId>& states) {
    for (const StateId s : states)
      for (const Transition& t : reverse_.transitions(s)) {
        if (t.action() == tau) continue;
        if (before_[t.action()].empty()) actions_.push_back(t.action());
        before_[t.action()].push_back(t.target());
      }
  }
  void enqueue(std::uint32_t block) {
    queued_.resize(blocks_.size(), false);
    if (queued_[block]) return;
    queued_[block] = true;
    queue_.push_back(block);
  }
  /// Those of a block that are among the states become a block, unless all of them are.
  void split(const std::vector<StateId>& states) {
    std::vector<std::uint32_t> touched;
    inside_.resize(blocks_.size(), 0);
    for (const StateId s : states)
      if (inside_[block_of_[s]]++ == 0) touched.push_back(block_of_[s]);
    std::vector<std::uint32_t> part_of;
    for (const std::uint32_t block : touched) {
      const bool whole = inside_[block] == blocks_[block].size();
      part_of.push_back(whole ? block : static_cast<std::uint32_t>(blocks_.size()));
      if (!whole) blocks_.emplace_back();
    }
    for (std::size_t i = 0; i < touched.size(); ++i) inside_[touched[i]] = part_of[i];
    for (const StateId s : states) {
      const std::uint32_t from = block_of_[s];
      const std::uint32_t to = inside_[from];
      if (to == from) continue;
      StateId& hole = blocks_[from][position_[s]];
      hole = blocks_[from].back();
      position_[hole] = position_[s];
      blocks_[from].pop_back();
      position_[s] = static_cast<std::uint32_t>(blocks_[to].size());
      blocks_[to].push_back(s);
      block_of_[s] = to;
    }
    for (std::size_t i = 0; i < touched.size(); ++i) {
      inside_[touched[i]] = 0;
      if (part_of[i] == touched[i]) continue;
      enqueue(touched[i]);
      enqueue(part_of[i]);
    }
  }

  const Limits* limits_;
  ReverseView reverse_;
  std::vector<std::uint32_t> block_of_;
  std::vector<std::uint32_t> position_;  ///< of a state in its block
  std::vector<std::vector<StateId>> blocks_;
  std::vector<std::uint32_t> seen_;  ///< when a search met it last
  std::uint32_t now_ = 0;
  std::vector<std::vector<StateId>> before_;  ///< by action
  std::vector<ActionId> actions_;             ///< that `before_` has something of
  std::vector<std::uint32_t> queue_;          ///< blocks that others were not split by
  std::vector<bool> queued_;
  std::vector<std::uint32_t> inside_;  ///< of a block: how many of its states; then, its new block
};

}  // namespace

Partition weak_partition_by_search(const Mts& lts, const Limits* limits) {
  return WeakSearch(lts, limits).run();
}

}  // namespace arges::lts
