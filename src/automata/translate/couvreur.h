#pragma once

#include "automata/ltl/formula.h"
#include "automata/omega/automaton.h"

namespace arges::automata {

class Simplifier;

/// The tableau of Couvreur ("On-the-fly verification of linear temporal logic", FM 1999) for a
/// formula in negation normal form: a state is a formula, its successors are the prime implicants
/// of what it says about now and next, and an edge lacks the mark of each promise it makes.
/// Departures, after Duret-Lutz ("LTL translation improvements in Spot 1.0", 2014): formulas that
/// say the same about now and next are one state; a U b, F b share the promise of b; below G an
/// eventuality need not be carried on.
Automaton couvreur_automaton(Formulas& formulas, Simplifier& simplifier,
                             const BddManagerPtr& manager, Formula formula);

}  // namespace arges::automata
