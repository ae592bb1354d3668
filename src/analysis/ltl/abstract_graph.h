#pragma once

#include <deque>
#include <memory>
#include <vector>

#include "analysis/domain/domain.h"
#include "base/env.h"

namespace arges::analysis {

/// When a new state of an abstract graph is identified with a node that is there.
enum class Identify : std::uint8_t {
  covered,  ///< if the node's state covers it
  equal,    ///< if it is the node's state
};

/// What the solver did in a run so far, in checks. One that it gave up counts as many: it took as
/// long, and the next ones about the same arithmetic will too.
std::uint64_t solver_work(Env& env);

/// How much may be spent on a graph; counted, so that it is the same on every run.
struct GraphLimits {
  std::size_t nodes = static_cast<std::size_t>(-1);
  std::uint64_t solver_work = static_cast<std::uint64_t>(-1);  ///< by the whole run until then
};
/// That was not enough.
struct GraphTooLarge {};

/// The abstract states of a System as a graph with cycles, expanded as it is looked at: what a
/// lasso is searched in. A successor that a node covers is that node; this is decided when it is
/// made and stays so, as a search over a graph that changes would miss cycles.
class AbstractGraph {
 public:
  struct Edge {
    const Action* action;
    NodeId target;
  };

  /// `precision` may lose variables while successors are computed. Whoever asks for edges gets
  /// GraphTooLarge past the limits.
  AbstractGraph(Env& env, const System& system, Domain& domain, Precision& precision,
                Identify identify, const GraphLimits& limits = {});

  const std::vector<NodeId>& roots() const { return roots_; }
  /// The edges from a node, computed when they are asked for first.
  const std::vector<Edge>& edges(NodeId node);
  /// The same of a node that was expanded; none otherwise.
  const std::vector<Edge>& known_edges(NodeId node) const { return nodes_[node].edges; }
  bool is_expanded(NodeId node) const { return nodes_[node].expanded; }
  Control control(NodeId node) const { return nodes_[node].control; }
  StateId state(NodeId node) const { return nodes_[node].state; }
  ir::Expr formula(NodeId node) const { return domain_.to_expr(nodes_[node].state); }
  NodeId size() const { return static_cast<NodeId>(nodes_.size()); }
  const System& system() const { return system_; }
  /// Expands every node that can be reached.
  void complete();

 private:
  struct Node {
    Control control;
    StateId state;
    NodeId parent;
    bool expanded = false;
    std::vector<Edge> edges = {};
  };
  class PathTo;

  NodeId node_for(Control control, StateId state, NodeId parent);

  Env& env_;
  const System& system_;
  Domain& domain_;
  Precision& precision_;
  Identify identify_;
  GraphLimits limits_;
  std::unique_ptr<CoverIndex> index_;
  std::deque<Node> nodes_;
  std::vector<NodeId> roots_;
  Counter& most_nodes_;
  Counter& nodes_made_;
};

}  // namespace arges::analysis
