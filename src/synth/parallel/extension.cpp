#include "synth/parallel/extension.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

namespace arges::synth {

using lts::ActionId;
using lts::Alphabet;
using lts::StateId;

FreshActions::FreshActions(lts::ActionTablePtr table, std::uint64_t seed)
    : table_(std::move(table)), random_(seed) {}

ActionId FreshActions::next() {
  constexpr std::size_t block = 100;
  for (;;) {
    if (block_.empty()) {
      for (std::size_t i = 0; i < block; ++i) block_.push_back(blocks_ * block + i);
      random_.shuffle(block_);
      ++blocks_;
    }
    const std::string name = fmt::format("c{}", block_.back());
    block_.pop_back();
    if (table_->find(name) == lts::tau) return table_->intern(name);
  }
}

namespace {

/// States in a tree of new actions from the initial one, with further new actions that never lead
/// back; who can't go on by them is a cut point and returns by the actions of before.
class ExtensionMaker {
 public:
  ExtensionMaker(FreshActions& fresh, const Alphabet& cut, const ExtensionShape& shape,
                 Random& random)
      : shape_(shape), random_(random), builder_(fresh.table()), cut_(cut) {
    own_ = fresh_actions(fresh, 1 + random_.below(2));
    shared_ = fresh_actions(fresh, shape.shared_actions);
  }

  Extension make() {
    // A trunk: one's own action, then all shared ones in a row, so that a context has an order to
    // watch over; then branches anywhere behind the first state.
    add_state(0, own_.front());
    for (std::size_t i = 0; i < std::max<std::size_t>(shared_.size(), 1); ++i)
      add_state(depth_.size() - 1, shared_.empty() ? own_.back() : shared_[i]);
    const auto wanted =
        static_cast<std::size_t>(random_.between(static_cast<std::int64_t>(shape_.min_states),
                                                 static_cast<std::int64_t>(shape_.max_states)));
    while (depth_.size() < wanted) add_branch();
    for (std::size_t i = 0; i < depth_.size(); ++i) add_shortcut();
    for (StateId s = 0; s < depth_.size(); ++s) add_return(s);
    builder_.ensure_states(static_cast<StateId>(depth_.size()));
    return {builder_.build(), cut_, Alphabet(own_), Alphabet(shared_)};
  }

 private:
  static std::vector<ActionId> fresh_actions(FreshActions& fresh, std::size_t number) {
    std::vector<ActionId> result;
    for (std::size_t i = 0; i < number; ++i) result.push_back(fresh.next());
    return result;
  }

  void add_state(std::size_t parent, ActionId action) {
    const auto state = static_cast<StateId>(depth_.size());
    depth_.push_back(depth_[parent] + 1);
    add(static_cast<StateId>(parent), action, state);
  }
  void add(StateId from, ActionId action, StateId to) {
    builder_.add(from, action, to);
    used_.insert({from, action});
    inner_.insert(from);
  }
  bool is_free(StateId from, ActionId action) const { return !used_.contains({from, action}); }

  /// From the initial state by one's own actions, from the next ones by shared ones, then by any:
  /// so no cut point is reached without a shared action.
  std::vector<ActionId> choices(StateId from) const {
    std::vector<ActionId> result;
    if (depth_[from] != 1 || shared_.empty()) result.insert(result.end(), own_.begin(), own_.end());
    if (depth_[from] != 0) result.insert(result.end(), shared_.begin(), shared_.end());
    std::erase_if(result, [&](ActionId a) { return !is_free(from, a); });
    return result;
  }

  void add_branch() {
    for (std::size_t attempt = 0; attempt < 20; ++attempt) {
      const auto from = static_cast<StateId>(random_.below(depth_.size()));
      const std::vector<ActionId> actions = choices(from);
      if (actions.empty()) continue;
      add_state(from, random_.pick(actions));
      // A leaf becomes a cut point, which must not be so near.
      if (from == 0)
        add_state(depth_.size() - 1, shared_.empty() ? own_[0] : random_.pick(shared_));
      return;
    }
    // Everything is taken near the root; the last state always has something free.
    add_state(depth_.size() - 1, depth_.back() == 1 && !shared_.empty() ? shared_[0] : own_[0]);
  }

  /// Another way forward, between states that are not the first ones.
  void add_shortcut() {
    if (!random_.percent(40)) return;
    const auto from = static_cast<StateId>(random_.below(depth_.size()));
    const auto to = static_cast<StateId>(random_.below(depth_.size()));
    if (from >= to || depth_[from] < 1 || depth_[to] < 2) return;
    const std::vector<ActionId> actions = choices(from);
    if (!actions.empty()) add(from, random_.pick(actions), to);
  }

  /// The way back: of those without a way forward to the initial state, of some others too. Cut
  /// points have a shared action behind them.
  void add_return(StateId s) {
    const bool is_leaf = !inner_.contains(s);
    if (!is_leaf && (depth_[s] < 2 || !random_.percent(shape_.percent_early_cuts))) return;
    if (shape_.kind == ExtensionKind::nonconvergent) {
      // Strongly connected by new actions alone; what was there before may come at some states.
      if (is_leaf) builder_.add(s, own_.front(), 0);
      if (is_leaf || random_.percent(50))
        add_cut(s, static_cast<StateId>(random_.below(depth_.size())));
      return;
    }
    add_cut(s, 0);
  }
  void add_cut(StateId from, StateId to) {
    for (const ActionId a : cut_.actions()) builder_.add(from, a, to);
  }

  const ExtensionShape& shape_;
  Random& random_;
  lts::MtsBuilder builder_;
  Alphabet cut_;
  std::vector<ActionId> own_;
  std::vector<ActionId> shared_;
  std::vector<std::size_t> depth_{0};
  std::set<std::pair<StateId, ActionId>> used_;
  std::set<StateId> inner_;  ///< states with a way forward
};

}  // namespace

Extension make_extension(FreshActions& fresh, const Alphabet& cut, const ExtensionShape& shape,
                         Random& random) {
  return ExtensionMaker(fresh, cut, shape, random).make();
}

}  // namespace arges::synth
