#include "analysis/domain/predicate/predicates.h"

#include <unordered_set>

#include "base/invariant.h"
#include "ir/simplify.h"
#include "ir/traversal.h"

namespace arges::analysis {

using ir::Expr;
using ir::Op;

namespace {

bool is_connective(Expr e) {
  if (e.op() == Op::not_ || e.op() == Op::and_ || e.op() == Op::or_) return true;
  const bool over_booleans = e.op() == Op::ite || e.op() == Op::eq;
  return over_booleans && e.type().is_bool() && e.child(e.arity() - 1).type().is_bool();
}

}  // namespace

std::vector<Expr> atoms(Expr formula) {
  std::vector<Expr> result;
  std::vector<Expr> todo{formula};
  std::unordered_set<Expr> seen;
  while (!todo.empty()) {
    const Expr e = todo.back();
    todo.pop_back();
    if (!seen.insert(e).second) continue;
    if (is_connective(e))
      todo.insert(todo.end(), e.children().begin(), e.children().end());
    else
      result.push_back(e);
  }
  return result;
}

Canonical canonical(Expr formula) {
  Expr e = ir::simplify(formula);
  bool negated = false;
  const auto negate_to = [&](Expr other) {
    e = other;
    negated = !negated;
  };
  while (e.op() == Op::not_) negate_to(e.child(0));
  if (e.op() == Op::lt) negate_to(ir::le(e.child(1), e.child(0)));
  // t <= c is not (c + 1 <= t)
  if (e.op() == Op::le && e.child(0).type().is_int() && e.child(1).is_literal())
    negate_to(ir::le(ir::add(e.child(1), e.context().int_literal(1)), e.child(0)));
  return {e, negated};
}

const Canonical& Predicates::form(Expr formula) {
  const auto [entry, is_new] = forms_.try_emplace(formula);
  if (is_new) entry->second = canonical(formula);
  return entry->second;
}

Literal Predicates::intern(Expr formula) {
  const Canonical& form = this->form(formula);
  INVARIANT(!form.formula.is_literal(), "a predicate should not be a truth value");
  const auto [entry, is_new] =
      ids_.try_emplace(form.formula, static_cast<PredicateId>(predicates_.size()));
  if (is_new)
    predicates_.push_back({form.formula, ir::not_(form.formula), ir::free_variables(form.formula)});
  return {entry->second, form.negated};
}

std::optional<Literal> Predicates::find(Expr formula) {
  const Canonical& form = this->form(formula);
  const auto found = ids_.find(form.formula);
  if (found == ids_.end()) return std::nullopt;
  return Literal{found->second, form.negated};
}

}  // namespace arges::analysis
