#include "automata/ltl/formula.h"
#include "base/invariant.h"

namespace arges::automata {

namespace {

/// Pushes negations down to the propositions.
class NormalForm {
 public:
  explicit NormalForm(Formulas& formulas) : formulas_(formulas) {}

  Formula of(Formula f, bool negated) {
    FormulaMap<Formula>& memo = negated ? negated_ : plain_;
    if (const auto known = memo.find(f); known != memo.end()) return known->second;
    const Formula result = make(f, negated);
    memo.emplace(f, result);
    return result;
  }

 private:
  static Op dual(Op op) {
    switch (op) {
      case Op::and_:
        return Op::or_;
      case Op::or_:
        return Op::and_;
      case Op::eventually:
        return Op::always;
      case Op::always:
        return Op::eventually;
      case Op::until:
        return Op::release;
      case Op::release:
        return Op::until;
      case Op::weak_until:
        return Op::strong_release;
      case Op::strong_release:
        return Op::weak_until;
      default:
        return op;
    }
  }

  Formula make(Formula f, bool negated) {
    switch (f.op()) {
      case Op::true_:
      case Op::false_:
      case Op::proposition:
        return negated ? formulas_.negation(f) : f;
      case Op::not_:
        return of(f.child(), !negated);
      case Op::implies:
        return formulas_.binary(negated ? Op::and_ : Op::or_, of(f.left(), !negated),
                                of(f.right(), negated));
      case Op::equivalent:
        return equivalence(f.left(), f.right(), negated);
      case Op::xor_:
        return equivalence(f.left(), f.right(), !negated);
      default: {
        std::vector<Formula> children;
        for (const Formula child : f.children()) children.push_back(of(child, negated));
        return formulas_.rebuild(negated ? dual(f.op()) : f.op(), children);
      }
    }
  }

  /// a <-> b is (a & b) | (!a & !b).
  Formula equivalence(Formula a, Formula b, bool negated) {
    return formulas_.disjunction(formulas_.conjunction(of(a, false), of(b, negated)),
                                 formulas_.conjunction(of(a, true), of(b, !negated)));
  }

  Formulas& formulas_;
  FormulaMap<Formula> plain_;
  FormulaMap<Formula> negated_;
};

}  // namespace

Formula negation_normal_form(Formulas& formulas, Formula formula) {
  return NormalForm(formulas).of(formula, false);
}

Formula negated_normal_form(Formulas& formulas, Formula formula) {
  return NormalForm(formulas).of(formula, true);
}

}  // namespace arges::automata
