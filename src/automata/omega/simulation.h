#pragma once

#include <cstdint>

#include "automata/omega/automaton.h"

namespace arges::automata {

/// Which way a simulation looks: at what can follow, or at what can have come before.
enum class Direction : std::uint8_t { forward, backward };

/// What carries acceptance: edges, or states (all edges of a state have the same marks), which the
/// reduction then keeps so.
enum class AcceptanceOn : std::uint8_t { edges, states };

/// Merges states that simulate each other and drops edges that another one makes superfluous:
/// direct and reverse simulation on transition-based automata with Boolean labels (Babiak, Badie,
/// Duret-Lutz, Křetínský, Strejček, "Compositional approach to suspension and other improvements to
/// LTL translation", SPIN 2013, section 4), computed as a greatest fixpoint over pairs of states.
/// Above max_simulated_states the automaton stays as it is.
Automaton reduced_by_simulation(const Automaton& automaton, Direction direction,
                                AcceptanceOn acceptance);

inline constexpr std::size_t max_simulated_states = 600;

/// Both directions and the filter of components in turns for as long as that makes it smaller.
Automaton reduced_by_simulations(const Automaton& automaton);

}  // namespace arges::automata
