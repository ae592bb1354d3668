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

/// Places where any number of red transitions leave the contract a context: the actions that are
/// synchronised on never lead to such a state and, as far as they tell, also to one that requires
/// the action. (There may be a few others, if red transitions keep each other from being reached.)
std::vector<RedPlace> red_places(const lts::Mts& specification, const lts::Alphabet& communication,
                                 const Limits* limits = nullptr);

}  // namespace arges::synth
