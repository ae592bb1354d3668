#pragma once

#include <string>
#include <vector>

#include "base/error.h"
#include "model/statechart/chart.h"

namespace arges::model::statechart {

/// Makes transitions and branches that lead through junctions of those that lead to them: UML's
/// compound transitions (UML 2.5.1, 14.2.3.8.4), whose guards are all read before one fires. A
/// branch without a guard is open if the guards of the junction's other branches do not hold,
/// whatever lies behind these.
class Junctions {
 public:
  /// More ways than these through the junctions behind one transition are refused.
  static constexpr std::size_t most_ways = 1000;

  Junctions(Machine& machine, Diagnostics& diagnostics)
      : machine_(machine), diagnostics_(diagnostics) {}

  /// If something is wrong it is reported, and the machine stays as it is.
  void expand();

 private:
  /// From a branch on to where no junction is; of several junctions, all branches on the way.
  struct Way {
    std::string name;
    ir::Expr guard;  ///< null: true
    std::vector<WayOut> ways_out;
    Block effect;
    std::vector<NodeId> targets;
    std::vector<SourceLocation> segments;
  };
  using Ways = std::vector<Way>;

  bool check();
  /// Whether all numbers of nodes are some; those that are not are reported by others.
  bool are_in_range() const;
  bool check_targets(const std::vector<NodeId>& targets, SourceLocation location);
  /// Whether the ways from a junction end; counts them.
  bool check_ways(NodeId junction);
  bool check_number(const std::vector<NodeId>& targets, SourceLocation location);
  bool check_default(const Node& node);

  bool is_junction(NodeId node) const { return machine_.nodes[node].kind == NodeKind::junction; }
  bool leads_to_junction(const std::vector<NodeId>& targets) const {
    return targets.size() == 1 && is_junction(targets.front());
  }
  /// By branches of a node: the condition on which each is open; null: it always is.
  std::vector<ir::Expr> openings(const std::vector<Path>& branches) const;
  /// Along a branch that is open on that condition.
  Ways along(const Path& branch, ir::Expr open) const;
  Ways through(NodeId junction) const;

  void expand_transitions();
  void expand_branches(Node& choice);
  void expand_default(Node& node);
  void remove_nodes();

  /// What is known of the ways from a junction.
  struct Count {
    enum class Progress : std::uint8_t { open, begun, done } progress = Progress::open;
    std::size_t ways = 0;  ///< at most one more than may be
  };

  Machine& machine_;
  Diagnostics& diagnostics_;
  std::vector<Count> counts_;  ///< by nodes
};

}  // namespace arges::model::statechart
