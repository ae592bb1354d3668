#include "lts/mts.h"

#include <algorithm>
#include <limits>

#include "base/invariant.h"

namespace arges::lts {

namespace {

constexpr StateId unseen = std::numeric_limits<StateId>::max();

bool before(const Transition& a, const Transition& b) {
  if (a.action() != b.action()) return a.action() < b.action();
  if (a.target() != b.target()) return a.target() < b.target();
  return a.modality() > b.modality();
}
bool same_move(const Transition& a, const Transition& b) {
  return a.action() == b.action() && a.target() == b.target();
}

}  // namespace

std::span<const Transition> Mts::transitions(StateId state, ActionId action) const {
  const auto all = transitions(state);
  const auto first = std::partition_point(
      all.begin(), all.end(), [action](const Transition& t) { return t.action() < action; });
  auto last = first;
  while (last != all.end() && last->action() == action) ++last;
  return {first, last};
}

bool Mts::is_lts() const {
  return std::all_of(transitions_.begin(), transitions_.end(),
                     [](const Transition& t) { return t.is_must(); });
}

bool Mts::has_tau() const {
  return std::any_of(transitions_.begin(), transitions_.end(),
                     [](const Transition& t) { return t.action() == tau; });
}

bool Mts::is_deterministic() const {
  if (has_tau()) return false;
  for (StateId s = 0; s < num_states(); ++s) {
    const auto all = transitions(s);
    for (std::size_t i = 1; i < all.size(); ++i)
      if (all[i].action() == all[i - 1].action()) return false;
  }
  return true;
}

Mts MtsBuilder::build() {
  INVARIANT(initial_ < num_states_ || num_states_ == 0, "the initial state should be a state");
  INVARIANT(edges_.size() < std::numeric_limits<std::uint32_t>::max(),
            "a system should have less than four billion transitions");
  Mts result;
  result.table_ = table_;
  result.initial_ = initial_;
  ensure_states(1);
  std::vector<std::uint32_t> ends(num_states_ + 1, 0);
  for (const Edge& edge : edges_) ++ends[edge.source + 1];
  for (StateId s = 0; s < num_states_; ++s) ends[s + 1] += ends[s];
  std::vector<Transition> sorted(edges_.size(), Transition(tau, 0, Modality::may));
  {
    std::vector<std::uint32_t> next(ends.begin(), ends.end() - 1);
    for (const Edge& edge : edges_) sorted[next[edge.source]++] = edge.transition;
  }
  edges_ = {};
  result.offsets_.reserve(num_states_ + 1);
  result.offsets_.push_back(0);
  std::size_t kept = 0;
  for (StateId s = 0; s < num_states_; ++s) {
    const auto first = sorted.begin() + ends[s];
    const auto last = sorted.begin() + ends[s + 1];
    std::sort(first, last, before);
    const auto end = std::unique(first, last, same_move);
    kept = static_cast<std::size_t>(
        std::move(first, end, sorted.begin() + static_cast<std::ptrdiff_t>(kept)) - sorted.begin());
    result.offsets_.push_back(static_cast<std::uint32_t>(kept));
  }
  sorted.erase(sorted.begin() + static_cast<std::ptrdiff_t>(kept), sorted.end());
  result.transitions_ = std::move(sorted);
  std::vector<bool> used(table_->size(), false);
  for (const Transition& t : result.transitions_) used[t.action()] = true;
  std::vector<ActionId> actions;
  for (ActionId a = 1; a < used.size(); ++a)
    if (used[a]) actions.push_back(a);
  result.alphabet_ = united(alphabet_, Alphabet(std::move(actions)));
  *this = MtsBuilder(table_);
  return result;
}

ReverseView::ReverseView(const Mts& system)
    : offsets_(system.num_states() + 1, 0),
      transitions_(system.num_transitions(), Transition(tau, 0, Modality::may)) {
  for (const Transition& t : system.all_transitions()) ++offsets_[t.target() + 1];
  for (std::size_t s = 0; s < system.num_states(); ++s) offsets_[s + 1] += offsets_[s];
  std::vector<std::uint32_t> next(offsets_.begin(), offsets_.end() - 1);
  for (StateId s = 0; s < system.num_states(); ++s)
    for (const Transition& t : system.transitions(s))
      transitions_[next[t.target()]++] = Transition(t.action(), s, t.modality());
}

Mts reachable_part(const Mts& system) {
  std::vector<StateId> number(system.num_states(), unseen);
  std::vector<StateId> order = {system.initial()};
  number[system.initial()] = 0;
  MtsBuilder builder(system.table());
  for (std::size_t i = 0; i < order.size(); ++i)
    for (const Transition& t : system.transitions(order[i])) {
      StateId& target = number[t.target()];
      if (target == unseen) {
        target = static_cast<StateId>(order.size());
        order.push_back(t.target());
      }
      builder.add(static_cast<StateId>(i), t.action(), target, t.modality());
    }
  builder.ensure_states(static_cast<StateId>(order.size()));
  builder.add_to_alphabet(system.alphabet());
  return builder.build();
}

}  // namespace arges::lts
