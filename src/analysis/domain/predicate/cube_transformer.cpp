#include "analysis/domain/predicate/cube_transformer.h"

#include <algorithm>

#include "base/invariant.h"
#include "ir/simplify.h"
#include "ir/traversal.h"
#include "smt/enumerate.h"

namespace arges::analysis {

using ir::Expr;
using ir::Stmt;
using ir::StmtKind;

CubeTransformer::Counters::Counters(Statistics& statistics)
    : asked(statistics.counter("predicate::posts_by_solver")),
      without_solver(statistics.counter("predicate::posts_without_solver")),
      cache_hits(statistics.counter("predicate::cache_hits")) {}

CubeTransformer::CubeTransformer(Env& env, Predicates& predicates, smt::SolverFactory& solvers,
                                 Relevance& relevance, Counters& counters, const Action& action)
    : env_(env),
      predicates_(predicates),
      solvers_(solvers),
      relevance_(relevance),
      counters_(counters),
      action_(action),
      accessed_(ir::read_variables(action.statement)) {
  for (const ir::Var var : ir::written_variables(action.statement)) {
    written_.set(var, true);
    accessed_.push_back(var);
  }
  analyse(action.statement);
}

/// Finds the guards: conditions on variables that nothing before them writes.
void CubeTransformer::analyse(Stmt statement) {
  const std::span<const Stmt> parts = statement.kind() == StmtKind::sequence
                                          ? statement.children()
                                          : std::span<const Stmt>(&statement, 1);
  ir::VarMap<bool> written;
  for (const Stmt part : parts) {
    switch (part.kind()) {
      case StmtKind::skip:
        break;
      case StmtKind::assign:
      case StmtKind::havoc:
        written.set(part.var(), true);
        break;
      case StmtKind::assume:
        may_block_ = true;
        for (const Expr conjunct : ir::conjuncts(ir::simplify(part.expr()))) {
          const std::vector<ir::Var>& vars = relevance_.variables(conjunct);
          if (std::any_of(vars.begin(), vars.end(), [&](ir::Var v) { return written.get(v); }))
            guards_are_all_ = false;
          else if (!conjunct.is_true())
            guards_.push_back(canonical(conjunct));
        }
        break;
      default:
        is_straight_ = false;
        may_block_ = true;
        guards_are_all_ = false;
        for (const ir::Var var : ir::written_variables(part)) written.set(var, true);
    }
  }
  if (is_straight_) parts_.assign(parts.begin(), parts.end());
}

bool CubeTransformer::is_written(const std::vector<ir::Var>& vars) const {
  return std::any_of(vars.begin(), vars.end(), [&](ir::Var v) { return written_.get(v); });
}

bool CubeTransformer::contradicts_guards(std::span<const Literal> cube) const {
  return std::any_of(guards_.begin(), guards_.end(), [&](const Canonical& guard) {
    if (guard.formula.is_literal()) return guard.formula.is_true() == guard.negated;
    const auto literal = predicates_.find(guard);
    return literal && find_literal(cube, literal->predicate) == !*literal;
  });
}

bool CubeTransformer::passes_guards(std::span<const Literal> cube) const {
  if (!may_block_) return true;
  return guards_are_all_ &&
         std::all_of(guards_.begin(), guards_.end(), [&](const Canonical& guard) {
           const auto literal = predicates_.find(guard);
           return literal && find_literal(cube, literal->predicate) == *literal;
         });
}

CubeTransformer::Origin CubeTransformer::find_origin(Expr predicate) const {
  if (!is_straight_) return {};
  Expr e = predicate;
  for (std::size_t i = parts_.size(); i-- > 0;) {
    const Stmt part = parts_[i];
    if (part.kind() == StmtKind::assign) e = ir::substitute(e, part.var(), part.expr());
    if (part.kind() == StmtKind::havoc && ir::occurs(part.var(), e)) return {};
  }
  e = ir::simplify(e);
  if (e.is_literal()) return {Origin::Kind::constant, e.is_true(), {}};
  return {Origin::Kind::formula, false, canonical(e)};
}

const CubeTransformer::Origin& CubeTransformer::origin(PredicateId predicate) {
  const auto [entry, is_new] = origins_.try_emplace(predicate);
  if (is_new) entry->second = find_origin(predicates_.expr(predicate));
  return entry->second;
}

/// The predicate's value after the action, where no solver is needed to tell.
std::optional<Literal> CubeTransformer::evident(PredicateId predicate,
                                                std::span<const Literal> cube) {
  if (!is_written(predicates_.variables(predicate))) return find_literal(cube, predicate);
  const Origin& from = origin(predicate);
  if (from.kind == Origin::Kind::constant) return Literal{predicate, !from.value};
  if (from.kind == Origin::Kind::none) return std::nullopt;
  const auto literal = predicates_.find(from.formula);
  if (!literal) return std::nullopt;
  const auto known = find_literal(cube, literal->predicate);
  if (!known) return std::nullopt;
  return Literal{predicate, known->negated != literal->negated};
}

/// Nothing if the action is evidently impossible.
std::optional<CubeTransformer::Rest> CubeTransformer::settle(const Question& question) {
  if (contradicts_guards(question.cube)) return std::nullopt;
  Rest rest;
  rest.may_block = !passes_guards(question.cube);
  std::vector<ir::Var> seeds;
  if (rest.may_block) seeds = accessed_;
  for (const PredicateId predicate : question.targets) {
    if (const auto literal = evident(predicate, question.cube)) {
      rest.settled.push_back(*literal);
      continue;
    }
    rest.open.push_back(predicate);
    const std::vector<ir::Var>& vars = predicates_.variables(predicate);
    seeds.insert(seeds.end(), vars.begin(), vars.end());
  }
  if (rest.open.empty() && !rest.may_block) return rest;

  std::vector<Expr> known;
  for (const Literal literal : question.cube) known.push_back(predicates_.expr(literal));
  if (question.before)
    for (const Expr conjunct : ir::conjuncts(question.before)) known.push_back(conjunct);
  auto relevant = relevance_.connected(known, seeds);
  const bool action_matters =
      touches_action(seeds) || std::any_of(relevant.begin(), relevant.end(), [&](std::size_t i) {
        return touches_action(relevance_.variables(known[i]));
      });
  if (action_matters) {
    seeds.insert(seeds.end(), accessed_.begin(), accessed_.end());
    relevant = relevance_.connected(known, seeds);
  }
  for (const std::size_t i : relevant) rest.assumptions.push_back(known[i]);
  if (!question.after || !action_matters) return rest;
  solver();  // makes the versions
  for (const Expr conjunct : ir::conjuncts(question.after))
    if (is_written(relevance_.variables(conjunct)))
      rest.assumptions.push_back(after_.apply(conjunct));
  return rest;
}

bool CubeTransformer::touches_action(std::span<const ir::Var> variables) const {
  return std::any_of(variables.begin(), variables.end(), [&](ir::Var var) {
    return std::find(accessed_.begin(), accessed_.end(), var) != accessed_.end();
  });
}

std::vector<Cube> CubeTransformer::answer(const Question& question, Mode mode) {
  auto rest = settle(question);
  if (!rest) {
    counters_.without_solver.add();
    return {};
  }
  std::vector<Cube> cubes{{}};
  if (rest->open.empty() && !rest->may_block) {
    counters_.without_solver.add();
  } else {
    std::vector<std::uint64_t> key{static_cast<std::uint64_t>(mode)};
    for (const Expr assumption : rest->assumptions) key.push_back(assumption.id());
    key.push_back(UINT64_MAX);
    for (const PredicateId predicate : rest->open) key.push_back(predicate);
    const auto found = answers_.find(key);
    if (found != answers_.end()) {
      counters_.cache_hits.add();
      cubes = found->second;
    } else {
      counters_.asked.add();
      cubes = ask(*rest, mode);
      answers_.emplace(std::move(key), cubes);
    }
  }
  for (Cube& cube : cubes) {
    cube.insert(cube.end(), rest->settled.begin(), rest->settled.end());
    std::sort(cube.begin(), cube.end());
  }
  return cubes;
}

std::optional<Cube> CubeTransformer::cartesian(const Question& question) {
  std::vector<Cube> cubes = answer(question, Mode::cartesian);
  if (cubes.empty()) return std::nullopt;
  return std::move(cubes.front());
}

std::vector<Cube> CubeTransformer::combinations(const Question& question) {
  return answer(question, Mode::combinations);
}

smt::Solver& CubeTransformer::solver() {
  if (!solver_) {
    ir::Unfolder unfolder(predicates_.context());
    ir::Unfolding unfolding = unfolder.unfold(action_.statement, {});
    solver_ = solvers_.make();
    solver_->add(unfolding.formula);
    after_ = std::move(unfolding.after);
  }
  return *solver_;
}

Expr CubeTransformer::after(Literal literal) {
  const std::uint64_t key = 2 * std::uint64_t{literal.predicate} + (literal.negated ? 1 : 0);
  const auto [entry, is_new] = after_exprs_.try_emplace(key);
  if (is_new) entry->second = after_.apply(predicates_.expr(literal));
  return entry->second;
}

/// A model shows one value of every predicate, so only the other one is asked for; and every
/// further model shows predicates that have both.
std::vector<Cube> CubeTransformer::ask(const Rest& rest, Mode mode) {
  env_.limits.check();
  smt::Solver& solver = this->solver();
  const smt::Status status = solver.check(rest.assumptions);
  if (status == smt::Status::unsat) return {};
  if (status == smt::Status::unknown) {
    env_.limits.check();
    return {Cube{}};
  }
  const auto value_of = [&](PredicateId predicate) -> std::optional<Literal> {
    const auto value = solver.value(after({predicate}));
    if (!value) return std::nullopt;
    return Literal{predicate, !value->is_true()};
  };
  std::vector<Literal> candidates;
  for (const PredicateId predicate : rest.open)
    if (const auto literal = value_of(predicate)) candidates.push_back(*literal);
  Cube decided;
  std::vector<Expr> assumptions = rest.assumptions;
  while (!candidates.empty()) {
    const Literal candidate = candidates.back();
    candidates.pop_back();
    assumptions.push_back(after(!candidate));
    const smt::Status other = solver.check(assumptions);
    assumptions.pop_back();
    if (other == smt::Status::unsat) decided.push_back(candidate);
    if (other == smt::Status::unknown) env_.limits.check();
    if (other == smt::Status::sat)
      std::erase_if(candidates,
                    [&](Literal literal) { return value_of(literal.predicate) != literal; });
  }
  if (mode == Mode::cartesian) return {decided};
  return enumerate(rest, std::move(decided));
}

std::vector<Cube> CubeTransformer::enumerate(const Rest& rest, Cube decided) {
  std::sort(decided.begin(), decided.end());
  std::vector<PredicateId> open;
  std::vector<Expr> projection;
  for (const PredicateId predicate : rest.open) {
    if (find_literal(decided, predicate)) continue;
    open.push_back(predicate);
    projection.push_back(after({predicate}));
  }
  if (open.empty()) return {decided};
  std::vector<Cube> cubes;
  const smt::Enumeration found =
      smt::enumerate(solver(), projection, smt::no_limit, rest.assumptions);
  if (found.end != smt::EnumerationEnd::complete) {
    env_.limits.check();
    return {decided};
  }
  for (const std::vector<ir::Value>& values : found.tuples) {
    Cube cube = decided;
    for (std::size_t i = 0; i < open.size(); ++i) cube.push_back({open[i], !values[i].is_true()});
    cubes.push_back(std::move(cube));
  }
  return cubes;
}

}  // namespace arges::analysis
