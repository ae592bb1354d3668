#pragma once

#include <optional>
#include <unordered_map>
#include <vector>

#include "analysis/certify/certificate.h"
#include "base/env.h"
#include "ir/unfold.h"
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

  /// Ends with Check::ran_out once it took longer than the budget, or where the solver gives up.
  Check check(const Certificate& certificate, double budget_seconds);

 private:
  using Values = std::vector<std::pair<ir::Var, ir::Value>>;
  struct State {
    ir::Expr formula;
    std::optional<Values> values;  ///< if the formula says just that
  };
  struct TransitionQuery {
    std::unique_ptr<smt::Solver> solver;
    ir::Versions after;
  };

  std::optional<std::string> structure_error(const Certificate& certificate) const;
  enum class Holds : std::uint8_t { yes, no, unknown };
  Holds implies(const State& a, const State& b);
  Holds covers_initial(const std::vector<std::uint32_t>& roots);
  Holds covers_post(std::uint32_t node, const Action& action,
                    const std::vector<std::uint32_t>& successors);
  bool covers_post_by_values(const State& source, const Action& action,
                             const std::vector<std::uint32_t>& successors) const;
  Holds unsatisfiable(smt::Solver& solver);
  Check failure(Holds holds, const std::string& what);
  TransitionQuery& transition(const Action& action);

  Env& env_;
  const System& system_;
  smt::SolverFactory& solvers_;
  std::unique_ptr<smt::Solver> solver_;
  std::vector<State> states_;
  std::unordered_map<std::uint32_t, TransitionQuery> transitions_;
  Counter& by_evaluation_;
  Counter& by_solver_;
  Timer& time_;
};

}  // namespace arges::analysis
