#include "engine/monitors.h"

#include "analysis/monitor/growth.h"
#include "analysis/monitor/refinement_progress.h"
#include "base/invariant.h"

namespace arges::engine {

namespace {

/// What watches the progress of refinement; null for nobody.
std::unique_ptr<analysis::Monitor> progress_monitor(const Configuration& configuration,
                                                    const analysis::System& system,
                                                    const analysis::Domain& domain) {
  using analysis::Recognition;
  const auto known = [&](Recognition recognition) {
    return analysis::KnownCounterexamples(system, domain, recognition);
  };
  const analysis::PruneKind prune = configuration.prune;
  switch (configuration.monitor) {
    case MonitorKind::disable:
      return nullptr;
    case MonitorKind::check:
      return std::make_unique<analysis::StuckDetector>(known(Recognition::counterexample), prune);
    case MonitorKind::check_arg:
      return std::make_unique<analysis::StuckDetector>(known(Recognition::graph), prune);
    case MonitorKind::mitigate:
      return std::make_unique<analysis::StuckMitigator>(known(Recognition::counterexample), prune);
    case MonitorKind::mitigate_arg:
      return std::make_unique<analysis::StuckMitigator>(known(Recognition::graph), prune);
  }
  UNREACHABLE("the monitor should be known");
}

}  // namespace

RunMonitors::RunMonitors(const Configuration& configuration, const analysis::System& system,
                         const analysis::Domain& domain, analysis::Monitor* other)
    : other_(other) {
  if (auto monitor = progress_monitor(configuration, system, domain))
    own_.push_back(std::move(monitor));
  own_.push_back(std::make_unique<analysis::IterationTimeMonitor>());
  own_.push_back(std::make_unique<analysis::GraphGrowthMonitor>());
  own_.push_back(std::make_unique<analysis::PredicateShapeMonitor>());
}

std::vector<analysis::Monitor*> RunMonitors::all() const {
  std::vector<analysis::Monitor*> result;
  for (const auto& monitor : own_) result.push_back(monitor.get());
  if (other_ != nullptr) result.push_back(other_);
  return result;
}

std::vector<std::string> RunMonitors::concerns() const {
  std::vector<std::string> result;
  for (const analysis::Monitor* monitor : all())
    if (auto concern = monitor->concern()) result.push_back(*std::move(concern));
  return result;
}

}  // namespace arges::engine
