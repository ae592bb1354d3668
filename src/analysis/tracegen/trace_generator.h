#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "analysis/trace/concrete_trace.h"
#include "analysis/tracegen/concrete_paths.h"
#include "analysis/tracegen/evaluated_paths.h"
#include "analysis/tracegen/kept_ends.h"
#include "analysis/tracegen/prefix_checker.h"
#include "analysis/tracegen/trace_graph.h"

namespace arges::analysis {

/// An abstract state that no generated trace gets to.
struct Unreached {
  NodeId node = 0;
  std::vector<ir::Var> blame = {};  ///< what is not tracked and makes the way there impossible
};

/// Algorithm 4.2 of Ádám 2023: a short set of concrete traces from a fully expanded abstract graph,
/// and whether they get to every abstract state. Where all variables are tracked, nothing is ever
/// shortened and this is Algorithm 4.1.
///
/// As printed the algorithm is off: a feasible trace is its own t'; t_a is dropped if a *different*
/// t_b starts with t_a; of equal ones, one stays.
class TraceGenerator {
 public:
  struct Options {
    std::uint64_t most_traces = 0;      ///< 0: all
    std::vector<ir::Var> tracked = {};  ///< others are to blame where something is not reached
  };
  TraceGenerator(Env& env, TraceGraph& graph, smt::SolverFactory& solvers,
                 TraceGraph::ValuesOf values_of, Options options);

  /// Finds the traces; where a limit ends that, there are those found until then.
  void run();

  /// A run to this node of the graph, if there is one.
  std::optional<ConcreteTrace> run_to(NodeId node);

  /// There are more traces than were wanted.
  bool is_bounded() const { return is_bounded_; }
  /// Leaves out all traces but the first ones.
  void keep_first(std::size_t number, std::string why_incomplete);
  /// What a run that has no time left may still find, record and tell, in nodes of all traces.
  static constexpr std::size_t most_last_nodes = 100'000;

  /// Where the traces end, in the order of the model.
  const std::vector<NodeId>& ends() const { return ends_; }
  /// A trace as a run of the System; if so many actions are left out, it begins after them.
  /// Traces that begin alike are cheap one after another.
  ConcreteTrace trace(std::size_t number, std::size_t from = 0);
  /// The run of a trace that was searched for, whose values are not those of other traces through
  /// the same nodes; null: it was evaluated, and those that begin alike have the same values.
  const ConcreteTrace* own_run(std::size_t number) const;

  /// The abstract states that only other traces than these get to.
  std::vector<Unreached> missed_by(std::span<const std::size_t> traces) const;
  /// Every abstract state of the graph is on a trace.
  bool full_coverage() const { return unreached_.empty() && why_incomplete_.empty(); }
  const std::vector<Unreached>& unreached() const { return unreached_; }
  /// Why traces are missing; empty: none are.
  const std::string& why_incomplete() const { return why_incomplete_; }

 private:
  /// The end of a trace that may be one of the set.
  struct Wanted {
    std::size_t place;  ///< in the order of the model
    NodeId end;
  };

  /// Finds the traces to these ends.
  void find_ends(const std::vector<NodeId>& leaves);
  /// Adds a trace to the set, unless that is one more than is wanted: whether it is not.
  bool keep(KeptEnds& kept, const Wanted& wanted, NodeId end);
  /// The last node on the way to a leaf that has a run, whole steps only; no_node: none has.
  NodeId end_of(NodeId leaf);
  void keep_known(KeptEnds& kept, std::span<const Wanted> wanted);
  /// Where a node that runs get to is covered by one that none gets to, gives it what follows the
  /// other; whether there was one.
  bool adopt();
  void forget(NodeId node);
  bool has_run(NodeId node) const { return is_feasible_[node] || evaluated_.has_run(node); }
  std::vector<NodeId> leaves() const;
  static std::vector<Wanted> all_of(const std::vector<NodeId>& leaves);
  /// Of a graph that a limit ended, what can be told in little time: traces that end come first,
  /// and short ones before long ones, so that one without an end leaves room for others. Of such a
  /// one there is its beginning. In the order of the model, unless only some are wanted.
  std::vector<Wanted> that_fit(const std::vector<NodeId>& leaves) const;
  /// The last node on the way there at which a step ends and that is not deeper than so much.
  NodeId beginning_of(NodeId leaf, std::size_t depth) const;
  /// The path's actions, each with the condition that it ends in the node's state: the actions
  /// alone may have runs through other states.
  std::deque<Action> strict_actions(const std::vector<NodeId>& path) const;
  NodeId by_search(const std::vector<NodeId>& path);
  NodeId by_solver(const std::vector<NodeId>& path);
  NodeId in_whole_steps(NodeId end);
  NodeId within_bound(NodeId end);
  NodeId shortened(NodeId end, const ConcreteTrace& run);
  bool comes_back(const ConcreteTrace& run, std::size_t actions) const;
  std::size_t whole_steps(const std::vector<NodeId>& path, std::size_t length) const;
  bool ends_whole(const std::vector<NodeId>& path, std::size_t length) const;
  ConcreteTrace evaluated(NodeId end, std::size_t from);
  void find_unreached(const std::vector<NodeId>& leaves);
  std::vector<ir::Var> blame(NodeId unreached, const std::vector<ir::Var>& candidates);

  Env& env_;
  TraceGraph& graph_;
  const System& system_;
  TraceGraph::ValuesOf values_of_;
  Options options_;
  PrefixChecker prefixes_;
  ConcretePaths concrete_;
  EvaluatedPaths evaluated_;
  std::vector<bool> is_feasible_;             ///< by nodes: known to have a run, not by evaluation
  std::vector<bool> is_infeasible_;           ///< by nodes: known to have none
  std::map<NodeId, ConcreteTrace> searched_;  ///< runs to ends that evaluation does not get to
  std::vector<NodeId> ends_;
  std::vector<Unreached> unreached_;
  std::string why_incomplete_;
  bool is_bounded_ = false;
  bool is_length_bounded_ = false;  ///< some trace would be longer
};

}  // namespace arges::analysis
