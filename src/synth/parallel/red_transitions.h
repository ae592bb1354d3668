#pragma once

#include <vector>

#include "lts/algebra/contracts.h"

namespace arges::synth {

/// A state and an action that is not allowed there, but might be in a component whose context takes
/// care of it.
struct RedPlace {
  lts::StateId source;
  lts::ActionId action;

  friend auto operator<=>(const RedPlace& a, const RedPlace& b) = default;
};

/// All places where a red transition leaves the contract a context (Jasper 2021, Theorem 7): the
/// actions that are synchronised on never lead to such a state and, as far as they tell, also to
/// one that requires the action. Which transitions are red does not matter to each other.
std::vector<RedPlace> red_places(const lts::Mts& specification, const lts::Alphabet& communication,
                                 const Limits* limits = nullptr);

}  // namespace arges::synth
