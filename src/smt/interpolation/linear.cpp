#include "smt/interpolation/linear.h"

#include <algorithm>
#include <set>

#include "base/invariant.h"
#include "ir/simplify.h"
#include "ir/traversal.h"

namespace arges::smt {

using ir::Context;
using ir::Expr;
using ir::Op;
using ir::Type;

namespace {

/// Larger terms are unknowns as a whole: below this recursion is no danger.
constexpr std::size_t largest_term = 2000;

LinearTerm unknown(Expr expr) {
  LinearTerm result;
  result.add(expr, 1);
  return result;
}

LinearTerm linear(Expr expr);

LinearTerm linear_sum(Expr expr) {
  LinearTerm result;
  for (const Expr child : expr.children()) result.add(linear(child), 1);
  return result;
}

LinearTerm linear_product(Expr expr) {
  LinearTerm result(1);
  for (const Expr child : expr.children()) {
    LinearTerm factor = linear(child);
    if (!factor.is_constant()) std::swap(factor, result);
    if (!factor.is_constant()) return unknown(expr);
    result.scale(factor.constant());
  }
  return result;
}

/// By a literal: a remainder is what the quotient leaves over.
LinearTerm linear_division(Expr expr) {
  const Expr divisor = expr.child(1);
  if (!divisor.is_literal()) return unknown(expr);
  const mpq_class by = divisor.value().rational();
  if (by == 0)
    return expr.op() == Op::div || expr.op() == Op::rat_div ? LinearTerm() : linear(expr.child(0));
  if (expr.op() == Op::div) return unknown(expr);
  LinearTerm result = linear(expr.child(0));
  if (expr.op() == Op::rat_div) {
    result.scale(1 / by);
    return result;
  }
  result.add(ir::binary(Op::div, expr.child(0), divisor), -by);
  if (expr.op() == Op::rem && by < 0) result.scale(-1);
  return result;
}

LinearTerm linear(Expr expr) {
  switch (expr.op()) {
    case Op::literal:
      return LinearTerm(expr.value().rational());
    case Op::add:
      return linear_sum(expr);
    case Op::mul:
      return linear_product(expr);
    case Op::int_to_rat:
      return linear(expr.child(0));
    case Op::div:
    case Op::mod:
    case Op::rem:
    case Op::rat_div:
      return linear_division(expr);
    default:
      return unknown(expr);
  }
}

mpz_class floor(const mpq_class& q) {
  mpz_class result;
  mpz_fdiv_q(result.get_mpz_t(), q.get_num_mpz_t(), q.get_den_mpz_t());
  return result;
}

mpz_class ceiling(const mpq_class& q) {
  mpz_class result;
  mpz_cdiv_q(result.get_mpz_t(), q.get_num_mpz_t(), q.get_den_mpz_t());
  return result;
}

/// The positive factor that makes all coefficients integers without a common divisor.
mpq_class normalizing_factor(const LinearTerm& term) {
  mpz_class denominators = 1;
  mpz_class numerators = 0;
  for (const auto& [unknown, coefficient] : term.coefficients())
    denominators = lcm(denominators, coefficient.get_den());
  for (const auto& [unknown, coefficient] : term.coefficients())
    numerators = gcd(numerators, mpq_class(coefficient * denominators).get_num());
  mpq_class factor(denominators, numerators);
  factor.canonicalize();
  return factor;
}

}  // namespace

LinearTerm LinearTerm::of(Expr expr) {
  if (ir::count_subexpressions(expr, largest_term) == largest_term) return unknown(expr);
  return linear(expr);
}

mpq_class LinearTerm::coefficient(Expr unknown) const {
  const auto found = coefficients_.find(unknown);
  return found == coefficients_.end() ? mpq_class(0) : found->second;
}

void LinearTerm::add(Expr unknown, const mpq_class& coefficient) {
  if (coefficient == 0) return;
  const auto [entry, is_new] = coefficients_.try_emplace(unknown, coefficient);
  if (is_new) return;
  entry->second += coefficient;
  if (entry->second == 0) coefficients_.erase(entry);
}

void LinearTerm::add(const LinearTerm& other, const mpq_class& factor) {
  for (const auto& [unknown, coefficient] : other.coefficients_) add(unknown, coefficient * factor);
  constant_ += other.constant_ * factor;
}

void LinearTerm::scale(const mpq_class& factor) {
  if (factor == 0) coefficients_.clear();
  for (auto& [unknown, coefficient] : coefficients_) coefficient *= factor;
  constant_ *= factor;
}

bool is_integral(const LinearTerm& term) {
  return std::all_of(term.coefficients().begin(), term.coefficients().end(),
                     [](const auto& entry) { return !entry.first.type().is_rational(); });
}

Constraint normalized(Constraint constraint) {
  LinearTerm& term = constraint.term;
  if (term.is_constant()) return constraint;
  term.scale(normalizing_factor(term));
  if (!is_integral(term)) return constraint;
  const mpq_class constant = term.constant();
  switch (constraint.relation) {
    case Relation::le:
      term.add(ceiling(constant) - constant);
      break;
    case Relation::lt:
      term.add(floor(constant) + 1 - constant);
      constraint.relation = Relation::le;
      break;
    case Relation::eq:
      if (constant.get_den() != 1) return {LinearTerm(1), Relation::le};
      break;
  }
  return constraint;
}

std::optional<Constraint> constraint_of(Expr formula) {
  if (formula.op() != Op::lt && formula.op() != Op::le && formula.op() != Op::eq)
    return std::nullopt;
  const Type type = formula.child(0).type();
  if (!type.is_numeric() && !type.is_enum()) return std::nullopt;
  Constraint result;
  result.term = LinearTerm::of(formula.child(0));
  result.term.add(LinearTerm::of(formula.child(1)), -1);
  result.relation = formula.op() == Op::lt   ? Relation::lt
                    : formula.op() == Op::le ? Relation::le
                                             : Relation::eq;
  return normalized(std::move(result));
}

std::vector<Constraint> axioms(const LinearTerm& term) {
  std::vector<Constraint> result;
  std::set<Expr> seen;
  std::vector<Expr> todo;
  const auto visit = [&](const LinearTerm& sum) {
    for (const auto& [unknown, coefficient] : sum.coefficients())
      if (unknown.op() == Op::div && unknown.child(1).is_literal() && seen.insert(unknown).second)
        todo.push_back(unknown);
  };
  visit(term);
  while (!todo.empty()) {
    const Expr quotient = todo.back();
    todo.pop_back();
    const mpq_class by = quotient.child(1).value().rational();
    // 0 ≤ dividend − by·quotient ≤ |by| − 1
    LinearTerm remainder = LinearTerm::of(quotient.child(0));
    visit(remainder);
    remainder.add(quotient, -by);
    LinearTerm excess = remainder;
    excess.add(1 - abs(by));
    remainder.scale(-1);
    result.push_back(normalized({std::move(remainder), Relation::le}));
    result.push_back(normalized({std::move(excess), Relation::le}));
  }
  return result;
}

namespace {

Expr number(Context& context, const mpq_class& value, Type type) {
  return context.literal(type, context.values().rational(value));
}

bool satisfies(const mpq_class& value, Relation relation) {
  return relation == Relation::le ? value <= 0 : relation == Relation::lt ? value < 0 : value == 0;
}

/// Which of an enumeration's values satisfy the constraint, by equalities or by inequalities,
/// whichever are fewer.
Expr enum_range(Context& context, const Constraint& constraint, Expr unknown) {
  const auto count = static_cast<std::uint32_t>(unknown.type().literals().size());
  std::vector<Expr> equal{context.false_expr()};
  std::vector<Expr> different{context.true_expr()};
  for (std::uint32_t i = 0; i < count; ++i) {
    const Expr is_literal = ir::eq(unknown, context.enum_literal(unknown.type(), i));
    const mpq_class value = constraint.term.coefficient(unknown) * i + constraint.term.constant();
    if (satisfies(value, constraint.relation))
      equal.push_back(is_literal);
    else
      different.push_back(ir::not_(is_literal));
  }
  if (equal.size() == 1) return context.false_expr();
  if (different.size() == 1) return context.true_expr();
  if (equal.size() > different.size()) return ir::and_(std::span(different).subspan(1));
  return ir::or_(std::span(equal).subspan(1));
}

/// An equation stays one; else all values of the first unknown are gone through, if they are few.
Expr enum_formula(Context& context, const Constraint& constraint) {
  constexpr std::size_t most_combinations = 64;
  const auto& unknowns = constraint.term.coefficients();
  const auto& [first, coefficient] = *unknowns.begin();
  if (unknowns.size() == 1) return enum_range(context, constraint, first);
  const auto& [second, other_coefficient] = *std::next(unknowns.begin());
  if (unknowns.size() == 2 && constraint.relation == Relation::eq &&
      constraint.term.constant() == 0 && first.type() == second.type() &&
      coefficient == -other_coefficient)
    return ir::eq(first, second);
  std::size_t combinations = 1;
  for (const auto& [unknown, factor] : unknowns) {
    combinations *= unknown.type().literals().size();
    if (combinations > most_combinations) return {};
  }
  std::vector<Expr> cases;
  for (std::uint32_t i = 0; i < first.type().literals().size(); ++i) {
    Constraint rest = constraint;
    rest.term.add(first, -coefficient);
    rest.term.add(coefficient * i);
    cases.push_back(ir::and_(ir::eq(first, context.enum_literal(first.type(), i)),
                             enum_formula(context, rest)));
  }
  return ir::simplify(ir::or_(cases));
}

}  // namespace

Expr to_expr(Context& context, const LinearTerm& term, Type type) {
  std::vector<Expr> summands;
  for (const auto& [unknown, coefficient] : term.coefficients()) {
    const bool converted = type.is_rational() && unknown.type().is_int();
    summands.push_back(
        ir::mul(number(context, coefficient, type), converted ? ir::int_to_rat(unknown) : unknown));
  }
  summands.push_back(number(context, term.constant(), type));
  return ir::add(summands);
}

Expr to_formula(Context& context, const Constraint& constraint) {
  const Constraint normal = normalized(constraint);
  const LinearTerm& term = normal.term;
  if (term.is_constant()) return context.bool_literal(satisfies(term.constant(), normal.relation));
  const auto is_enum = [](const auto& entry) { return entry.first.type().is_enum(); };
  const auto& unknowns = term.coefficients();
  if (std::any_of(unknowns.begin(), unknowns.end(), is_enum))
    return std::all_of(unknowns.begin(), unknowns.end(), is_enum) ? enum_formula(context, normal)
                                                                  : Expr();
  // What is subtracted goes to the other side, the constant to where nothing else is; an equation
  // starts with what it started with.
  const bool turned = normal.relation == Relation::eq && unknowns.begin()->second < 0;
  LinearTerm left;
  LinearTerm right;
  for (const auto& [unknown, coefficient] : unknowns)
    (coefficient > 0 ? left : right).add(unknown, abs(coefficient));
  if (left.is_constant())
    left.add(term.constant());
  else
    right.add(-term.constant());
  if (turned) std::swap(left, right);
  const Type type = is_integral(term) ? context.int_type() : context.rat_type();
  const Expr a = to_expr(context, left, type);
  const Expr b = to_expr(context, right, type);
  return normal.relation == Relation::eq   ? ir::eq(a, b)
         : normal.relation == Relation::lt ? ir::lt(a, b)
                                           : ir::le(a, b);
}

namespace {

Expr canonical_comparison(Expr formula) {
  const auto constraint = constraint_of(formula);
  if (!constraint) return formula;
  for (const auto& [unknown, coefficient] : constraint->term.coefficients())
    if (!unknown.is_variable()) return formula;  // remainders would be written as quotients
  const Expr result = to_formula(formula.context(), *constraint);
  return result ? result : formula;
}

}  // namespace

Expr canonical(Expr formula) {
  ir::Rewriter rewrite([](Expr original, std::span<const Expr> children) {
    return canonical_comparison(ir::rebuild(original, children));
  });
  return ir::simplify(rewrite(formula));
}

}  // namespace arges::smt
