#pragma once

#include <memory>
#include <string>
#include <vector>

#include "automata/ltl/formula.h"
#include "lts/temporal/ltl_check.h"

namespace arges::synth {

/// Actions as the propositions of formulas: at each position of a word exactly one holds. Shared by
/// all formulas about one system.
class Vocabulary {
 public:
  explicit Vocabulary(lts::ActionTablePtr table);

  const lts::ActionTablePtr& table() const { return table_; }
  automata::Formulas& formulas() { return formulas_; }
  const automata::Formulas& formulas() const { return formulas_; }

  automata::Formula action(lts::ActionId action);
  /// One of these happens.
  automata::Formula any_of(const std::vector<lts::ActionId>& actions);
  /// A formula made of these, for the checker of `lts/temporal`.
  lts::ActionFormula property(automata::Formula formula) const;
  /// The actions that a formula speaks of, in their order.
  lts::Alphabet actions_of(automata::Formula formula) const;
  /// In Spot's syntax, actions by their names.
  std::string text(automata::Formula formula) const;

 private:
  lts::ActionTablePtr table_;
  automata::Formulas formulas_;
  std::vector<lts::ActionId> actions_;  ///< by proposition
};

using VocabularyPtr = std::shared_ptr<Vocabulary>;

}  // namespace arges::synth
