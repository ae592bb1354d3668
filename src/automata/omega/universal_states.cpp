#include "automata/omega/universal_states.h"

namespace arges::automata {

std::vector<bool> universal_states(const Automaton& automaton) {
  std::vector<bool> result(automaton.num_states(), false);
  for (bool changed = true; changed;) {
    changed = false;
    for (StateId state = 0; state < automaton.num_states(); ++state) {
      if (result[state]) continue;
      Bdd covered;
      for (const Edge& edge : automaton.edges(state)) {
        const bool stays = edge.target == state && edge.marks == automaton.all_marks();
        if (stays || result[edge.target]) covered = covered | edge.label;
      }
      if (!covered.is_true()) continue;
      result[state] = true;
      changed = true;
    }
  }
  return result;
}

}  // namespace arges::automata
