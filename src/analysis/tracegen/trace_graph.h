#pragma once

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "analysis/arg/arg_builder.h"
#include "analysis/domain/domain.h"
#include "analysis/system/system.h"
#include "base/env.h"
#include "ir/valuation.h"

namespace arges::analysis {

/// How people look at the runs of a System: in steps, each of some actions.
struct RunView {
  /// Whether a step may end here; between such points a step is under way.
  std::function<bool(Control)> rests;
  /// What a step tells when it ends and nobody reads later: outputs, what fired. States that differ
  /// in nothing else go on alike.
  std::vector<ir::Var> transient = {};
  /// Of these, flags that are true where something happened in the step. Empty: the model has none,
  /// and a step in which nothing changes is one in which nothing happened.
  std::vector<ir::Var> flags = {};
  /// Of the transient ones, what the model sets itself, unlike its inputs.
  std::vector<ir::Var> outputs = {};
  /// Where a condition holds at the end of a step, what is set anew before somebody reads it.
  struct Stale {
    ir::Expr when;
    ir::Var var;
  };
  std::vector<Stale> stale = {};
};

/// A node of a TraceGraph: where an action leads.
struct TraceNode {
  Control control = 0;
  StateId state = 0;  ///< with all that the step tells
  StateId rest = 0;   ///< where a step ends: without that; else the same as `state`
  NodeId parent = no_node;
  const Action* action = nullptr;  ///< from the parent; null: it is a root
  NodeId covered_by = no_node;
  std::uint32_t depth = 0;     ///< actions from the root
  std::uint32_t step = 0;      ///< how many steps ended before this node, itself included
  std::uint32_t children = 0;  ///< that are not cut
  bool rests = false;
  bool is_quiet = false;     ///< at the end of a step in which nothing happened
  bool is_repeated = false;  ///< the same step, as far as it is told, ends elsewhere alike
  bool is_cut = false;       ///< a dead end that shows nothing
  bool is_expanded = false;  ///< its successors are there, or would be if they were not cut
};

/// The fully expanded abstract reachability graph that traces are taken from: buildARG of Ádám
/// 2023, Algorithms 4.1 and 4.2, breadth first by steps. A node at which a step ends is covered by
/// an older one that is as general. Within a step nodes are covered only by those of the same step,
/// so that every trace can be told in whole steps.
class TraceGraph {
 public:
  /// The values that a state of the domain has.
  using ValuesOf = std::function<ir::Valuation(StateId)>;
  TraceGraph(Env& env, const System& system, Domain& domain, RunView view, ValuesOf values_of);

  /// What becomes of leaves at the end of quiet steps.
  enum class DeadEnds : std::uint8_t { cut, keep };
  struct Bounds {
    std::uint64_t nodes = 0;              ///< 0: no bound
    std::uint32_t steps = 0;              ///< of a trace; 0: no bound
    Targets targets = Targets::all;       ///< enough once there is one, or not
    DeadEnds dead_ends = DeadEnds::keep;  ///< whether the bounds leave them out
    /// Enough once so many traces end, and there is one more that may not; 0: no bound.
    std::uint64_t ends = 0;
    /// What is done about a step that is one too many: it ends the building, or it is there, but
    /// not what follows, so that it can be seen whether it has a run.
    enum class TooLong : std::uint8_t { ends, shown } too_long = TooLong::ends;
  };
  /// Somebody who looks at it each time steps from a node were added.
  void watch(std::function<void()> look) { look_ = std::move(look); }
  /// Builds it; where a limit ends that, the graph has what was found until then and is incomplete.
  void build(Precision& precision, const Bounds& bounds);
  /// Whether every node is expanded or covered.
  bool is_complete() const { return why_incomplete_.empty(); }
  const std::string& why_incomplete() const { return why_incomplete_; }
  /// A limit or the bound on ends ended the building, at no point that anyone chose.
  bool is_stopped() const { return is_stopped_; }
  /// Whether this node is behind the bound on steps.
  bool is_too_long(NodeId id) const {
    const TraceNode& node = nodes_[id];
    return step_bound_ != 0 && node.step + (node.rests ? 0 : 1) > step_bound_;
  }
  /// The bound on ends did.
  bool has_enough_ends() const { return has_enough_ends_; }

