#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "analysis/trace/concrete_trace.h"
#include "analysis/trace/run_finder.h"
#include "analysis/tracegen/trace_graph.h"

namespace arges::analysis {

/// Runs along paths of a TraceGraph whose states say enough to find them by execution, without a
/// solver, and once for all paths through a step. Paths that begin alike are cheap one after
/// another.
class EvaluatedPaths {
 public:
  EvaluatedPaths(const TraceGraph& graph, TraceGraph::ValuesOf values_of);

  /// Goes along a path from a root, step by step, as what the environment decides at the beginning
  /// of a step depends on its end. Whether that leads to the end of it. It ends early, and another
  /// time goes on from there, once it is told that it may not go on.
  bool follow(const std::vector<NodeId>& path, const std::function<bool()>& may_go_on = {});
  /// The end of the last step on the path that was followed last, as far as it was; or no_node.
  NodeId last_rest() const;
  /// The run along the path that was followed to its end last; if so many actions are left out, it
  /// begins after them.
  ConcreteTrace run(std::size_t from) const;
  /// Whether a run to this node was found.
  bool has_run(NodeId node) const { return has_run_[node]; }
  /// Another way leads to this node now.
  void forget(NodeId node);

 private:
  using Decisions = RunFinder::Decisions;
  struct Change {
    ir::Var var;
    ir::Value value;
  };
  /// How an action of a step is taken. Of its end there is what differs from its beginning: to
  /// execute statements takes far longer than to copy a state.
  struct Taken {
    Decisions decisions = {};
    std::vector<Change> changes = {};
  };
  /// How the step that ends at a node is taken. What the environment decides at its beginning may
  /// differ from step to step, although they share their first nodes.
  struct Visit {
    enum class How : std::uint8_t { untried, evaluated, failed } how = How::untried;
    std::vector<Taken> actions = {};
  };

  /// Decides how a step is taken from the last state.
  bool find_step(std::span<const NodeId> nodes);
  void advance(NodeId id, const Taken& taken);
  Taken make_taken(const ir::Valuation& before, ConcreteStep step) const;
  std::optional<ir::Valuation> start_at(NodeId root) const;

  const TraceGraph& graph_;
  TraceGraph::ValuesOf values_of_;
  RunFinder runs_;
  std::vector<ir::Var> variables_;
  std::vector<Visit> visits_;          ///< by nodes
  std::vector<NodeId> at_;             ///< the nodes of the path that was followed last
  std::vector<Decisions> taken_;       ///< on the way to them
  std::vector<ir::Valuation> states_;  ///< at them
  std::vector<bool> has_run_;          ///< by nodes
};

}  // namespace arges::analysis
