#pragma once

#include <optional>

#include "automata/ltl/formula.h"
#include "lts/temporal/emptiness.h"

namespace arges::lts {

/// A formula of linear temporal logic whose propositions are actions.
struct ActionFormula {
  const automata::Formulas* formulas;
  automata::Formula formula;
  ActionPropositions actions;  ///< of all propositions of `formulas`
};

/// The names of a formula's propositions, by number.
std::vector<std::string> proposition_names(const automata::Formulas& formulas);

/// Decides whether all runs of a composition satisfy a formula, by the product with the automaton
/// of its negation. What it answers with is to be checked by `ltl_recheck.h`.
class LtlCheck {
 public:
  /// All that is given must outlive this; `negation` accepts the words that violate the formula.
  LtlCheck(std::vector<const Mts*> parts, const automata::Automaton& negation,
           const ActionFormula& property, FiniteRuns finite_runs);

  /// Throws LimitReached.
  bool run(const Limits* limits = nullptr, const SearchProgress& progress = {});

  /// If it does not hold: a run that violates the formula.
  const Run& counterexample() const { return *counterexample_; }
  /// If it holds: why.
  const Emptiness& proof() const { return proof_; }

  const ParallelView& system() const { return system_; }
  const ActionProduct& product() const { return product_; }

 private:
  ParallelView system_;
  ActionAutomaton automaton_;
  ActionProduct product_;
  Emptiness proof_;
  std::optional<Run> counterexample_;
};

}  // namespace arges::lts
