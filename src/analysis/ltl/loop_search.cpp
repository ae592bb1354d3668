#include "analysis/ltl/loop_search.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

namespace arges::analysis {

namespace {

using Step = AbstractLasso::Step;

/// Nodes and edges on the way of a depth-first search.
struct Frame {
  NodeId node;
  std::size_t next = 0;  ///< of its edges
};

/// The edges between the nodes of a path.
std::vector<Step> steps_of(const AbstractGraph& graph, const std::vector<Frame>& path,
                           std::size_t from) {
  std::vector<Step> result;
  for (std::size_t i = from; i + 1 < path.size(); ++i)
    result.push_back({path[i].node, graph.known_edges(path[i].node)[path[i].next - 1]});
  return result;
}

FoundLasso found(AbstractLasso lasso) {
  FairComponents::Component component;
  for (const Step& step : lasso.loop) {
    component.nodes.push_back(step.source);
    component.edges.push_back(step);
  }
  return {std::move(lasso), std::move(component)};
}

/// Mondok 2019, Algorithm 1 (Courcoubetis, Vardi, Wolper, Yannakakis 1992): the blue search sorts
/// accepting nodes, the red one looks for cycles around them.
class NestedSearch {
 public:
  NestedSearch(const AcceptingSystem& system, AbstractGraph& graph)
      : system_(system), graph_(graph) {}

  std::optional<AbstractLasso> run() {
    for (const NodeId root : graph_.roots()) {
      if (!blue_.insert(root).second) continue;
      std::vector<Frame> path{{root}};
      while (!path.empty()) {
        Frame& frame = path.back();
        if (frame.next < graph_.edges(frame.node).size()) {
          const NodeId target = graph_.edges(frame.node)[frame.next++].target;
          if (blue_.insert(target).second) path.push_back({target});
          continue;
        }
        const NodeId node = frame.node;
        if (system_.is_accepting(graph_.control(node)))
          if (auto loop = cycle_through(node))
            return AbstractLasso{steps_of(graph_, path, 0), *std::move(loop)};
        path.pop_back();
      }
    }
    return std::nullopt;
  }

 private:
  std::optional<std::vector<Step>> cycle_through(NodeId seed) {
    std::vector<Frame> path{{seed}};
    while (!path.empty()) {
      Frame& frame = path.back();
      if (frame.next == graph_.edges(frame.node).size()) {
        path.pop_back();
        continue;
      }
      const AbstractGraph::Edge edge = graph_.edges(frame.node)[frame.next++];
      if (edge.target == seed) {
        std::vector<Step> loop = steps_of(graph_, path, 0);
        loop.push_back({path.back().node, edge});
        return loop;
      }
      if (red_.insert(edge.target).second) path.push_back({edge.target});
    }
    return std::nullopt;
  }

  const AcceptingSystem& system_;
  AbstractGraph& graph_;
  std::unordered_set<NodeId> blue_;
  std::unordered_set<NodeId> red_;
};

/// One depth-first search; a lasso if an edge leads back to a node on the stack and there is an
/// accepting one from it on.
std::optional<AbstractLasso> guided_search(const AcceptingSystem& system, AbstractGraph& graph) {
  std::unordered_set<NodeId> seen;
  std::unordered_map<NodeId, std::size_t> on_stack;  ///< position
  for (const NodeId root : graph.roots()) {
    if (!seen.insert(root).second) continue;
    std::vector<Frame> path;
    std::vector<std::size_t> accepting;  ///< up to each position
    const auto enter = [&](NodeId node) {
      const std::size_t before = accepting.empty() ? 0 : accepting.back();
      accepting.push_back(before + (system.is_accepting(graph.control(node)) ? 1 : 0));
      on_stack.emplace(node, path.size());
      path.push_back({node});
    };
    enter(root);
    while (!path.empty()) {
      Frame& frame = path.back();
      if (frame.next == graph.edges(frame.node).size()) {
        on_stack.erase(frame.node);
        path.pop_back();
        accepting.pop_back();
        continue;
      }
      const AbstractGraph::Edge edge = graph.edges(frame.node)[frame.next++];
      if (const auto back = on_stack.find(edge.target); back != on_stack.end()) {
        const std::size_t at = back->second;
        if (accepting.back() == (at == 0 ? 0 : accepting[at - 1])) continue;
        std::vector<Step> stem = steps_of(graph, path, 0);
        std::vector<Step> loop(stem.begin() + static_cast<std::ptrdiff_t>(at), stem.end());
        stem.resize(at);
        loop.push_back({path.back().node, edge});
        return AbstractLasso{std::move(stem), std::move(loop)};
      }
      if (seen.insert(edge.target).second) enter(edge.target);
    }
  }
  return std::nullopt;
}

/// Explores breadth first, so that lassos are short, and looks at the components of what is known
/// each time that has doubled.
std::optional<FoundLasso> component_search(Env& env, const AcceptingSystem& system,
                                           AbstractGraph& graph, const FairComponents::Ranks& ranks,
                                           std::size_t first_look) {
  const FairComponents fair(system, graph, ranks);
  std::vector<NodeId> nodes;
  for (std::size_t look = first_look; nodes.size() < graph.size(); look *= 2) {
    while (nodes.size() < std::min<std::size_t>(look, graph.size())) {
      env.limits.check();
      nodes.push_back(static_cast<NodeId>(nodes.size()));
      graph.edges(nodes.back());
    }
    if (auto component = fair.find(nodes)) {
      AbstractLasso lasso = fair.lasso(*component);
      return FoundLasso{std::move(lasso), *std::move(component)};
    }
  }
  return std::nullopt;
}

}  // namespace

std::optional<FoundLasso> find_lasso(Env& env, LoopSearch search, const AcceptingSystem& system,
                                     AbstractGraph& graph, const FairComponents::Ranks& ranks) {
  const Timer::Scope timing(env.statistics.timer("ltl::search_time"));
  if (!ranks && is_on_states(search)) {
    auto lasso = search == LoopSearch::nested ? NestedSearch(system, graph).run()
                                              : guided_search(system, graph);
    if (lasso) return found(*std::move(lasso));
    // Cycles through a point that silent actions lead to may be accepting or not: the components
    // of what has been explored tell.
  }
  constexpr std::size_t first_look = 64;
  constexpr std::size_t at_the_end = std::size_t{1} << 62;
  return component_search(env, system, graph, ranks,
                          search == LoopSearch::full ? at_the_end : first_look);
}

}  // namespace arges::analysis
