#include "smt/interpolation/postcondition.h"

#include <algorithm>
#include <map>
#include <utility>

#include "ir/simplify.h"
#include "ir/traversal.h"
#include "smt/interpolation/linear.h"

namespace arges::smt {

using ir::Expr;

namespace {

/// Walks along the contradictory part of a trace.
class Postconditions {
 public:
  Postconditions(Env& env, SolverFactory& solvers, const FormulaTrace& trace,
                 Eliminator* eliminator, ir::Context& context, Detail detail);
  std::optional<Chain> run();

 private:
  /// The variables that the condition after a step does not speak about.
  std::set<Expr> left_out(std::size_t step) const;
  std::optional<std::vector<Expr>> sufficient(std::size_t step, std::vector<Expr> conjuncts);
  bool advance(std::size_t step);
  std::optional<std::vector<Expr>> eliminated(const std::set<Expr>& dead) const;
  std::optional<std::vector<Expr>> needed(std::size_t step, const std::vector<Expr>& conjuncts);
  std::optional<std::vector<Expr>> core(Solver& rest, const std::vector<Expr>& conjuncts) const;

  Env& env_;
  SolverFactory& solvers_;
  const FormulaTrace& trace_;
  Eliminator* eliminator_;
  ir::Context& context_;
  Detail detail_;
  std::map<Expr, std::size_t> last_step_;  ///< in which a variable occurs
  std::vector<Expr> conjuncts_;            ///< what holds after the steps so far
};

Postconditions::Postconditions(Env& env, SolverFactory& solvers, const FormulaTrace& trace,
                               Eliminator* eliminator, ir::Context& context, Detail detail)
    : env_(env),
      solvers_(solvers),
      trace_(trace),
      eliminator_(eliminator),
      context_(context),
      detail_(detail) {
  for (std::size_t k = 0; k < trace.steps.size(); ++k)
    for (const Expr conjunct : trace.steps[k])
      for (const Expr variable : versioned_variables(conjunct)) last_step_[variable] = k;
}

std::set<Expr> Postconditions::left_out(std::size_t step) const {
  std::set<Expr> result;
  for (const Expr conjunct : conjuncts_)
    for (const Expr variable : versioned_variables(conjunct)) {
      const bool stays = detail_ == Detail::live ? last_step_.at(variable) > step
                                                 : bool(at_state(trace_.states[step], variable));
      if (!stays) result.insert(variable);
    }
  return result;
}

/// Equations of numbers as two inequalities each, of which one is often enough: x = 0 is true of
/// the first round of a loop, 0 <= x of all.
std::vector<Expr> with_bounds(const std::vector<Expr>& conjuncts) {
  std::vector<Expr> result;
  for (const Expr conjunct : conjuncts) {
    const bool is_equation = conjunct.op() == ir::Op::eq && conjunct.child(0).type().is_numeric();
    // Of remainders an inequality is worse than the equation.
    if (is_equation && conjunct.child(0).op() != ir::Op::mod &&
        conjunct.child(1).op() != ir::Op::mod) {
      result.push_back(ir::le(conjunct.child(0), conjunct.child(1)));
      result.push_back(ir::le(conjunct.child(1), conjunct.child(0)));
    } else {
      result.push_back(conjunct);
    }
  }
  return result;
}

/// The same, with two bounds that say an equation as that.
std::vector<Expr> with_equations(const std::vector<Expr>& conjuncts) {
  std::vector<Expr> result;
  for (const Expr conjunct : conjuncts) {
    const bool is_bound = conjunct.op() == ir::Op::le;
    const auto other = is_bound ? std::find(result.begin(), result.end(),
                                            ir::le(conjunct.child(1), conjunct.child(0)))
                                : result.end();
    if (other != result.end())
      *other = ir::eq(conjunct.child(0), conjunct.child(1));
    else
      result.push_back(conjunct);
  }
  return result;
}

/// Those conjuncts that contradict the steps to come, weakened; nothing if they don't.
std::optional<std::vector<Expr>> Postconditions::needed(std::size_t step,
                                                        const std::vector<Expr>& conjuncts) {
  const auto solver = solvers_.make(Cores::minimal);
  solver->set_query_limit(interpolation_limit);
  for (std::size_t k = step + 1; k < trace_.steps.size(); ++k)
    for (const Expr conjunct : trace_.steps[k]) solver->add(conjunct);
  const auto some = core(*solver, conjuncts);
  if (!some) return std::nullopt;
  const auto weaker = core(*solver, with_bounds(*some));
  return weaker ? with_equations(*weaker) : some;
}

std::optional<std::vector<Expr>> Postconditions::core(Solver& rest,
                                                      const std::vector<Expr>& conjuncts) const {
  const Status status = rest.check(conjuncts);
  env_.limits.check();
  if (status != Status::unsat) return std::nullopt;
  std::vector<Expr> result;
  for (const std::size_t i : rest.unsat_core()) result.push_back(conjuncts[i]);
  return result;
}

std::optional<std::vector<Expr>> Postconditions::eliminated(const std::set<Expr>& dead) const {
  if (eliminator_ == nullptr || conjuncts_.empty()) return std::nullopt;
  const auto formula = eliminator_->eliminate(dead, ir::and_(conjuncts_));
  if (!formula) return std::nullopt;
  return ir::conjuncts(ir::simplify(*formula));
}

std::optional<std::vector<Expr>> Postconditions::sufficient(std::size_t step,
                                                            std::vector<Expr> conjuncts) {
  auto some = needed(step, conjuncts);
  if (!some) return std::nullopt;
  if (step + 1 == trace_.steps.size()) return std::vector{context_.false_expr()};
  return detail_ == Detail::live ? some : conjuncts;
}

/// Whether a sufficient condition after the step was found.
bool Postconditions::advance(std::size_t step) {
  for (const Expr conjunct : trace_.steps[step]) {
    const Expr simple = ir::simplify(conjunct);
    if (!simple.is_true())
      for (const Expr part : ir::conjuncts(simple)) conjuncts_.push_back(part);
  }
  const std::set<Expr> dead = left_out(step);
  std::optional<std::vector<Expr>> found;
  if (auto projected = project(env_, context_, conjuncts_, dead))
    found = sufficient(step, *std::move(projected));
  if (!found)
    if (auto exact = eliminated(dead)) found = sufficient(step, *std::move(exact));
  if (!found) return false;
  conjuncts_.clear();
  for (const Expr conjunct : *found) conjuncts_.push_back(canonical(conjunct));
  return true;
}

std::optional<Chain> Postconditions::run() {
  Chain chain;
  for (std::size_t k = 0; k < trace_.steps.size(); ++k) {
    if (!advance(k)) return std::nullopt;
    const Expr formula = conjuncts_.empty() ? context_.true_expr() : ir::and_(conjuncts_);
    const Expr interpolant = at_state(trace_.states[k], formula);
    if (!interpolant) return std::nullopt;
    chain.push_back(interpolant);
  }
  if (!chain.back().is_false()) return std::nullopt;
  return chain;
}

}  // namespace

std::optional<Chain> postcondition_interpolants(Env& env, SolverFactory& solvers,
                                                const FormulaTrace& trace, Eliminator* eliminator,
                                                PathPart part, Detail detail) {
  const auto core =
      part == PathPart::whole ? std::optional(trace) : contradiction(env, solvers, trace);
  if (!core) return std::nullopt;
  const auto step = std::find_if(core->steps.begin(), core->steps.end(),
                                 [](const auto& conjuncts) { return !conjuncts.empty(); });
  if (step == core->steps.end()) return std::nullopt;
  auto chain =
      Postconditions(env, solvers, *core, eliminator, step->front().context(), detail).run();
  if (!chain) return std::nullopt;
  return self_checked(env, solvers, trace, *std::move(chain));
}

}  // namespace arges::smt
