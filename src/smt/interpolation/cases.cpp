#include "smt/interpolation/cases.h"

#include <algorithm>
#include <array>
#include <map>

#include "ir/simplify.h"
#include "ir/traversal.h"

namespace arges::smt {

using ir::Context;
using ir::Expr;
using ir::Op;
using ir::Type;

namespace {

/// Two variables of a larger enumeration that differ are left alone.
constexpr std::size_t largest_enumeration = 16;

/// A conditional inside a term, if there is one; none below quantifiers, whose variables it might
/// depend on.
Expr conditional_in(Expr atom) {
  Expr found;
  bool quantified = false;
  ir::for_each_subexpression(atom, [&](Expr e) {
    quantified = quantified || e.op() == Op::forall || e.op() == Op::exists;
    if (e.op() == Op::ite && (!found || e < found)) found = e;
  });
  return quantified ? Expr() : found;
}

Expr replace(Expr in, Expr what, Expr by) {
  ir::Rewriter rewrite([&](Expr original, std::span<const Expr> children) {
    return original == what ? by : ir::rebuild(original, children);
  });
  return rewrite(in);
}

Fact range(std::size_t step, Context& context, Constraint constraint) {
  const Expr formula = to_formula(context, constraint);
  return {step, formula, std::move(constraint)};
}

/// The work list that takes facts apart.
class Decomposer {
 public:
  explicit Decomposer(std::span<const Fact> facts) : todo_(facts.rbegin(), facts.rend()) {}
  Decomposition run();

 private:
  void take(const Fact& fact);
  void take_negation(const Fact& fact);
  void take_equality(const Fact& fact, bool positive);
  void take_enum_disequality(const Fact& fact);
  void take_atom(const Fact& fact);
  void todo(std::size_t step, Expr formula) { todo_.push_back({step, ir::simplify(formula)}); }
  void split(const Fact& fact, std::span<const Expr> cases);
  void split(const Fact& fact, std::initializer_list<Expr> cases) {
    split(fact, std::span(cases.begin(), cases.size()));
  }
  bool resolve();

