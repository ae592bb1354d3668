#pragma once

#include <memory>
#include <string>
#include <vector>

#include "analysis/monitor/monitor.h"
#include "engine/configuration.h"

namespace arges::engine {

/// Everyone who watches a run: what the configuration asks for, those that only have concerns, and
/// whoever was brought along.
class RunMonitors {
 public:
  /// `other` may be null.
  RunMonitors(const Configuration& configuration, const analysis::System& system,
              const analysis::Domain& domain, analysis::Monitor* other);
  std::vector<analysis::Monitor*> all() const;
  /// What gives reason to doubt that the run will end.
  std::vector<std::string> concerns() const;

 private:
  std::vector<std::unique_ptr<analysis::Monitor>> own_;
  analysis::Monitor* other_;
};

}  // namespace arges::engine
