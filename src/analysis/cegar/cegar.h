#pragma once

#include <span>
#include <vector>

#include "analysis/arg/arg_builder.h"
#include "analysis/cegar/pruner.h"
#include "analysis/cegar/verdict.h"
#include "analysis/refine/trace_checker.h"

namespace arges::analysis {

/// Counterexample-guided abstraction refinement (Bajkai 2018, Figure 2.2): build the abstract
/// reachability graph, check its counterexample, refine, prune, and again.
class Cegar {
 public:
  struct Parts {
    Domain& domain;
    TraceChecker& checker;
    SearchKind search;
    PruneKind prune;
    Targets targets = Targets::first;
    /// Whether the graph is built anew once a variable was dropped, so that counterexamples are not
    /// as long as it took to notice that it has too many values.
    bool restarts_after_drop = false;
  };
  Cegar(Env& env, const System& system, Parts parts, std::vector<Monitor*> monitors);

  Verdict run(Precision precision);

  /// After `holds`: the complete graph, the proof.
  const Arg& arg() const { return builder_.arg(); }
  /// What is tracked by now, also where a limit ended the run.
  const Precision& precision() const { return precision_; }

 private:
  /// Checks one counterexample and refines; a verdict if that ends the run.
  std::optional<Verdict> treat(NodeId target, const Monitor::Iteration& iteration);
  /// Refines and prunes; false if nothing is left to try.
  bool refine(const Refutation& refutation, std::span<const NodeId> path);
  std::vector<const Action*> actions_along(std::span<const NodeId> path) const;

  Env& env_;
  Parts parts_;
  std::vector<Monitor*> monitors_;
  ArgBuilder builder_;
  Precision precision_{Granularity::global};
};

}  // namespace arges::analysis
