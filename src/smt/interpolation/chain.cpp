#include "smt/interpolation/chain.h"

#include <array>
#include <utility>

#include "base/invariant.h"
#include "ir/traversal.h"

namespace arges::smt {

using ir::Expr;

namespace {

/// Whether a query that must be contradictory is.
ChainStatus status_of(Status status) {
  switch (status) {
    case Status::unsat:
      return ChainStatus::holds;
    case Status::sat:
      return ChainStatus::fails;
    case Status::unknown:
      break;
  }
  return ChainStatus::unknown;
}

}  // namespace

ChainStatus check_chain(Env& env, SolverFactory& solvers, const FormulaTrace& trace,
                        const Chain& chain, QueryLimit limit) {
  INVARIANT(trace.steps.size() == trace.states.size(), "there should be a state after each step");
  if (chain.size() != trace.steps.size() || chain.empty() || !chain.back().is_false())
    return ChainStatus::fails;
  ChainStatus result = ChainStatus::holds;
  for (std::size_t k = 0; k < chain.size(); ++k) {
    env.limits.check();
    const auto solver = solvers.make();
    solver->set_query_limit(limit);
    if (k > 0) solver->add(trace.states[k - 1].apply(chain[k - 1]));
    for (const Expr conjunct : trace.steps[k]) solver->add(conjunct);
    solver->add(ir::not_(trace.states[k].apply(chain[k])));
    const ChainStatus step = status_of(solver->check());
    if (step == ChainStatus::fails) return step;
    if (step == ChainStatus::unknown) result = step;
  }
  return result;
}

Chain self_checked([[maybe_unused]] Env& env, [[maybe_unused]] SolverFactory& solvers,
                   [[maybe_unused]] const FormulaTrace& trace, Chain chain) {
#ifdef ARGES_SELF_CHECKS
  INVARIANT(check_chain(env, solvers, trace, chain) != ChainStatus::fails,
            "interpolants should form a chain");
#endif
  return chain;
}

Expr at_state(const ir::Versions& state, Expr formula) {
  bool is_of_state = true;
  ir::Rewriter rewrite([&](Expr original, std::span<const Expr> children) {
    if (!original.is_variable()) return ir::rebuild(original, children);
    is_of_state = is_of_state && state.get(original.var()) == original.version();
    return original.context().var(original.var());
  });
  const Expr result = rewrite(formula);
  return is_of_state ? result : Expr();
}

std::optional<FormulaTrace> contradiction(Env& env, SolverFactory& solvers,
                                          const FormulaTrace& trace) {
  std::vector<Expr> assumptions;
  std::vector<std::size_t> steps;
  for (std::size_t k = 0; k < trace.steps.size(); ++k)
    for (const Expr conjunct : trace.steps[k])
      for (const Expr part : ir::conjuncts(conjunct)) {
        assumptions.push_back(part);
        steps.push_back(k);
      }
  const auto solver = solvers.make(Cores::minimal);
  solver->set_query_limit(interpolation_limit);
  if (assumptions.empty()) return std::nullopt;
  solver->add(assumptions.back());
  const Status status = solver->check(std::span(assumptions).first(assumptions.size() - 1));
  env.limits.check();
  if (status != Status::unsat) return std::nullopt;
  FormulaTrace result{std::vector<std::vector<Expr>>(trace.steps.size()), trace.states};
  std::vector<Expr> others;
  for (const std::size_t i : solver->unsat_core()) {
    result.steps[steps[i]].push_back(assumptions[i]);
    others.push_back(assumptions[i]);
  }
  const auto again = solvers.make();
  again->set_query_limit(interpolation_limit);
  if (again->check(others) != Status::unsat)
    result.steps[steps.back()].push_back(assumptions.back());
  return result;
}

}  // namespace arges::smt
