#pragma once

#include "analysis/refine/refuter.h"
#include "base/env.h"
#include "smt/solver.h"

namespace arges::analysis {

/// Weakest preconditions of false, from the end of the trace backwards. Assumptions that do not
/// contribute to the contradiction are left out.
///
/// Gives up where a condition gets too large (choices do that), or needs a quantifier (a havocked
/// variable that matters) although none is allowed.
class PreconditionRefuter : public Refuter {
 public:
  enum class Statements : std::uint8_t { all, contradictory };
  enum class Quantifiers : std::uint8_t { none, allowed };
  PreconditionRefuter(Env& env, smt::SolverFactory& solvers, Statements statements,
                      Quantifiers quantifiers);
  const char* name() const override { return "preconditions"; }
  std::optional<Refutation> refute(const TraceEncoding& encoding) override;

  static constexpr std::size_t largest_condition = 3000;

 private:
  bool is_acceptable(ir::Expr condition) const;
  bool is_valid(ir::Expr condition) const;
  bool establishes(ir::Stmt statement, ir::Expr condition) const;
  Env& env_;
  smt::SolverFactory& solvers_;
  Statements statements_;
  Quantifiers quantifiers_;
  Counter& given_up_;
};

/// `ucb` (Leucker, Markin, Neuhäußer 2015): the states from which the rest of the trace can be
/// executed, as conjuncts, computed backwards; at each state only those are kept that contradict
/// the trace before it.
class BackwardCoreRefuter : public Refuter {
 public:
  BackwardCoreRefuter(Env& env, smt::SolverFactory& solvers) : env_(env), solvers_(solvers) {}
  const char* name() const override { return "backward_core"; }
  std::optional<Refutation> refute(const TraceEncoding& encoding) override;

 private:
  Env& env_;
  smt::SolverFactory& solvers_;
};

}  // namespace arges::analysis
