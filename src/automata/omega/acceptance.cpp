#include "automata/omega/acceptance.h"

#include "automata/omega/product.h"

namespace arges::automata {

bool accepts(const Automaton& automaton, const Formulas& formulas, const Lasso& word) {
  Automaton line(automaton.manager());
  BddManager& manager = *automaton.manager();
  for (std::size_t i = 0; i < word.letters.size(); ++i) line.add_state();
  for (StateId i = 0; i < word.letters.size(); ++i) {
    Bdd letter = Bdd::constant(true);
    for (std::uint32_t p = 0; p < word.letters[i].size(); ++p)
      letter &=
          manager.literal(manager.proposition(formulas.proposition_name(p)), word.letters[i][p]);
    const std::size_t next = i + 1 < word.letters.size() ? i + 1 : word.loop_start;
    line.add_edge(i, {static_cast<StateId>(next), 0, std::move(letter)});
  }
  return intersect(automaton, line);
}

}  // namespace arges::automata
