#include "ir/simplify.h"

#include <algorithm>
#include <array>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "base/invariant.h"
#include "ir/operations.h"
#include "ir/traversal.h"

namespace arges::ir {

namespace {

Expr simplify_node(Expr e);

/// Conjunction (unit = true) or disjunction: no units, no repetitions, complements decide.
Expr connective(Expr e) {
  Context& context = e.context();
  const bool unit = e.op() == Op::and_;
  std::vector<Expr> kept;
  std::unordered_set<Expr> seen;
  for (const Expr child : e.children()) {
    if (child.is_literal()) {
      if (child.is_true() != unit) return child;
      continue;
    }
    if (seen.contains(not_(child))) return context.bool_literal(!unit);
    if (seen.insert(child).second) kept.push_back(child);
  }
  if (kept.empty()) return context.bool_literal(unit);
  return unit ? and_(kept) : or_(kept);
}

/// If a sum with a constant is compared with a constant: both without the sum's, "x + 1" and "4" as
/// "x" and "3".
std::optional<std::pair<Expr, Expr>> move_constant(Expr total, Expr literal) {
  if (total.op() != Op::add || !literal.is_literal() || !total.children().back().is_literal())
    return std::nullopt;
  Context& context = total.context();
  const mpq_class number = literal.value().rational() - total.children().back().value().rational();
  return std::pair(add(total.children().first(total.arity() - 1)),
                   context.literal(literal.type(), context.values().rational(number)));
}

Expr equality(Expr e);

/// A conditional compared with a literal, branch by branch as long as one of the two comparisons is
/// a truth value; not without end, as the result may be quadratic in the length of the chain.
Expr compare_branches(Expr conditional, Expr literal) {
  struct Level {
    Expr condition;
    Expr decided;  ///< the comparison that is a truth value
    bool is_then;
  };
  constexpr std::size_t most_levels = 64;
  std::vector<Level> levels;
  Expr rest = conditional;
  while (rest.op() == Op::ite && levels.size() < most_levels) {
    const bool is_then = rest.child(1).is_literal();
    if (!is_then && !rest.child(2).is_literal()) break;
    const Expr decided = equality(eq(rest.child(is_then ? 1 : 2), literal));
    levels.push_back({rest.child(0), decided, is_then});
    rest = rest.child(is_then ? 2 : 1);
  }
  Expr result = rest.op() == Op::ite ? eq(rest, literal) : equality(eq(rest, literal));
  for (; !levels.empty(); levels.pop_back()) {
    const auto& [condition, decided, is_then] = levels.back();
    result =
        simplify_node(is_then ? ite(condition, decided, result) : ite(condition, result, decided));
  }
  return result;
}

Expr equality(Expr e) {
  const Expr a = e.child(0);
  const Expr b = e.child(1);
  Context& context = e.context();
  if (a == b) return context.true_expr();
  if (a.is_literal() && b.is_literal()) return context.bool_literal(a.value() == b.value());
  if (a.type().is_bool()) {
    if (a.is_literal()) return a.is_true() ? b : not_(b);
    if (b.is_literal()) return b.is_true() ? a : not_(a);
    if (a == not_(b)) return context.false_expr();
  }
  if (a.is_literal()) return equality(eq(b, a));  // the variable first, for reading and for sharing
  if (const auto moved = move_constant(a, b)) return equality(eq(moved->first, moved->second));
  if (b.is_literal() && a.op() == Op::ite) return compare_branches(a, b);
  return e;
}

Expr conditional(Expr e) {
  const Expr condition = e.child(0);
  const Expr then = e.child(1);
  const Expr otherwise = e.child(2);
  if (condition.is_literal()) return condition.is_true() ? then : otherwise;
  if (then == otherwise) return then;
  if (condition.op() == Op::not_) return conditional(ite(condition.child(0), otherwise, then));
  if (!e.type().is_bool()) return e;
  if (then.is_literal())
    return simplify_node(then.is_true() ? or_(condition, otherwise)
                                        : and_(not_(condition), otherwise));
  if (otherwise.is_literal())
    return simplify_node(otherwise.is_true() ? or_(not_(condition), then) : and_(condition, then));
  return e;
}

/// A summand as (coefficient, term).
std::pair<mpq_class, Expr> split_coefficient(Expr e) {
  if (e.op() != Op::mul || !e.child(0).is_literal()) return {1, e};
  const mpq_class coefficient = e.child(0).value().rational();
  if (e.arity() == 2) return {coefficient, e.child(1)};
  return {coefficient, mul(e.children().subspan(1))};
}

/// Like terms collected, in the order of first occurrence.
Expr sum(Expr e) {
  Context& context = e.context();
  std::vector<std::pair<mpq_class, Expr>> terms;
  std::unordered_map<Expr, std::size_t> position;
  mpq_class constant = 0;
  for (const Expr child : e.children()) {
    if (child.is_literal()) {
      constant += child.value().rational();
      continue;
    }
    auto [coefficient, term] = split_coefficient(child);
    const auto [found, is_new] = position.emplace(term, terms.size());
    if (is_new)
      terms.emplace_back(coefficient, term);
    else
      terms[found->second].first += coefficient;
  }
  const auto number = [&](const mpq_class& n) {
    return context.literal(e.type(), context.values().rational(n));
  };
  std::vector<Expr> kept;
  for (const auto& [coefficient, term] : terms)
    if (coefficient != 0) kept.push_back(mul(number(coefficient), term));
  if (constant != 0 || kept.empty()) kept.push_back(number(constant));
  return add(kept);
}

/// Multiplies a constant into a sum, so that like terms meet.
Expr product(Expr e) {
  if (e.arity() != 2 || !e.child(0).is_literal() || e.child(1).op() != Op::add) return e;
  std::vector<Expr> summands;
  for (const Expr summand : e.child(1).children()) summands.push_back(mul(e.child(0), summand));
  return sum(e.context().make(Op::add, e.type(), summands));
}

Expr order(Expr e) {
  const Expr a = e.child(0);
  const Expr b = e.child(1);
  Context& context = e.context();
  const bool reflexive = e.op() == Op::le || e.op() == Op::bv_ule || e.op() == Op::bv_sle;
  if (a == b) return context.bool_literal(reflexive);
  if (e.op() != Op::lt && e.op() != Op::le) return e;
  // Only a difference of constants can be decided: a + 1 < a + 3.
  const Expr difference = simplify_node(add(b, simplify_node(neg(a))));
  if (difference.is_literal()) {
    const int sign = sgn(difference.value().rational());
    return context.bool_literal(reflexive ? sign >= 0 : sign > 0);
  }
  const std::array sides{a, b};
  for (const std::size_t side : {0U, 1U})
    if (const auto moved = move_constant(sides[side], sides[1 - side]))
      return side == 0 ? rebuild(e, std::array{moved->first, moved->second})
                       : rebuild(e, std::array{moved->second, moved->first});
  return e;
}

/// Comparisons of floating point that are decided, or that identity says as well.
Expr float_comparison(Expr e) {
  const Expr a = e.child(0);
  const Expr b = e.child(1);
  Context& context = e.context();
  if (a == b) return e.op() == Op::fp_lt ? context.false_expr() : not_(equality(fp_is_nan(a)));
  for (const Expr side : {a, b}) {
    if (!side.is_literal()) continue;
    const FloatParts parts = fp_parts(side.type(), side.value().integer());
    if (parts.is_nan()) return context.false_expr();
    // Zero has two signs; any other number is equal to itself only.
    if (e.op() == Op::fp_eq && !parts.is_zero()) return equality(eq(side == a ? b : a, side));
  }
  return e;
}

Expr negation(Expr e) {
  const Expr a = e.child(0);
  if (a.op() == Op::lt) return le(a.child(1), a.child(0));
  if (a.op() == Op::le) return lt(a.child(1), a.child(0));
  return e;
}

Expr read(Expr e) {
  Expr array = e.child(0);
  const Expr index = e.child(1);
  while (array.op() == Op::store) {
    if (array.child(1) == index) return array.child(2);
    if (!array.child(1).is_literal() || !index.is_literal()) break;
    array = array.child(0);
  }
  if (array.op() == Op::const_array) return array.child(0);
  if (array.op() == Op::ite)
    return simplify_node(ite(array.child(0), simplify_node(select(array.child(1), index)),
                             simplify_node(select(array.child(2), index))));
  if (array == e.child(0)) return e;
  return simplify_node(select(array, index));
}

Expr write(Expr e) {
  // A write hides an earlier one at the same index.
  if (e.child(0).op() == Op::store && e.child(0).child(1) == e.child(1))
    return simplify_node(store(e.child(0).child(0), e.child(1), e.child(2)));
  return e;
}

/// For a universally bound x: a disjunct x ≠ t (t without x) means "x = t suffices".
Expr determined_value(Var var, Expr body) {
  Context& context = body.context();
  const Expr x = context.var(var);
  const auto definition = [&](Expr literal) -> Expr {
    if (x.type().is_bool()) {  // a disjunct x: only x = false matters
      if (literal == x) return context.false_expr();
      if (literal == not_(x)) return context.true_expr();
    }
    if (literal.op() != Op::not_ || literal.child(0).op() != Op::eq) return {};
    const Expr a = literal.child(0).child(0);
    const Expr b = literal.child(0).child(1);
    if (a == x && !occurs(var, b)) return b;
    if (b == x && !occurs(var, a)) return a;
    return {};
  };
  if (body.op() != Op::or_) return definition(body);
  for (const Expr disjunct : body.children())
    if (const Expr value = definition(disjunct)) return value;
  return {};
}

Expr universal(std::vector<Var> bound, Expr body) {
  if (body.op() == Op::and_) {
    std::vector<Expr> parts;
    for (const Expr part : body.children()) {
      // Bound variables stay unique to one quantifier: each conjunct gets its own.
      std::vector<Var> fresh;
      Substitution renaming;
      for (const Var v : bound) {
        fresh.push_back(body.context().declare_fresh(v));
        renaming.emplace(body.context().var(v), body.context().var(fresh.back()));
      }
      parts.push_back(universal(fresh, substitute(part, renaming)));
    }
    return simplify_node(and_(parts));
  }
  for (std::size_t i = 0; i < bound.size();) {
    const Var var = bound[i];
    if (!occurs(var, body)) {
      bound.erase(bound.begin() + static_cast<std::ptrdiff_t>(i));
    } else if (const Expr value = determined_value(var, body)) {
      bound.erase(bound.begin() + static_cast<std::ptrdiff_t>(i));
      return universal(std::move(bound), simplify(substitute(body, var, value)));
    } else {
      ++i;
    }
  }
  return quantifier(Op::forall, bound, body);
}

/// The negation, pushed through a connective.
Expr negated(Expr e) {
  if (e.op() != Op::and_ && e.op() != Op::or_) return simplify_node(not_(e));
  std::vector<Expr> parts;
  for (const Expr child : e.children()) parts.push_back(simplify_node(not_(child)));
  return simplify_node(e.op() == Op::and_ ? or_(parts) : and_(parts));
}

Expr quantified(Expr e) {
  std::vector<Var> bound(e.bound().begin(), e.bound().end());
  if (e.op() == Op::forall) return universal(std::move(bound), e.child(0));
  const Expr dual = universal(std::move(bound), negated(e.child(0)));
  if (dual.op() != Op::forall) return negated(dual);
  return quantifier(Op::exists, dual.bound(), negated(dual.child(0)));
}

/// The value of an operator whose operands are all literals.
Expr fold(Expr e) {
  std::vector<Value> operands;
  for (const Expr child : e.children()) operands.push_back(child.value());
  return e.context().literal(e.type(), apply(e.context().values(), e, operands));
}

/// Simplifies a node whose operands are simplified.
Expr simplify_node(Expr e) {
  if (e.is_literal() || e.is_variable()) return e;
  const bool is_quantifier = e.op() == Op::forall || e.op() == Op::exists;
  if (!is_quantifier && std::all_of(e.children().begin(), e.children().end(),
                                    [](Expr child) { return child.is_literal(); }))
    return fold(e);
  switch (e.op()) {
    case Op::and_:
    case Op::or_:
      return connective(e);
    case Op::not_:
      return negation(e);
    case Op::eq:
      return equality(e);
    case Op::ite:
      return conditional(e);
    case Op::add:
      return sum(e);
    case Op::mul:
      return product(e);
    case Op::lt:
    case Op::le:
    case Op::bv_ult:
    case Op::bv_ule:
    case Op::bv_slt:
    case Op::bv_sle:
      return order(e);
    case Op::fp_eq:
    case Op::fp_lt:
    case Op::fp_le:
      return float_comparison(e);
    case Op::select:
      return read(e);
    case Op::store:
      return write(e);
    case Op::forall:
    case Op::exists:
      return quantified(e);
    default:
      return e;
  }
}

}  // namespace

Expr simplify(Expr expr) {
  std::vector<Expr> todo{expr};
  std::vector<Expr> children;
  while (!todo.empty()) {
    const Expr e = todo.back();
    const std::size_t before = todo.size();
    if (!e.record_->simplified)
      for (const Expr child : e.children())
        if (!child.record_->simplified) todo.push_back(child);
    if (todo.size() > before) continue;
    todo.pop_back();
    if (e.record_->simplified) continue;
    children.clear();
    for (const Expr child : e.children()) children.push_back(child.record_->simplified);
    e.record_->simplified = simplify_node(rebuild(e, children));
  }
  return expr.record_->simplified;
}

}  // namespace arges::ir
