#pragma once

#include <deque>
#include <vector>

#include "analysis/domain/domain.h"
#include "analysis/system/system.h"

namespace arges::analysis {

inline constexpr NodeId no_node = static_cast<NodeId>(-1);

/// A node of the abstract reachability graph: a control point and an abstract state.
struct ArgNode {
  Control control = 0;
  StateId state = 0;
  NodeId parent = no_node;
  const Action* action = nullptr;  ///< from the parent
  std::uint32_t depth = 0;
  std::uint32_t precision_version = 0;  ///< under which the state was computed
  std::uint32_t serial = 0;             ///< counts all nodes ever made, from 1; 0 once removed
  std::uint32_t next_action = 0;        ///< of its control's actions: no successors from here on
  /// Below it or itself: targets that the search went past (Ádám 2023, Algorithm 6.2). While there
  /// are some, the node is in the paper's N_notCovering.
  std::uint32_t targets_gone_past = 0;
  NodeId covered_by = no_node;
  std::vector<NodeId> children;
  std::vector<NodeId> covers;        ///< nodes whose coverer this is
  bool coverer_gone_past = false;    ///< what covered it once may no longer
  std::vector<const Action*> again;  ///< actions whose successors were removed, to be repeated

  bool alive() const { return serial != 0; }
  bool may_cover() const { return targets_gone_past == 0; }
};

/// The abstract reachability graph (Bajkai 2018, Def. 2): a forest of nodes with covering edges.
/// Numbers of removed nodes are given out again; serials are not.
class Arg {
 public:
  NodeId add_root(Control control, StateId state, std::uint32_t precision_version);
  NodeId add_child(NodeId parent, const Action& action, StateId state,
                   std::uint32_t precision_version);
  void cover(NodeId node, NodeId by);
  /// Removes the covering edges to a node; returns where they came from.
  std::vector<NodeId> uncover_all(NodeId by);

  /// Removes a node with all below it; returns nodes that lost their coverer.
  std::vector<NodeId> remove_subtree(NodeId top);
  void clear();

  const ArgNode& node(NodeId id) const { return nodes_[id]; }
  ArgNode& node(NodeId id) { return nodes_[id]; }
  const std::vector<NodeId>& roots() const { return roots_; }
  std::size_t size() const { return alive_; }
  /// One past the highest number in use; some below may not be alive.
  NodeId end() const { return static_cast<NodeId>(nodes_.size()); }
  /// Nodes from a root to this one.
  std::vector<NodeId> path_to(NodeId node) const;

 private:
  NodeId allocate();
  std::deque<ArgNode> nodes_;
  std::vector<NodeId> free_;
  std::vector<NodeId> roots_;
  std::size_t alive_ = 0;
  std::uint32_t last_serial_ = 0;
};

}  // namespace arges::analysis
