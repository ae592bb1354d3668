#pragma once

#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "analysis/domain/explicit/explicit_domain.h"
#include "analysis/trace/run_finder.h"
#include "analysis/tracegen/trace_graph.h"

namespace arges::analysis {

/// All states that runs along paths of a TraceGraph get to, visited one by one, and once for all
/// paths that begin alike: isFeasible, shorten and concretize of Ádám 2023, Algorithm 4.2, where
/// runs along a path differ in few values. A solver would need all of a path at once, which takes
/// long if there are hundreds of steps.
class ConcretePaths {
 public:
  ConcretePaths(Env& env, const TraceGraph& graph, smt::SolverFactory& solvers,
                TraceGraph::ValuesOf values_of);

  /// How many nodes of a path from a root have a run; nothing if states are too many or have values
  /// that can't be told.
  std::optional<std::size_t> feasible(const std::vector<NodeId>& path);
  /// A run along such a path; nothing if execution does not find one.
  std::optional<ConcreteTrace> run(const std::vector<NodeId>& path);
  /// Another way leads to this node now.
  void forget(NodeId node) { levels_.erase(node); }
  /// What of the candidates makes a path without a run impossible: few variables, such that it has
  /// one, up to the first action that has none, if only these are not known on the way. Empty if
  /// that can't be told.
  std::vector<ir::Var> blame(const std::vector<NodeId>& path,
                             const std::vector<ir::Var>& candidates);

 private:
  /// The states at a node.
  struct Level {
    struct Entry {
      StateId state;
      std::uint32_t before;  ///< its predecessor, by position at the node before
    };
    std::vector<Entry> entries = {};
    bool is_exact = true;
  };
  static constexpr std::size_t most_states = 64;  ///< at a node

  const Level& level(const std::vector<NodeId>& path, std::size_t position);
  Level make_level(const std::vector<NodeId>& path, std::size_t position);
  void add(Level& level, NodeId node, StateId state, std::uint32_t before);
  /// What a state knows may be so at a node.
  bool is_at(NodeId node, const ir::Valuation& values) const;
  /// Whether a path has a run if these variables are not known on the way; nothing if there are
  /// too many states.
  std::optional<bool> has_run_without(std::span<const NodeId> path,
                                      const std::vector<ir::Var>& forgotten);
  Precision tracking_all_but(const std::vector<ir::Var>& variables) const;

  Env& env_;
  const TraceGraph& graph_;
  const System& system_;
  TraceGraph::ValuesOf values_of_;
  std::vector<ir::Var> variables_;
  RunFinder runs_;
  ExplicitDomain domain_;
  Precision precision_;
  std::unordered_map<NodeId, Level> levels_;
};

}  // namespace arges::analysis
