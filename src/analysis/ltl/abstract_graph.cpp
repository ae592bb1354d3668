#include "analysis/ltl/abstract_graph.h"

#include <algorithm>

#include "analysis/arg/arg.h"

namespace arges::analysis {

std::uint64_t solver_work(Env& env) {
  constexpr std::uint64_t of_one_given_up = 200;
  return env.statistics.counter("smt::checks").value() +
         of_one_given_up * env.statistics.counter("smt::unknown").value();
}

/// The states on the way by which a node was found.
class AbstractGraph::PathTo : public Path {
 public:
  PathTo(const AbstractGraph& graph, NodeId node) : graph_(graph), node_(node) {}
  void for_each_state(const std::function<void(StateId)>& visit) const override {
    for (NodeId id = node_; id != no_node; id = graph_.nodes_[id].parent)
      visit(graph_.nodes_[id].state);
  }

 private:
  const AbstractGraph& graph_;
  NodeId node_;
};

AbstractGraph::AbstractGraph(Env& env, const System& system, Domain& domain, Precision& precision,
                             Identify identify, const GraphLimits& limits)
    : env_(env),
      system_(system),
      domain_(domain),
      precision_(precision),
      identify_(identify),
      limits_(limits),
      index_(domain.make_cover_index()),
      most_nodes_(env.statistics.counter("ltl::nodes")),
      nodes_made_(env.statistics.counter("ltl::nodes_created")) {
  const Action start{.id = static_cast<std::uint32_t>(-1),
                     .source = system.initial_control(),
                     .target = system.initial_control(),
                     .statement = ir::assume(system.initial_condition()),
                     .label = "initial"};
  for (const StateId state : domain.initial(start, precision)) {
    const NodeId root = node_for(system.initial_control(), state, no_node);
    if (std::find(roots_.begin(), roots_.end(), root) == roots_.end()) roots_.push_back(root);
  }
}

NodeId AbstractGraph::node_for(Control control, StateId state, NodeId parent) {
  const auto accepts = [&](NodeId other) {
    return identify_ == Identify::covered || nodes_[other].state == state;
  };
  if (const auto known = index_->find(control, state, accepts)) return *known;
  const auto id = static_cast<NodeId>(nodes_.size());
  nodes_.push_back({control, state, parent});
  index_->insert(id, control, state);
  nodes_made_.add();
  most_nodes_.raise_to(nodes_.size());
  return id;
}

const std::vector<AbstractGraph::Edge>& AbstractGraph::edges(NodeId id) {
  Node& node = nodes_[id];
  if (node.expanded) return node.edges;
  if (nodes_.size() > limits_.nodes || solver_work(env_) > limits_.solver_work)
    throw GraphTooLarge();
  for (const Action* action : system_.actions(node.control)) {
    env_.limits.check();
    const PathTo path(*this, id);
    for (const StateId state : domain_.post({node.state, *action, precision_, &path})) {
      const NodeId target = node_for(action->target, state, id);
      const bool is_known = std::any_of(
          node.edges.begin(), node.edges.end(),
          [&](const Edge& edge) { return edge.action == action && edge.target == target; });
      if (!is_known) node.edges.push_back({action, target});
    }
  }
  node.expanded = true;
  return node.edges;
}

void AbstractGraph::complete() {
  for (NodeId id = 0; id < size(); ++id) edges(id);
}

}  // namespace arges::analysis
