#pragma once

#include <optional>

#include "base/limits.h"
#include "lts/mts.h"

namespace arges::lts {

// Operators on single systems, from chapters 3 and 6 of Jasper 2021.

/// The actions become internal (Def. 20).
Mts hidden(const Mts& system, const Alphabet& actions);
/// All actions but these become internal (Def. 21).
Mts view(const Mts& system, const Alphabet& visible);

/// What is required (Def. 6).
Mts must_lts(const Mts& system);
/// What is allowed, all of it (Def. 6).
Mts may_lts(const Mts& system);
/// May and must as different actions (Def. 50): each transition as it is, and each that is required
/// once more, as the table's `required` action. Of weak equivalence: of the observational system.
Mts both_as_actions(const Mts& system);

/// The observational system (Def. 24); `tau` stands for epsilon. Throws LimitReached.
Mts observational(const Mts& system, const Limits* limits = nullptr);

/// Whether no path goes on internally for ever (Def. 25); only what can be reached counts.
bool is_convergent(const Mts& system);
/// Who violates that: the first state, in the order of numbers, on an internal cycle.
std::optional<StateId> divergent_state(const Mts& system);

/// Does everything of an alphabet at any time (Def. 9): neutral in compositions.
Mts neutral(const ActionTablePtr& table, const Alphabet& alphabet);
/// Everything of an alphabet is allowed and nothing required (Def. 19).
Mts weakest(const ActionTablePtr& table, const Alphabet& alphabet);

/// Whatever was not allowed is, and leads to a new state where everything is (Def. 44).
Mts may_completion(const Mts& system);

/// What refines both refines their conjunction (Def. 48, Prop. 14). Nothing where it is not
/// defined: one requires, at a pair of states that can be reached, what the other does not allow.
std::optional<Mts> conjunction(const Mts& a, const Mts& b);

/// The deterministic system with the same words: sets of states, without internal steps. Where
/// `a` is required for some state of the set, it is for the set. Exponential at worst; throws
/// LimitReached.
Mts determinized(const Mts& system, const Limits* limits = nullptr);

/// The second condition of Theorem 1 (and of Prop. 8): a refinement of `abstract` by `concrete` is
/// kept by composition with `context`, as neither of their alphabets synchronises more with it.
bool alphabets_fit(const Alphabet& abstract, const Alphabet& concrete, const Alphabet& context);

}  // namespace arges::lts
