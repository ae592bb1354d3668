#pragma once

#include <map>
#include <memory>
#include <optional>

#include "analysis/bmc/simple_invariants.h"
#include "analysis/bmc/unrolling.h"
#include "analysis/cegar/verdict.h"
#include "analysis/certify/induction_certificate.h"
#include "analysis/refine/trace_checker.h"
#include "base/env.h"

namespace arges::analysis {

/// Bounded model checking (Biere, Cimatti, Clarke, Zhu: "Symbolic model checking without BDDs",
/// TACAS 1999): is there a run to a target with no action, with one, with two …
///
/// Proofs come from k-induction (Sheeran, Singh, Stålmarck: "Checking safety properties using
/// induction and a SAT-solver", FMCAD 2000), with simple invariants once short steps did not do,
/// and from runs that end: once no run has so many actions, all were looked at. Departs from the
/// paper: states of the induction step need not differ. What tells them apart may be something a
/// pass left out, and then the proof could not be checked for the model as it was written.
class BoundedChecker {
 public:
  struct Parts {
    TraceChecker& checker;                 ///< finds the values of a run
    std::uint32_t bound;                   ///< most actions of a run; 0 = no bound
    std::vector<ir::Expr> suggested = {};  ///< what may be invariant, besides what the model says
  };
  BoundedChecker(Env& env, const System& system, smt::SolverFactory& solvers, Parts parts);

  Verdict run();

  /// After `holds`: how it is proved.
  InductionCertificate::Basis basis() const { return basis_; }
  std::uint32_t k() const { return k_; }
  /// What holds at control points; missing: nothing that is known.
  const std::map<Control, ir::Expr>& invariants() const { return invariants_; }

 private:
  /// A verdict if the runs of the depth reached give one.
  std::optional<Verdict> look_at_depth();
  Verdict violation();
  bool inductive();
  /// Looks for invariants, and begins induction anew once they are there.
  void strengthen();
  smt::Status ask(smt::Solver& solver, ir::Expr question);
  Verdict proved(InductionCertificate::Basis basis, std::uint32_t k);

  Env& env_;
  const System& system_;
  smt::SolverFactory& solvers_;
  Parts parts_;
  std::unique_ptr<smt::Solver> base_solver_;
  std::unique_ptr<smt::Solver> step_solver_;
  Unrolling base_;
  std::unique_ptr<Unrolling> step_;
  std::optional<SimpleInvariants> search_;  ///< while invariants are looked for
  std::uint64_t search_effort_ = 0;
  std::map<Control, ir::Expr> invariants_;
  InductionCertificate::Basis basis_ = InductionCertificate::Basis::induction;
  std::uint32_t k_ = 0;
  Counter& depth_;
  Counter& queries_;
  Counter& steps_undecided_;
};

/// The proof in terms of the original of a reduced system, with what the passes used.
InductionCertificate make_certificate(const BoundedChecker& found, const ReducedSystem& system);

}  // namespace arges::analysis
