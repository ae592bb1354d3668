#include "analysis/domain/interval/interval_domain.h"

#include <fmt/format.h>

#include "analysis/domain/interval/box_execution.h"
#include "base/invariant.h"
#include "ir/traversal.h"

namespace arges::analysis {

using ir::Expr;
using ir::Op;

namespace {

/// `3 <= x and x <= 7`, `x = 3`, `not b`
Expr formula_of(ir::Context& context, const VariableInterval& entry) {
  const Expr var = context.var(entry.variable);
  const ir::Type type = entry.variable->type;
  const auto literal = [&](std::int64_t number) {
    return type.is_int() ? context.int_literal(number)
                         : context.enum_literal(type, static_cast<std::uint32_t>(number));
  };
  const auto [lo, hi] = entry.interval;
  if (type.is_bool()) return lo == 1 ? var : ir::not_(var);
  if (lo == hi) return ir::eq(var, literal(lo));
  std::vector<Expr> parts;
  if (type.is_enum()) {
    for (std::int64_t one = lo; one <= hi; ++one) parts.push_back(ir::eq(var, literal(one)));
    return ir::or_(parts);
  }
  if (lo != Interval::no_lower) parts.push_back(ir::le(literal(lo), var));
  if (hi != Interval::no_upper) parts.push_back(ir::le(var, literal(hi)));
  return ir::and_(parts);
}

}  // namespace

IntervalDomain::IntervalDomain(Env& env, ir::Context& context, smt::SolverFactory& solvers)
    : context_(context),
      tools_(env, context, solvers),
      posts_(env.statistics.counter("interval::posts")),
      by_solver_(env.statistics.counter("interval::posts_by_solver")) {}

CubeTransformer& IntervalDomain::transformer(const Action& action) {
  std::unique_ptr<CubeTransformer>& entry = transformers_[&action];
  if (!entry) {
    entry = std::make_unique<CubeTransformer>(tools_, action);
    for (const ir::Var var : ir::written_variables(action.statement))
      written_[&action].set(var, true);
  }
  return *entry;
}

const std::vector<Partitioned>& IntervalDomain::targets(const PostQuery& query) {
  Targets& known = targets_[&query.action];
  const Facts& facts = query.facts();
  if (known.facts == &facts && known.version == query.precision.version()) return known.partitions;
  known = {&facts, query.precision.version(), partitions(facts)};
  std::erase_if(known.partitions, [&](const Partitioned& target) {
    return query.action.leaves_dead(target.variable);
  });
  return known.partitions;
}

std::vector<StateId> IntervalDomain::initial(const Action& start, Precision& precision) {
  return post({states_.intern(Box{}), start, precision});
}

std::vector<StateId> IntervalDomain::post(const PostQuery& query) {
  posts_.add();
  const std::vector<Partitioned>& targets = this->targets(query);
  auto boxes =
      BoxExecution(context_, states_.get(query.state)).run(query.action.statement, targets);
  if (!boxes) boxes = ask_solver(query, targets);
  std::vector<StateId> result;
  for (Box& box : *boxes) {
    const StateId state = states_.intern(std::move(box));
    if (std::find(result.begin(), result.end(), state) == result.end()) result.push_back(state);
  }
  return result;
}

Cube IntervalDomain::cube_of(const Box& box) {
  Cube result;
  const auto add = [&](Expr formula) {
    if (!formula.is_literal()) result.push_back(tools_.predicates.intern(formula));
  };
  for (const VariableInterval& entry : box) {
    const auto [lo, hi] = entry.interval;
    if (entry.variable->type.is_int() && lo != hi) {
      if (lo != Interval::no_lower) add(split_point(context_, entry.variable, lo));
      if (hi != Interval::no_upper) add(ir::not_(split_point(context_, entry.variable, hi + 1)));
    } else if (lo == hi) {
      add(formula_of(context_, entry));
    }
  }
  std::sort(result.begin(), result.end());
  return result;
}

std::vector<Expr> IntervalDomain::predicates_of(const Partitioned& target) const {
  const ir::Type type = target.variable->type;
  if (type.is_bool()) return {context_.var(target.variable)};
  std::vector<Expr> result;
  if (type.is_enum())
    for (std::uint32_t i = 0; i < type.literals().size(); ++i)
      result.push_back(ir::eq(context_.var(target.variable), context_.enum_literal(type, i)));
  for (const std::int64_t cut : target.cuts)
    result.push_back(split_point(context_, target.variable, cut));
  return result;
}

/// What a combination of truth values of the predicates says.
Box IntervalDomain::box_of(const Cube& cube, const PostQuery& query,
                           std::span<const Partitioned> targets) {
  Box result;
  for (const Partitioned& target : targets) {
    Interval known = *Interval::all_of(target.variable->type);
    if (!written_[&query.action].get(target.variable))
      known = find_interval(states_.get(query.state), target.variable).value_or(known);
    const std::vector<Expr> predicates = predicates_of(target);
    for (std::size_t i = 0; i < predicates.size(); ++i) {
      if (predicates[i].is_literal()) continue;
      const Literal positive = tools_.predicates.intern(predicates[i]);
      const auto found = find_literal(cube, positive.predicate);
      if (!found) continue;
      const bool holds = *found == positive;
      if (target.variable->type.is_int())
        known = known.meet(holds ? Interval{target.cuts[i], Interval::no_upper}
                                 : Interval{Interval::no_lower, target.cuts[i] - 1});
      else if (target.variable->type.is_bool())
        known = Interval::of(holds ? 1 : 0);
      else if (holds)
        known = Interval::of(static_cast<std::int64_t>(i));
    }
    // What the solver could not tell may be in several cells.
    result.push_back({target.variable, target.cell(known).value_or(known)});
  }
  return result;
}

std::vector<Box> IntervalDomain::ask_solver(const PostQuery& query,
                                            std::span<const Partitioned> targets) {
  by_solver_.add();
  CubeTransformer& transformer = this->transformer(query.action);
  const Cube cube = cube_of(states_.get(query.state));
  std::vector<PredicateId> wanted;
  for (const Partitioned& target : targets)
    for (const Expr predicate : predicates_of(target))
      if (!predicate.is_literal()) wanted.push_back(tools_.predicates.intern(predicate).predicate);
  std::sort(wanted.begin(), wanted.end());
  wanted.erase(std::unique(wanted.begin(), wanted.end()), wanted.end());
  std::vector<Box> result;
  for (const Cube& successor : transformer.combinations({cube, wanted, query.before, query.after}))
    result.push_back(box_of(successor, query, targets));
  return result;
}

Expr IntervalDomain::to_expr(StateId state) const {
  std::vector<Expr> parts;
  for (const VariableInterval& entry : states_.get(state))
    parts.push_back(formula_of(context_, entry));
  return parts.empty() ? context_.true_expr() : ir::and_(parts);
}

std::string IntervalDomain::to_string(StateId state) const {
  std::string result;
  for (const VariableInterval& entry : states_.get(state))
    result +=
        fmt::format("{}{}", result.empty() ? "" : ", ", formula_of(context_, entry).to_string());
  return result;
}

std::unique_ptr<CoverIndex> IntervalDomain::make_cover_index() const {
  return std::make_unique<IntervalCoverIndex>(states_);
}

void IntervalDomain::track(Precision& precision, Control control, ir::Var var) {
  if (Interval::all_of(var->type)) precision.add_variable(control, var);
}

void IntervalDomain::track(Precision& precision, Control control, Expr formula, Effort effort) {
  const BoxFacts facts = box_facts(formula);
  for (const Expr bound : facts.bounds) precision.add_predicate(control, bound);
  for (const ir::Var var : facts.few_values) track(precision, control, var);
  if (effort == Effort::usual) return;
  for (const ir::Var var : facts.related) track(precision, control, var);
}

void IntervalDomain::refine(Precision& precision, const Refutation& refutation,
                            std::span<const Control> controls, Effort effort) {
  for (std::size_t k = 0; k < controls.size(); ++k) {
    if (!refutation.interpolants.empty())
      track(precision, controls[k], refutation.interpolants[k], effort);
    if (refutation.interpolants.empty() || effort == Effort::last_resort)
      for (const ir::Var var : refutation.variables[k]) track(precision, controls[k], var);
  }
}

}  // namespace arges::analysis
