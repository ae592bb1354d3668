#pragma once

#include <functional>

#include "automata/ltl/formula.h"
#include "automata/ltl/implication.h"

namespace arges::automata {

/// Rewrites formulas in negation normal form to equivalent ones that translate to smaller automata:
/// basic rules, rules for eventual and universal formulas (Etessami and Holzmann, CONCUR 2000), and
/// rules that ask whether one part implies another (Somenzi and Bloem, CAV 2000), by shape or, if
/// there is one to ask, by an oracle (Tauriainen 2003).
class Simplifier {
 public:
  Simplifier(Formulas& formulas, BddManagerPtr manager)
      : formulas_(formulas), implication_(formulas, std::move(manager)) {}

  /// Decides implications that the shape does not show; may always say no.
  using Oracle = std::function<bool(Formula, Formula)>;
  void set_oracle(Oracle oracle) { oracle_ = std::move(oracle); }

  /// The formula must be in negation normal form, and the result is.
  Formula simplify(Formula formula);
  bool implies(Formula a, Formula b);
  Formula negated(Formula f) { return implication_.negated(f); }

 private:
  // Each gives a simpler formula for one whose operands are simplified, or none.
  Formula rewritten(Formula f);
  Formula of_next(Formula f);
  Formula of_eventually(Formula f);
  Formula of_always(Formula f);
  Formula of_until(Formula f);
  Formula of_release(Formula f);
  Formula of_nary(Formula f);
  Formula pulled_out(Formula f, bool (*suits)(const FormulaTraits&), Op inner);
  Formula nested(Formula f);
  Formula without_idle_parts(Formula f);
  Formula next_of_both(Formula f);
  Formula next_on_left(Formula f);
  Formula without_inner_next(Formula f, Op inner);
  Formula recurrence_split(Formula f);
  Formula absorbed(Formula f);
  Formula merged(Formula f);
  Formula merged_pair(Op op, Formula a, Formula b);
  Formula merged_temporal(Op op, Formula a, Formula b);
  Formula merged_at_first(Op op, Formula a, Formula b);
  Formula unfolded(Formula f);
  Formula without_implied(Formula f);

  // Shorter names for what rules build.
  Formula both(Formula a, Formula b) { return formulas_.conjunction(a, b); }
  Formula either(Formula a, Formula b) { return formulas_.disjunction(a, b); }

  Formulas& formulas_;
  SyntacticImplication implication_;
  Oracle oracle_;
  FormulaMap<Formula> memo_;
};

}  // namespace arges::automata
