#pragma once

#include <optional>

#include "automata/omega/automaton.h"

namespace arges::automata {

/// The automaton of the words that both accept; nullopt where it would have more states than that
/// or too many acceptance sets.
std::optional<Automaton> product(const Automaton& a, const Automaton& b, std::size_t max_states);

/// The same without a bound; throws InputError past 64 acceptance sets.
Automaton intersection(const Automaton& a, const Automaton& b);

/// Whether some word is accepted by both.
bool intersect(const Automaton& a, const Automaton& b);

}  // namespace arges::automata
