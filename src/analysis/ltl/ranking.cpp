#include "analysis/ltl/ranking.h"

#include <algorithm>
#include <set>

#include "analysis/polyhedra/polyhedral_interpreter.h"
#include "ir/simplify.h"
#include "ir/traversal.h"

namespace arges::analysis {

namespace ppl = Parma_Polyhedra_Library;
using ir::Expr;
using Form = ppl::Linear_Expression;

namespace {

constexpr std::size_t most_variables = 12;
constexpr std::size_t most_relations = 64;
/// Of all relations: unknowns of the linear program, whose effort the library does not count.
constexpr std::size_t most_constraints = 250;
/// In statements run on a polyhedron.
constexpr std::size_t most_work = 20'000;

/// The integers that steps speak about.
std::vector<ir::Var> integers_of(std::span<const RankedStep> steps) {
  std::set<ir::Var, decltype(&ir::declared_before)> found(&ir::declared_before);
  const auto add = [&](const std::vector<ir::Var>& variables) {
    for (const ir::Var var : variables)
      if (var->type.is_int()) found.insert(var);
  };
  for (const RankedStep& step : steps) {
    add(ir::written_variables(step.action->statement));
    add(ir::read_variables(step.action->statement));
  }
  return {found.begin(), found.end()};
}

/// What a step makes of values: a polyhedron over those after it, then those before it.
struct Relation {
  std::size_t step;
  Control source;
  Control target;
  std::vector<ppl::Constraint> constraints;
};

/// The linear program of one candidate for the decreasing step.
class RankingProgram {
 public:
  RankingProgram(std::size_t num_variables, std::span<const Relation> relations)
      : n_(num_variables), relations_(relations) {
    for (const Relation& relation : relations)
      for (const Control control : {relation.source, relation.target})
        if (first_.try_emplace(control, next_).second) next_ += n_ + 1;
  }

  /// Coefficients of the terms, the constant last, scaled to integers.
  using Terms = std::map<Control, std::vector<mpz_class>>;
  std::optional<Terms> solve(std::size_t decreasing) {
    for (const Relation& relation : relations_) {
      const bool is_chosen = relation.step == decreasing;
      require_descent(relation, is_chosen ? 1 : 0);
      if (is_chosen) require_bound(relation);
    }
    ppl::MIP_Problem problem(next_);
    for (const ppl::Constraint& constraint : program_) problem.add_constraint(constraint);
    problem.set_objective_function(effort_);
    problem.set_optimization_mode(ppl::MINIMIZATION);
    if (!problem.is_satisfiable()) return std::nullopt;
    const ppl::Generator point = problem.solve() == ppl::OPTIMIZED_MIP_PROBLEM
                                     ? problem.optimizing_point()
                                     : problem.feasible_point();
    Terms result;
    for (const auto& [control, first] : first_)
      for (std::size_t i = 0; i <= n_; ++i)
        result[control].emplace_back(point.coefficient(ppl::Variable(first + i)));
    return result;
  }

 private:
  ppl::Variable coefficient(Control control, std::size_t i) const {
    return ppl::Variable(first_.at(control) + i);
  }

  /// A form over the values, whose coefficients are unknowns of the program: at least zero wherever
  /// the relation holds, as it is a sum of the relation's constraints.
  struct Unknown {
    std::vector<Form> coefficients;  ///< after, then before
    Form constant;
  };
  void require_nonnegative(const Relation& relation, Unknown form) {
    for (const ppl::Constraint& constraint : relation.constraints) {
      const ppl::Variable multiplier(next_++);
      if (constraint.is_inequality()) {
        program_.push_back(multiplier >= 0);
        effort_ += multiplier;
      }
      // Most coefficients are zero; a product with the multiplier would make a row of all unknowns.
      const auto subtract = [&](Form& from, const ppl::Coefficient& factor) {
        if (factor != 0) ppl::sub_mul_assign(from, factor, multiplier);
      };
      for (std::size_t i = 0; i < std::min<std::size_t>(2 * n_, constraint.space_dimension()); ++i)
        subtract(form.coefficients[i], constraint.coefficient(ppl::Variable(i)));
      subtract(form.constant, constraint.inhomogeneous_term());
    }
    for (const Form& rest : form.coefficients) program_.push_back(rest == 0);
    program_.push_back(form.constant >= 0);
  }

