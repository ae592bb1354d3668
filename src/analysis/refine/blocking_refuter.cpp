#include "analysis/refine/blocking_refuter.h"

#include <set>

#include "analysis/system/state_variables.h"
#include "ir/simplify.h"
#include "ir/traversal.h"
#include "smt/unsat_core.h"

namespace arges::analysis {

using ir::Expr;

namespace {

/// Generous: the queries are many and easy, and what follows in a cascade costs more than one of
/// them that is hard.
constexpr smt::QueryLimit query_limit{.seconds = {}, .steps = 20000000};

/// The variables on which the outcome of an action can depend: those it reads, and those of what is
/// asked about afterwards.
std::vector<ir::Var> relevant_variables(ir::Stmt statement, const std::vector<Expr>& after,
                                        const System& system) {
  std::set<ir::Var> mentioned;
  for (const ir::Var var : ir::read_variables(statement)) mentioned.insert(var);
  for (const Expr condition : after)
    for (const ir::Var var : ir::free_variables(condition)) mentioned.insert(var);
  std::vector<ir::Var> result;
  for (const ir::Var var : state_variables(system))
    if (mentioned.contains(var)) result.push_back(var);
  return result;
}

Expr conjunction(ir::Context& context, const std::vector<Expr>& parts) {
  return parts.empty() ? context.true_expr() : ir::and_(parts);
}

/// What a model decides where a statement leaves a choice, as conditions.
std::vector<Expr> decisions_of(const ir::DecisionPlan& plan, smt::Solver& model,
                               ir::Context& context) {
  std::vector<Expr> result;
  for (const ir::DecisionPlan::Item& item : plan.items) {
    std::size_t taken = item.plans.size();
    for (std::size_t i = 0; i < item.exprs.size(); ++i) {
      const Expr e = item.exprs[i];
      const auto value = model.value(e);
      if (!value) continue;
      if (item.kind == ir::DecisionPlan::Kind::value)
        result.push_back(ir::eq(e, context.literal(e.type(), *value)));
      if (item.kind == ir::DecisionPlan::Kind::choice)
        result.push_back(value->is_true() ? e : ir::not_(e));
      if (value->is_true() && taken == item.plans.size()) taken = i;
    }
    // Of an if the second plan is that of a condition that does not hold.
    if (item.kind == ir::DecisionPlan::Kind::branch && taken == item.plans.size()) taken = 1;
    if (taken >= item.plans.size()) continue;
    for (const Expr inner : decisions_of(item.plans[taken], model, context))
      result.push_back(inner);
  }
  return result;
}

}  // namespace

/// Those of the bounds that lead to the same harm by the same decisions.
std::vector<Expr> BlockingRefuter::lifted(smt::Solver& harmless, std::vector<Expr> bounds,
                                          const std::vector<Expr>& decisions) const {
  const std::size_t count = bounds.size();
  std::vector<Expr> assumptions = bounds;
  assumptions.insert(assumptions.end(), decisions.begin(), decisions.end());
  if (harmless.check(assumptions) != smt::Status::unsat) return bounds;
  std::vector<Expr> core;
  for (const std::size_t i : harmless.unsat_core())
    if (i < count) core.push_back(bounds[i]);
  return core;
}

std::vector<Expr> BlockingRefuter::state_bounds(smt::Solver& model, ir::Context& context,
                                                const std::vector<ir::Var>& vars) const {
  // Numbers last: a core is reduced from its end, and modes explain better than counters.
  std::vector<Expr> bounds;
  std::vector<Expr> numbers;
  for (const ir::Var var : vars) {
    const Expr x = context.var(var);
    const auto value = model.value(x);
    if (!value) continue;
    const Expr v = context.literal(var->type, *value);
    if (var->type.is_numeric()) {
      numbers.push_back(ir::le(x, v));
      numbers.push_back(ir::le(v, x));
    } else {
      bounds.push_back(ir::simplify(ir::eq(x, v)));
    }
  }
  bounds.insert(bounds.end(), numbers.begin(), numbers.end());
  return bounds;
}

Expr BlockingRefuter::excluded(ir::Context& context, smt::Solver& before,
                               const ir::Versions& versions,
                               const std::vector<Expr>& bounds) const {
  constexpr std::size_t most_checks = 20;
  std::vector<Expr> versioned;
  versioned.reserve(bounds.size());
  for (const Expr bound : bounds) versioned.push_back(versions.apply(bound));
  if (before.check(versioned) != smt::Status::unsat) return {};
  std::vector<Expr> negations;
  for (const std::size_t i :
       smt::reduced_core(before, versioned, before.unsat_core(),
                         {smt::CoreReduction::Order::last_members_first, most_checks}))
    negations.push_back(ir::simplify(ir::not_(bounds[i])));
  if (negations.empty()) return context.false_expr();
  return ir::or_(negations);
}

std::optional<std::vector<Expr>> BlockingRefuter::block(const TraceEncoding& encoding,
                                                        std::size_t position,
                                                        const std::vector<Expr>& after,
                                                        smt::Solver& before) const {
  ir::Context& context = encoding.system().context();
  const ir::Stmt statement = encoding.trace()[position]->statement;
  const std::vector<ir::Var> vars = relevant_variables(statement, after, encoding.system());
  ir::Unfolder unfolder(context);
  const ir::Unfolding unfolding = unfolder.unfold(statement, {});
  const auto step = solvers_.make();
  const auto harmless = solvers_.make();
  step->set_query_limit(query_limit);
  harmless->set_query_limit(query_limit);
  harmless->add(unfolding.formula);
  harmless->add(unfolding.after.apply(conjunction(context, after)));
  step->add(unfolding.formula);
  step->add(ir::not_(unfolding.after.apply(conjunction(context, after))));

  std::vector<Expr> clauses;
  while (clauses.size() < most_states) {
    env_.limits.check();
    const smt::Status status = step->check();
    if (status == smt::Status::unsat) return clauses;
    if (status == smt::Status::unknown) return std::nullopt;
    const std::vector<Expr> bounds = state_bounds(*step, context, vars);
    const auto decisions = decisions_of(unfolding.plan, *step, context);
    Expr clause = excluded(context, before, encoding.versions(position),
                           lifted(*harmless, bounds, decisions));
    if (!clause) clause = excluded(context, before, encoding.versions(position), bounds);
    if (!clause) return std::nullopt;
    clauses.push_back(clause);
    if (clause.is_false()) return std::vector<Expr>{clause};
    step->add(clause);
  }
  return std::nullopt;
}

std::optional<Refutation> BlockingRefuter::refute(const TraceEncoding& encoding) {
  ir::Context& context = encoding.system().context();
  const std::size_t states = encoding.num_states();
  // The trace before each state: scopes, taken off from the end.
  const auto before = solvers_.make();
  before->set_query_limit(query_limit);
  std::size_t piece = 0;
  for (std::size_t k = 0; k < states; ++k) {
    before->push();
    for (; piece < encoding.pieces().size() &&
           encoding.pieces()[piece].position < static_cast<std::ptrdiff_t>(k);
         ++piece)
      before->add(encoding.pieces()[piece].formula);
  }
  std::vector<Expr> interpolants(states, context.true_expr());
  std::vector<Expr> clauses{context.false_expr()};
  interpolants[states - 1] = context.false_expr();
  for (std::size_t k = states - 1; k-- > 0;) {
    before->pop();
    auto found = block(encoding, k, clauses, *before);
    if (!found) return std::nullopt;
    clauses = *std::move(found);
    if (clauses.empty()) break;  // nothing before matters
    interpolants[k] = conjunction(context, clauses);
  }
  return by_interpolants(std::move(interpolants));
}

}  // namespace arges::analysis
