#pragma once

#include <vector>

#include "automata/ltl/formula.h"

namespace arges::automata {

/// Says of finite words whether they violate a formula whatever comes after them: bad prefixes
/// (Kupferman and Vardi 2001), the "false" of the three-valued semantics of Bauer, Leucker and
/// Schallhart 2011.
///
/// In negation normal form a formula grows with its literals. So it is evaluated, by the definition
/// of the operators, on the word after which every literal holds for ever, p and !p alike: no other
/// continuation makes more of it true. Where it is false even so, the prefix is bad. Some bad
/// prefixes are not recognized, as that continuation is none (of G (p & !p) all of them).
class PrefixJudge {
 public:
  PrefixJudge(Formulas& formulas, Formula formula);
  /// A letter says of each proposition, by number, whether it holds.
  bool refutes(const std::vector<std::vector<bool>>& prefix) const;

 private:
  Formula separate(Formula normal);

  std::size_t num_propositions_;
  Formulas own_;     ///< where !p is a proposition of its own: the one so many behind p
  Formula formula_;  ///< among these
};

}  // namespace arges::automata
