#include "smt/interpolation/farkas.h"

#include <algorithm>
#include <array>
#include <utility>
#include <variant>

#include "base/invariant.h"
#include "ir/simplify.h"
#include "smt/interpolation/cases.h"
#include "smt/interpolation/divisibility.h"
#include "smt/interpolation/simplex.h"

namespace arges::smt {

using ir::Expr;

namespace {

constexpr std::size_t most_splits = 64;

class FarkasProver {
 public:
  FarkasProver(Env& env, SolverFactory& solvers, const FormulaTrace& trace, ir::Context& context,
               FarkasForm form)
      : env_(env),
        trace_(trace),
        form_(form),
        context_(context),
        solver_(solvers.make(Cores::minimal)) {
    solver_->set_query_limit(interpolation_limit);
  }
  std::optional<Chain> refute(std::span<const Fact> facts);

 private:
  std::optional<Decomposition> needed(Decomposition all);
  std::optional<Chain> by_complements(std::span<const Fact> literals);
  std::optional<Chain> by_arithmetic(std::span<const Fact> literals);
  template <typename Cases, typename Refute>
  std::optional<Chain> by_cases(std::size_t step, const Cases& cases, const Refute& refute_case);
  std::optional<Chain> by_branch(std::span<const Fact> literals, const Point& point);
  std::optional<Chain> partial_sums(std::span<const Fact> facts, const Multipliers& multipliers);
  std::optional<Chain> partial_divisibility(std::span<const Fact> facts,
                                            const Multipliers& multipliers);

