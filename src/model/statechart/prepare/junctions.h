#pragma once

#include <string>
#include <vector>

#include "base/error.h"
#include "model/statechart/chart.h"

namespace arges::model::statechart {

/// Makes transitions and branches that lead through junctions of those that lead to them: UML's
/// compound transitions (UML 2.5.1, 14.2.3.8.4), whose guards are all read before one fires.
class Junctions {
 public:
  Junctions(Machine& machine, Diagnostics& diagnostics)
      : machine_(machine), diagnostics_(diagnostics) {}

  /// If something is wrong it is reported, and the machine stays as it is.
  void expand();

 private:
  /// From a branch on to where no junction is; of several junctions, all branches on the way.
  struct Way {
    std::string name;
    ir::Expr guard;  ///< null: true
    Block effect;
    std::vector<NodeId> targets;
  };
  using Ways = std::vector<Way>;

  bool check();
  bool check_targets(const std::vector<NodeId>& targets, SourceLocation location);
  /// Whether the ways from a junction end; those before it on the way are known.
  bool check_ways(NodeId junction, std::vector<NodeId>& before);

  bool is_junction(NodeId node) const { return machine_.nodes[node].kind == NodeKind::junction; }
  bool leads_to_junction(const std::vector<NodeId>& targets) const {
    return targets.size() == 1 && is_junction(targets.front());
  }
  /// Along one branch, whatever the others are.
  Ways along(const Path& branch) const;
  /// Along each branch of a node: when it is taken, as far as guards tell.
  std::vector<Ways> by_branches(const std::vector<Path>& branches) const;
  /// They are open only if those are not.
  static void exclude(Ways& ways, const Ways& open);
  Ways through(NodeId junction) const;

  void expand_transitions();
  void expand_branches(Node& choice);
  void expand_default(Node& node);
  void remove_nodes();

  Machine& machine_;
  Diagnostics& diagnostics_;
};

}  // namespace arges::model::statechart
