#pragma once

#include "automata/ltl/formula.h"

namespace arges::lts {

// Interruptible properties: whether a word of actions has one does not depend on finitely many
// further actions, which the formula does not mention, between any two of them (Jasper 2021, 4.2
// and Theorem 2). Composition with what has other actions, hiding, and branching bisimilarity that
// keeps divergence leave such properties as they are. This is not what "no X" is for: a U b has no
// X, holds of a b b b …, and not of a c b b b ….

/// Whether the shape of a formula shows that it is interruptible; a no says nothing. Any formula
/// will do.
bool is_interruptible_by_shape(automata::Formula formula);

/// Whether a formula is interruptible, exactly: neither it nor its negation gains a word that
/// violates it by further actions, of whatever alphabet that has the formula's actions. Throws
/// InputError where its automata have too many acceptance sets.
bool is_interruptible(automata::Formulas& formulas, automata::Formula formula);

}  // namespace arges::lts
