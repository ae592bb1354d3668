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
/// again; whoever takes it out checks whether there is still something to do. Nodes removed from
/// the graph do not come out.
class Waitlist {
 public:
  explicit Waitlist(const Arg& arg) : arg_(arg) {}
  virtual ~Waitlist() = default;

  void add(NodeId node) { put({node, arg_.node(node).serial}); }
  std::optional<NodeId> take();
  virtual void clear() = 0;

  /// A node as it was when it was added: its number may have another owner by now.
  struct Entry {
    NodeId node;
    std::uint32_t serial;
  };

 protected:
  virtual void put(Entry entry) = 0;
  virtual std::optional<Entry> next() = 0;

  const Arg& arg_;
};

std::unique_ptr<Waitlist> make_waitlist(SearchKind kind, const Arg& arg, const System& system);

}  // namespace arges::analysis
