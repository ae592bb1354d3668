#include "analysis/domain/predicate/predicate_domain.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/invariant.h"
#include "ir/simplify.h"
#include "ir/traversal.h"

namespace arges::analysis {

using ir::Expr;

PredicateDomain::PredicateDomain(Env& env, ir::Context& context, smt::SolverFactory& solvers,
                                 Settings settings)
    : context_(context),
      settings_(settings),
      tools_(env, context, solvers),
      posts_(env.statistics.counter("predicate::posts")) {}

CubeTransformer& PredicateDomain::transformer(const Action& action) {
  std::unique_ptr<CubeTransformer>& entry = transformers_[&action];
  if (!entry) entry = std::make_unique<CubeTransformer>(tools_, action);
  return *entry;
}

std::vector<PredicateId> PredicateDomain::targets(const Facts& facts) {
  std::vector<PredicateId> result;
  for (const Expr predicate : facts.predicates())
    result.push_back(tools_.predicates.intern(predicate).predicate);
  std::sort(result.begin(), result.end());
  return result;
}

std::vector<StateId> PredicateDomain::initial(const Action& start, Precision& precision) {
  return post({states_.intern(Cube{}), start, precision});
}

std::vector<StateId> PredicateDomain::post(const PostQuery& query) {
  posts_.add();
  CubeTransformer& transformer = this->transformer(query.action);
  const std::vector<PredicateId> targets = this->targets(query.facts());
  std::vector<Cube> cubes;
  for (const Cube& cube : states_.get(query.state).cubes) {
    const CubeTransformer::Question question{cube, targets, query.before, query.after};
    if (settings_.abstraction == PredicateAbstraction::cartesian) {
      if (auto successor = transformer.cartesian(question)) cubes.push_back(*std::move(successor));
    } else {
      std::ranges::move(transformer.combinations(question), std::back_inserter(cubes));
    }
  }
  if (cubes.empty()) return {};
  if (settings_.abstraction == PredicateAbstraction::boolean)
    return {states_.intern(std::move(cubes))};
  std::vector<StateId> result;
  result.reserve(cubes.size());
  for (Cube& cube : cubes) result.push_back(states_.intern(std::move(cube)));
  return result;
}

Expr PredicateDomain::to_expr(StateId state) const {
  std::vector<Expr> alternatives;
  for (const Cube& cube : states_.get(state).cubes) {
    std::vector<Expr> parts;
    for (const Literal literal : cube) parts.push_back(tools_.predicates.expr(literal));
    alternatives.push_back(parts.empty() ? context_.true_expr() : ir::and_(parts));
  }
  return ir::or_(alternatives);
}

std::string PredicateDomain::to_string(StateId state) const {
  std::string result;
  for (const Cube& cube : states_.get(state).cubes) {
    if (&cube != &states_.get(state).cubes.front()) result += " | ";
    for (std::size_t i = 0; i < cube.size(); ++i)
      result += fmt::format("{}{}", i == 0 ? "" : ", ",
                            ir::simplify(tools_.predicates.expr(cube[i])).to_string());
  }
  return result;
}

std::unique_ptr<CoverIndex> PredicateDomain::make_cover_index() const {
  if (settings_.abstraction == PredicateAbstraction::boolean)
    return std::make_unique<PredicateCoverIndex>(states_);
  return std::make_unique<CubeCoverIndex>(states_);
}

std::vector<Expr> PredicateDomain::predicates_of(Expr interpolant, Effort effort) const {
  const Expr simple = ir::simplify(interpolant);
  std::vector<Expr> parts;
  switch (effort == Effort::usual ? settings_.split : PredicateSplit::whole) {
    case PredicateSplit::whole:
      parts = {simple};
      break;
    case PredicateSplit::conjuncts:
      parts = ir::conjuncts(simple);
      break;
    case PredicateSplit::atoms:
      parts = atoms(simple);
      break;
  }
  std::vector<Expr> result;
  for (const Expr part : parts)
    if (const Expr formula = canonical(part).formula; !formula.is_literal())
      result.push_back(formula);
  return result;
}

void PredicateDomain::refine(Precision& precision, const Refutation& refutation,
                             std::span<const Control> controls, Effort effort) {
  INVARIANT(refutation.interpolants.size() == controls.size(),
            "a refutation should speak about every state of its trace");
  for (std::size_t k = 0; k < controls.size(); ++k)
    for (const Expr predicate : predicates_of(refutation.interpolants[k], effort))
      precision.add_predicate(controls[k], predicate);
}

}  // namespace arges::analysis
