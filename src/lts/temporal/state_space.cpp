#include "lts/temporal/state_space.h"

#include <limits>

#include "base/invariant.h"

namespace arges::lts {

StateSpace::StateSpace(ParallelView& view, FiniteRuns finite_runs, const Limits* limits,
                       const SearchProgress& progress)
    : view_(view), offsets_{0} {
  constexpr StateId stretch = 4096;
  for (StateId s = 0; s < view.num_states(); ++s) {
    if (limits != nullptr) limits->check();
    if (progress && s % stretch == stretch - 1) progress(view.num_states());
    const std::vector<Transition> transitions = view.transitions(s);
    for (const Transition& t : transitions) add(t.action(), s, t.target());
    if (transitions.empty() && finite_runs == FiniteRuns::stutter) add(no_action, s, s);
    offsets_.push_back(static_cast<Position>(actions_.size()));
  }
  reverse();
}

void StateSpace::add(ActionId action, StateId source, StateId target) {
  INVARIANT(actions_.size() < std::numeric_limits<Position>::max(),
            "there should be room for one more position");
  actions_.push_back(action);
  sources_.push_back(source);
  targets_.push_back(target);
}

void StateSpace::reverse() {
  into_offsets_.assign(num_states() + 1, 0);
  for (const StateId target : targets_) ++into_offsets_[target + 1];
  for (std::size_t s = 0; s < num_states(); ++s) into_offsets_[s + 1] += into_offsets_[s];
  into_.resize(num_positions());
  std::vector<std::uint32_t> next(into_offsets_.begin(), into_offsets_.end() - 1);
  for (Position p = 0; p < num_positions(); ++p) into_[next[targets_[p]]++] = p;
}

}  // namespace arges::lts
