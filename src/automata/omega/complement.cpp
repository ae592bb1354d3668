#include "automata/omega/complement.h"

#include "base/invariant.h"

namespace arges::automata {

Automaton complemented_deterministic(const Automaton& automaton) {
  INVARIANT(is_deterministic(automaton), "only deterministic automata should be complemented so");
  const auto size = static_cast<StateId>(automaton.num_states());
  Automaton result(automaton.manager());
  result.set_num_sets(1);
  // The original; for each acceptance set a copy without it; where missing letters lead.
  const StateId left = size * (automaton.num_sets() + 1);
  for (StateId state = 0; state <= left; ++state) result.add_state();
  result.add_edge(left, {left, 1, Bdd::constant(true)});
  for (StateId state = 0; state < size; ++state) {
    Bdd missing = Bdd::constant(true);
    for (const Edge& edge : automaton.edges(state)) {
      missing -= edge.label;
      result.add_edge(state, {edge.target, 0, edge.label});
      for (unsigned set = 0; set < automaton.num_sets(); ++set) {
        const StateId copy = size * (set + 1);
        result.add_edge(state, {copy + edge.target, 0, edge.label});
        if (((edge.marks >> set) & 1U) == 0)
          result.add_edge(copy + state, {copy + edge.target, 1, edge.label});
      }
    }
    if (!missing.is_false()) result.add_edge(state, {left, 0, std::move(missing)});
  }
  result.set_initial(automaton.initial());
  return result;
}

}  // namespace arges::automata
