#include "analysis/domain/predicate/cube_transformer.h"

#include <algorithm>

#include "ir/simplify.h"
#include "ir/traversal.h"

namespace arges::analysis {

using ir::Expr;

namespace {

/// An effect with larger formulas is better left to a solver.
constexpr std::size_t most_effect_size = 1000;
/// Memos that a long run with ever new values fills are emptied.
constexpr std::size_t most_required = 2000;
constexpr std::size_t most_filled_in = 500'000;

/// An oracle's cubes, whose literals are about positions in `open`, with what was settled before.
std::vector<Cube> complete(std::vector<Cube> cubes, const std::vector<PredicateId>& open,
                           const Cube& settled) {
  for (Cube& cube : cubes) {
    for (Literal& literal : cube) literal.predicate = open[literal.predicate];
    cube.insert(cube.end(), settled.begin(), settled.end());
    std::sort(cube.begin(), cube.end());
  }
  return cubes;
}

template <typename Memo>
void make_room(Memo& memo, std::size_t most) {
  if (memo.size() >= most) memo.clear();
}

}  // namespace

CubeTools::CubeTools(Env& environment, ir::Context& context, smt::SolverFactory& factory)
    : env(environment),
      solvers(factory),
      predicates(context),
      counters(environment.statistics),
      oracle(environment, factory, counters, context.true_expr()) {}

CubeTransformer::CubeTransformer(CubeTools& tools, const Action& action)
    : tools_(tools),
      action_(action),
      accessed_(ir::read_variables(action.statement)),
      effect_(ir::effect_of(tools.predicates.context(), action.statement, most_effect_size)) {
  for (const ir::Var var : ir::written_variables(action.statement)) {
    written_.set(var, true);
    accessed_.push_back(var);
  }
}

bool CubeTransformer::is_written(const std::vector<ir::Var>& vars) const {
  return std::any_of(vars.begin(), vars.end(), [&](ir::Var v) { return written_.get(v); });
}

CubeTransformer::Known CubeTransformer::known(const Question& question) const {
  Known known;
  for (const Literal literal : question.cube)
    known.formulas.push_back(tools_.predicates.expr(literal));
  if (question.before)
    for (const Expr conjunct : ir::conjuncts(question.before)) known.formulas.push_back(conjunct);
  for (const Expr formula : known.formulas) {
    const auto fixed = ir::fixed_value(formula);
    if (!fixed || known.values.emplace(fixed->variable, fixed->value).first->second != fixed->value)
      known.others.push_back(formula);
  }
  return known;
}

std::optional<Cube> CubeTransformer::cartesian(const Question& question) {
  std::vector<Cube> cubes = answer(question, Mode::cartesian);
  if (cubes.empty()) return std::nullopt;
  return std::move(cubes.front());
}

std::vector<Cube> CubeTransformer::combinations(const Question& question) {
  return answer(question, Mode::combinations);
}

std::vector<Cube> CubeTransformer::answer(const Question& question, Mode mode) {
  return effect_ ? answer_by_effect(question, mode) : answer_by_formula(question, mode);
}

/// What the known values make of the action's conditions.
const ir::ValuePropagation& CubeTransformer::required(const ir::Substitution& known) {
  ir::Context& context = tools_.predicates.context();
  Key key;
  ir::Substitution values;
  for (const ir::Var var : accessed_) {
    const auto value = known.find(context.var(var));
    key.push_back(value == known.end() ? UINT64_MAX : value->second.id());
    if (value != known.end()) values.insert(*value);
  }
  auto found = required_.find(key);
  if (found == required_.end()) {
    make_room(required_, most_required);
    found =
        required_
            .emplace(std::move(key), ir::ValuePropagation(effect_->conditions, std::move(values)))
            .first;
  }
  return found->second;
}

/// The formula with known values filled in, simplified.
Expr CubeTransformer::fill_in(Expr formula, const ir::Substitution& values) {
  const std::vector<Expr>& variables = tools_.relevance.versioned(formula);
  if (std::none_of(variables.begin(), variables.end(),
                   [&](Expr variable) { return values.contains(variable); }))
    return formula;
  Key key{formula.id()};
  for (const Expr variable : variables) {
    const auto value = values.find(variable);
    key.push_back(value != values.end() ? value->second.id() : UINT64_MAX);
  }
  make_room(tools_.filled_in, most_filled_in);
  const auto [entry, is_new] = tools_.filled_in.try_emplace(std::move(key));
  if (is_new) entry->second = ir::simplify(ir::substitute(formula, values));
  return entry->second;
}

/// A truth value if what is known evidently determines it, else what is left to be decided.
Expr CubeTransformer::evaluate(Expr formula, const ir::Substitution& values,
                               std::span<const Literal> cube) {
  const Expr rest = fill_in(formula, values);
  for (const Expr form : {rest, formula}) {
    if (form.is_literal()) return form;
    const auto literal = tools_.predicates.find(form);
    if (!literal) continue;
    if (const auto in_cube = find_literal(cube, literal->predicate))
      return form.context().bool_literal(*in_cube == *literal);
  }
  return rest;
}

const CubeTransformer::Target& CubeTransformer::target(PredicateId predicate) {
  const auto [entry, is_new] = target_.try_emplace(predicate);
  if (is_new) {
    const Expr after = tools_.predicates.expr(predicate);
    const bool may_change = is_written(tools_.predicates.variables(predicate));
    entry->second = {may_change ? effect_->before(after) : after, may_change};
  }
  return entry->second;
}

/// Nothing if the action is evidently impossible.
std::optional<CubeTransformer::Rest> CubeTransformer::settle(const Question& question) {
  const Known known = this->known(question);
  const ir::ValuePropagation& required = this->required(known.values);
  if (required.is_contradictory()) return std::nullopt;
  ir::Substitution values = required.values();
  values.insert(known.values.begin(), known.values.end());
  Rest rest;
  for (const Expr formula : known.others) {
    const Expr open = fill_in(formula, values);
    if (open.is_false()) return std::nullopt;
    if (open.is_true()) continue;
    // What the action's conditions make of it is a condition of the action, too.
    const bool is_as_before = open == fill_in(formula, known.values);
    (is_as_before ? rest.known : rest.conditions).push_back(open);
  }
  for (const Expr condition : required.rest()) {
    const Expr open = evaluate(condition, values, question.cube);
    if (open.is_false()) return std::nullopt;
    if (!open.is_true()) rest.conditions.push_back(open);
  }
  for (const PredicateId predicate : question.targets) {
    const Target& target = this->target(predicate);
    if (!target.may_change) {
      if (const auto kept = find_literal(question.cube, predicate)) {
        rest.settled.push_back(*kept);
        continue;
      }
    }
    const Expr open = evaluate(target.before, values, question.cube);
    if (open.is_literal()) {
      rest.settled.push_back({predicate, open.is_false()});
    } else {
      rest.open.push_back(predicate);
      rest.formulas.push_back(open);
    }
  }
  if (!question.after || rest.is_empty()) return rest;
  for (const Expr conjunct : ir::conjuncts(question.after)) {
    if (!is_written(tools_.relevance.variables(conjunct))) continue;
    const Expr open = evaluate(effect_->before(conjunct), values, question.cube);
    if (open.is_false()) return std::nullopt;
    if (!open.is_true()) rest.conditions.push_back(open);
  }
  return rest;
}

std::vector<Cube> CubeTransformer::answer_by_effect(const Question& question, Mode mode) {
  const auto rest = settle(question);
  if (!rest || rest->is_empty()) {
    tools_.counters.without_solver.add();
    if (!rest) return {};
    return {rest->settled};
  }
  std::vector<Cube> result{rest->settled};
  for (const Rest& part : parts(*rest)) {
    std::vector<Expr> assumptions = part.known;
    assumptions.insert(assumptions.end(), part.conditions.begin(), part.conditions.end());
    const std::vector<Cube> cubes = tools_.oracle.ask(assumptions, part.formulas, mode);
    if (cubes.empty()) return {};
    std::vector<Cube> longer;
    for (const Cube& cube : result) {
      tools_.env.limits.check();
      std::ranges::move(complete(cubes, part.open, cube), std::back_inserter(longer));
    }
    result = std::move(longer);
  }
  return result;
}

/// What shares no variable is asked by itself: the answers are the same, and few questions come
/// again and again where states differ in what has nothing to do with them.
std::vector<CubeTransformer::Rest> CubeTransformer::parts(const Rest& rest) {
  std::vector<Expr> all = rest.known;
  all.insert(all.end(), rest.conditions.begin(), rest.conditions.end());
  all.insert(all.end(), rest.formulas.begin(), rest.formulas.end());
  const std::size_t conditions = rest.known.size();
  const std::size_t formulas = conditions + rest.conditions.size();
  std::vector<Rest> result;
  for (const std::vector<std::size_t>& positions : tools_.relevance.parts(all)) {
    Rest part;
    for (const std::size_t i : positions) {
      if (i < conditions) {
        part.known.push_back(all[i]);
      } else if (i < formulas) {
        part.conditions.push_back(all[i]);
      } else {
        part.open.push_back(rest.open[i - formulas]);
        part.formulas.push_back(all[i]);
      }
    }
    if (!part.is_empty()) result.push_back(std::move(part));
  }
  return result;
}

/// What is known that has to do with the formulas or the seeds.
std::vector<Expr> CubeTransformer::relevant(std::span<const Expr> known,
                                            std::span<const Expr> formulas,
                                            std::vector<ir::Var> seeds) {
  for (const Expr formula : formulas) {
    const std::vector<ir::Var>& vars = tools_.relevance.variables(formula);
    seeds.insert(seeds.end(), vars.begin(), vars.end());
  }
  std::vector<Expr> result;
  for (const std::size_t i : tools_.relevance.connected(known, seeds)) result.push_back(known[i]);
  return result;
}

std::vector<Cube> CubeTransformer::answer_by_formula(const Question& question, Mode mode) {
  CubeOracle& oracle = own_oracle();
  Cube settled;
  std::vector<PredicateId> open;
  std::vector<Expr> predicates;
  std::vector<Expr> formulas;
  for (const PredicateId predicate : question.targets) {
    const auto kept = find_literal(question.cube, predicate);
    if (kept && !is_written(tools_.predicates.variables(predicate))) {
      settled.push_back(*kept);
      continue;
    }
    open.push_back(predicate);
    predicates.push_back(tools_.predicates.expr(predicate));
    formulas.push_back(after_.apply(predicates.back()));
  }
  std::vector<Expr> assumptions = relevant(known(question).formulas, predicates, accessed_);
  if (question.after)
    for (const Expr conjunct : ir::conjuncts(question.after))
      if (is_written(tools_.relevance.variables(conjunct)))
        assumptions.push_back(after_.apply(conjunct));
  return complete(oracle.ask(assumptions, formulas, mode), open, settled);
}

CubeOracle& CubeTransformer::own_oracle() {
  if (!own_oracle_) {
    ir::Unfolder unfolder(tools_.predicates.context());
    ir::Unfolding unfolding = unfolder.unfold(action_.statement, {});
    own_oracle_.emplace(tools_.env, tools_.solvers, tools_.counters, unfolding.formula);
    after_ = std::move(unfolding.after);
  }
  return *own_oracle_;
}

}  // namespace arges::analysis
