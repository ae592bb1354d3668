#include "analysis/polyhedra/polyhedral_interpreter.h"

#include "ir/traversal.h"

namespace arges::analysis {

namespace ppl = Parma_Polyhedra_Library;
using ir::Expr;
using ir::Op;

namespace {

/// Cases of an action that are told apart.
constexpr std::size_t most_cases = 8;
constexpr std::size_t most_thresholds = 64;
constexpr long largest_coefficient = 1'000;

}  // namespace

PolyhedralInterpreter::PolyhedralInterpreter(Env& env, std::span<const ir::Var> tracked,
                                             std::size_t most_work)
    : env_(env), work_left_(most_work), tracked_(tracked.begin(), tracked.end()) {
  for (std::size_t i = 0; i < tracked_.size(); ++i) dimensions_.set(tracked_[i], i + 1);
}

PolyhedralInterpreter::Cases PolyhedralInterpreter::run(Cases before, ir::Stmt statement) {
  env_.limits.check();
  work(before.size() * num_tracked());
  switch (statement.kind()) {
    case ir::StmtKind::skip:
      return before;
    case ir::StmtKind::assign:
      return assign(std::move(before), statement.var(), statement.expr());
    case ir::StmtKind::assume:
      return assume(before, statement.expr(), true);
    case ir::StmtKind::havoc:
      return forget(std::move(before), statement.var());
    case ir::StmtKind::sequence:
      for (const ir::Stmt child : statement.children()) {
        before = run(std::move(before), child);
        if (before.empty()) break;
      }
      return before;
    case ir::StmtKind::choice: {
      Cases result;
      for (const ir::Stmt child : statement.children()) append(result, run(before, child));
      return result;
    }
    case ir::StmtKind::if_: {
      Cases result = run(assume(before, statement.expr(), true), statement.child(0));
      append(result, run(assume(before, statement.expr(), false), statement.child(1)));
      return result;
    }
    case ir::StmtKind::loop:
      for (const ir::Var var : ir::written_variables(statement))
        before = forget(std::move(before), var);
      return before;
    case ir::StmtKind::local: {
      before = forget(std::move(before), statement.locals());
      return forget(run(std::move(before), statement.child(0)), statement.locals());
    }
  }
  UNREACHABLE("a kind of statement");
}

PolyhedralInterpreter::Cases PolyhedralInterpreter::assume(const Cases& states, Expr condition,
                                                           bool truth) {
  Cases result;
  for (const Polyhedron& one : states) append(result, assume(one, condition, truth));
  return result;
}

PolyhedralInterpreter::Cases PolyhedralInterpreter::forget(
    Cases states, std::span<const ir::Var> variables) const {
  for (const ir::Var var : variables) states = forget(std::move(states), var);
  return states;
}

PolyhedralInterpreter::Polyhedron PolyhedralInterpreter::joined(const Cases& cases) const {
  Polyhedron result(num_tracked(), ppl::EMPTY);
  for (const Polyhedron& one : cases) result.poly_hull_assign(one);
  return result;
}

std::vector<Expr> PolyhedralInterpreter::conditions(ir::Context& context, const Polyhedron& states,
                                                    Factors factors) const {
  std::vector<Expr> result;
  for (const ppl::Constraint& constraint : states.minimized_constraints()) {
    std::vector<Expr> terms{context.int_literal(mpz_class(constraint.inhomogeneous_term()))};
    bool is_sensible = true;
    for (std::size_t i = 0; i < tracked_.size(); ++i) {
      const mpz_class factor(constraint.coefficient(ppl::Variable(i)));
      if (factor == 0) continue;
      is_sensible = is_sensible && (factors == Factors::any || abs(factor) <= largest_coefficient);
      terms.push_back(ir::mul(context.int_literal(factor), context.var(tracked_[i])));
    }
    if (!is_sensible || terms.size() < 2) continue;
    const Expr sum = ir::add(terms);
    const Expr zero = context.int_literal(0);
    result.push_back(constraint.is_equality() ? ir::eq(sum, zero) : ir::le(zero, sum));
  }
  return result;
}

void PolyhedralInterpreter::add_thresholds(const Polyhedron& states) {
  for (std::size_t i = 0; i < tracked_.size(); ++i) {
    const ppl::Variable var(i);
    thresholds_.insert(var >= 0);
    thresholds_.insert(var <= 0);
    ppl::Coefficient numerator;
    ppl::Coefficient denominator;
    bool is_reached = false;
    if (states.minimize(Form(var), numerator, denominator, is_reached))
      thresholds_.insert(denominator * var >= numerator);
    if (states.maximize(Form(var), numerator, denominator, is_reached))
      thresholds_.insert(denominator * var <= numerator);
  }
}

void PolyhedralInterpreter::append(Cases& to, Cases more) {
  for (Polyhedron& one : more)
    if (!one.is_empty()) to.push_back(std::move(one));
  if (to.size() <= most_cases) return;
  for (std::size_t i = 1; i < to.size(); ++i) to[0].poly_hull_assign(to[i]);
  to.resize(1, to[0]);
}

PolyhedralInterpreter::Cases PolyhedralInterpreter::forget(Cases states, ir::Var var) const {
  if (const std::size_t at = dimension(var))
    for (Polyhedron& one : states) one.unconstrain(ppl::Variable(at - 1));
  return states;
}

PolyhedralInterpreter::Cases PolyhedralInterpreter::assign(Cases before, ir::Var var, Expr value) {
  const std::size_t at = dimension(var);
  if (at == 0) return before;
  Cases result;
  for (const Polyhedron& one : before)
    for (Evaluated& evaluated : evaluate(one, value)) {
      evaluated.states.affine_image(ppl::Variable(at - 1), evaluated.form);
      evaluated.states.remove_higher_space_dimensions(one.space_dimension());
      append(result, {std::move(evaluated.states)});
    }
  return result;
}

PolyhedralInterpreter::Cases PolyhedralInterpreter::assume(const Polyhedron& states, Expr condition,
                                                           bool truth) {
  if (!condition.is_literal() && !speaks_of_numbers(condition)) return {states};
  work(num_tracked());
  switch (condition.op()) {
    case Op::literal:
      return condition.is_true() == truth ? Cases{states} : Cases{};
    case Op::not_:
      return assume(states, condition.child(0), !truth);
    case Op::and_:
    case Op::or_: {
      if ((condition.op() == Op::and_) == truth) {
        Cases result{states};
        for (const Expr part : condition.children()) result = assume(result, part, truth);
        return result;
      }
      // Where one alternative says nothing, all of them together do not either.
      for (const Expr part : condition.children())
        if (!part.is_literal() && !speaks_of_numbers(part)) return {states};
      Cases result;
      for (const Expr part : condition.children()) append(result, assume(states, part, truth));
      return result;
    }
    case Op::ite: {
      Cases result = assume(assume(states, condition.child(0), true), condition.child(1), truth);
      append(result, assume(assume(states, condition.child(0), false), condition.child(2), truth));
      return result;
    }
    case Op::eq:
    case Op::le:
    case Op::lt:
      return condition.child(0).type().is_int() ? compare(states, condition, truth) : Cases{states};
    default:
      return {states};
  }
}

bool PolyhedralInterpreter::speaks_of_numbers(Expr condition) {
  const auto [known, is_new] = speaks_of_numbers_.try_emplace(condition, false);
  if (!is_new) return known->second;
  bool result = false;
  ir::for_each_subexpression(condition, [&](Expr part) {
    result = result || (part.is_variable() && part.type().is_int());
  });
  return speaks_of_numbers_[condition] = result;
}

void PolyhedralInterpreter::work(std::size_t amount) {
  if (work_left_ < amount) throw polyhedra::TooExpensive();
  work_left_ -= amount;
}

PolyhedralInterpreter::Cases PolyhedralInterpreter::compare(const Polyhedron& states,
                                                            Expr condition, bool truth) {
  Cases result;
  const auto add = [&](const Polyhedron& at, const ppl::Constraint& constraint) {
    if (constraint.space_dimension() <= num_tracked() &&
        thresholds_seen_.size() < most_thresholds && thresholds_seen_.insert(condition).second) {
      thresholds_.insert(constraint);
    }
    Polyhedron restricted = at;
    restricted.refine_with_constraint(constraint);
    restricted.remove_higher_space_dimensions(states.space_dimension());
    append(result, {std::move(restricted)});
  };
  for (const Evaluated& left : evaluate(states, condition.child(0)))
    for (const Evaluated& right : evaluate(left.states, condition.child(1))) {
      const Form difference = right.form - left.form;
      if (condition.op() == Op::eq && truth) {
        add(right.states, difference == 0);
      } else if (condition.op() == Op::eq) {
        add(right.states, difference >= 1);
        add(right.states, difference <= -1);
      } else {
        const bool is_strict = condition.op() == Op::lt;
        add(right.states,
            truth ? difference >= (is_strict ? 1 : 0) : difference <= (is_strict ? 0 : -1));
      }
    }
  return result;
}

PolyhedralInterpreter::Evaluated PolyhedralInterpreter::anything(Polyhedron states) {
  const ppl::Variable fresh(states.space_dimension());
  states.add_space_dimensions_and_embed(1);
  return {std::move(states), Form(fresh)};
}

PolyhedralInterpreter::Values PolyhedralInterpreter::evaluate(const Polyhedron& states, Expr expr) {
  Values result;
  switch (expr.op()) {
    case Op::literal:
      result.push_back({states, Form(ppl::Coefficient(expr.value().integer()))});
      break;
    case Op::variable:
      if (const std::size_t at = expr.version() == 0 ? dimension(expr.var()) : 0)
        result.push_back({states, Form(ppl::Variable(at - 1))});
      break;
    case Op::add:
      result.push_back({states, Form()});
      for (const Expr part : expr.children())
        result = combine(result, part,
                         [](const Form& a, const Form& b) { return std::optional(a + b); });
      break;
    case Op::mul:
      result.push_back({states, Form(ppl::Coefficient(1))});
      for (const Expr part : expr.children()) result = combine(result, part, product);
      break;
    case Op::ite:
      for (const bool truth : {true, false})
        for (const Polyhedron& one : assume(states, expr.child(0), truth))
          for (Evaluated& value : evaluate(one, expr.child(truth ? 1 : 2)))
            result.push_back(std::move(value));
      if (result.empty()) return result;
      break;
    case Op::div:
    case Op::mod:
      if (expr.child(1).is_literal() && expr.child(1).value().integer() > 0)
        result = divide(states, expr);
      break;
    default:
      break;
  }
  if (result.empty() || result.size() > most_cases) return {anything(states)};
  return result;
}

std::optional<PolyhedralInterpreter::Form> PolyhedralInterpreter::product(const Form& a,
                                                                          const Form& b) {
  if (a.all_homogeneous_terms_are_zero()) return b * a.inhomogeneous_term();
  if (b.all_homogeneous_terms_are_zero()) return a * b.inhomogeneous_term();
  return std::nullopt;
}

template <typename Operation>
PolyhedralInterpreter::Values PolyhedralInterpreter::combine(const Values& values, Expr operand,
                                                             const Operation& operation) {
  Values result;
  for (const Evaluated& value : values)
    for (Evaluated& more : evaluate(value.states, operand)) {
      const std::optional<Form> form = operation(value.form, more.form);
      if (form)
        result.push_back({std::move(more.states), *form});
      else
        result.push_back(anything(std::move(more.states)));
    }
  return result;
}

PolyhedralInterpreter::Values PolyhedralInterpreter::divide(const Polyhedron& states, Expr expr) {
  const mpz_class by = expr.child(1).value().integer();
  const ppl::Coefficient divisor(by);
  Values result;
  for (Evaluated& dividend : evaluate(states, expr.child(0))) {
    Polyhedron within(dividend.states.space_dimension());
    within.add_constraint(dividend.form >= 0);
    within.add_constraint(dividend.form <= divisor - 1);
    if (within.contains(dividend.states)) {
      Form form = expr.op() == Op::div ? Form() : dividend.form;
      result.push_back({std::move(dividend.states), std::move(form)});
      continue;
    }
    Evaluated quotient = anything(std::move(dividend.states));
    const Form remainder = dividend.form - divisor * quotient.form;
    quotient.states.add_constraint(remainder >= 0);
    quotient.states.add_constraint(remainder <= divisor - 1);
    if (expr.op() == Op::mod) quotient.form = remainder;
    result.push_back(std::move(quotient));
  }
  return result;
}

}  // namespace arges::analysis
