#pragma once

#include <vector>

#include "automata/omega/automaton.h"

namespace arges::automata {

/// The states from which every word is surely accepted, found by their edges alone: whatever letter
/// comes, an edge stays in all acceptance sets or leads to such a state. There may be more.
std::vector<bool> universal_states(const Automaton& automaton);

}  // namespace arges::automata
