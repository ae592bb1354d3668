#pragma once

#include <optional>
#include <vector>

#include "analysis/certify/certificate.h"
#include "base/env.h"
#include "ir/valuation.h"
#include "smt/solver.h"

namespace arges::analysis {

/// Re-checks a proof by code that did not build it:
/// the roots cover the initial states; what each action makes of a node is within its successors by
/// that action; a covered node's states are its coverer's, and covering leads to an expanded node;
/// no node is at a target.
///
/// Nodes that are conjunctions of variable = value are tried with the reference evaluator first;
/// what that leaves open is a solver query.
class CertificateChecker {
 public:
  CertificateChecker(Env& env, const System& system, smt::SolverFactory& solvers);

  /// Ends with Check::ran_out once it took longer than the budget (if any), or where the solver
  /// gives up.
  Check check(const Certificate& certificate, std::optional<double> budget_seconds);

 private:
  using Values = std::vector<std::pair<ir::Var, ir::Value>>;
  struct State {
    ir::Expr formula;
    std::optional<Values> values;  ///< if the formula says just that
  };
  using Successors = std::vector<std::uint32_t>;
  /// To be shown: what the action makes of the node's states is within the successors'.
  struct Step {
    std::uint32_t node;
    Successors successors;
  };
  enum class Holds : std::uint8_t { yes, no, unknown };

  std::optional<std::string> structure_error(const Certificate& certificate) const;
  /// Each of these says what is wrong, if anything.
  std::optional<Check> check_roots(const Certificate& certificate);
  std::optional<Check> check_covering(const Certificate& certificate);
  std::optional<Check> check_steps(const Certificate& certificate);
  std::optional<Check> check_steps_of(const Action& action, const std::vector<Step>& steps);
  std::optional<Check> check_budget() const;
  static std::optional<Check> failure(Holds holds, const std::string& what);

  Holds implies(const State& a, const State& b);
  bool covered_by_values(const State& source, const Action& action,
                         const Successors& successors) const;
  Holds unsatisfiable();

  Env& env_;
  const System& system_;
  smt::SolverFactory& solvers_;
  std::unique_ptr<smt::Solver> solver_;
  std::vector<State> states_;
  std::optional<double> deadline_;  ///< by time_
  Counter& by_evaluation_;
  Counter& by_solver_;
  Timer& time_;
};

}  // namespace arges::analysis
