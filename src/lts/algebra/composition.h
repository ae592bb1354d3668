#pragma once

#include <memory>

#include "base/limits.h"
#include "lts/algebra/packed_states.h"
#include "lts/mts.h"

namespace arges::lts {

/// The parallel composition of systems (Jasper 2021, Def. 8), explored as it is asked for: those
/// who have an action in their alphabets do it together, a transition being must if it is so for
/// all of them. Nobody synchronises on the internal action, also where several have it: otherwise
/// views would not commute with composition (Prop. 7).
class ParallelView {
 public:
  /// The systems must share a table of actions and outlive the view.
  explicit ParallelView(std::vector<const Mts*> parts);

  const ActionTablePtr& table() const { return parts_.front()->table(); }
  const Alphabet& alphabet() const { return alphabet_; }
  std::size_t num_parts() const { return parts_.size(); }

  StateId initial() const { return 0; }
  /// How many states were met so far.
  std::size_t num_states() const { return states_.size(); }
  /// The transitions of a state that was met, ordered by action, target and modality.
  std::vector<Transition> transitions(StateId state);
  /// The states of all parts in a state that was met.
  std::vector<StateId> tuple(StateId state) const { return states_.unpacked(state); }

 private:
  void synchronise(ActionId action, const std::vector<StateId>& at,
                   std::vector<Transition>& result);

  std::vector<const Mts*> parts_;
  Alphabet alphabet_;
  std::vector<std::vector<std::uint32_t>> participants_;  ///< of each action, ascending
  PackedStates states_;
};

/// The part of a composition that can be reached. Throws LimitReached.
Mts composed(const std::vector<const Mts*>& parts, const Limits* limits = nullptr);
Mts composed(const Mts& a, const Mts& b);

}  // namespace arges::lts
