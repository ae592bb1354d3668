#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>

#include "analysis/certify/certificate.h"
#include "analysis/certify/induction_certificate.h"
#include "analysis/certify/stretch.h"
#include "base/env.h"
#include "smt/solver.h"

namespace arges::analysis {

/// Re-checks a proof by runs of bounded length, by code that did not find it: the invariants hold
/// in the initial states and stay true on every way between points; no run of fewer than k ways
/// gets to a target; and k ways from any state that the invariants allow do not either, or no run
/// has k ways.
///
/// The ways are those that it finds itself in the System (see Stretches), all of them at once in
/// one formula per length.
class InductionChecker {
 public:
  InductionChecker(Env& env, const System& system, smt::SolverFactory& solvers);

  /// Ends with Check::ran_out once it took longer than the budget (if any), or where the solver
  /// gives up.
  Check check(const InductionCertificate& certificate, std::optional<double> budget_seconds);

 private:
  /// What is said about a point after so many ways: whether it is reached, and with which versions.
  struct Place {
    ir::Expr reached;
    ir::Versions versions;
  };
  using Places = std::map<Control, Place>;
  /// One way to come to a point.
  struct Arrival {
    ir::Expr taken;
    ir::Versions after;
  };

  std::optional<std::string> structure_error(const InductionCertificate& certificate) const;
  /// Each of these says what is wrong, if anything.
  std::optional<Check> check_invariants();
  std::optional<Check> check_invariant_of(Control control, ir::Expr invariant);
  std::optional<Check> check_runs(const InductionCertificate& certificate);
  std::optional<Check> check_step(const InductionCertificate& certificate);
  /// What is wrong unless the solver finds the condition impossible.
  std::optional<Check> impossible(ir::Expr condition, const std::string& otherwise);

  /// Asserts one way more from the places; where it leads.
  Places next(const Places& places);
  Place join(const std::vector<Arrival>& arrivals);
  enum class Where : std::uint8_t { at_targets, anywhere };
  ir::Expr reached(const Places& places, Where where) const;

  Env& env_;
  const System& system_;
  std::unique_ptr<smt::Solver> solver_;
  std::map<Control, ir::Expr> invariants_;
  std::optional<Stretches> stretches_;
  std::optional<Stretches::Names> names_;
  ir::Var flag_;  ///< its versions tell stretches apart, and where a run begins
  std::uint32_t next_flag_ = 0;
  std::optional<double> deadline_;  ///< by time_
  Counter& by_solver_;
  Timer& time_;
};

}  // namespace arges::analysis
