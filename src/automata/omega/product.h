#pragma once

#include <optional>

#include "automata/omega/automaton.h"

namespace arges::automata {

/// The automaton of the words that both accept; nullopt where it would have more states than that or
/// too many acceptance sets.
std::optional<Automaton> product(const Automaton& a, const Automaton& b, std::size_t max_states);

/// Whether some word is accepted by both.
bool intersect(const Automaton& a, const Automaton& b);

}  // namespace arges::automata
