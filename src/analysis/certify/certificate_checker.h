#pragma once

#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "analysis/certify/certificate.h"
#include "analysis/certify/stretch.h"
#include "base/env.h"
#include "base/words_hash.h"
#include "ir/relevance.h"
#include "ir/valuation.h"
#include "smt/solver.h"

namespace arges::analysis {

/// Re-checks a proof by code that did not build it:
/// the roots cover the initial states; what each action makes of a node is within its successors by
/// that action; a covered node's states are its coverer's, and covering leads to an expanded node;
/// no node is at a target.
///
/// A proof need not have nodes at every control point (large blocks). From an action to one without
/// any, all ways on to the next with nodes count, and all to targets, as the checker itself finds
/// them in the System: each must end within the node's successors there, by the way's first action.
///
/// Nodes that are conjunctions of variable = value are tried with the reference evaluator first;
/// what that leaves open is a solver query, without what the action has nothing to do with first:
/// such questions of different nodes are often the same.
class CertificateChecker {
 public:
  CertificateChecker(Env& env, const System& system, smt::SolverFactory& solvers);

  /// Ends with Check::ran_out once it took longer than the budget (if any), or where the solver
  /// gives up.
  Check check(const Certificate& certificate, std::optional<double> budget_seconds);

 private:
  using Values = std::vector<std::pair<ir::Var, ir::Value>>;
  struct State {
    Control control = 0;
    ir::Expr formula;
    std::vector<ir::Expr> parts;   ///< the formula's conjuncts, by their numbers
    Values known = {};             ///< that the formula fixes, whatever else it says
    std::optional<Values> values;  ///< if the formula says just that
  };
  using Successors = std::vector<std::uint32_t>;
  /// To be shown: what an action (and ways on) makes of the node's states is within the
  /// successors'.
  struct Step {
    std::uint32_t node;
    Successors successors;
  };
  /// A step as a question: conditions before it, and for each end of its stretch the formulas of
  /// which one should hold there.
  struct Obligation {
    std::vector<ir::Expr> before;
    std::vector<std::vector<ir::Expr>> after;

    std::vector<std::uint64_t> key() const;
  };
  enum class Holds : std::uint8_t { yes, no, unknown };

  std::optional<std::string> structure_error(const Certificate& certificate) const;
  /// Each of these says what is wrong, if anything.
  std::optional<Check> check_roots(const Certificate& certificate);
  std::optional<Check> check_covering(const Certificate& certificate);
  std::optional<Check> check_steps(const Certificate& certificate);
  std::optional<Check> check_steps_of(const Stretch& stretch, std::vector<Step> steps);
  std::optional<Check> check_step(const Step& step, const StretchFormula& transition,
                                  const std::string& label);
  /// Without conditions that hold before and that the transition does not touch, and then without
  /// what has nothing to do with what is left. Who shows that has shown the whole.
  Obligation essence(const Step& step, const StretchFormula& transition);
  /// Of the state's conditions, those that share variables with the formulas.
  std::vector<ir::Expr> relevant(const State& state, std::span<const ir::Expr> formulas);
  /// Of what is essential for an obligation of a state.
  Holds holds(const Obligation& essence, const State& state, const StretchFormula& transition);
  Holds ask(const Obligation& obligation, const StretchFormula& transition);
  /// The steps without those that claim no successors and rightly so, as their nodes' states can't
  /// even do the first action.
  std::vector<Step> without_impossible(const Action& action, std::vector<Step> steps);
  std::optional<Check> check_budget() const;
  std::optional<Check> failure(Holds holds, const std::string& what);

  Holds implies(const State& a, const State& b);
  bool covered_by_values(const State& source, const Stretch& stretch, const Successors& successors);
  bool is_within(Control control, const ir::Valuation& end, const Successors& successors) const;
  Holds unsatisfiable();

  Env& env_;
  const System& system_;
  std::unique_ptr<smt::Solver> solver_;
  std::vector<State> states_;           ///< of the nodes
  std::optional<Stretches> stretches_;  ///< between the nodes' control points
  std::optional<double> deadline_;      ///< by time_
  std::optional<Check> undecided_;      ///< the first obligation that the solver can't tell
  ir::Relevance relevance_;
  /// To what is essential for the obligations of the present stretch.
  std::unordered_map<std::vector<std::uint64_t>, Holds, WordsHash> answers_;
  Counter& by_evaluation_;
  Counter& by_repetition_;
  Counter& by_solver_;
  Timer& time_;
};

}  // namespace arges::analysis
