#pragma once

#include <deque>
#include <optional>
#include <span>
#include <vector>

#include "analysis/refine/trace_checker.h"
#include "analysis/system/system.h"
#include "smt/solver.h"

namespace arges::analysis {

/// Whether an abstract lasso has a concrete run that closes, and why not (Mondok 2019, 3.4.4).
class LassoChecker {
 public:
  /// `traces` checks runs of the system.
  LassoChecker(Env& env, const System& system, smt::SolverFactory& solvers, TraceChecker& traces)
      : env_(env), system_(system), solvers_(solvers), traces_(traces) {}

  /// Actions of which those from `start` on are a whole number of rounds.
  struct Unrolled {
    std::vector<const Action*> actions;
    std::size_t start;
    std::size_t round;  ///< actions of one
  };

  /// Whether there is a run at all.
  TraceStatus traverse(const Unrolled& lasso) { return traces_.check(lasso.actions); }
  std::optional<Refutation> explain_again(const Unrolled& lasso) {
    return traces_.explain_again(lasso.actions);
  }

  struct Closing {
    std::optional<ConcreteTrace> run;  ///< with its loop
    bool impossible = false;
  };
  /// A run that ends in a state that it had at the end of an earlier round.
  Closing close(const Unrolled& lasso);

  /// Why the last state of a loop is not the one it began in, for the values that it began with in
  /// a run. A refutation of the lasso's actions and one more, at the loop's end.
  std::optional<Refutation> separate(const Unrolled& lasso, const ConcreteTrace& run);

 private:
  Env& env_;
  const System& system_;
  smt::SolverFactory& solvers_;
  TraceChecker& traces_;
  std::deque<Action> made_;  ///< for separate; others may remember their addresses
};

}  // namespace arges::analysis
