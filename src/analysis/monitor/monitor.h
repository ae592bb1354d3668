#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "analysis/arg/arg.h"
#include "analysis/precision/precision.h"
#include "analysis/refine/refutation.h"

namespace arges::analysis {

/// What a monitor asks the loop to do next.
enum class Advice : std::uint8_t {
  proceed,  ///< as if nobody watched
  go_past,  ///< leave the counterexample where it is and look for others
  stop,
};

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
  /// The abstraction has a path to a target. Going past it, the search continues.
  virtual Advice counterexample_found(const Iteration&, NodeId /*target*/) {
    return Advice::proceed;
  }
  /// The counterexample was spurious, and the precision grew or outdated nodes were removed.
  virtual void refined(const Iteration&, const Refutation&) {}
  /// The counterexample was spurious, but nothing new came of it. To proceed is to prune and to
  /// look for it again.
  virtual Advice taught_nothing(const Iteration&, NodeId /*target*/) { return Advice::proceed; }
  virtual void pruned(const Iteration&, std::size_t /*nodes_left*/) {}
  /// Why `stop` was advised, for `unknown (REASON)`.
  virtual std::string stop_reason() const { return "no refinement progress"; }

  /// What gives reason to doubt that the run will end, in words for a user; nothing if all is well.
  /// It may be asked at any time: who can choose another configuration may do so then.
  virtual std::optional<std::string> concern() const { return std::nullopt; }
};

}  // namespace arges::analysis
