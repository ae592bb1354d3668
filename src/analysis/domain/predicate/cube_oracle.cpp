#include "analysis/domain/predicate/cube_oracle.h"

#include <algorithm>

#include "smt/enumerate.h"

namespace arges::analysis {

using ir::Expr;

namespace {

/// A solver keeps every formula it was ever asked about, so it slows down.
constexpr std::size_t most_questions = 2000;

}  // namespace

CubeOracle::Counters::Counters(Statistics& statistics)
    : asked(statistics.counter("predicate::posts_by_solver")),
      cache_hits(statistics.counter("predicate::cache_hits")),
      without_solver(statistics.counter("predicate::posts_without_solver")) {}

CubeOracle::CubeOracle(Env& env, smt::SolverFactory& solvers, Counters& counters, Expr background)
    : env_(env), solvers_(solvers), counters_(counters), background_(background) {}

smt::Solver& CubeOracle::solver() {
  if (!solver_ || questions_ >= most_questions) {
    solver_ = solvers_.make();
    if (!background_.is_true()) solver_->add(background_);
    questions_ = 0;
  }
  return *solver_;
}

std::vector<Cube> CubeOracle::ask(std::span<const Expr> assumptions, std::span<const Expr> formulas,
                                  Mode mode) {
  std::vector<std::uint64_t> key{static_cast<std::uint64_t>(mode), assumptions.size()};
  for (const Expr assumption : assumptions) key.push_back(assumption.id());
  for (const Expr formula : formulas) key.push_back(formula.id());
  const auto found = answers_.find(key);
  if (found != answers_.end()) {
    counters_.cache_hits.add();
    return found->second;
  }
  counters_.asked.add();
  std::vector<Cube> cubes = find({assumptions, formulas}, mode);
  ++questions_;
  answers_.emplace(std::move(key), cubes);
  return cubes;
}

/// A model shows one value of every formula, so only the other one is asked for; and every further
/// model shows formulas that have both.
std::vector<Cube> CubeOracle::find(const Question& question, Mode mode) {
  env_.limits.check();
  smt::Solver& solver = this->solver();
  const smt::Status status = solver.check(question.assumptions);
  if (status == smt::Status::unsat) return {};
  if (status == smt::Status::unknown) {
    env_.limits.check();
    return {Cube{}};
  }
  const auto value_of = [&](PredicateId position) -> std::optional<Literal> {
    const auto value = solver.value(question.formulas[position]);
    if (!value) return std::nullopt;
    return Literal{position, !value->is_true()};
  };
  std::vector<Literal> candidates;
  for (PredicateId i = 0; i < question.formulas.size(); ++i)
    if (const auto literal = value_of(i)) candidates.push_back(*literal);
  Cube decided;
  std::vector<Expr> assumptions(question.assumptions.begin(), question.assumptions.end());
  while (!candidates.empty()) {
    const Literal candidate = candidates.back();
    candidates.pop_back();
    const Expr formula = question.formulas[candidate.predicate];
    assumptions.push_back(candidate.negated ? formula : ir::not_(formula));
    const smt::Status other = solver.check(assumptions);
    assumptions.pop_back();
    if (other == smt::Status::unsat) decided.push_back(candidate);
    if (other == smt::Status::unknown) env_.limits.check();
    if (other == smt::Status::sat)
      std::erase_if(candidates,
                    [&](Literal literal) { return value_of(literal.predicate) != literal; });
  }
  std::sort(decided.begin(), decided.end());
  if (mode == Mode::cartesian) return {decided};
  return enumerate(question, std::move(decided));
}

std::vector<Cube> CubeOracle::enumerate(const Question& question, Cube decided) {
  std::vector<PredicateId> open;
  std::vector<Expr> projection;
  for (PredicateId i = 0; i < question.formulas.size(); ++i) {
    if (find_literal(decided, i)) continue;
    open.push_back(i);
    projection.push_back(question.formulas[i]);
  }
  if (open.empty()) return {decided};
  const smt::Enumeration found =
      smt::enumerate(solver(), projection, smt::no_limit, question.assumptions);
  if (found.end != smt::EnumerationEnd::complete) {
    env_.limits.check();
    return {decided};
  }
  std::vector<Cube> cubes;
  for (const std::vector<ir::Value>& values : found.tuples) {
    Cube cube = decided;
    for (std::size_t i = 0; i < open.size(); ++i) cube.push_back({open[i], !values[i].is_true()});
    std::sort(cube.begin(), cube.end());
    cubes.push_back(std::move(cube));
  }
  return cubes;
}

}  // namespace arges::analysis
