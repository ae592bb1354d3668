#pragma once

#include "automata/omega/automaton.h"

namespace arges::automata {

/// A Büchi automaton with acceptance on its states (one acceptance set, and the edges of a state
/// are either all in it or none) for the same language. Each component gets copies of its own, by
/// that order of the acceptance sets that needs the fewest: levels count the sets seen, an edge may
/// pass several at once, what every edge of a state is marked with counts on entering the state,
/// and of the copies only one bottom component is kept, which every entering edge leads to
/// (Giannakopoulou and Lerda 2002; Babiak et al., SPIN 2013, section 5).
Automaton degeneralized(const Automaton& automaton);

/// The same, reduced by simulations that keep acceptance on states.
Automaton small_buchi_automaton(const Automaton& automaton);

/// Whether a state of such an automaton is accepting.
bool is_accepting_state(const Automaton& buchi, StateId state);

}  // namespace arges::automata
