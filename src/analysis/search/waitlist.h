#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "analysis/arg/arg.h"

namespace arges::analysis {

/// The order in which nodes are expanded.
enum class SearchKind : std::uint8_t {
  breadth_first,
  depth_first,
  error_distance,  ///< nearest to a target in the control graph first
};

/// Nodes still to be processed, in the order of a search strategy. The same node may be added
/// again; whoever takes it out checks whether there is still something to do.
class Waitlist {
 public:
  virtual ~Waitlist() = default;
  virtual void add(NodeId node) = 0;
  virtual std::optional<NodeId> take() = 0;
  virtual void clear() = 0;
};

std::unique_ptr<Waitlist> make_waitlist(SearchKind kind, const Arg& arg, const System& system);

}  // namespace arges::analysis
