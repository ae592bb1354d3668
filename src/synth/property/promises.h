#pragma once

#include <optional>

#include "synth/property/property_system.h"

namespace arges::synth {

// What a system promises, found out without knowing how it was made. Nothing here is used to make
// systems, and nothing that makes systems is used here: formulas are decided by `lts/temporal`.

/// The system without a transition.
lts::Mts without_transition(const lts::Mts& system, const Handle& left_out);

/// Whether all infinite runs of what is allowed satisfy a formula; the answer of the checker is
/// itself checked.
bool is_satisfied(const lts::Mts& system, Vocabulary& vocabulary, automata::Formula formula,
                  const Limits* limits = nullptr);

/// The length of the shortest words of an LTS that no continuation of any kind makes satisfy the
/// formula (Def. 34); nothing: there is none up to that length.
std::optional<std::size_t> shortest_violating_prefix(const lts::Mts& system,
                                                     const lts::Alphabet& alphabet,
                                                     Vocabulary& vocabulary,
                                                     automata::Formula formula,
                                                     std::size_t longest);

/// How many distinct states every run has at least that passes the handle, if nothing but one
/// lasso is behind it; nothing if there is more.
std::optional<std::size_t> distinct_states_by_handle(const lts::Mts& system, const Handle& handle);

/// How many distinct states a run passes.
std::size_t distinct_states(const lts::Run& run);

}  // namespace arges::synth
