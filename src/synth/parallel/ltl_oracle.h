#pragma once

#include <memory>
#include <optional>
#include <string>

#include "base/limits.h"
#include "lts/temporal/ltl_check.h"

namespace arges::synth {

/// Answers one formula's question about one composition after the other: is there an infinite run
/// that violates it? Every answer is checked by the code of `ltl_recheck.h`, which did not find it.
class LtlOracle {
 public:
  /// The formulas must outlive this; `actions` are those of all their propositions.
  LtlOracle(automata::Formulas& formulas, automata::Formula formula,
            lts::ActionPropositions actions);

  const lts::ActionFormula& property() const { return property_; }
  /// The actions that the formula speaks of.
  const lts::Alphabet& actions() const { return mentioned_; }
  /// Whether further actions between those of a word do not matter (Jasper 2021, Theorem 2).
  bool is_interruptible() const { return is_interruptible_; }

  /// A lasso, or nothing if all infinite runs satisfy the formula. Throws LimitReached.
  std::optional<lts::Run> violation(const std::vector<const lts::Mts*>& parts,
                                    const Limits* limits = nullptr) const;
  /// What is wrong with a run that is said to violate the formula, or "".
  std::string run_error(const std::vector<const lts::Mts*>& parts, const lts::Run& run) const;

 private:
  lts::ActionFormula property_;
  lts::Alphabet mentioned_;
  bool is_interruptible_;
  std::unique_ptr<automata::Automaton> negation_;
};

}  // namespace arges::synth
