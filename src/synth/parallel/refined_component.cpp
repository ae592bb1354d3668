#include "synth/parallel/refined_component.h"

namespace arges::synth {

using lts::ActionId;
using lts::Mts;
using lts::StateId;
using lts::Transition;

Mts refined_component(const Mts& component, const std::vector<UsedTransition>& used,
                      unsigned percent_kept, Random& random) {
  const TransitionSet needed(used.begin(), used.end());
  lts::MtsBuilder builder(component.table());
  builder.ensure_states(static_cast<StateId>(component.num_states()));
  builder.set_initial(component.initial());
  builder.add_to_alphabet(component.alphabet());
  std::vector<UsedTransition> left_out;
  std::set<ActionId> there;
  for (StateId s = 0; s < component.num_states(); ++s)
    for (const Transition& t : component.transitions(s)) {
      if (!t.is_must() && !needed.contains({s, t}) && !random.percent(percent_kept)) {
        left_out.push_back({s, t});
        continue;
      }
      there.insert(t.action());
      builder.add(s, t.action(), t.target());
    }
  for (const UsedTransition& t : left_out)
    if (there.insert(t.transition.action()).second)
      builder.add(t.source, t.transition.action(), t.transition.target());
  return builder.build();
}

}  // namespace arges::synth