  void require_descent(const Relation& relation, int by) {
    Unknown form{std::vector<Form>(2 * n_), Form(0)};
    for (std::size_t i = 0; i < n_; ++i) {
      form.coefficients[i] -= coefficient(relation.target, i);
      form.coefficients[n_ + i] += coefficient(relation.source, i);
    }
    form.constant += coefficient(relation.source, n_);
    form.constant -= coefficient(relation.target, n_);
    form.constant -= by;
    require_nonnegative(relation, std::move(form));
  }

  void require_bound(const Relation& relation) {
    Unknown form{std::vector<Form>(2 * n_), Form(0)};
    for (std::size_t i = 0; i < n_; ++i)
      form.coefficients[n_ + i] += coefficient(relation.source, i);
    form.constant += coefficient(relation.source, n_);
    require_nonnegative(relation, std::move(form));
  }

  std::size_t n_;
  std::span<const Relation> relations_;
  std::map<Control, std::size_t> first_;  ///< of a control point's coefficients
  std::size_t next_ = 0;                  ///< unknown
  std::vector<ppl::Constraint> program_;
  Form effort_;
};

/// The relations of all steps, case by case; none if there are too many.
std::vector<Relation> relations_of(Env& env, ir::Context& context,
                                   const std::vector<ir::Var>& variables,
                                   std::span<const RankedStep> steps) {
  std::vector<ir::Var> tracked = variables;
  for (const ir::Var var : variables) tracked.push_back(context.declare_fresh(var));
  PolyhedralInterpreter interpreter(env, tracked, most_work);
  const std::size_t n = variables.size();
  PolyhedralInterpreter::Polyhedron unchanged(2 * n);
  for (std::size_t i = 0; i < n; ++i)
    unchanged.add_constraint(ppl::Variable(i) == ppl::Variable(n + i));
  std::vector<Relation> result;
  std::size_t constraints = 0;
  for (std::size_t k = 0; k < steps.size(); ++k) {
    const RankedStep& step = steps[k];
    auto cases = interpreter.assume(PolyhedralInterpreter::Cases{unchanged}, step.before, true);
    cases = interpreter.run(std::move(cases), step.action->statement);
    cases = interpreter.assume(cases, step.after, true);
    for (const auto& one : cases) {
      if (one.is_empty()) continue;
      Relation relation{k, step.action->source, step.action->target, {}};
      for (const ppl::Constraint& constraint : one.minimized_constraints())
        relation.constraints.push_back(constraint);
      constraints += relation.constraints.size();
      result.push_back(std::move(relation));
    }
    if (result.size() > most_relations || constraints > most_constraints) return {};
  }
  return result;
}

Expr term_of(ir::Context& context, const std::vector<ir::Var>& variables,
             const std::vector<mpz_class>& coefficients) {
  std::vector<Expr> parts{context.int_literal(coefficients.back())};
  for (std::size_t i = 0; i < variables.size(); ++i)
    if (coefficients[i] != 0)
      parts.push_back(ir::mul(context.int_literal(coefficients[i]), context.var(variables[i])));
  return ir::simplify(parts.size() == 1 ? parts[0] : ir::add(parts));
}

}  // namespace

std::optional<FoundRanking> find_ranking(Env& env, const System& system,
                                         std::span<const RankedStep> steps,
                                         std::size_t candidates) {
  const Timer::Scope timing(env.statistics.timer("ltl::ranking_time"));
  const std::vector<ir::Var> variables = integers_of(steps);
  if (variables.empty() || variables.size() > most_variables) return std::nullopt;
  polyhedra::initialize();
  try {
    const polyhedra::EffortLimit limit;
    const std::vector<Relation> relations = relations_of(env, system.context(), variables, steps);
    for (std::size_t k = 0; k < candidates && !relations.empty(); ++k) {
      env.limits.check();
      const auto terms = RankingProgram(variables.size(), relations).solve(k);
      if (!terms) continue;
      FoundRanking result{{}, k};
      for (const auto& [control, coefficients] : *terms)
        result.family[control] = term_of(system.context(), variables, coefficients);
      return result;
    }
  } catch (const polyhedra::TooExpensive&) {
    return std::nullopt;
  }
  return std::nullopt;
}

}  // namespace arges::analysis
