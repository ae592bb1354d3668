#pragma once

#include <optional>

#include "automata/ltl/simplifier.h"
#include "automata/omega/automaton.h"

namespace arges::automata {

/// What comes of a formula.
struct Translation {
  Automaton tgba;   ///< transition-based generalized Büchi acceptance
  Automaton buchi;  ///< one acceptance set, on states
};

/// Turns formulas into small automata: simplification, Couvreur's tableau, and then whatever of
/// simulation and weak minimization makes the result smallest.
class Translator {
 public:
  explicit Translator(Formulas& formulas);

  /// Any formula; need not be in normal form.
  Automaton translate(Formula formula);
  Translation translate_both(Formula formula);
  Formula simplified(Formula formula);

  /// Whether every word of a satisfies b.
  bool implies(Formula a, Formula b);
  bool equivalent(Formula a, Formula b) { return implies(a, b) && implies(b, a); }

 private:
  /// Automata of a simplified formula, made in different ways; at least one.
  std::vector<Automaton> candidates(Formula formula);
  Automaton smallest(Formula formula);
  std::optional<Automaton> weak(Formula formula, const Automaton& general);
  std::vector<Automaton> recurrences(Formula formula);
  std::optional<Automaton> split(Formula formula);
  const Automaton& quick(Formula f);
  bool contained(Formula a, Formula b);
  bool is_equivalent_weak(const Automaton& weak, const Automaton& general, Formula formula);

  BddManagerPtr manager_;  // first: what follows refers to it
  Formulas& formulas_;
  Simplifier basic_;   ///< by shape alone
  Simplifier strong_;  ///< by language containment too
  FormulaMap<Automaton> quick_;
  std::unordered_map<std::uint64_t, bool> contained_;
};

}  // namespace arges::automata
