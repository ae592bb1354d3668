#include "analysis/refine/precondition_refuter.h"

#include "analysis/refine/core_refuter.h"
#include "ir/simplify.h"
#include "ir/traversal.h"
#include "ir/weakest_precondition.h"

namespace arges::analysis {

using ir::Expr;

PreconditionRefuter::PreconditionRefuter(Env& env, smt::SolverFactory& solvers,
                                         Statements statements, Quantifiers quantifiers)
    : env_(env),
      solvers_(solvers),
      statements_(statements),
      quantifiers_(quantifiers),
      given_up_(env.statistics.counter("refine::preconditions_given_up")) {}

namespace {

bool is_too_large(Expr condition) {
  constexpr std::size_t most = PreconditionRefuter::largest_condition;
  return !condition || ir::count_subexpressions(condition, most) == most;
}

bool is_quantified(Expr condition) {
  bool found = false;
  ir::for_each_subexpression(condition, [&](Expr e) {
    found = found || e.op() == ir::Op::forall || e.op() == ir::Op::exists;
  });
  return found;
}

/// Simplification leaves the negation of a disjunction as it is.
std::vector<Expr> conjuncts_of_negation(Expr formula) {
  if (formula.op() == ir::Op::not_) return ir::conjuncts(formula.child(0));
  if (formula.op() != ir::Op::or_) return {ir::simplify(ir::not_(formula))};
  std::vector<Expr> result;
  for (const Expr part : formula.children())
    for (const Expr conjunct : conjuncts_of_negation(part)) result.push_back(conjunct);
  return result;
}

}  // namespace

bool PreconditionRefuter::is_acceptable(Expr condition) const {
  return !is_too_large(condition) &&
         (quantifiers_ == Quantifiers::allowed || !is_quantified(condition));
}

std::optional<Refutation> PreconditionRefuter::refute(const TraceEncoding& encoding) {
  std::vector<bool> counts(encoding.pieces().size(), true);
  if (statements_ == Statements::contradictory)
    counts = contradictory_pieces(env_, solvers_, encoding);
  ir::Context& context = encoding.system().context();
  std::vector<Expr> interpolants(encoding.num_states(), context.false_expr());
  Expr condition = context.false_expr();
  std::size_t k = encoding.num_states() - 1;
  for (std::size_t i = encoding.pieces().size(); i-- > 0;) {
    const TraceEncoding::Piece& piece = encoding.pieces()[i];
    if (piece.position < 0) break;
    env_.limits.check();
    const auto position = static_cast<std::size_t>(piece.position);
    if (k > position + 1 && is_valid(condition)) {
      condition = context.true_expr();
      break;
    }
    while (k > position + 1) interpolants[--k] = condition;
    if (!counts[i] && piece.statement.kind() == ir::StmtKind::assume) continue;
    condition = ir::weakest_precondition(piece.statement, condition, largest_condition);
    if (condition) condition = ir::simplify(condition);
    if (is_acceptable(condition)) continue;
    // Perhaps nothing before this action matters.
    if (establishes(encoding.trace()[position]->statement, interpolants[position + 1])) {
      condition = context.true_expr();
      break;
    }
    given_up_.add();
    return std::nullopt;
  }
  while (k > 0) interpolants[--k] = condition;
  return by_interpolants(std::move(interpolants));
}

/// Simplification does not see all that is true, and dragging it along makes predicates of it.
bool PreconditionRefuter::is_valid(Expr condition) const {
  return establishes(ir::skip(condition.context()), condition);
}

/// Whether the statement leads to the condition from any state.
bool PreconditionRefuter::establishes(ir::Stmt statement, Expr condition) const {
  ir::Unfolder unfolder(condition.context());
  const ir::Unfolding unfolding = unfolder.unfold(statement, {});
  const auto solver = solvers_.make();
  solver->set_query_limit({.seconds = {}, .steps = 200000});
  solver->add(unfolding.formula);
  solver->add(ir::not_(unfolding.after.apply(condition)));
  return solver->check() == smt::Status::unsat;
}

std::optional<Refutation> BackwardCoreRefuter::refute(const TraceEncoding& encoding) {
  ir::Context& context = encoding.system().context();
  const std::size_t states = encoding.num_states();
  const std::vector<TraceEncoding::Piece>& pieces = encoding.pieces();
  // A solver for the trace before each state would be rebuilt at every step: scopes instead, one a
  // state, taken off from the end.
  const auto solver = solvers_.make();
  std::size_t piece = 0;
  for (std::ptrdiff_t k = -1; k + 1 < static_cast<std::ptrdiff_t>(states); ++k) {
    solver->push();
    for (; piece < pieces.size() && pieces[piece].position == k; ++piece)
      solver->add(pieces[piece].formula);
  }
  std::vector<Expr> interpolants(states, context.false_expr());
  std::vector<Expr> possible{context.true_expr()};  // conjuncts; at the end anything is
  for (std::size_t k = states; k-- > 0;) {
    env_.limits.check();
    if (k + 1 < states) {
      solver->pop();
      const Expr never =
          ir::weakest_precondition(encoding.trace()[k]->statement, ir::not_(ir::and_(possible)),
                                   PreconditionRefuter::largest_condition);
      if (is_too_large(never)) return std::nullopt;
      possible = conjuncts_of_negation(ir::simplify(never));
    }
    std::vector<Expr> versioned;
    versioned.reserve(possible.size());
    for (const Expr conjunct : possible) versioned.push_back(encoding.versions(k).apply(conjunct));
    solver->set_query_limit({.seconds = {}, .steps = 2000000});
    if (solver->check(versioned) == smt::Status::unsat) {
      std::vector<Expr> needed;
      for (const std::size_t i : solver->unsat_core()) needed.push_back(possible[i]);
      if (needed.empty()) needed.push_back(context.true_expr());
      possible = std::move(needed);
    } else {
      env_.limits.check();
    }
    interpolants[k] = ir::simplify(ir::not_(ir::and_(possible)));
  }
  return by_interpolants(std::move(interpolants));
}

}  // namespace arges::analysis
