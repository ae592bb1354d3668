#pragma once

#include <string>
#include <vector>

#include "model/statechart/tree.h"

namespace arges::model::statechart {

/// What the checks of a machine ask about its tree.
class Shape {
 public:
  explicit Shape(const Machine& machine) : machine_(machine) {}

  /// For messages.
  const std::string& name(NodeId id) const;
  /// The innermost compound node that has all of these properly inside; none: there is none.
  NodeId common_compound(const std::vector<NodeId>& nodes) const;
  /// The innermost node that has both properly inside, or the root.
  NodeId common_ancestor(NodeId first, NodeId second) const;
  /// Of a transition with targets; none: there is none.
  NodeId domain(const Transition& transition) const;

 private:
  const Node& node(NodeId id) const { return machine_.nodes[id]; }
  bool is_inside_of(NodeId inner, NodeId outer) const { return is_inside(machine_, inner, outer); }

  const Machine& machine_;
};

}  // namespace arges::model::statechart
