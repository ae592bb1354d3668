#pragma once

#include <span>
#include <vector>

#include "analysis/arg/arg_builder.h"
#include "analysis/cegar/pruner.h"
#include "analysis/cegar/verdict.h"
#include "analysis/refine/trace_checker.h"

namespace arges::analysis {

/// Counterexample-guided abstraction refinement (Bajkai 2018, Figure 2.2): build the abstract
/// reachability graph, check its counterexample, refine, prune, and again. Left alone, it repeats
/// an iteration that teaches nothing for ever; a monitor may tell it to stop or to go past the
/// counterexample (refinement_progress.h).
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
  using Iteration = Monitor::Iteration;

  /// The verdict on a finished graph; none if there is still something to build.
  std::optional<Verdict> conclude();
  /// Checks one counterexample and refines; a verdict if that ends the run.
  std::optional<Verdict> treat(NodeId target, const Iteration& iteration);
  std::optional<Verdict> check_and_refine(NodeId target, const Iteration& iteration);
  /// What follows from a counterexample that is spurious but taught nothing.
  std::optional<Verdict> repeat(NodeId target, const std::optional<Refutation>& refutation,
                                const Iteration& iteration);
  /// Refines and prunes; returns the refutation that helped, or none if nothing is left to try.
  std::optional<Refutation> refine(const Refutation& refutation, std::span<const NodeId> path);
  /// Whether the precision grows.
  bool learn(const Refutation& refutation, std::span<const NodeId> path, Effort effort);
  /// Removes what was computed with another precision than the present one, if that is some of it.
  bool prune_outdated(std::span<const NodeId> path);
  void go_past(NodeId target);
  std::vector<const Action*> actions_along(std::span<const NodeId> path) const;

  Env& env_;
  Parts parts_;
  std::vector<Monitor*> monitors_;
  ArgBuilder builder_;
  Precision precision_{Granularity::global};
};

}  // namespace arges::analysis