  /// Cuts off what shows nothing new: steps that are told as another one is, and with `dead_ends`
  /// leaves at the end of quiet steps, until there are none (Section 5.1.2.3).
  void cut(DeadEnds dead_ends) { cut_from(0, dead_ends); }

  /// A node, and one that covers it and that no run gets to.
  struct Adoption {
    NodeId by;
    NodeId from;
  };
  /// What follows the second node follows the first one from now on, who covers the second: it is
  /// as general as what follows it itself. Not where there is a bound on steps, as traces get
  /// longer by that. Whether that was done.
  bool adopt(const std::vector<Adoption>& adoptions);

  /// Nodes at targets, in the order in which they were found.
  const std::vector<NodeId>& targets() const { return targets_; }

  const System& system() const { return system_; }
  /// Assumes the initial condition in an arbitrary state.
  const Action& start_action() const { return start_; }
  const Domain& domain() const { return domain_; }
  const TraceNode& node(NodeId id) const { return nodes_[id]; }
  NodeId size() const { return static_cast<NodeId>(nodes_.size()); }
  /// Whether a trace ends here: nothing follows that is not cut.
  bool is_leaf(NodeId id) const { return !nodes_[id].is_cut && nodes_[id].children == 0; }
  /// Whether the graph does not know what follows a leaf, as it ends before that.
  bool is_open(NodeId id) const {
    return !nodes_[id].is_expanded && nodes_[id].covered_by == no_node;
  }
  /// Nodes from a root to this one. Cheap one after another where paths begin alike.
  std::vector<NodeId> path_to(NodeId id) const;
  /// The node at which the step before this node's ended, or no_node.
  NodeId previous_rest(NodeId id) const;

 private:
  void start(Precision& precision);
  /// Forgets nodes from this one on.
  void drop_from(NodeId first);
  /// Cuts nodes from this one on.
  void cut_from(NodeId first, DeadEnds dead_ends);
  /// Whether a step from a node at the bound shows anything. If none does, the node is expanded;
  /// else it is as before.
  bool goes_on(NodeId id, Precision& precision, DeadEnds dead_ends);
  /// Whether nothing is to be seen at a leaf.
  bool shows_nothing(NodeId id, DeadEnds dead_ends) const;
  /// How many traces end at the nodes from this one on, of a step that is taken from `parent`.
  std::size_t count_ends(NodeId first, NodeId parent, DeadEnds dead_ends) const;
  void count_depths();
  /// Takes one step of the model from here in all ways.
  void expand_step(NodeId from, Precision& precision);
  void expand(NodeId id, Precision& precision);
  NodeId add(Control control, StateId state, NodeId parent, const Action* action,
             Precision& precision);
  void arrive(NodeId id, Precision& precision);
  bool is_quiet(NodeId id, const ir::Valuation& values) const;
  bool is_below(NodeId id, NodeId other) const;
  /// What a step that ends here did, as far as it is told.
  std::vector<std::uint64_t> told(NodeId id, const ir::Valuation& values) const;
  /// The action that forgets what a step that ends here told, and what is stale.
  const Action& forgetting(const TraceNode& node, const ir::Valuation& values);

  Env& env_;
  const System& system_;
  Domain& domain_;
  RunView view_;
  ValuesOf values_of_;
  Action start_;
  std::deque<TraceNode> nodes_;
  std::vector<NodeId> targets_;
  std::deque<NodeId> waiting_;  ///< where a step ended and the next is to be taken
  std::vector<NodeId> within_;  ///< of the step being taken: to be expanded
  std::unique_ptr<CoverIndex> at_rest_;
  std::unique_ptr<CoverIndex> under_way_;  ///< of the step being taken
  std::map<std::pair<Control, std::vector<ir::Var>>, Action> forgetting_;
  std::set<std::vector<std::uint64_t>> ends_of_step_;  ///< of the step being taken
  std::function<void()> look_;
  std::string why_incomplete_;
  bool is_stopped_ = false;
  bool has_enough_ends_ = false;
  std::uint32_t step_bound_ = 0;  ///< 0: there is none
  mutable std::vector<NodeId> last_path_;
};

}  // namespace arges::analysis
