#include "automata/ltl/simplifier.h"

#include <algorithm>

#include "base/invariant.h"

namespace arges::automata {

namespace {

bool is_universal(const FormulaTraits& t) { return t.universal; }
bool is_suspendable(const FormulaTraits& t) { return t.suspendable(); }
bool is_only_eventual(const FormulaTraits& t) { return t.eventual && !t.universal; }

bool has(const std::vector<Formula>& list, Formula f) {
  return std::find(list.begin(), list.end(), f) != list.end();
}

std::vector<Formula> without(const std::vector<Formula>& list, Formula f) {
  std::vector<Formula> result;
  for (const Formula part : list)
    if (!(part == f)) result.push_back(part);
  return result;
}

}  // namespace

Formula Simplifier::simplify(Formula formula) {
  if (const auto known = memo_.find(formula); known != memo_.end()) return known->second;
  Formula result = formula;
  if (!formula.children().empty() && !formula.traits().boolean) {
    std::vector<Formula> children;
    for (const Formula child : formula.children()) children.push_back(simplify(child));
    result = formulas_.rebuild(formula.op(), children);
    if (result == formula) {
      if (const Formula simpler = rewritten(result)) result = simplify(simpler);
    } else {
      result = simplify(result);
    }
  }
  memo_[formula] = result;
  memo_[result] = result;
  return result;
}

bool Simplifier::implies(Formula a, Formula b) {
  return implication_.implies(a, b) || (oracle_ && oracle_(a, b));
}

Formula Simplifier::rewritten(Formula f) {
  switch (f.op()) {
    case Op::next:
      return of_next(f);
    case Op::eventually:
      return of_eventually(f);
    case Op::always:
      return of_always(f);
    case Op::until:
    case Op::weak_until:
      return of_until(f);
    case Op::release:
    case Op::strong_release:
      return of_release(f);
    case Op::and_:
    case Op::or_:
      return of_nary(f);
    default:
      return {};
  }
}

/// For the last operand of f, if it is made by `inner`: f over what does not suit, beside what
/// does.
Formula Simplifier::pulled_out(Formula f, bool (*suits)(const FormulaTraits&), Op inner) {
  const Formula operand = f.children().back();
  if (!operand.is(inner)) return {};
  std::vector<Formula> outside;
  std::vector<Formula> inside;
  for (const Formula part : operand.children())
    (suits(part.traits()) ? outside : inside).push_back(part);
  if (outside.empty()) return {};
  std::vector<Formula> children = f.children();
  children.back() = formulas_.nary(inner, inside);
  outside.push_back(formulas_.rebuild(f.op(), children));
  return formulas_.nary(inner, outside);
}

Formula Simplifier::of_next(Formula f) {
  if (f.child().traits().suspendable()) return f.child();
  if (const Formula split = pulled_out(f, is_suspendable, Op::and_)) return split;
  return pulled_out(f, is_suspendable, Op::or_);
}

/// FG(a & Xb) = FG(a & b) and GF(a | Xb) = GF(a | b): one step makes no difference.
Formula Simplifier::without_inner_next(Formula f, Op inner) {
  const Formula body = f.child().child();
  std::vector<Formula> parts = body.is(inner) ? body.children() : std::vector<Formula>{body};
  bool changed = false;
  for (Formula& part : parts)
    if (part.is(Op::next)) {
      part = part.child();
      changed = true;
    }
  if (!changed) return {};
  return formulas_.unary(f.op(), formulas_.unary(f.child().op(), formulas_.nary(inner, parts)));
}

/// GF(a & e) = GFa & Ge and GF(a | u) = GFa | Fu for eventual e and universal u; FG likewise.
Formula Simplifier::recurrence_split(Formula f) {
  const Formula body = f.child().child();
  if (!body.is(Op::and_) && !body.is(Op::or_)) return {};
  std::vector<Formula> outside;
  std::vector<Formula> inside;
  for (const Formula part : body.children()) {
    const bool suits = body.is(Op::and_) ? part.traits().eventual : part.traits().universal;
    if (suits)
      outside.push_back(formulas_.unary(body.is(Op::and_) ? Op::always : Op::eventually, part));
    else
      inside.push_back(part);
  }
  if (outside.empty()) return {};
  outside.push_back(
      formulas_.unary(f.op(), formulas_.unary(f.child().op(), formulas_.nary(body.op(), inside))));
  return formulas_.nary(body.op(), outside);
}

Formula Simplifier::of_eventually(Formula f) {
  const Formula body = f.child();
  if (body.traits().eventual) return body;
  const auto eventually = [this](Formula g) { return formulas_.eventually(g); };
  switch (body.op()) {
    case Op::next:
      return formulas_.next(eventually(body.child()));
    case Op::until:
      return eventually(body.right());
    case Op::strong_release:
      return eventually(both(body.left(), body.right()));
    case Op::weak_until:
      return either(eventually(body.right()), eventually(formulas_.always(body.left())));
    case Op::release:
      return either(eventually(both(body.left(), body.right())),
                    eventually(formulas_.always(body.right())));
    case Op::always:
      if (const Formula split = recurrence_split(f)) return split;
      return without_inner_next(f, Op::and_);
    case Op::and_:
      return pulled_out(f, is_suspendable, Op::and_);
    case Op::or_: {
      std::vector<Formula> parts;
      for (const Formula part : body.children())
        parts.push_back(part.is(Op::eventually) ? part.child()
                        : part.is(Op::until)    ? part.right()
                                                : part);
      const Formula flat = formulas_.disjunction(parts);
      if (!(flat == body)) return eventually(flat);
      return pulled_out(f, is_only_eventual, Op::or_);
    }
    default:
      return {};
  }
}

Formula Simplifier::of_always(Formula f) {
  const Formula body = f.child();
  if (body.traits().universal) return body;
  const auto always = [this](Formula g) { return formulas_.always(g); };
  switch (body.op()) {
    case Op::next:
      return formulas_.next(always(body.child()));
    case Op::release:
      return always(body.right());
    case Op::weak_until:
      return always(either(body.left(), body.right()));
    case Op::until:
      return both(always(either(body.left(), body.right())),
                  always(formulas_.eventually(body.right())));
    case Op::strong_release:
      return both(always(body.right()), always(formulas_.eventually(body.left())));
    case Op::eventually:
      if (const Formula split = recurrence_split(f)) return split;
      return without_inner_next(f, Op::or_);
    case Op::or_:
      return pulled_out(f, is_suspendable, Op::or_);
    case Op::and_: {
      std::vector<Formula> outside;
      std::vector<Formula> inside;
      for (const Formula part : body.children()) {
        if (part.is(Op::always) && !part.traits().eventual)
          inside.push_back(part.child());
        else if (part.is(Op::release))
          inside.push_back(part.right());
        else if (part.traits().universal)
          outside.push_back(part);
        else if (part.traits().eventual)
          outside.push_back(always(part));
        else
          inside.push_back(part);
      }
      if (outside.empty() && formulas_.conjunction(inside) == body) return {};
      outside.push_back(always(formulas_.conjunction(inside)));
      return formulas_.conjunction(outside);
    }
    default:
      return {};
  }
}

/// Xa U Xb = X(a U b), and so for W, R and M.
Formula Simplifier::next_of_both(Formula f) {
  if (!f.left().is(Op::next) || !f.right().is(Op::next)) return {};
  return formulas_.next(formulas_.binary(f.op(), f.left().child(), f.right().child()));
}

/// Xa U b = b | X(b M a) for Boolean b, and so for W, R and M.
Formula Simplifier::next_on_left(Formula f) {
  if (!f.left().is(Op::next) || !f.right().traits().boolean) return {};
  const Formula a = f.left().child();
  const Formula b = f.right();
  switch (f.op()) {
    case Op::until:
      return either(b, formulas_.next(formulas_.binary(Op::strong_release, b, a)));
    case Op::weak_until:
      return either(b, formulas_.next(formulas_.binary(Op::release, b, a)));
    case Op::release:
      return both(b, formulas_.next(formulas_.binary(Op::weak_until, b, a)));
    default:
      return both(b, formulas_.next(formulas_.binary(Op::until, b, a)));
  }
}

/// a U (b U c) where one of a and b implies the other, and so for W, R and M.
Formula Simplifier::nested(Formula f) {
  if (!f.right().is(f.op())) return {};
  const Formula a = f.left();
  const Formula b = f.right().left();
  const bool untils = f.is(Op::until) || f.is(Op::weak_until);
  if (implies(untils ? a : b, untils ? b : a)) return f.right();
  if (implies(untils ? b : a, untils ? a : b))
    return formulas_.binary(f.op(), a, f.right().right());
  return {};
}

/// Drops from the left operand what the right one decides: a disjunct of a in a U b that implies b
/// never helps before b, a conjunct that !b implies always holds there; dually for R and M.
Formula Simplifier::without_idle_parts(Formula f) {
  const Formula a = f.left();
  const Formula b = f.right();
  if (!a.is(Op::and_) && !a.is(Op::or_)) return {};
  const bool untils = f.is(Op::until) || f.is(Op::weak_until);
  const bool harmless = a.is(Op::or_) == untils;
  std::vector<Formula> kept;
  for (const Formula part : a.children()) {
    const bool idle = harmless ? (untils ? implies(part, b) : implies(b, part))
                               : (untils ? implies(negated(b), part) : implies(part, negated(b)));
    if (!idle) kept.push_back(part);
  }
  if (kept.size() == a.children().size()) return {};
  return formulas_.binary(f.op(), formulas_.nary(a.op(), kept), b);
}

Formula Simplifier::of_until(Formula f) {
  const Formula a = f.left();
  const Formula b = f.right();
  const bool strong = f.is(Op::until);
  if (b.traits().eventual) return strong ? b : either(b, formulas_.always(a));
  if (!strong && a.traits().universal) return either(a, b);
  if (implies(a, b)) return b;
  if (implies(negated(b), a)) return strong ? formulas_.eventually(b) : formulas_.constant(true);
  if (const Formula shifted = next_of_both(f)) return shifted;
  if (const Formula split = pulled_out(f, is_only_eventual, Op::or_)) return split;
  if (strong)
    if (const Formula split = pulled_out(f, is_suspendable, Op::and_)) return split;
  if (b.is(Op::and_) && has(b.children(), a))  // a U (a & c) = c M a
    return formulas_.binary(strong ? Op::strong_release : Op::release,
                            formulas_.conjunction(without(b.children(), a)), a);
  const Formula for_ever = formulas_.always(a);
  if (b.is(Op::or_) && has(b.children(), for_ever))  // a U (b | Ga) = a W b
    return formulas_.binary(Op::weak_until, a,
                            formulas_.disjunction(without(b.children(), for_ever)));
  if (const Formula simpler = nested(f)) return simpler;
  if (const Formula simpler = without_idle_parts(f)) return simpler;
  return next_on_left(f);
}

Formula Simplifier::of_release(Formula f) {
  const Formula a = f.left();
  const Formula b = f.right();
  const bool strong = f.is(Op::strong_release);
  if (b.traits().universal) return strong ? both(b, formulas_.eventually(a)) : b;
  if (strong && a.traits().eventual) return both(a, b);
  if (implies(b, a)) return b;
  if (implies(b, negated(a))) return strong ? formulas_.constant(false) : formulas_.always(b);
  if (const Formula shifted = next_of_both(f)) return shifted;
  if (const Formula split = pulled_out(f, is_universal, Op::and_)) return split;
  if (!strong)
    if (const Formula split = pulled_out(f, is_suspendable, Op::or_)) return split;
  if (b.is(Op::or_) && has(b.children(), a))  // a R (a | c) = c W a
    return formulas_.binary(strong ? Op::until : Op::weak_until,
                            formulas_.disjunction(without(b.children(), a)), a);
  const Formula some_time = formulas_.eventually(a);
  if (b.is(Op::and_) && has(b.children(), some_time))  // a R (b & Fa) = a M b
    return formulas_.binary(Op::strong_release, a,
                            formulas_.conjunction(without(b.children(), some_time)));
  if (const Formula simpler = nested(f)) return simpler;
  if (const Formula simpler = without_idle_parts(f)) return simpler;
  return next_on_left(f);
}

}  // namespace arges::automata
