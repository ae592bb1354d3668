#pragma once

#include <cstdint>
#include <string>

#include "analysis/arg/arg.h"
#include "analysis/precision/precision.h"
#include "analysis/refine/refutation.h"

namespace arges::analysis {

/// What a monitor asks the loop to do next.
enum class Advice : std::uint8_t { proceed, stop };

/// Observer of a CEGAR run. Progress display, statistics and the refinement monitors all get the
/// same events; every handler does nothing unless overridden.
class Monitor {
 public:
  virtual ~Monitor() = default;

  struct Iteration {
    std::uint32_t number;  ///< from 1
    const Arg& arg;
    const Precision& precision;
  };
  virtual void node_created(const Arg&, NodeId) {}
  virtual void iteration_started(const Iteration&) {}
  /// The abstraction has a path to a target.
  virtual Advice counterexample_found(const Iteration&, NodeId /*target*/) {
    return Advice::proceed;
  }
  /// The counterexample was spurious and the precision grew.
  virtual void refined(const Iteration&, const Refutation&) {}
  virtual void pruned(const Iteration&, std::size_t /*nodes_left*/) {}
  /// Why `stop` was advised, for `unknown (REASON)`.
  virtual std::string stop_reason() const { return "no refinement progress"; }
};

}  // namespace arges::analysis
