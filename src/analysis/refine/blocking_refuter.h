#pragma once

#include "analysis/refine/refuter.h"
#include "base/env.h"
#include "smt/solver.h"

namespace arges::analysis {

/// Interpolants from the end of the trace backwards, one bad state after another, as property
/// directed reachability does: a state from which the action breaks the next interpolant is found
/// by a model; the trace before contradicts it, and the part of the state that an unsat core names
/// is excluded. Numbers are taken as two bounds, so that a core may keep one.
///
/// Needs no formula manipulation, so actions may be as large and as branching as they like. Gives
/// up after too many states: then values do not tell why the trace is impossible.
class BlockingRefuter : public Refuter {
 public:
  BlockingRefuter(Env& env, smt::SolverFactory& solvers) : env_(env), solvers_(solvers) {}
  const char* name() const override { return "blocking"; }
  std::optional<Refutation> refute(const TraceEncoding& encoding) override;

 private:
  static constexpr std::size_t most_states = 100;  ///< excluded at one position

  /// The clauses that keep an action from breaking what must hold after it; nothing if too many.
  std::optional<std::vector<ir::Expr>> block(const TraceEncoding& encoding, std::size_t position,
                                             const std::vector<ir::Expr>& after,
                                             smt::Solver& before) const;
  std::vector<ir::Expr> state_bounds(smt::Solver& model, ir::Context& context,
                                     const std::vector<ir::Var>& vars) const;
  /// The negation of bounds that together contradict the trace before; null if they do not.
  ir::Expr excluded(ir::Context& context, smt::Solver& before, const ir::Versions& versions,
                    const std::vector<ir::Expr>& bounds) const;
  std::vector<ir::Expr> lifted(smt::Solver& harmless, std::vector<ir::Expr> bounds,
                               const std::vector<ir::Expr>& decisions) const;

  Env& env_;
  smt::SolverFactory& solvers_;
};

}  // namespace arges::analysis
