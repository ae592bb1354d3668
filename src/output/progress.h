#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>

#include "analysis/monitor/monitor.h"

namespace arges::output {

/// The progress display of a run: aligned columns, one line a refinement. Lines are dropped where
/// they come faster than anyone could read, and added where an iteration takes long.
class Progress : public analysis::Monitor {
 public:
  /// Gets whole lines, without end of line.
  using Write = std::function<void(const std::string&)>;
  explicit Progress(Write write) : write_(std::move(write)) {}

  void node_created(const analysis::Arg& arg, analysis::NodeId node) override;
  void iteration_started(const Iteration& iteration) override;
  analysis::Advice counterexample_found(const Iteration& iteration,
                                        analysis::NodeId target) override;
  void refined(const Iteration& iteration, const analysis::Refutation& refutation) override;

 private:
  using Clock = std::chrono::steady_clock;
  void header();
  void line(char event, const analysis::Arg& arg);

  Write write_;
  Clock::time_point started_ = Clock::now();
  Clock::time_point last_line_ = started_;
  std::uint32_t lines_ = 0;
  std::uint32_t nodes_since_look_ = 0;
  std::uint32_t iteration_ = 0;
  std::size_t precision_ = 0;
  std::uint32_t length_ = 0;  ///< of the last counterexample
};

}  // namespace arges::output
