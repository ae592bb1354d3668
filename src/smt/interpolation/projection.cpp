#include "smt/interpolation/projection.h"

#include <algorithm>
#include <array>
#include <utility>

#include "ir/simplify.h"
#include "ir/traversal.h"
#include "smt/interpolation/cases.h"
#include "smt/interpolation/divisibility.h"
#include "smt/interpolation/linear.h"

namespace arges::smt {

using ir::Expr;
using ir::Op;

namespace {

constexpr std::size_t most_cases = 32;
constexpr std::size_t most_combinations = 64;
constexpr std::size_t largest_conjunct = 1000;

bool mentions(Expr expr, const std::set<Expr>& variables) {
  bool found = false;
  ir::for_each_subexpression(expr, [&](Expr e) { found = found || variables.contains(e); });
  return found;
}

bool mentions(Expr expr, Expr variable) { return mentions(expr, std::set{variable}); }

/// Adds the conjuncts of a formula that say anything and are not there yet.
void append(std::vector<Expr>& conjuncts, Expr formula) {
  for (const Expr conjunct : ir::conjuncts(formula))
    if (!conjunct.is_true() &&
        std::find(conjuncts.begin(), conjuncts.end(), conjunct) == conjuncts.end())
      conjuncts.push_back(conjunct);
}

/// The rest of a constraint's sum without the unknown; null if the unknown is inside others too.
std::optional<LinearTerm> without(const LinearTerm& term, Expr unknown) {
  LinearTerm rest = term;
  rest.add(unknown, -term.coefficient(unknown));
  for (const auto& [other, coefficient] : rest.coefficients())
    if (mentions(other, unknown)) return std::nullopt;
  return rest;
}

/// The value a linear equation gives the variable, if it is a term of its type.
Expr linear_solution(Expr variable, const Constraint& equation) {
  const mpq_class coefficient = equation.term.coefficient(variable);
  auto rest = without(equation.term, variable);
  if (coefficient == 0 || !rest) return {};
  const bool is_rational = variable.type().is_rational();
  if (!is_rational && (!variable.type().is_int() || abs(coefficient) != 1)) return {};
  for (const auto& [unknown, factor] : rest->coefficients())
    if (unknown.type().is_enum() || (!is_rational && !unknown.type().is_int())) return {};
  rest->scale(-1 / coefficient);
  return to_expr(variable.context(), *rest, variable.type());
}

/// What an equation of integers says about the rest because the unknown is a whole number; null if
/// nothing.
Expr divisibility(const Constraint& constraint, Expr unknown) {
  const mpq_class by = constraint.term.coefficient(unknown);
  if (constraint.relation != Relation::eq || abs(by) <= 1) return {};
  for (const auto& [other, coefficient] : constraint.term.coefficients())
    if (!other.type().is_int()) return {};
  LinearTerm quotient = constraint.term;
  quotient.scale(1 / by);
  return is_integer(unknown.context(), quotient);
}

/// The only value of the variable for which the conjunct can hold; null if there may be others.
Expr definition(Expr variable, Expr conjunct) {
  ir::Context& context = conjunct.context();
  if (conjunct == variable) return context.true_expr();
  if (conjunct.op() == Op::not_ && conjunct.child(0) == variable) return context.false_expr();
  if (conjunct.op() != Op::eq) return {};
  const Expr a = conjunct.child(0);
  const Expr b = conjunct.child(1);
  if (a == variable && !mentions(b, variable)) return b;
  if (b == variable && !mentions(a, variable)) return a;
  const auto equation = constraint_of(conjunct);
  return equation && equation->relation == Relation::eq ? linear_solution(variable, *equation)
                                                        : Expr();
}

/// What an array says that was written before by stores to an array with the variable: its
/// elements where they wrote, unless a later one wrote there again.
std::vector<Expr> written_elements(Expr literal, Expr variable) {
  if (literal.op() != Op::eq) return {};
  const bool right = literal.child(1).op() == Op::store;
  const Expr written = literal.child(right ? 0 : 1);
  std::vector<Expr> result;
  std::vector<Expr> unless;
  for (Expr array = literal.child(right ? 1 : 0); array.op() == Op::store; array = array.child(0)) {
    const Expr index = array.child(1);
    if (mentions(index, variable)) break;
    std::vector<Expr> cases;
    cases.reserve(unless.size() + 1);
    for (const Expr later : unless) cases.push_back(ir::eq(index, later));
    cases.push_back(ir::eq(ir::select(written, index), array.child(2)));
    const Expr element = ir::simplify(ir::or_(cases));
    if (!mentions(element, variable)) result.push_back(element);
    unless.push_back(index);
  }
  return result;
}

/// Sums of two constraints in which the unknown cancels: all with the first equation, or else every
/// lower bound with every upper one; besides those in which it cancels on its own.
std::vector<Constraint> cancelled(std::vector<Constraint> constraints, Expr unknown) {
  std::vector<Constraint> result;
  const auto coefficient = [&](const Constraint& c) { return c.term.coefficient(unknown); };
  const auto has_unknown = std::stable_partition(
      constraints.begin(), constraints.end(), [&](const auto& c) { return coefficient(c) == 0; });
  std::move(constraints.begin(), has_unknown, std::back_inserter(result));
  constraints.erase(constraints.begin(), has_unknown);
  const auto sum = [&](Constraint a, const Constraint& b) {
    a.term.add(b.term, -coefficient(a) / coefficient(b));
    if (b.relation == Relation::lt) a.relation = Relation::lt;
    return a;
  };
  const auto equation = std::find_if(constraints.begin(), constraints.end(),
                                     [](const auto& c) { return c.relation == Relation::eq; });
  if (equation != constraints.end()) {
    for (auto other = constraints.begin(); other != constraints.end(); ++other)
      if (other != equation) result.push_back(sum(*other, *equation));
    return result;
  }
  for (const Constraint& low : constraints)
    for (const Constraint& high : constraints)
      if (coefficient(low) < 0 && coefficient(high) > 0) result.push_back(sum(low, high));
  return result;
}

class Projector {
 public:
  Projector(const Env& env, ir::Context& context, const std::set<Expr>& variables)
      : env_(env), context_(context), variables_(variables) {}
  std::optional<std::vector<Expr>> run(std::vector<Expr> conjuncts);

