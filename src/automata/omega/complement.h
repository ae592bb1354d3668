#pragma once

#include "automata/omega/automaton.h"

namespace arges::automata {

/// The complement of a deterministic automaton: a rejected word leaves it, or passes some
/// acceptance set only finitely often, and the result guesses which one and from when on.
Automaton complemented_deterministic(const Automaton& automaton);

}  // namespace arges::automata
