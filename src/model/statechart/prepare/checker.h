#pragma once

#include <string>
#include <vector>

#include "base/error.h"
#include "model/statechart/prepare/shape.h"

namespace arges::model::statechart {

/// Finds nodes and transitions of a machine that make no sense, each by itself, and reports them.
class Checker {
 public:
  Checker(const Machine& machine, Diagnostics& diagnostics)
      : machine_(machine), shape_(machine), diagnostics_(diagnostics) {}

  void check();

 private:
  const Node& node(NodeId id) const { return machine_.nodes[id]; }
  const std::string& name(NodeId id) const { return shape_.name(id); }
  bool is_inside_of(NodeId inner, NodeId outer) const { return is_inside(machine_, inner, outer); }

  void check_names();
  void check_reaction();
  void check_node(NodeId id);
  void check_children(NodeId id);
  void check_choice(NodeId id);
  void check_entry(NodeId id);
  void check_transition(const Transition& transition);
  // False if the rest of the transition can't be looked at.
  bool check_source(const Transition& transition);
  bool check_join(const Transition& transition);
  bool check_targets(const std::vector<NodeId>& targets, SourceLocation location);
  void check_domain(const Transition& transition);
  void check_together(NodeId first, NodeId second, SourceLocation location);

  const Machine& machine_;
  Shape shape_;
  Diagnostics& diagnostics_;
};

}  // namespace arges::model::statechart
