#pragma once

#include <functional>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "analysis/ltl/abstract_lasso.h"
#include "analysis/system/accepting_system.h"

namespace arges::analysis {

/// What an edge of an abstract graph is to one ranking function after another, as bits: one that
/// decreases it, and one that may increase it (Balaban, Pnueli, Zuck 2005).
struct RankingMarks {
  std::uint64_t decreasing = 0;
  std::uint64_t increasing = 0;
};

/// Cycles of an abstract product that pass every acceptance set and, for every ranking function
/// that they decrease, also increase it: those that may have an infinite run.
class FairComponents {
 public:
  using Edge = AbstractGraph::Edge;
  /// Asked only for edges on cycles that are accepting otherwise; empty: there are no functions.
  using Ranks = std::function<RankingMarks(NodeId source, const Edge& edge)>;

  FairComponents(const AcceptingSystem& system, const AbstractGraph& graph, Ranks ranks)
      : system_(system), graph_(graph), ranks_(std::move(ranks)) {}

  /// Strongly connected nodes and the edges between them that count.
  struct Component {
    std::vector<NodeId> nodes;
    std::vector<AbstractLasso::Step> edges;
  };
  /// A fair component of the graph that some nodes and the edges among them make up. Emptiness of
  /// Büchi and Streett acceptance: a component that has decreasing edges of a function and no
  /// increasing ones loses those edges and is decomposed again.
  std::optional<Component> find(const std::vector<NodeId>& nodes) const;
  /// A short lasso whose loop is in the component and is fair itself.
  AbstractLasso lasso(const Component& component) const;

 private:
  class Subgraph;
  /// The strong components of one.
  std::vector<Component> parts(const Component& whole) const;
  /// The last edge of a shortest way to each node.
  std::unordered_map<NodeId, AbstractLasso::Step> ways_from_roots() const;

  const AcceptingSystem& system_;
  const AbstractGraph& graph_;
  Ranks ranks_;
};

/// Strongly connected components of a graph given by its edges, each a list of nodes, those that
/// lead to others last (Tarjan 1972).
std::vector<std::vector<NodeId>> strong_components(std::span<const NodeId> nodes,
                                                   std::span<const AbstractLasso::Step> edges);

}  // namespace arges::analysis
