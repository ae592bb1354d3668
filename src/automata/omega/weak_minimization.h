#pragma once

#include <optional>

#include "automata/omega/automaton.h"

namespace arges::automata {

/// The smallest weak deterministic automaton that agrees with the given one wherever the subset
/// construction visits a cycle; it accepts the same language iff that is an obligation (then weak
/// determinism is possible at all). Dax, Eisinger, Klaedtke, "Mechanizing the powerset construction
/// for restricted classes of ω-automata", ATVA 2007; the minimization is Löding's (IPL 2001).
/// Acceptance is on states. nullopt if the subsets are more than that.
std::optional<Automaton> minimal_weak_automaton(const Automaton& automaton,
                                                std::size_t max_subsets);

/// The complement of a weak deterministic automaton with acceptance on states.
Automaton complemented_weak(const Automaton& automaton);

}  // namespace arges::automata
