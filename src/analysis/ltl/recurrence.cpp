#include "analysis/ltl/recurrence.h"

#include <algorithm>

#include "analysis/system/state_variables.h"
#include "ir/reference_evaluator.h"
#include "ir/simplify.h"
#include "ir/traversal.h"

namespace arges::analysis {

using ir::Expr;

namespace {

constexpr std::uint32_t most_steps = 200'000;
constexpr std::size_t most_candidates = 200;

const ir::Valuation& state_before(const ConcreteTrace& run, std::size_t step) {
  return step == 0 ? run.initial : run.steps[step - 1].state;
}

bool holds(Expr condition, const ir::Valuation& state) {
  const auto value = ir::reference_evaluate(condition, state);
  return value && value->is_true();
}

/// What may be true whenever the loop begins: where its guards hold, how values lie to those they
/// have now and to each other.
std::vector<Expr> candidates(const BuchiProduct& product, const ResolvedPath& path,
                             const ir::Valuation& state, Expr known) {
  ir::Context& context = product.context();
  std::vector<Expr> result = ir::conjuncts(known);
  Expr guard = context.true_expr();
  for (int round = 0; round < 3; ++round) {
    guard = states_before(path, guard);
    for (const Expr part : ir::conjuncts(guard)) result.push_back(part);
  }
  std::vector<Expr> integers;
  for (const ir::Var var : product.variables()) {
    const ir::Value value = state.get(var);
    if (value.is_unknown() || var->type.is_array()) continue;
    const Expr now = context.literal(var->type, value);
    const Expr expr = context.var(var);
    result.push_back(ir::eq(expr, now));
    if (!var->type.is_int()) continue;
    integers.push_back(expr);
    result.push_back(ir::le(now, expr));
    result.push_back(ir::le(expr, now));
  }
  for (const Expr a : integers)
    for (const Expr b : integers)
      if (a != b && result.size() < most_candidates) result.push_back(ir::le(a, b));
  std::erase_if(result, [&](Expr one) { return one.is_true() || !holds(one, state); });
  std::sort(result.begin(), result.end());
  result.erase(std::unique(result.begin(), result.end()), result.end());
  if (result.size() > most_candidates) result.resize(most_candidates);
  return result;
}

/// Those of the candidates that hold after the path if all of them hold before it.
std::vector<Expr> kept_by(Env& env, smt::SolverFactory& solvers, const ResolvedPath& path,
                          std::vector<Expr> set) {
  ResolvedPath effects;
  for (const PathStatement& one : path)
    if (one.var != nullptr) effects.push_back(one);
  const auto solver = solvers.make();
  solver->set_query_limit({.seconds = {}, .steps = most_steps});
  while (!set.empty()) {
    solver->push();
    for (const Expr one : set) solver->add(one);
    std::vector<Expr> kept;
    for (const Expr one : set) {
      env.limits.check();
      solver->push();
      solver->add(ir::not_(states_before(effects, one)));
      if (solver->check() == smt::Status::unsat) kept.push_back(one);
      solver->pop();
    }
    solver->pop();
    if (kept.size() == set.size()) break;
    set = std::move(kept);
  }
  return set;
}

/// The set without conditions that it can do without: whoever reads it wants few.
std::vector<Expr> thinned(ir::Context& context, smt::SolverFactory& solvers,
                          const ResolvedPath& path, std::vector<Expr> set) {
  constexpr std::size_t most_thinned = 40;
  if (set.size() > most_thinned) return set;
  for (std::size_t i = set.size(); i-- > 0;) {
    std::vector<Expr> fewer = set;
    fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
    const Expr rest = fewer.empty() ? context.true_expr() : ir::and_(fewer);
    if (is_recurrence_set(solvers, path, rest) == true) set = std::move(fewer);
  }
  return set;
}

}  // namespace

std::optional<ResolvedPath> loop_path(const BuchiProduct& product, const ConcreteTrace& run,
                                      std::size_t start, std::span<const Expr> atoms,
                                      const ValueRule& rule) {
  ResolvedPath result;
  for (std::size_t k = start; k < run.steps.size(); ++k) {
    const ConcreteStep& step = run.steps[k];
    const auto part = resolve(step.action->statement, state_before(run, k), step.decisions, rule);
    if (!part) return std::nullopt;
    result.insert(result.end(), part->begin(), part->end());
    if (!product.reads(*step.action)) continue;
    for (const Expr atom : atoms) {
      const auto value = ir::reference_evaluate(atom, step.state);
      if (!value) return std::nullopt;
      result.push_back({nullptr, value->is_true() ? atom : ir::not_(atom)});
    }
  }
  return result;
}

std::optional<bool> is_recurrence_set(smt::SolverFactory& solvers, const ResolvedPath& path,
                                      Expr set) {
  const auto solver = solvers.make();
  solver->set_query_limit({.seconds = {}, .steps = most_steps});
  solver->add(set);
  solver->add(ir::not_(states_before(path, set)));
  switch (solver->check()) {
    case smt::Status::unsat:
      return true;
    case smt::Status::sat:
      return false;
    case smt::Status::unknown:
      break;
  }
  return std::nullopt;
}

std::optional<Loop> find_recurrence(Env& env, const BuchiProduct& product,
                                    smt::SolverFactory& solvers, const ConcreteTrace& run,
                                    std::size_t start, std::span<const Expr> atoms, Expr known) {
  const Timer::Scope timing(env.statistics.timer("ltl::recurrence_time"));
  ir::Context& context = product.context();
  const VariableSet known_variables(product.variables());
  // What is free stays as it was, or gets each time the value that it has in the run.
  for (const bool keeps : {false, true}) {
    Loop loop{Loop::Kind::recurrent, start, {}, {}};
    const auto path =
        loop_path(product, run, start, atoms, [&](ir::Var var, const ir::Decision& decision) {
          loop.values.push_back(keeps && known_variables.contains(var)
                                    ? context.var(var)
                                    : context.literal(var->type, decision.value));
          return loop.values.back();
        });
    if (!path) return std::nullopt;
    std::vector<Expr> set =
        kept_by(env, solvers, *path, candidates(product, *path, state_before(run, start), known));
    const auto all_of = [&] {
      return set.empty() ? context.true_expr() : ir::simplify(ir::and_(set));
    };
    if (is_recurrence_set(solvers, *path, all_of()) == true) {
      set = thinned(context, solvers, *path, std::move(set));
      loop.recurrence = all_of();
      return loop;
    }
    if (loop.values.empty()) break;
  }
  return std::nullopt;
}

}  // namespace arges::analysis
