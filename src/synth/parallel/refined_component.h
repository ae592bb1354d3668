#pragma once

#include <set>
#include <tuple>
#include <vector>

#include "synth/parallel/lasso_word.h"
#include "synth/random.h"

namespace arges::synth {

/// The order does not matter, only that there is one.
struct TransitionOrder {
  bool operator()(const UsedTransition& a, const UsedTransition& b) const {
    return std::tuple(a.source, a.transition.action(), a.transition.target()) <
           std::tuple(b.source, b.transition.action(), b.transition.target());
  }
};
using TransitionSet = std::set<UsedTransition, TransitionOrder>;

/// An LTS that refines a component (Def. 29): what is required, what is used, so many out of a
/// hundred of the other transitions, and of every action something, because formats know no others.
lts::Mts refined_component(const lts::Mts& component, const std::vector<UsedTransition>& used,
                           unsigned percent_kept, Random& random);

}  // namespace arges::synth
