#pragma once

#include <map>

#include "lts/mts.h"

namespace arges::lts {

/// Sets of a system's states as the states of a deterministic one; each set has all that internal
/// steps lead to.
class SubsetStates {
 public:
  /// Begins with the set of the initial state.
  explicit SubsetStates(const Mts& system) : system_(system), seen_(system.num_states(), 0) {
    intern({system.initial()});
  }

  /// The number of a set, with all that internal steps lead to.
  StateId intern(std::vector<StateId> members);
  const std::vector<StateId>& members(StateId number) const { return *sets_[number]; }
  std::size_t size() const { return sets_.size(); }

  /// One of the actions that some member has.
  struct Step {
    ActionId action;
    std::vector<StateId> targets;
    Modality modality;  ///< must if it is for some member
  };
  /// In the order of actions.
  std::vector<Step> steps(const std::vector<StateId>& members) const;

 private:
  const Mts& system_;
  std::vector<std::uint32_t> seen_;  ///< when a closure met it last
  std::uint32_t now_ = 0;
  std::map<std::vector<StateId>, StateId> numbers_;
  std::vector<const std::vector<StateId>*> sets_;
};

}  // namespace arges::lts