  Env& env_;
  const FormulaTrace& trace_;
  FarkasForm form_;
  ir::Context& context_;
  std::unique_ptr<Solver> solver_;
  std::size_t splits_ = 0;
};

std::vector<Fact> remaining(const Decomposition& facts, std::size_t without) {
  std::vector<Fact> result = facts.literals;
  for (std::size_t i = 0; i < facts.alternatives.size(); ++i)
    if (i != without) result.push_back(facts.alternatives[i].all);
  return result;
}

/// Cases that a literal denies at once are not counted.
std::size_t open_cases(const Alternatives& alternatives, std::span<const Fact> literals) {
  return static_cast<std::size_t>(std::count_if(
      alternatives.cases.begin(), alternatives.cases.end(), [&](const Fact& possible) {
        return std::none_of(literals.begin(), literals.end(), [&](const Fact& literal) {
          return literal.formula == ir::not_(possible.formula);
        });
      }));
}

std::optional<Chain> FarkasProver::refute(std::span<const Fact> facts) {
  env_.limits.check();
  const auto contradictory = needed(decompose(facts));
  if (!contradictory) return std::nullopt;
  const auto& [literals, alternatives] = *contradictory;
  if (alternatives.empty()) {
    if (auto chain = by_complements(literals)) return chain;
    return by_arithmetic(literals);
  }
  std::size_t best = 0;
  for (std::size_t i = 1; i < alternatives.size(); ++i)
    if (open_cases(alternatives[i], literals) < open_cases(alternatives[best], literals)) best = i;
  std::vector<Fact> with = remaining(*contradictory, best);
  with.emplace_back();
  return by_cases(alternatives[best].all.step, alternatives[best].cases, [&](const Fact& possible) {
    with.back() = possible;
    return refute(with);
  });
}

/// No more than the contradiction needs: every literal then has its part in it, and every
/// disjunction must be split.
std::optional<Decomposition> FarkasProver::needed(Decomposition all) {
  std::vector<Expr> assumptions;
  for (const Fact& literal : all.literals) assumptions.push_back(literal.formula);
  for (const Alternatives& split : all.alternatives) assumptions.push_back(split.all.formula);
  const Status status = solver_->check(assumptions);
  env_.limits.check();
  if (status != Status::unsat) return std::nullopt;
  Decomposition core;
  for (const std::size_t i : solver_->unsat_core()) {
    if (i < all.literals.size())
      core.literals.push_back(std::move(all.literals[i]));
    else
      core.alternatives.push_back(std::move(all.alternatives[i - all.literals.size()]));
  }
  return core;
}

/// A literal and its negation: the earlier one holds until the later one is met.
std::optional<Chain> FarkasProver::by_complements(std::span<const Fact> literals) {
  if (literals.size() != 2 || literals[0].formula != ir::not_(literals[1].formula))
    return std::nullopt;
  const auto& [first, second] = std::minmax(
      literals[0], literals[1], [](const Fact& a, const Fact& b) { return a.step < b.step; });
  Chain chain(trace_.steps.size(), context_.true_expr());
  for (std::size_t k = first.step; k < chain.size(); ++k) {
    chain[k] = k < second.step ? at_state(trace_.states[k], first.formula) : context_.false_expr();
    if (!chain[k]) return std::nullopt;
  }
  return chain;
}

std::optional<Chain> FarkasProver::by_arithmetic(std::span<const Fact> literals) {
  std::vector<Fact> facts;
  for (const Fact& literal : literals) {
    if (!literal.constraint) continue;
    facts.push_back(literal);
    // The solver knows these without being told, so only here they are facts.
    for (Constraint& axiom : axioms(literal.constraint->term))
      facts.push_back({literal.step, context_.true_expr(), std::move(axiom)});
  }
  std::vector<Constraint> constraints;
  constraints.reserve(facts.size());
  for (const Fact& fact : facts) constraints.push_back(*fact.constraint);
  const auto verdict = solve(env_, constraints);
  if (const auto* multipliers = std::get_if<Multipliers>(&verdict))
    return partial_sums(facts, *multipliers);
  if (const auto multipliers = indivisible_sum(constraints))
    return partial_divisibility(facts, *multipliers);
  return by_branch(literals, std::get<Point>(verdict));
}

/// The sum of what the steps up to k say follows from them, and with the rest of the contradictory
/// sum gives 0 < K or so: hence also that it is less than K suffices.
std::optional<Chain> FarkasProver::partial_sums(std::span<const Fact> facts,
                                                const Multipliers& multipliers) {
  LinearTerm all;
  std::size_t last_strict = 0;
  for (std::size_t i = 0; i < facts.size(); ++i) {
    all.add(facts[i].constraint->term, multipliers[i]);
    if (multipliers[i] != 0 && facts[i].constraint->relation == Relation::lt)
      last_strict = std::max(last_strict, facts[i].step);
  }
  Chain chain;
  Constraint sum{LinearTerm(), Relation::eq};
  for (std::size_t k = 0; k < trace_.steps.size(); ++k) {
    for (std::size_t i = 0; i < facts.size(); ++i) {
      if (facts[i].step != k || multipliers[i] == 0) continue;
      sum.term.add(facts[i].constraint->term, multipliers[i]);
      if (facts[i].constraint->relation == Relation::lt)
        sum.relation = Relation::lt;
      else if (facts[i].constraint->relation == Relation::le && sum.relation == Relation::eq)
        sum.relation = Relation::le;
    }
    Constraint chosen = sum;
    if (form_ == FarkasForm::weak && all.constant() > 0) {
      chosen.term.add(-all.constant());
      chosen.relation = Relation::lt;
    } else if (form_ == FarkasForm::weak) {
      chosen.relation = k < last_strict ? Relation::le : Relation::lt;
    }
    const Expr formula = to_formula(context_, chosen);
    const Expr interpolant = formula ? at_state(trace_.states[k], formula) : Expr();
    if (!interpolant) return std::nullopt;
    chain.push_back(interpolant);
  }
  return chain;
}

/// Each partial sum is 0. Unknowns with integer coefficients do not matter for whether the rest of
/// it is an integer, and those of one side only have such coefficients, as the whole sum has.
std::optional<Chain> FarkasProver::partial_divisibility(std::span<const Fact> facts,
                                                        const Multipliers& multipliers) {
  Chain chain;
  LinearTerm sum;
  for (std::size_t k = 0; k < trace_.steps.size(); ++k) {
    for (std::size_t i = 0; i < facts.size(); ++i)
      if (facts[i].step == k) sum.add(facts[i].constraint->term, multipliers[i]);
    const Expr interpolant = at_state(trace_.states[k], is_integer(context_, sum));
    if (!interpolant) return std::nullopt;
    chain.push_back(interpolant);
  }
  return chain;
}

/// One of the cases holds because of the given step, and `refute_case` refutes each.
template <typename Cases, typename Refute>
std::optional<Chain> FarkasProver::by_cases(std::size_t step, const Cases& cases,
                                            const Refute& refute_case) {
  splits_ += cases.size() - 1;
  if (splits_ > most_splits) return std::nullopt;
  std::vector<Chain> chains;
  for (const auto& possible : cases) {
    auto chain = refute_case(possible);
    if (!chain) return std::nullopt;
    chains.push_back(*std::move(chain));
  }
  Chain result;
  for (std::size_t k = 0; k < trace_.steps.size(); ++k) {
    std::vector<Expr> parts;
    parts.reserve(chains.size());
    for (const Chain& chain : chains) parts.push_back(chain[k]);
    result.push_back(ir::simplify(k < step ? ir::and_(parts) : ir::or_(parts)));
  }
  return result;
}

/// Integers lie on one side of a fraction or the other. The unknown is a term of some step, and
/// the distinction belongs to that step.
std::optional<Chain> FarkasProver::by_branch(std::span<const Fact> literals, const Point& point) {
  for (const auto& entry : point) {
    const Expr unknown = entry.first;  // clang can't capture structured bindings
    const mpq_class& value = entry.second;
    if (!unknown.type().is_int() || value.get_den() == 1) continue;
    const auto fact = std::find_if(literals.begin(), literals.end(), [&](const Fact& literal) {
      return literal.constraint && literal.constraint->term.coefficient(unknown) != 0;
    });
    INVARIANT(fact != literals.end(), "an unknown should be in a constraint");
    mpz_class below;
    mpz_fdiv_q(below.get_mpz_t(), value.get_num_mpz_t(), value.get_den_mpz_t());
    LinearTerm low(-below);
    low.add(unknown, 1);
    LinearTerm high(below + 1);
    high.add(unknown, -1);
    // Not refute: the integers are contradictory without the distinction, so it would not be
    // among what is needed.
    return by_cases(fact->step, std::array{low, high}, [&](const LinearTerm& side) {
      std::vector<Fact> with(literals.begin(), literals.end());
      const Constraint constraint{side, Relation::le};
      with.push_back({fact->step, to_formula(context_, constraint), constraint});
      return by_arithmetic(with);
    });
  }
  return std::nullopt;
}

}  // namespace

std::optional<Chain> farkas_interpolants(Env& env, SolverFactory& solvers,
                                         const FormulaTrace& trace, FarkasForm form) {
  const auto core = contradiction(env, solvers, trace);
  if (!core) return std::nullopt;
  std::vector<Fact> facts;
  for (std::size_t k = 0; k < core->steps.size(); ++k)
    for (const Expr conjunct : core->steps[k]) facts.push_back({k, ir::simplify(conjunct)});
  auto chain =
      FarkasProver(env, solvers, trace, facts.front().formula.context(), form).refute(facts);
  if (!chain) return std::nullopt;
  return self_checked(env, solvers, trace, *std::move(chain));
}

}  // namespace arges::smt
