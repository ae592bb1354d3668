#include "analysis/refine/trace_checker.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

#include <fmt/format.h>

#include "base/invariant.h"
#include "ir/simplify.h"
#include "ir/traversal.h"
#include "ir/weakest_precondition.h"

namespace arges::analysis {

using ir::Expr;
using ir::Stmt;
using ir::StmtKind;

CoreTraceChecker::CoreTraceChecker(Env& env, const System& system, smt::SolverFactory& solvers,
                                   RefutationKind kind)
    : env_(env),
      system_(system),
      solvers_(solvers),
      kind_(kind),
      preconditions_given_up_(env.statistics.counter("refine::preconditions_given_up")),
      time_(env.statistics.timer("refine::time")) {}

namespace {

/// Some of these formulas that are contradictory together, as positions; not many more than needed.
///
/// Bounded by the solver's own steps, not by time, so that every run finds the same ones. Formulas
/// asserted outright (which decided that there is a contradiction) are much easier than assumptions
/// that can be blamed; where the latter are too hard, all are blamed.
std::vector<std::size_t> contradictory(smt::Solver& solver, std::span<const Expr> formulas) {
  constexpr std::uint32_t steps_at_first = 2000000;
  constexpr std::uint32_t steps_later = 50000;
  constexpr std::size_t most_checks = 100;
  std::vector<std::size_t> core(formulas.size());
  std::iota(core.begin(), core.end(), std::size_t{0});
  solver.set_query_limit({.seconds = {}, .steps = steps_at_first});
  if (solver.check(formulas) != smt::Status::unsat) return core;
  core = solver.unsat_core();
  solver.set_query_limit({.seconds = {}, .steps = steps_later});
  std::vector<Expr> chosen;
  std::size_t needed = 0;  // members at the end that can't be spared
  for (std::size_t checks = 0; checks < most_checks && needed < core.size(); ++checks) {
    const std::size_t candidate = core.size() - 1 - needed;
    chosen.clear();
    for (std::size_t i = 0; i < core.size(); ++i)
      if (i != candidate) chosen.push_back(formulas[core[i]]);
    if (solver.check(chosen) != smt::Status::unsat) {
      ++needed;
      continue;
    }
    std::vector<std::size_t> smaller;
    for (const std::size_t i : solver.unsat_core())
      smaller.push_back(core[i < candidate ? i : i + 1]);
    core = std::move(smaller);
    needed = std::min(needed, core.size());
  }
  return core;
}

}  // namespace

TraceStatus CoreTraceChecker::check(AbstractTrace trace) {
  const Timer::Scope timing(time_);
  const Encoding encoding = encode(trace);
  const auto solver = solvers_.make_one_shot();
  for (const Piece& piece : encoding.pieces) solver->add(piece.formula);
  TraceStatus result;
  switch (solver->check()) {
    case smt::Status::unknown:
      env_.limits.check();
      result.unknown_reason = "solver unknown";
      break;
    case smt::Status::sat:
      result.run = concretize(trace, encoding, *solver);
      if (!result.run) result.unknown_reason = "solver unknown";
      break;
    case smt::Status::unsat:
      result.refutation = refute(encoding);
#ifdef ARGES_SELF_CHECKS
      verify(trace, *result.refutation);
#endif
      break;
  }
  return result;
}

Refutation CoreTraceChecker::refute(const Encoding& encoding) const {
  std::vector<Expr> formulas;
  for (const Piece& piece : encoding.pieces) formulas.push_back(piece.formula);
  const auto solver = solvers_.make();
  std::vector<bool> in_core(formulas.size(), false);
  for (const std::size_t i : contradictory(*solver, formulas)) in_core[i] = true;
  env_.limits.check();
  if (kind_ == RefutationKind::weakest_precondition)
    if (auto refutation = by_preconditions(encoding, in_core)) return *std::move(refutation);
  return by_core(encoding, in_core);
}

CoreTraceChecker::Encoding CoreTraceChecker::encode(AbstractTrace trace) const {
  ir::Unfolder unfolder(system_.context());
  Encoding encoding;
  encoding.versions.emplace_back();
  for (const Expr conjunct : ir::conjuncts(system_.initial_condition()))
    encoding.pieces.push_back({-1, ir::assume(conjunct), conjunct});
  for (std::size_t k = 0; k < trace.size(); ++k) {
    ir::Versions versions = encoding.versions.back();
    ir::DecisionPlan plan;
    const Stmt statement = trace[k]->statement;
    const std::span<const Stmt> parts = statement.kind() == StmtKind::sequence
                                            ? statement.children()
                                            : std::span<const Stmt>(&statement, 1);
    for (const Stmt part : parts) {
      ir::Unfolding unfolding = unfolder.unfold(part, versions);
      encoding.pieces.push_back({static_cast<std::ptrdiff_t>(k), part, unfolding.formula});
      versions = std::move(unfolding.after);
      std::move(unfolding.plan.items.begin(), unfolding.plan.items.end(),
                std::back_inserter(plan.items));
    }
    encoding.versions.push_back(std::move(versions));
    encoding.plans.push_back(std::move(plan));
  }
  return encoding;
}

namespace {

/// Follows a plan through a model; nothing if a value has no exact representation.
std::optional<std::vector<ir::Decision>> read_decisions(const ir::DecisionPlan& plan,
                                                        smt::Solver& solver) {
  std::vector<ir::Decision> decisions;
  for (const ir::DecisionPlan::Item& item : plan.items) {
    if (item.kind == ir::DecisionPlan::Kind::value) {
      const auto value = solver.value(item.exprs[0]);
      if (!value) return std::nullopt;
      decisions.push_back(ir::Decision::pick(*value, item.exprs[0].type()));
      continue;
    }
    std::size_t branch = 0;
    for (; branch < item.exprs.size(); ++branch) {
      const auto taken = solver.value(item.exprs[branch]);
      if (!taken) return std::nullopt;
      if (taken->is_true()) break;
    }
    if (item.kind == ir::DecisionPlan::Kind::choice) {
      INVARIANT(branch < item.exprs.size(), "a model should select a branch");
      decisions.push_back(ir::Decision::take(static_cast<std::uint32_t>(branch)));
    }
    // Of an if: position 0 if the condition holds, else 1.
    const auto inner = read_decisions(item.plans[branch], solver);
    if (!inner) return std::nullopt;
    decisions.insert(decisions.end(), inner->begin(), inner->end());
  }
  return decisions;
}

}  // namespace

std::optional<ConcreteTrace> CoreTraceChecker::concretize(AbstractTrace trace,
                                                          const Encoding& encoding,
                                                          smt::Solver& solver) const {
  const auto state_at = [&](std::size_t k) -> std::optional<ir::Valuation> {
    ir::Valuation state;
    for (const ir::Var var : system_.variables()) {
      const auto value = solver.value(system_.context().var(var, encoding.versions[k].get(var)));
      if (!value) return std::nullopt;
      state.set(var, *value);
    }
    return state;
  };
  ConcreteTrace run;
  const auto initial = state_at(0);
  if (!initial) return std::nullopt;
  run.initial = *initial;
  for (std::size_t k = 0; k < trace.size(); ++k) {
    const auto state = state_at(k + 1);
    auto decisions = read_decisions(encoding.plans[k], solver);
    if (!state || !decisions) return std::nullopt;
    run.steps.push_back({trace[k], *std::move(decisions), *state});
  }
  return run;
}

Refutation CoreTraceChecker::by_core(const Encoding& encoding,
                                     const std::vector<bool>& in_core) const {
  // A versioned variable links two parts of the contradiction at every state between the first
  // and the last piece of the core that mentions it.
  struct Range {
    std::ptrdiff_t first;
    std::ptrdiff_t last;
  };
  std::map<Expr, Range> ranges;
  for (std::size_t i = 0; i < encoding.pieces.size(); ++i) {
    if (!in_core[i]) continue;
    const std::ptrdiff_t position = encoding.pieces[i].position;
    ir::for_each_subexpression(encoding.pieces[i].formula, [&](Expr e) {
      if (!e.is_variable()) return;
      const auto [range, is_new] = ranges.try_emplace(e, Range{position, position});
      if (!is_new) range->second.last = position;
    });
  }
  const std::size_t states = encoding.versions.size();
  Refutation refutation;
  refutation.variables.resize(states);
  std::vector<std::set<std::uint32_t>> ids(states);
  for (const auto& [e, range] : ranges)
    for (std::ptrdiff_t k = range.first + 1; k <= range.last; ++k)
      ids[static_cast<std::size_t>(k)].insert(e.var()->id);
  for (std::size_t k = 0; k < states; ++k)
    for (const auto* vars : {&system_.variables(), &system_.auxiliary_variables()})
      for (const ir::Var var : *vars)
        if (ids[k].contains(var->id)) refutation.variables[k].push_back(var);
  return refutation;
}

std::optional<Refutation> CoreTraceChecker::by_preconditions(
    const Encoding& encoding, const std::vector<bool>& in_core) const {
  ir::Context& context = system_.context();
  const std::size_t states = encoding.versions.size();
  Refutation refutation;
  refutation.interpolants.assign(states, context.false_expr());
  refutation.variables.resize(states);
  ir::Simplifier simplify;
  Expr condition = context.false_expr();
  std::size_t k = states - 1;
  for (std::size_t i = encoding.pieces.size(); i-- > 0;) {
    const Piece& piece = encoding.pieces[i];
    if (piece.position < 0) break;
    env_.limits.check();
    while (k > static_cast<std::size_t>(piece.position) + 1)
      refutation.interpolants[--k] = condition;
    // A statement outside the core only loses information: what it writes is arbitrary after it.
    if (in_core[i]) {
      condition = ir::weakest_precondition(piece.statement, condition, largest_condition);
    } else {
      for (const ir::Var var : ir::written_variables(piece.statement))
        condition = ir::weakest_precondition(ir::havoc(context, var), condition);
    }
    if (condition) condition = simplify(condition);
    if (!condition || ir::count_subexpressions(condition, largest_condition) == largest_condition) {
      preconditions_given_up_.add();
      return std::nullopt;
    }
  }
  while (k > 0) refutation.interpolants[--k] = condition;
  for (std::size_t j = 0; j < states; ++j)
    refutation.variables[j] = ir::free_variables(refutation.interpolants[j]);
  return refutation;
}

void CoreTraceChecker::verify(AbstractTrace trace, const Refutation& refutation) const {
  if (refutation.interpolants.empty()) return;
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
