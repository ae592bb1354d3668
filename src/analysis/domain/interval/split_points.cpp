#include "analysis/domain/interval/split_points.h"

#include "analysis/domain/predicate/predicates.h"
#include "base/invariant.h"
#include "ir/simplify.h"
#include "ir/traversal.h"

namespace arges::analysis {

using ir::Expr;
using ir::Op;

std::optional<Interval> Partitioned::cell(const Interval& interval) const {
  const Interval all = *Interval::all_of(variable->type);
  if (by_values && interval.is_single()) return interval;
  const auto next = std::upper_bound(cuts.begin(), cuts.end(), interval.lo);
  const Interval result{next == cuts.begin() ? all.lo : *(next - 1),
                        next == cuts.end() ? all.hi : *next - 1};
  return result.contains(interval) ? std::optional(result) : std::nullopt;
}

namespace {

bool is_small_int(Expr e) { return e.is_literal() && e.type().is_int() && e.value().is_small(); }

Partitioned& entry_of(std::vector<Partitioned>& all, ir::Var var) {
  const auto at = std::lower_bound(
      all.begin(), all.end(), var,
      [](const Partitioned& p, ir::Var v) { return ir::declared_before(p.variable, v); });
  if (at != all.end() && at->variable == var) return *at;
  return *all.insert(at, Partitioned{var});
}

}  // namespace

std::vector<Partitioned> partitions(const Facts& facts) {
  std::vector<Partitioned> result;
  for (const ir::Var var : facts.variables())
    if (Interval::all_of(var->type)) entry_of(result, var).by_values = true;
  for (const Expr predicate : facts.predicates()) {
    // Whoever adds predicates for this domain adds split points.
    INVARIANT(predicate.op() == Op::le && is_small_int(predicate.child(0)) &&
                  predicate.child(1).is_variable(),
              "a predicate of the interval domain should be a split point");
    auto& cuts = entry_of(result, predicate.child(1).var()).cuts;
    const std::int64_t cut = predicate.child(0).value().as_small();
    const auto at = std::lower_bound(cuts.begin(), cuts.end(), cut);
    if (at == cuts.end() || *at != cut) cuts.insert(at, cut);
  }
  return result;
}

Expr split_point(ir::Context& context, ir::Var var, std::int64_t cut) {
  return ir::le(context.int_literal(cut), context.var(var));
}

namespace {

/// A term over one variable, which is its base.
struct OneVariable {
  ir::Var variable = nullptr;  ///< null: a constant
  LinearTerm term = {};
};

/// Nothing: there are several variables, or it is not linear.
std::optional<OneVariable> linear(Expr e) {
  if (is_small_int(e)) return OneVariable{nullptr, LinearTerm::constant(e.value().as_small())};
  if (e.is_variable()) return OneVariable{e.var(), {0, 1, 0}};
  if (e.op() != Op::add && e.op() != Op::mul) return std::nullopt;
  OneVariable result{nullptr, LinearTerm::constant(e.op() == Op::add ? 0 : 1)};
  for (const Expr child : e.children()) {
    const auto part = linear(child);
    if (!part) return std::nullopt;
    std::optional<LinearTerm> term;
    if (e.op() == Op::add) {
      const bool fits = !result.variable || !part->variable || result.variable == part->variable;
      if (fits) term = sum(result.term, part->term);
    } else if (part->term.is_constant()) {
      term = product(result.term, part->term.offset);
    } else if (result.term.is_constant()) {
      term = product(part->term, result.term.offset);
    }
    if (!term) return std::nullopt;
    result = {part->variable != nullptr ? part->variable : result.variable, *term};
  }
  return result;
}

/// The terms of a comparison on one side, if they are over one variable.
std::optional<OneVariable> difference(Expr comparison) {
  if (!comparison.child(0).type().is_int()) return std::nullopt;
  const auto left = linear(comparison.child(0));
  const auto right = linear(comparison.child(1));
  if (!left || !right) return std::nullopt;
  if (left->variable && right->variable && left->variable != right->variable) return std::nullopt;
  const auto negated = product(right->term, -1);
  const auto term = negated ? sum(left->term, *negated) : std::nullopt;
  if (!term || term->is_constant()) return std::nullopt;
  return OneVariable{left->variable ? left->variable : right->variable, *term};
}

/// Where the truth value of a comparison changes.
std::vector<std::int64_t> cuts_of(Op op, const LinearTerm& difference) {
  if (op == Op::eq) {
    const auto zero = difference.base_if_equal(0);
    if (!zero) return {};
    return {*zero, *zero + 1};
  }
  const Interval holds = difference.base_if_at_most(op == Op::lt ? -1 : 0);
  return {holds.hi == Interval::no_upper ? holds.lo : holds.hi + 1};
}

void add_atom(BoxFacts& facts, Expr atom) {
  const bool compares = atom.op() == Op::le || atom.op() == Op::lt || atom.op() == Op::eq;
  if (const auto one = compares ? difference(atom) : std::nullopt) {
    for (const std::int64_t cut : cuts_of(atom.op(), one->term))
      if (ir::Value::fits(cut))
        facts.bounds.push_back(split_point(atom.context(), one->variable, cut));
    return;
  }
  for (const ir::Var var : ir::free_variables(atom)) {
    if (!Interval::all_of(var->type)) continue;
    (var->type.is_int() ? facts.related : facts.few_values).push_back(var);
  }
}

}  // namespace

BoxFacts box_facts(Expr formula) {
  BoxFacts result;
  for (const Expr atom : atoms(ir::simplify(formula))) add_atom(result, atom);
  return result;
}

}  // namespace arges::analysis
