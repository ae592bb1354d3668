#pragma once

#include <cstdint>
#include <unordered_map>

#include "automata/bdd/bdd_manager.h"
#include "automata/ltl/formula.h"

namespace arges::automata {

/// Finds implications between formulas in negation normal form by their shape (Somenzi and Bloem,
/// "Efficient Büchi automata from LTL formulae", CAV 2000, section 3), those between Boolean
/// formulas exactly. "No" means "not seen".
class SyntacticImplication {
 public:
  SyntacticImplication(Formulas& formulas, BddManagerPtr manager)
      : manager_(std::move(manager)), formulas_(formulas) {}

  bool implies(Formula a, Formula b);
  /// The negation, in normal form.
  Formula negated(Formula f);
  /// What a Boolean formula says about a letter.
  Bdd letters(Formula f);

 private:
  bool search(Formula a, Formula b);
  bool by_left(Formula a, Formula b);
  bool by_right(Formula a, Formula b);
  bool by_both(Formula a, Formula b);

  BddManagerPtr manager_;  // first: what follows refers to it
  Formulas& formulas_;
  std::unordered_map<std::uint64_t, bool> known_;
  FormulaMap<Formula> negated_;
  FormulaMap<Bdd> letters_;
};

}  // namespace arges::automata
