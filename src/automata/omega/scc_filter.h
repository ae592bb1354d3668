#pragma once

#include "automata/omega/automaton.h"

namespace arges::automata {

/// What edges that no accepting run passes infinitely often are marked with: nothing, or
/// everything. It is the same for the language, not for simulations.
enum class IdleMarks : std::uint8_t { none, all };

/// Drops states from which no accepting run starts, and acceptance sets that are not needed: in
/// each component those on every cycle or containing another one; the rest is renumbered, so that
/// components share sets. Parallel edges are merged.
Automaton scc_filter(const Automaton& automaton, IdleMarks idle = IdleMarks::none);

}  // namespace arges::automata
