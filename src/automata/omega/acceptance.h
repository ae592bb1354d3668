#pragma once

#include "automata/ltl/formula.h"
#include "automata/ltl/lasso.h"
#include "automata/omega/automaton.h"

namespace arges::automata {

/// Whether the automaton accepts the word, whose letters are over the formulas' propositions.
bool accepts(const Automaton& automaton, const Formulas& formulas, const Lasso& word);

}  // namespace arges::automata
