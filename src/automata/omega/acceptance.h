#pragma once

#include "automata/ltl/formula.h"
#include "automata/ltl/lasso.h"
#include "automata/omega/automaton.h"

namespace arges::automata {

/// Whether the automaton accepts the word, whose letters are over the formulas' propositions.
bool accepts(const Automaton& automaton, const Formulas& formulas, const Lasso& word);

/// Whether the automaton accepts exactly the words that violate the formula, as far as many words
/// show it: all short ones over few propositions, others at random. Each is evaluated by the
/// definition of the operators.
bool accepts_violations(const Automaton& automaton, const Formulas& formulas, Formula formula);

}  // namespace arges::automata
