#pragma once

#include <set>

#include "analysis/cegar/pruner.h"
#include "analysis/monitor/fingerprint.h"
#include "analysis/monitor/monitor.h"

namespace arges::analysis {

/// What must come again before a run counts as stuck.
enum class Recognition : std::uint8_t {
  counterexample,
  graph,  ///< and with it the graph and the precision
};

/// Counterexamples that were refined to no avail: the CexSet and the ArgSet of Ádám 2023,
/// Algorithm 6.1.
///
/// Departs from it in what is kept. There, each counterexample used for a refinement is, as the
/// same trace always teaches the same. Here the means get stronger when a trace comes back, so only
/// those are kept that taught nothing by any means; and one with nodes from an older precision is
/// not known: computing it anew may be all it takes.
class KnownCounterexamples {
 public:
  KnownCounterexamples(const System& system, const Domain& domain, Recognition recognition)
      : reader_(system, domain), recognition_(recognition) {}

  void add(const Monitor::Iteration& iteration, NodeId target);
  bool contains(const Monitor::Iteration& iteration, NodeId target) const;
  std::size_t size() const { return counterexamples_.size(); }
  Recognition recognition() const { return recognition_; }

 private:
  Fingerprint surroundings(const Monitor::Iteration& iteration) const;

  GraphReader reader_;
  Recognition recognition_;
  std::set<Fingerprint> counterexamples_;
  std::set<Fingerprint> surroundings_;  ///< graph and precision
};

/// Stops a run that makes no progress (Ádám 2023, Algorithm 6.1).
class StuckDetector : public Monitor {
 public:
  StuckDetector(KnownCounterexamples known, PruneKind prune)
      : known_(std::move(known)), prune_(prune) {}

  Advice counterexample_found(const Iteration& iteration, NodeId target) override;
  Advice taught_nothing(const Iteration& iteration, NodeId target) override;

 private:
  KnownCounterexamples known_;
  PruneKind prune_;
};

/// Makes a run that would be stuck go past known counterexamples, to others that may be real or
/// teach something (Ádám 2023, Algorithm 6.2). ArgBuilder::go_past and Cegar's conclusion are the
/// other parts of it.
class StuckMitigator : public Monitor {
 public:
  StuckMitigator(KnownCounterexamples known, PruneKind prune);

  Advice counterexample_found(const Iteration& iteration, NodeId target) override;
  Advice taught_nothing(const Iteration& iteration, NodeId target) override;
  std::optional<std::string> concern() const override;

 private:
  KnownCounterexamples known_;
  Advice advice_ = Advice::go_past;  ///< where nothing was taught
};

}  // namespace arges::analysis
