#include "analysis/tracegen/prefix_checker.h"

#include <deque>

#include "analysis/refine/core_refuter.h"
#include "analysis/refine/trace_checker.h"
#include "analysis/tracegen/fewest.h"

namespace arges::analysis {

PrefixChecker::PrefixChecker(Env& env, const System& system, smt::SolverFactory& solvers)
    : env_(env),
      system_(system),
      solvers_(solvers),
      queries_(env.statistics.counter("tracegen::queries")),
      time_(env.statistics.timer("tracegen::feasibility_time")) {}

FeasiblePrefix PrefixChecker::check(AbstractTrace trace, std::size_t at_least,
                                    std::size_t at_most) {
  const Timer::Scope timing(time_);
  const TraceEncoding encoding(system_, trace.first(at_most));
  const auto solver = solvers_.make();
  FeasiblePrefix result;
  const auto is_feasible = [&](std::size_t length) {
    std::vector<ir::Expr> parts;
    for (const TraceEncoding::Piece& piece : encoding.pieces())
      if (piece.position < static_cast<std::ptrdiff_t>(length)) parts.push_back(piece.formula);
    queries_.add();
    const smt::Status status = solver->check(parts);
    env_.limits.check();
    if (status == smt::Status::unknown) result.is_maximal = false;
    return status == smt::Status::sat;
  };
  std::size_t most = at_most;
  result.length = at_least;
  if (at_least == 0 && !is_feasible(0)) {
    result.has_initial = false;
    return result;
  }
  // Most traces are feasible as they are.
  if (result.length < most && is_feasible(most)) result.length = most;
  while (result.length + 1 < most) {
    const std::size_t middle = result.length + (most - result.length) / 2;
    if (is_feasible(middle))
      result.length = middle;
    else
      most = middle;
  }
  result.run = concretize(trace.first(result.length));
  return result;
}

std::optional<ConcreteTrace> PrefixChecker::concretize(AbstractTrace trace) {
  CoreRefuter refuter(env_, solvers_);
  return SolverTraceChecker(env_, system_, solvers_, refuter).check(trace).run;
}

std::vector<ir::Var> PrefixChecker::blame(AbstractTrace trace,
                                          const std::vector<ir::Var>& candidates) {
  const Timer::Scope timing(time_);
  return fewest(candidates, [&](const std::vector<ir::Var>& forgotten) {
    return has_run_without(trace, forgotten);
  });
}

bool PrefixChecker::has_run_without(AbstractTrace trace, const std::vector<ir::Var>& forgotten) {
  std::deque<Action> actions;
  std::vector<const Action*> pointers;
  for (const Action* action : trace) {
    std::vector<ir::Stmt> parts;
    for (const ir::Var var : forgotten) parts.push_back(ir::havoc(system_.context(), var));
    parts.push_back(action->statement);
    actions.push_back(*action);
    actions.back().statement = ir::sequence(system_.context(), parts);
    pointers.push_back(&actions.back());
  }
  queries_.add();
  const smt::Status status = solvers_.make()->check(TraceEncoding(system_, pointers).formulas());
  env_.limits.check();
  return status == smt::Status::sat;
}

}  // namespace arges::analysis
