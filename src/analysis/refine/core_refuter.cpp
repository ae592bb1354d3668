#include "analysis/refine/core_refuter.h"

#include <map>
#include <numeric>
#include <set>

#include "analysis/system/state_variables.h"
#include "ir/traversal.h"
#include "smt/unsat_core.h"

namespace arges::analysis {

using ir::Expr;

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
  // Early members go first: what is close to the target explains more.
  return smt::reduced_core(solver, formulas, std::move(core),
                           {smt::CoreReduction::Order::first_members_first, most_checks});
}

}  // namespace

std::vector<bool> contradictory_pieces(Env& env, smt::SolverFactory& solvers,
                                       const TraceEncoding& encoding) {
  const std::vector<Expr> formulas = encoding.formulas();
  const auto solver = solvers.make();
  std::vector<bool> in_core(formulas.size(), false);
  // The last piece is what is wrong with the target. A contradiction with it says something about
  // the property; one without, often just how many rounds of a loop this trace has.
  solver->add(formulas.back());
  in_core.back() = true;
  for (const std::size_t i : contradictory(*solver, std::span(formulas).first(formulas.size() - 1)))
    in_core[i] = true;
  env.limits.check();
  return in_core;
}

std::optional<Refutation> CoreRefuter::refute(const TraceEncoding& encoding) {
  const std::vector<bool> in_core = contradictory_pieces(env_, solvers_, encoding);
  // A versioned variable links two parts of the contradiction at every state between the first
  // and the last piece of the core that mentions it.
  struct Range {
    std::ptrdiff_t first;
    std::ptrdiff_t last;
  };
  std::map<Expr, Range> ranges;
  for (std::size_t i = 0; i < encoding.pieces().size(); ++i) {
    if (!in_core[i]) continue;
    const std::ptrdiff_t position = encoding.pieces()[i].position;
    ir::for_each_subexpression(encoding.pieces()[i].formula, [&](Expr e) {
      if (!e.is_variable()) return;
      const auto [range, is_new] = ranges.try_emplace(e, Range{position, position});
      if (!is_new) range->second.last = position;
    });
  }
  const std::size_t states = encoding.num_states();
  Refutation refutation;
  refutation.variables.resize(states);
  std::vector<std::set<std::uint32_t>> ids(states);
  for (const auto& [e, range] : ranges)
    for (std::ptrdiff_t k = range.first + 1; k <= range.last; ++k)
      ids[static_cast<std::size_t>(k)].insert(e.var()->id);
  for (const ir::Var var : state_variables(encoding.system()))
    for (std::size_t k = 0; k < states; ++k)
      if (ids[k].contains(var->id)) refutation.variables[k].push_back(var);
  return refutation;
}

}  // namespace arges::analysis