  std::vector<Fact> todo_;  ///< the next one last
  Decomposition result_;
  std::map<std::size_t, ir::Substitution> known_;  ///< Boolean variables of each step
};

Decomposition Decomposer::run() {
  do {
    while (!todo_.empty()) {
      const Fact fact = std::move(todo_.back());
      todo_.pop_back();
      if (fact.constraint)
        result_.literals.push_back(fact);
      else
        take(fact);
    }
  } while (resolve());
  return std::move(result_);
}

void Decomposer::take(const Fact& fact) {
  const Expr e = fact.formula;
  switch (e.op()) {
    case Op::and_:
      for (const Expr child : e.children()) todo(fact.step, child);
      return;
    case Op::or_:
      return split(fact, e.children());
    case Op::not_:
      return take_negation(fact);
    case Op::ite:
      return split(fact,
                   {ir::and_(e.child(0), e.child(1)), ir::and_(ir::not_(e.child(0)), e.child(2))});
    case Op::eq:
      return take_equality(fact, true);
    default:
      return take_atom(fact);
  }
}

void Decomposer::take_negation(const Fact& fact) {
  const Expr e = fact.formula.child(0);
  std::vector<Expr> negated;
  if (e.type().is_bool() && e.op() != Op::forall && e.op() != Op::exists)
    for (const Expr child : e.children())
      if (child.type().is_bool()) negated.push_back(ir::not_(child));
  switch (e.op()) {
    case Op::and_:
      return split(fact, negated);
    case Op::or_:
      for (const Expr child : negated) todo(fact.step, child);
      return;
    case Op::ite:
      return split(fact, {ir::and_(e.child(0), negated[1]), ir::and_(negated[0], negated[2])});
    case Op::lt:
      return todo(fact.step, ir::le(e.child(1), e.child(0)));
    case Op::le:
      return todo(fact.step, ir::lt(e.child(1), e.child(0)));
    case Op::eq:
      return take_equality(fact, false);
    default:
      return take_atom(fact);
  }
}

void Decomposer::take_equality(const Fact& fact, bool positive) {
  const Expr e = positive ? fact.formula : fact.formula.child(0);
  const Expr a = e.child(0);
  const Expr b = e.child(1);
  const Type type = a.type();
  if (type.is_bool()) {
    const Expr other = positive ? b : ir::not_(b);
    return split(fact, {ir::and_(a, other), ir::and_(ir::not_(a), ir::not_(other))});
  }
  if (positive || conditional_in(e)) return take_atom(fact);
  if (type.is_numeric()) return split(fact, {ir::lt(a, b), ir::lt(b, a)});
  if (type.is_enum()) return take_enum_disequality(fact);
  take_atom(fact);
}

/// From a literal, a value differs to one of two sides; two variables by where the first is.
void Decomposer::take_enum_disequality(const Fact& fact) {
  const Expr e = fact.formula.child(0);
  Context& context = e.context();
  const Type type = e.child(0).type();
  const auto values = static_cast<std::uint32_t>(type.literals().size());
  const bool literal_first = e.child(0).is_literal();
  const Expr a = e.child(literal_first ? 1 : 0);
  const Expr b = e.child(literal_first ? 0 : 1);
  if (b.is_literal()) {
    const mpq_class position = b.value().rational();
    LinearTerm below(1 - position);
    below.add(a, 1);
    LinearTerm above(1 + position);
    above.add(a, -1);
    Alternatives sides{fact, {}};
    if (position > 0) sides.cases.push_back(range(fact.step, context, {below, Relation::le}));
    if (position + 1 < values)
      sides.cases.push_back(range(fact.step, context, {above, Relation::le}));
    if (sides.cases.empty()) return todo(fact.step, context.false_expr());
    if (sides.cases.size() == 1) return todo_.push_back(sides.cases.front());
    result_.alternatives.push_back(std::move(sides));
    return;
  }
  if (values > largest_enumeration) return take_atom(fact);
  std::vector<Expr> cases;
  for (std::uint32_t i = 0; i < values; ++i) {
    const Expr literal = context.enum_literal(type, i);
    cases.push_back(ir::and_(ir::eq(a, literal), ir::neq(b, literal)));
  }
  split(fact, cases);
}

void Decomposer::take_atom(const Fact& fact) {
  const Expr e = fact.formula;
  Context& context = e.context();
  if (e.is_true()) return;
  if (e.is_false()) {
    result_.literals.push_back({fact.step, e, Constraint{LinearTerm(1), Relation::le}});
    return;
  }
  if (const Expr choice = conditional_in(e))
    return split(fact, {ir::and_(choice.child(0), replace(e, choice, choice.child(1))),
                        ir::and_(ir::not_(choice.child(0)), replace(e, choice, choice.child(2)))});
  result_.literals.push_back({fact.step, e, constraint_of(e)});
  const bool negative = e.op() == Op::not_;
  const Expr atom = negative ? e.child(0) : e;
  if (atom.is_variable()) known_[fact.step].emplace(atom, context.bool_literal(!negative));
}

void Decomposer::split(const Fact& fact, std::span<const Expr> cases) {
  Alternatives alternatives{fact, {}};
  for (const Expr e : cases) {
    const Expr simple = ir::simplify(e);
    if (!simple.is_false()) alternatives.cases.push_back({fact.step, simple});
  }
  if (alternatives.cases.empty()) return todo(fact.step, fact.formula.context().false_expr());
  if (alternatives.cases.size() == 1) return todo_.push_back(alternatives.cases.front());
  result_.alternatives.push_back(std::move(alternatives));
}

/// Puts what is known of Boolean variables into disjunctions; whether one changed.
bool Decomposer::resolve() {
  bool changed = false;
  std::vector<Alternatives> kept;
  for (Alternatives& alternatives : result_.alternatives) {
    const auto known = known_.find(alternatives.all.step);
    const Expr before = alternatives.all.formula;
    const Expr after =
        known == known_.end() ? before : ir::simplify(ir::substitute(before, known->second));
    if (after == before) {
      kept.push_back(std::move(alternatives));
      continue;
    }
    changed = true;
    todo(alternatives.all.step, after);
  }
  result_.alternatives = std::move(kept);
  return changed;
}

}  // namespace

Decomposition decompose(std::span<const Fact> facts) { return Decomposer(facts).run(); }

}  // namespace arges::smt
