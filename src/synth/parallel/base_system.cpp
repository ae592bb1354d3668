#include "synth/parallel/base_system.h"

#include <algorithm>

#include "lts/algebra/operators.h"
#include "lts/equivalence/bisimulation.h"

namespace arges::synth {

using lts::Modality;
using lts::Mts;
using lts::StateId;
using lts::Transition;

Mts with_modalities(const Mts& system, const ModalityShape& shape, Random& random) {
  lts::MtsBuilder builder(system.table());
  builder.ensure_states(static_cast<StateId>(system.num_states()));
  builder.set_initial(system.initial());
  builder.add_to_alphabet(system.alphabet());
  for (StateId s = 0; s < system.num_states(); ++s) {
    const auto transitions = system.transitions(s);
    bool requires_something = std::any_of(transitions.begin(), transitions.end(),
                                          [](const Transition& t) { return t.is_must(); });
    std::vector<Transition> order(transitions.begin(), transitions.end());
    random.shuffle(order);
    for (const Transition& t : order) {
      const bool required =
          t.is_must() || !requires_something || random.percent(shape.percent_required);
      requires_something = true;
      if (!required && random.percent(shape.percent_dropped)) continue;
      builder.add(s, t.action(), t.target(), required ? Modality::must : Modality::may);
    }
  }
  return lts::reachable_part(builder.build());
}

Mts all_required(const Mts& system) { return lts::may_lts(system); }

Mts minimized_modal(const Mts& system, const Limits* limits) {
  const Mts reachable = lts::reachable_part(system);
  if (reachable.is_lts()) return lts::minimized(reachable, lts::Equivalence::strong, limits);
  const lts::Partition classes =
      lts::equivalence_classes(lts::both_as_actions(reachable), lts::Equivalence::strong, limits);
  return lts::quotient(reachable, classes, lts::Equivalence::strong);
}

lts::Alphabet used_actions(const Mts& system) {
  std::vector<lts::ActionId> used;
  for (const Transition& t : system.all_transitions()) used.push_back(t.action());
  return lts::Alphabet(std::move(used));
}

std::vector<const Mts*> pointers(const std::vector<Mts>& systems) {
  std::vector<const Mts*> result;
  result.reserve(systems.size());
  for (const Mts& system : systems) result.push_back(&system);
  return result;
}

}  // namespace arges::synth
