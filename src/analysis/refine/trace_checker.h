#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "analysis/refine/refutation.h"
#include "analysis/trace/concrete_trace.h"
#include "base/env.h"
#include "ir/unfold.h"
#include "smt/solver.h"

namespace arges::analysis {

/// An abstract counterexample as seen from the control graph: actions that follow one another.
using AbstractTrace = std::span<const Action* const>;

/// What a check of an abstract trace found: a run, or why there is none, or neither.
struct TraceStatus {
  std::optional<ConcreteTrace> run;
  std::optional<Refutation> refutation;
  std::string unknown_reason;
};

/// Decides whether an abstract trace has a concrete run, and explains if it has not.
class TraceChecker {
 public:
  virtual ~TraceChecker() = default;
  virtual TraceStatus check(AbstractTrace trace) = 0;
};

/// How the explanation is made.
enum class RefutationKind : std::uint8_t {
  /// The variables that link the contradictory statements before a state with those after it.
  unsat_core,
  /// Weakest preconditions of false over the contradictory statements, from the end backwards;
  /// where they explode, as unsat_core.
  weakest_precondition,
};

/// Checks a whole trace with one query. If there is no run, checks again with every statement as an
/// assumption of its own, so that an unsat core names the statements to blame.
class CoreTraceChecker : public TraceChecker {
 public:
  CoreTraceChecker(Env& env, const System& system, smt::SolverFactory& solvers,
                   RefutationKind kind);
  TraceStatus check(AbstractTrace trace) override;

 private:
  /// A top-level part of an action's statement, unfolded; the unit of the unsat core.
  struct Piece {
    std::ptrdiff_t position;  ///< the action it is part of; −1 for the initial condition
    ir::Stmt statement;
    ir::Expr formula;
  };
  struct Encoding {
    std::vector<Piece> pieces;            ///< the initial condition first
    std::vector<ir::Versions> versions;   ///< at each state
    std::vector<ir::DecisionPlan> plans;  ///< of each action
  };
  Encoding encode(AbstractTrace trace) const;
  std::optional<ConcreteTrace> concretize(AbstractTrace trace, const Encoding& encoding,
                                          smt::Solver& solver) const;
  Refutation refute(const Encoding& encoding) const;
  Refutation by_core(const Encoding& encoding, const std::vector<bool>& in_core) const;
  /// Nothing if a condition grows past `largest_condition` subexpressions (large choices do that).
  std::optional<Refutation> by_preconditions(const Encoding& encoding,
                                             const std::vector<bool>& in_core) const;
  void verify(AbstractTrace trace, const Refutation& refutation) const;

  static constexpr std::size_t largest_condition = 3000;

  Env& env_;
  const System& system_;
  smt::SolverFactory& solvers_;
  RefutationKind kind_;
  Counter& preconditions_given_up_;
  Timer& time_;
};

}  // namespace arges::analysis
