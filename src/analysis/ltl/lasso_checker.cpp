#include "analysis/ltl/lasso_checker.h"

#include "analysis/refine/trace_encoding.h"
#include "analysis/system/state_variables.h"
#include "base/invariant.h"

namespace arges::analysis {

using ir::Expr;

LassoChecker::Closing LassoChecker::close(const Unrolled& lasso) {
  const Timer::Scope timing(env_.statistics.timer("ltl::closing_time"));
  ir::Context& context = system_.context();
  const TraceEncoding encoding(system_, lasso.actions);
  const auto solver = solvers_.make_one_shot();
  for (const Expr formula : encoding.formulas()) solver->add(formula);
  const std::vector<ir::Var> variables = state_variables(system_);
  const std::size_t end = lasso.actions.size();
  std::vector<Expr> same;  ///< as the last state, for the begin of each round
  for (std::size_t at = lasso.start; at < end; at += lasso.round) {
    std::vector<Expr> parts{context.true_expr()};
    for (const ir::Var var : variables)
      parts.push_back(ir::eq(context.var(var, encoding.versions(at).get(var)),
                             context.var(var, encoding.versions(end).get(var))));
    same.push_back(ir::and_(parts));
  }
  solver->add(ir::or_(same));
  switch (solver->check()) {
    case smt::Status::unsat:
      return {.run = {}, .impossible = true};
    case smt::Status::unknown:
      env_.limits.check();
      return {};
    case smt::Status::sat:
      break;
  }
  Closing result{encoding.run([&](Expr expr) { return solver->value(expr); })};
  if (!result.run) return result;
  for (std::size_t i = 0; i < same.size(); ++i) {
    const auto value = solver->value(same[i]);
    if (!value || !value->is_true()) continue;
    result.run->loop = Loop{Loop::Kind::closed, lasso.start + i * lasso.round};
    return result;
  }
  return {};
}

std::optional<Refutation> LassoChecker::separate(const Unrolled& lasso, const ConcreteTrace& run) {
  ir::Context& context = system_.context();
  const ir::Valuation& start = lasso.start == 0 ? run.initial : run.steps[lasso.start - 1].state;
  std::vector<ir::Stmt> as_at_start;
  for (const ir::Var var : system_.variables())
    if (!start.get(var).is_unknown())
      as_at_start.push_back(
          ir::assume(ir::eq(context.var(var), context.literal(var->type, start.get(var)))));
  std::vector<const Action*> actions = lasso.actions;
  std::vector<ir::Stmt> first = as_at_start;
  first.push_back(actions[lasso.start]->statement);
  Action& begins = made_.emplace_back(*actions[lasso.start]);
  begins.statement = ir::sequence(context, first);
  actions[lasso.start] = &begins;
  const Control end = actions.back()->target;
  actions.push_back(&made_.emplace_back(Action{.id = static_cast<std::uint32_t>(-2),
                                               .source = end,
                                               .target = end,
                                               .statement = ir::sequence(context, as_at_start),
                                               .label = "closes"}));
  TraceStatus status = traces_.check(actions);
  return std::move(status.refutation);
}

}  // namespace arges::analysis
