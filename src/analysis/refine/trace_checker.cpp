#include "analysis/refine/trace_checker.h"

#include <fmt/format.h>

#include "analysis/system/state_variables.h"
#include "base/invariant.h"
#include "ir/traversal.h"
#include "ir/value_propagation.h"

namespace arges::analysis {

using ir::Expr;
using ir::Stmt;

Refutation by_interpolants(std::vector<Expr> interpolants) {
  Refutation refutation;
  for (const Expr interpolant : interpolants)
    refutation.variables.push_back(ir::free_variables(interpolant));
  refutation.interpolants = std::move(interpolants);
  return refutation;
}

SolverTraceChecker::SolverTraceChecker(Env& env, const System& system, smt::SolverFactory& solvers,
                                       Refuter& refuter)
    : env_(env),
      system_(system),
      solvers_(solvers),
      refuter_(refuter),
      time_(env.statistics.timer("refine::time")) {}

TraceStatus SolverTraceChecker::check(AbstractTrace trace) {
  const Timer::Scope timing(time_);
  const TraceEncoding encoding(system_, trace);
  const ir::ValuePropagation values(encoding.formulas());
  std::unique_ptr<smt::Solver> solver;
  smt::Status status = smt::Status::unsat;
  if (!values.is_contradictory()) {
    solver = solvers_.make_one_shot();
    for (const Expr formula : values.rest()) solver->add(formula);
    status = solver->check();
  }
  TraceStatus result;
  switch (status) {
    case smt::Status::unknown:
      env_.limits.check();
      result.unknown_reason = "solver unknown";
      break;
    case smt::Status::sat:
      result.run = encoding.run([&](Expr expr) {
        const Expr open = values.apply(expr);
        return open.is_literal() ? open.value() : solver->value(open);
      });
      if (!result.run) result.unknown_reason = "solver unknown";
      break;
    case smt::Status::unsat:
      result.is_spurious = true;
      result.refutation = explain(encoding);
      if (!result.refutation) result.unknown_reason = "no refinement progress";
      break;
  }
  return result;
}

std::optional<Refutation> SolverTraceChecker::explain_again(AbstractTrace trace) {
  const Timer::Scope timing(time_);
  refuter_.escalate();
  return explain(TraceEncoding(system_, trace));
}

std::optional<Refutation> SolverTraceChecker::explain(const TraceEncoding& encoding) const {
  auto refutation = refuter_.refute(encoding);
#ifdef ARGES_SELF_CHECKS
  if (refutation) verify(encoding, *refutation);
#endif
  return refutation;
}

void SolverTraceChecker::verify(const TraceEncoding& encoding, const Refutation& refutation) const {
  const VariableSet known(state_variables(system_));
  for (const auto& vars : refutation.variables)
    INVARIANT(known.contains_all(vars),
              "a refutation should be about states, not about locals of actions");
  if (refutation.interpolants.empty() || !refutation.is_chain) return;
  const AbstractTrace trace = encoding.trace();
  ir::Context& context = system_.context();
  const auto implied = [&](Expr before, Stmt statement, Expr after) {
    ir::Unfolder unfolder(context);
    const ir::Unfolding unfolding = unfolder.unfold(statement, {});
    const auto solver = solvers_.make();
    solver->set_query_limit({.seconds = {}, .steps = 200000});  // quantifiers may never end
    solver->add(before);
    solver->add(unfolding.formula);
    solver->add(ir::not_(unfolding.after.apply(after)));
    return solver->check() != smt::Status::sat;
  };
  INVARIANT(implied(system_.initial_condition(), ir::skip(context), refutation.interpolants[0]),
            "the initial condition should imply the first interpolant");
  for (std::size_t k = 0; k < trace.size(); ++k)
    INVARIANT(
        implied(refutation.interpolants[k], trace[k]->statement, refutation.interpolants[k + 1]),
        fmt::format("interpolant {} should be inductive", k));
  INVARIANT(refutation.interpolants.back().is_false(), "the last interpolant should be false");
}

}  // namespace arges::analysis
