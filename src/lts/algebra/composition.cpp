#include "lts/algebra/composition.h"

#include <algorithm>

#include "base/invariant.h"

namespace arges::lts {

namespace {

PackedStates room_for(const std::vector<const Mts*>& parts) {
  std::vector<std::size_t> sizes;
  sizes.reserve(parts.size());
  for (const Mts* part : parts) sizes.push_back(part->num_states());
  return PackedStates(sizes);
}

bool before(const Transition& a, const Transition& b) {
  if (a.action() != b.action()) return a.action() < b.action();
  if (a.target() != b.target()) return a.target() < b.target();
  return a.modality() > b.modality();
}

}  // namespace

ParallelView::ParallelView(std::vector<const Mts*> parts)
    : parts_(std::move(parts)), states_(room_for(parts_)) {
  INVARIANT(!parts_.empty(), "a composition should have a part");
  participants_.resize(table()->size());
  std::vector<StateId> start;
  for (std::uint32_t i = 0; i < parts_.size(); ++i) {
    INVARIANT(parts_[i]->table() == table(), "systems should share a table of actions");
    alphabet_ = united(alphabet_, parts_[i]->alphabet());
    for (const ActionId action : parts_[i]->alphabet().actions())
      participants_[action].push_back(i);
    start.push_back(parts_[i]->initial());
  }
  states_.intern(start);
}

std::vector<Transition> ParallelView::transitions(StateId state) {
  const std::vector<StateId> at = tuple(state);
  std::vector<Transition> result;
  std::vector<StateId> next = at;
  for (std::uint32_t i = 0; i < parts_.size(); ++i) {
    const auto moves = parts_[i]->transitions(at[i]);
    for (std::size_t k = 0; k < moves.size(); ++k) {
      const Transition& t = moves[k];
      if (t.action() == tau || participants_[t.action()].size() == 1) {
        next[i] = t.target();
        result.emplace_back(t.action(), states_.intern(next), t.modality());
        next[i] = at[i];
      } else if (participants_[t.action()].front() == i &&
                 (k == 0 || moves[k - 1].action() != t.action())) {
        synchronise(t.action(), at, result);
      }
    }
  }
  std::sort(result.begin(), result.end(), before);
  const auto same = [](const Transition& a, const Transition& b) {
    return a.action() == b.action() && a.target() == b.target();
  };
  result.erase(std::unique(result.begin(), result.end(), same), result.end());
  return result;
}

/// All ways of doing an action together, as an odometer over the moves of each participant.
void ParallelView::synchronise(ActionId action, const std::vector<StateId>& at,
                               std::vector<Transition>& result) {
  const std::vector<std::uint32_t>& who = participants_[action];
  std::vector<std::span<const Transition>> moves;
  for (const std::uint32_t i : who) {
    moves.push_back(parts_[i]->transitions(at[i], action));
    if (moves.back().empty()) return;
  }
  std::vector<std::size_t> chosen(who.size(), 0);
  std::vector<StateId> next = at;
  while (true) {
    Modality modality = Modality::must;
    for (std::size_t k = 0; k < who.size(); ++k) {
      const Transition& t = moves[k][chosen[k]];
      next[who[k]] = t.target();
      modality = std::min(modality, t.modality());
    }
    result.emplace_back(action, states_.intern(next), modality);
    std::size_t k = 0;
    while (k < who.size() && ++chosen[k] == moves[k].size()) chosen[k++] = 0;
    if (k == who.size()) return;
  }
}

Mts composed(const std::vector<const Mts*>& parts, const Limits* limits) {
  ParallelView view(parts);
  MtsBuilder builder(view.table());
  for (StateId s = 0; s < view.num_states(); ++s) {
    if (limits != nullptr) limits->check();
    for (const Transition& t : view.transitions(s))
      builder.add(s, t.action(), t.target(), t.modality());
  }
  builder.ensure_states(static_cast<StateId>(view.num_states()));
  builder.add_to_alphabet(view.alphabet());
  return builder.build();
}

Mts composed(const Mts& a, const Mts& b) { return composed({&a, &b}); }

}  // namespace arges::lts
