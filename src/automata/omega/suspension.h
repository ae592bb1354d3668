#pragma once

#include <cstdint>
#include <optional>

#include "automata/omega/automaton.h"

namespace arges::automata {

/// The words that `base` accepts and that satisfy what `suspended` stands for, which must not
/// depend on any finite part of a word: then it need be watched only where base can stay and
/// accept, and may start anew on each entry (Babiak et al., SPIN 2013, section 3, on finished
/// automata). At most 64 acceptance sets together.
Automaton suspended_product(const Automaton& base, const Automaton& suspended);

/// Where a repetition starts over: behind the letter that ended the round, or with it, which may be
/// fewer states if the automaton is deterministic.
enum class NextRound : std::uint8_t { behind_last_letter, with_last_letter };

/// GFf from an automaton of Ff in which whatever accepts has seen Ff hold, and ends in a state that
/// accepts everything: instead of entering that state the result is marked and starts over (Spot's
/// construction for GF of a guarantee). nullopt if the automaton is not of this kind.
std::optional<Automaton> repeated(const Automaton& eventuality, NextRound next_round);

}  // namespace arges::automata
