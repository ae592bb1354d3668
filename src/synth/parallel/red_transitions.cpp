#include "synth/parallel/red_transitions.h"

#include <set>

#include "lts/algebra/operators.h"
#include "lts/algebra/subsets.h"

namespace arges::synth {

using lts::ActionId;
using lts::StateId;

std::vector<RedPlace> red_places(const lts::Mts& specification, const lts::Alphabet& communication,
                                 const Limits* limits) {
  const lts::Mts seen = lts::view(specification, communication);
  lts::SubsetStates subsets(seen);
  std::set<RedPlace> conflicts;
  std::vector<bool> reached(specification.num_states(), false);
  for (StateId at = 0; at < subsets.size(); ++at) {
    if (limits != nullptr) limits->check();
    const std::vector<StateId> members = subsets.members(at);
    for (const StateId s : members) reached[s] = true;
    for (const lts::SubsetStates::Step& step : subsets.steps(members)) {
      subsets.intern(step.targets);
      if (step.modality == lts::Modality::must)
        for (const StateId s : members) conflicts.insert({s, step.action});
    }
  }
  std::vector<RedPlace> result;
  for (StateId s = 0; s < specification.num_states(); ++s)
    for (const ActionId a : communication.actions())
      if (reached[s] && specification.transitions(s, a).empty() && !conflicts.contains({s, a}))
        result.push_back({s, a});
  return result;
}

}  // namespace arges::synth