 private:
  bool solve_one(std::vector<Expr>& conjuncts) const;
  std::optional<Expr> by_cases(const std::vector<Expr>& rest, const Alternatives& split);
  std::vector<Expr> combine(std::vector<Expr> literals) const;
  std::set<Expr> concerned_terms(const std::vector<Expr>& literals) const;
  std::optional<std::vector<Expr>> without_unknown(const std::vector<Expr>& literals,
                                                   Expr unknown) const;

  const Env& env_;
  ir::Context& context_;
  const std::set<Expr>& variables_;
  std::size_t cases_ = 1;
};

/// Replaces a variable by its definition everywhere; whether there was one.
bool Projector::solve_one(std::vector<Expr>& conjuncts) const {
  for (std::size_t i = 0; i < conjuncts.size(); ++i)
    for (const Expr variable : versioned_variables(conjuncts[i])) {
      if (!variables_.contains(variable)) continue;
      const Expr value = definition(variable, conjuncts[i]);
      if (!value) continue;
      std::vector<Expr> result;
      for (std::size_t j = 0; j < conjuncts.size(); ++j)
        if (j != i) append(result, ir::simplify(ir::substitute(conjuncts[j], {{variable, value}})));
      conjuncts = std::move(result);
      return true;
    }
  return false;
}

std::optional<std::vector<Expr>> Projector::run(std::vector<Expr> conjuncts) {
  while (solve_one(conjuncts)) env_.limits.check();
  std::vector<Expr> result;
  std::vector<Fact> concerned;
  for (const Expr conjunct : conjuncts) {
    if (ir::count_subexpressions(conjunct, largest_conjunct) == largest_conjunct)
      return std::nullopt;
    if (mentions(conjunct, variables_))
      concerned.push_back({0, conjunct});
    else
      append(result, conjunct);
  }
  if (concerned.empty()) return result;
  const Decomposition parts = decompose(concerned);
  std::vector<Expr> rest;
  for (const Fact& literal : parts.literals) append(rest, literal.formula);
  if (parts.alternatives.empty()) {
    for (const Expr combined : combine(rest)) append(result, combined);
    return result;
  }
  for (std::size_t i = 1; i < parts.alternatives.size(); ++i)
    append(rest, parts.alternatives[i].all.formula);
  const auto cases = by_cases(rest, parts.alternatives.front());
  if (!cases) return std::nullopt;
  append(result, *cases);
  return result;
}

std::optional<Expr> Projector::by_cases(const std::vector<Expr>& rest, const Alternatives& split) {
  cases_ += split.cases.size() - 1;
  if (cases_ > most_cases) return std::nullopt;
  std::vector<Expr> results;
  for (const Fact& possible : split.cases) {
    std::vector<Expr> with = rest;
    append(with, possible.formula);
    const auto projected = run(std::move(with));
    if (!projected) return std::nullopt;
    results.push_back(projected->empty() ? context_.true_expr() : ir::and_(*projected));
  }
  return ir::simplify(ir::or_(results));
}

/// Eliminates from literals one by one the variables, then terms they are inside of; literals where
/// that is impossible, or too much, are left out.
std::vector<Expr> Projector::combine(std::vector<Expr> literals) const {
  for (const Expr variable : variables_)
    if (variable.type().is_array())
      for (const Expr literal : std::vector(literals))
        if (mentions(literal, variable))
          for (const Expr element : written_elements(literal, variable)) append(literals, element);
  const auto eliminate = [&](Expr unknown) {
    env_.limits.check();
    if (auto combined = without_unknown(literals, unknown)) literals = *std::move(combined);
  };
  for (const Expr variable : variables_) eliminate(variable);
  for (const Expr term : concerned_terms(literals)) eliminate(term);
  std::erase_if(literals, [&](Expr literal) { return mentions(literal, variables_); });
  return literals;
}

/// The unknowns of constraints that are not variables but mention some that must go.
std::set<Expr> Projector::concerned_terms(const std::vector<Expr>& literals) const {
  std::set<Expr> result;
  for (const Expr literal : literals)
    if (const auto constraint = constraint_of(literal))
      for (const auto& [unknown, coefficient] : constraint->term.coefficients())
        if (!unknown.is_variable() && mentions(unknown, variables_)) result.insert(unknown);
  return result;
}

std::optional<std::vector<Expr>> Projector::without_unknown(const std::vector<Expr>& literals,
                                                            Expr unknown) const {
  std::vector<Expr> result;
  std::vector<Constraint> constraints;
  for (const Expr literal : literals) {
    if (!mentions(literal, unknown)) {
      result.push_back(literal);
      continue;
    }
    const auto constraint = constraint_of(literal);
    if (!constraint || !without(constraint->term, unknown)) return std::nullopt;
    if (const Expr condition = divisibility(*constraint, unknown)) append(result, condition);
    constraints.push_back(*constraint);
  }
  for (const Constraint& constraint : cancelled(std::move(constraints), unknown)) {
    const Expr formula = to_formula(context_, constraint);
    if (!formula || result.size() > most_combinations) return std::nullopt;
    append(result, formula);
  }
  return result;
}

}  // namespace

std::set<Expr> versioned_variables(Expr expr) {
  std::set<Expr> result;
  std::set<ir::Var> bound;
  ir::for_each_subexpression(expr, [&](Expr e) {
    if (e.is_variable()) result.insert(e);
    if (e.op() == Op::forall || e.op() == Op::exists)
      bound.insert(e.bound().begin(), e.bound().end());
  });
  // Bound variables are declared for one quantifier only, so they are nowhere free.
  std::erase_if(result, [&](Expr variable) { return bound.contains(variable.var()); });
  return result;
}

std::optional<std::vector<Expr>> project(const Env& env, ir::Context& context,
                                         std::vector<Expr> conjuncts,
                                         const std::set<Expr>& variables) {
  return Projector(env, context, variables).run(std::move(conjuncts));
}

}  // namespace arges::smt
