#pragma once

#include <optional>
#include <string>

#include "analysis/refine/refuter.h"
#include "base/env.h"
#include "smt/solver.h"

namespace arges::analysis {

/// What a check of an abstract trace found: a run, or why there is none, or neither.
struct TraceStatus {
  std::optional<ConcreteTrace> run;
  bool is_spurious = false;  ///< there is no run, be that explained or not
  std::optional<Refutation> refutation;
  std::string unknown_reason;
};

/// Decides whether an abstract trace has a concrete run, and explains if it has not.
class TraceChecker {
 public:
  virtual ~TraceChecker() = default;
  virtual TraceStatus check(AbstractTrace trace) = 0;
  /// Explains a spurious trace once more, by stronger means, because the explanation that check
  /// gave did not help; nothing if there are none.
  virtual std::optional<Refutation> explain_again(AbstractTrace) { return std::nullopt; }
};

/// Checks a whole trace with one query; a Refuter explains a trace without a run.
class SolverTraceChecker : public TraceChecker {
 public:
  SolverTraceChecker(Env& env, const System& system, smt::SolverFactory& solvers, Refuter& refuter);
  TraceStatus check(AbstractTrace trace) override;
  std::optional<Refutation> explain_again(AbstractTrace trace) override;

 private:
  std::optional<Refutation> explain(const TraceEncoding& encoding) const;
  void verify(const TraceEncoding& encoding, const Refutation& refutation) const;

  Env& env_;
  const System& system_;
  smt::SolverFactory& solvers_;
  Refuter& refuter_;
  Timer& time_;
};

}  // namespace arges::analysis
