#pragma once

#include <functional>
#include <string>

#include "lts/temporal/ltl_check.h"
#include "lts/temporal/plain_composition.h"

namespace arges::lts {

// Checks of what LtlCheck answers, by code that did not find it: compositions by their definition,
// words by the definition of the operators, labels of the automaton by decision diagrams. Each
// function says what is wrong, or "".

/// Whether a run is one of the system's, goes on for ever, and its actions violate the formula.
std::string counterexample_error(const std::vector<const Mts*>& parts,
                                 const ActionFormula& property, FiniteRuns finite_runs,
                                 const Run& run);

/// A proof that a product accepts nothing, as its states one by one.
struct EmptinessProof {
  std::size_t num_states;
  /// The states of all parts, and behind them that of the automaton.
  std::function<std::vector<StateId>(std::size_t)> state;
  const Emptiness* emptiness;
};
EmptinessProof proof_of(const LtlCheck& check);

/// Whether no run of the system is accepted: the states of the proof contain the initial one and
/// all successors, every step leads to the same or a smaller component, and the steps inside a
/// component all miss one acceptance set. Throws LimitReached.
std::string proof_error(const std::vector<const Mts*>& parts, const automata::Automaton& negation,
                        const ActionFormula& property, FiniteRuns finite_runs,
                        const EmptinessProof& proof, const Limits* limits = nullptr);

}  // namespace arges::lts
