#pragma once

#include <string>
#include <vector>

#include "base/error.h"
#include "model/statechart/prepare/shape.h"

namespace arges::model::statechart {

/// Goes along every way into the states of a machine, as entering does, and reports those that do
/// not come to an end, or not where they should. Every target must be a node.
class WaysIn {
 public:
  WaysIn(const Machine& machine, Diagnostics& diagnostics)
      : machine_(machine),
        shape_(machine),
        diagnostics_(diagnostics),
        entered_(machine.nodes.size()) {}

  void check();

 private:
  const Node& node(NodeId id) const { return machine_.nodes[id]; }
  const std::string& name(NodeId id) const { return shape_.name(id); }
  bool is_pseudostate(NodeId id) const { return !is_state(node(id).kind); }
  bool is_inside_of(NodeId inner, NodeId outer) const { return is_inside(machine_, inner, outer); }

  void check_cycles();
  std::vector<NodeId> next_pseudostates(NodeId id) const;
  void check_default_path(NodeId id);
  void check_stays(NodeId compound, const Path& path, NodeId through);
  void check_entries();
  void enter(NodeId id, const std::vector<NodeId>& targets, SourceLocation why);
  void enter_history(NodeId id, SourceLocation why);

  const Machine& machine_;
  Shape shape_;
  Diagnostics& diagnostics_;
  std::vector<bool> entered_;  ///< by default
};

}  // namespace arges::model::statechart
