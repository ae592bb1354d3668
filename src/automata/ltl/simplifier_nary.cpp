#include <algorithm>

#include "automata/ltl/simplifier.h"

namespace arges::automata {

Formula Simplifier::of_nary(Formula f) {
  if (const Formula simpler = merged(f)) return simpler;
  if (const Formula simpler = unfolded(f)) return simpler;
  if (const Formula simpler = without_implied(f)) return simpler;
  return absorbed(f);
}

/// Two operands of & or | as one.
Formula Simplifier::merged_pair(Op op, Formula a, Formula b) {
  const bool conjunction = op == Op::and_;
  const Op collecting = conjunction ? Op::always : Op::eventually;
  if (a.is(Op::next) && b.is(Op::next))
    return formulas_.next(formulas_.nary(op, {a.child(), b.child()}));
  if (a.is(collecting) && b.is(collecting) && !a.traits().suspendable() &&
      !b.traits().suspendable())
    return formulas_.unary(collecting, formulas_.nary(op, {a.child(), b.child()}));
  // FGa & FGb = FG(a & b), GFa | GFb = GF(a | b)
  const Op outer = conjunction ? Op::eventually : Op::always;
  if (a.is(outer) && b.is(outer) && a.child().is(collecting) && b.child().is(collecting))
    return formulas_.unary(
        outer,
        formulas_.unary(collecting, formulas_.nary(op, {a.child().child(), b.child().child()})));
  if (const Formula one = merged_temporal(op, a, b)) return one;
  if (const Formula one = merged_temporal(op, b, a)) return one;
  if (const Formula one = merged_at_first(op, a, b)) return one;
  return merged_at_first(op, b, a);
}

/// (a U c) & (b W c) = (a & b) U c; (a R b) & (a M c) = a M (b & c); (a R b) & Fa = a M b;
/// (a W b) & Fb = a U b; the duals for |.
Formula Simplifier::merged_temporal(Op op, Formula a, Formula b) {
  const bool conjunction = op == Op::and_;
  const auto is_until = [](Formula f) { return f.is(Op::until) || f.is(Op::weak_until); };
  const auto is_release = [](Formula f) { return f.is(Op::release) || f.is(Op::strong_release); };
  const auto is_strong = [](Formula f) { return f.is(Op::until) || f.is(Op::strong_release); };
  // A conjunction is strong if one part is, a disjunction if both are.
  const bool strong = conjunction ? is_strong(a) || is_strong(b) : is_strong(a) && is_strong(b);
  if (is_until(a) && is_until(b)) {
    const Op merged_op = strong ? Op::until : Op::weak_until;
    if (conjunction && a.right() == b.right())
      return formulas_.binary(merged_op, both(a.left(), b.left()), a.right());
    if (!conjunction && a.left() == b.left())
      return formulas_.binary(merged_op, a.left(), either(a.right(), b.right()));
  }
  if (is_release(a) && is_release(b)) {
    const Op merged_op = strong ? Op::strong_release : Op::release;
    if (conjunction && a.left() == b.left())
      return formulas_.binary(merged_op, a.left(), both(a.right(), b.right()));
    if (!conjunction && a.right() == b.right())
      return formulas_.binary(merged_op, either(a.left(), b.left()), a.right());
  }
  if (conjunction && b.is(Op::eventually)) {
    if (is_until(a) && a.right() == b.child())
      return formulas_.binary(Op::until, a.left(), a.right());
    if (is_release(a) && a.left() == b.child())
      return formulas_.binary(Op::strong_release, a.left(), a.right());
  }
  if (!conjunction && b.is(Op::always)) {
    if (is_until(a) && a.left() == b.child())
      return formulas_.binary(Op::weak_until, a.left(), a.right());
    if (is_release(a) && a.right() == b.child())
      return formulas_.binary(Op::release, a.left(), a.right());
  }
  return {};
}

/// F(a & e) | G!a = !a W (a & e) for Boolean a and eventual e: if e holds at some a, then at the
/// first. Dually G(a | u) & F!a = !a M (a | u) for universal u.
Formula Simplifier::merged_at_first(Op op, Formula a, Formula b) {
  const bool conjunction = op == Op::and_;
  if (!a.is(conjunction ? Op::always : Op::eventually)) return {};
  if (!b.is(conjunction ? Op::eventually : Op::always) || !b.child().traits().boolean) return {};
  const Formula body = a.child();
  if (!body.is(conjunction ? Op::or_ : Op::and_)) return {};
  std::vector<Formula> now;
  bool some_time = false;
  for (const Formula part : body.children()) {
    if (part.traits().boolean)
      now.push_back(part);
    else if (conjunction ? part.traits().universal : part.traits().eventual)
      some_time = true;
    else
      return {};
  }
  if (!some_time || !(negated(formulas_.nary(body.op(), now)) == b.child())) return {};
  return formulas_.binary(conjunction ? Op::strong_release : Op::weak_until, b.child(), body);
}

Formula Simplifier::merged(Formula f) {
  const std::vector<Formula>& parts = f.children();
  for (std::size_t i = 0; i < parts.size(); ++i)
    for (std::size_t j = i + 1; j < parts.size(); ++j) {
      const Formula one = merged_pair(f.op(), parts[i], parts[j]);
      if (!one) continue;
      std::vector<Formula> rest{one};
      for (std::size_t k = 0; k < parts.size(); ++k)
        if (k != i && k != j) rest.push_back(parts[k]);
      return formulas_.nary(f.op(), rest);
    }
  return {};
}

/// Fa | q = F(a | q), (a U b) | q = a U (b | q) where q may be put off as long as one likes:
/// waiting for one and for the other is then one state.
Formula Simplifier::absorbed(Formula f) {
  if (!f.is(Op::or_)) return {};
  std::vector<Formula> suspendable;
  std::vector<Formula> rest;
  for (const Formula part : f.children())
    (part.traits().suspendable() ? suspendable : rest).push_back(part);
  if (suspendable.empty()) return {};
  // F first: there may be one among what can be put off, FGa = F(Ga).
  for (std::vector<Formula>* list : {&rest, &suspendable})
    for (const Op op : {Op::eventually, Op::until, Op::weak_until})
      for (std::size_t i = 0; i < list->size(); ++i) {
        const Formula host = (*list)[i];
        if (!host.is(op) || f.children().size() < 2) continue;
        list->erase(list->begin() + static_cast<std::ptrdiff_t>(i));
        if (suspendable.empty()) return {};
        std::vector<Formula> operands = host.children();
        suspendable.push_back(operands.back());
        operands.back() = formulas_.disjunction(suspendable);
        rest.push_back(formulas_.rebuild(host.op(), operands));
        return formulas_.disjunction(rest);
      }
  return {};
}

/// a & XGa = Ga, a | XFa = Fa.
Formula Simplifier::unfolded(Formula f) {
  const Op collecting = f.is(Op::and_) ? Op::always : Op::eventually;
  for (const Formula part : f.children()) {
    if (!part.is(Op::next) || !part.child().is(collecting)) continue;
    const Formula body = part.child().child();
    const std::vector<Formula> needed =
        body.is(f.op()) ? body.children() : std::vector<Formula>{body};
    const bool there = std::all_of(needed.begin(), needed.end(), [&](Formula piece) {
      return std::find(f.children().begin(), f.children().end(), piece) != f.children().end();
    });
    if (!there) continue;
    std::vector<Formula> rest{part.child()};
    for (const Formula other : f.children())
      if (!(other == part)) rest.push_back(other);
    return formulas_.nary(f.op(), rest);
  }
  return {};
}

Formula Simplifier::without_implied(Formula f) {
  const bool conjunction = f.is(Op::and_);
  const std::vector<Formula>& parts = f.children();
  for (std::size_t i = 0; i < parts.size(); ++i)
    for (std::size_t j = 0; j < parts.size(); ++j) {
      if (i == j) continue;
      // The stronger of two conjuncts stays, the weaker of two disjuncts.
      if (implies(parts[i], parts[j])) {
        std::vector<Formula> rest;
        for (std::size_t k = 0; k < parts.size(); ++k)
          if (k != (conjunction ? j : i)) rest.push_back(parts[k]);
        return formulas_.nary(f.op(), rest);
      }
      if (i < j && conjunction && implies(parts[i], negated(parts[j])))
        return formulas_.constant(false);
      if (i < j && !conjunction && implies(negated(parts[i]), parts[j]))
        return formulas_.constant(true);
    }
  return {};
}

}  // namespace arges::automata
