#include "automata/ltl/implication.h"

#include <algorithm>

#include "base/invariant.h"

namespace arges::automata {

Formula SyntacticImplication::negated(Formula f) {
  if (const auto known = negated_.find(f); known != negated_.end()) return known->second;
  const Formula result = negated_normal_form(formulas_, f);
  negated_.emplace(f, result);
  return result;
}

Bdd SyntacticImplication::letters(Formula f) {
  if (const auto known = letters_.find(f); known != letters_.end()) return known->second;
  Bdd result = Bdd::constant(f.is(Op::true_) || f.is(Op::and_));
  switch (f.op()) {
    case Op::proposition:
      result =
          manager_->literal(manager_->proposition(formulas_.proposition_name(f.proposition())));
      break;
    case Op::not_:
      result = !letters(f.child());
      break;
    case Op::and_:
      for (const Formula child : f.children()) result &= letters(child);
      break;
    case Op::or_:
      for (const Formula child : f.children()) result |= letters(child);
      break;
    default:
      INVARIANT(f.is_constant(), "only a Boolean formula should be asked for its letters");
  }
  letters_.emplace(f, result);
  return result;
}

bool SyntacticImplication::implies(Formula a, Formula b) {
  if (a == b || a.is(Op::false_) || b.is(Op::true_)) return true;
  if (a.traits().boolean && b.traits().boolean) return letters(a).implies(letters(b));
  const std::uint64_t key = (std::uint64_t{a.id()} << 32U) | b.id();
  const auto [at, fresh] = known_.try_emplace(key, false);
  if (!fresh) return at->second;
  const bool result = search(a, b);
  known_[key] = result;
  return result;
}

bool SyntacticImplication::search(Formula a, Formula b) {
  const auto all = [](const std::vector<Formula>& list, const auto& test) {
    return std::all_of(list.begin(), list.end(), test);
  };
  const auto any = [](const std::vector<Formula>& list, const auto& test) {
    return std::any_of(list.begin(), list.end(), test);
  };
  if (a.is(Op::or_)) return all(a.children(), [&](Formula part) { return implies(part, b); });
  if (b.is(Op::and_)) return all(b.children(), [&](Formula part) { return implies(a, part); });
  return (a.is(Op::and_) && any(a.children(), [&](Formula part) { return implies(part, b); })) ||
         (b.is(Op::or_) && any(b.children(), [&](Formula part) { return implies(a, part); })) ||
         by_both(a, b) || by_left(a, b) || by_right(a, b);
}

/// What follows from a by its operator.
bool SyntacticImplication::by_left(Formula a, Formula b) {
  switch (a.op()) {
    case Op::next:  // an eventual formula holds before wherever it holds
    case Op::eventually:
      return b.traits().eventual && implies(a.child(), b);
    case Op::always:
      return implies(a.child(), b);
    case Op::until:
      return implies(a.right(), b) && (implies(a.left(), b) || b.traits().eventual);
    case Op::weak_until:
      return implies(a.left(), b) && implies(a.right(), b);
    case Op::release:
      return implies(a.right(), b);
    case Op::strong_release:
      return implies(a.right(), b) ||
             (b.traits().eventual && implies(formulas_.conjunction(a.left(), a.right()), b));
    default:
      return false;
  }
}

/// What b follows from by its operator.
bool SyntacticImplication::by_right(Formula a, Formula b) {
  switch (b.op()) {
    case Op::next:  // a universal formula holds behind wherever it holds
    case Op::always:
      return a.traits().universal && implies(a, b.child());
    case Op::eventually:
      return implies(a, b.child());
    case Op::until:
      return implies(a, b.right());
    case Op::weak_until:
      return implies(a, b.right()) || (a.traits().universal && implies(a, b.left())) ||
             (a.traits().universal && implies(a, formulas_.disjunction(b.left(), b.right())));
    case Op::release:
      return implies(a, b.right()) && (implies(a, b.left()) || a.traits().universal);
    case Op::strong_release:
      return implies(a, b.left()) && implies(a, b.right());
    default:
      return false;
  }
}

/// Where both have operators that grow with their operands.
bool SyntacticImplication::by_both(Formula a, Formula b) {
  if (a.is(Op::next) && b.is(Op::next)) return implies(a.child(), b.child());
  const bool a_untils = a.is(Op::until) || a.is(Op::weak_until);
  const bool b_untils = b.is(Op::until) || b.is(Op::weak_until);
  const bool a_releases = a.is(Op::release) || a.is(Op::strong_release);
  const bool b_releases = b.is(Op::release) || b.is(Op::strong_release);
  const bool a_strong = a.is(Op::until) || a.is(Op::strong_release);
  const bool b_strong = b.is(Op::until) || b.is(Op::strong_release);
  if ((a_untils && b_untils) || (a_releases && b_releases))
    return (a_strong || !b_strong) && implies(a.left(), b.left()) && implies(a.right(), b.right());
  // a1 M a2 gives a2 until a1 & a2; a1 R a2 likewise, weakly.
  if (a_releases && b_untils)
    return (a_strong || !b_strong) && implies(a.right(), b.left()) && implies(a.left(), b.right());
  if (a_untils && b_releases)
    return (a_strong || !b_strong) && implies(a.right(), b.left()) &&
           implies(a.left(), b.right()) && implies(a.right(), b.right());
  return false;
}

}  // namespace arges::automata
