#pragma once

#include <optional>
#include <string>

#include "analysis/refine/trace_encoding.h"
#include "base/env.h"
#include "smt/solver.h"

namespace arges::analysis {

/// How much of an abstract trace has a run.
struct FeasiblePrefix {
  std::size_t length = 0;                 ///< in actions; the longest that is known to have one
  bool is_maximal = true;                 ///< no longer one has; otherwise the solver did not say
  bool has_initial = true;                ///< false: not even the start
  std::optional<ConcreteTrace> run = {};  ///< of that length; nothing if a value can't be read
};

/// isFeasible, shorten and concretize of Ádám 2023, Algorithm 4.2: finds the longest prefix of a
/// trace that has a run, by binary search over one incremental solver.
class PrefixChecker {
 public:
  PrefixChecker(Env& env, const System& system, smt::SolverFactory& solvers);

  /// What is already known: a prefix of `at_least` actions has a run, one of more than `at_most`
  /// has none.
  FeasiblePrefix check(AbstractTrace trace, std::size_t at_least, std::size_t at_most);
  /// What of the candidates makes a trace without a run impossible: few variables, such that it has
  /// one if these may change to anything before each action. Empty if that can't be told.
  std::vector<ir::Var> blame(AbstractTrace trace, const std::vector<ir::Var>& candidates);

 private:
  std::optional<ConcreteTrace> concretize(AbstractTrace trace);
  /// Whether a trace is known to have a run if these may change to anything before each action.
  bool has_run_without(AbstractTrace trace, const std::vector<ir::Var>& forgotten);

  Env& env_;
  const System& system_;
  smt::SolverFactory& solvers_;
  Counter& queries_;
  Timer& time_;
};

}  // namespace arges::analysis
