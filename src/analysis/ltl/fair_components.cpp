#include "analysis/ltl/fair_components.h"

#include <algorithm>
#include <deque>
#include <unordered_map>
#include <unordered_set>

#include "base/invariant.h"

namespace arges::analysis {

namespace {

using Step = AbstractLasso::Step;

/// Of a component, nodes to begin a loop at that are tried.
constexpr std::size_t most_starts = 32;

/// Edges by the node they leave.
std::unordered_map<NodeId, std::vector<Step>> by_source(std::span<const Step> edges) {
  std::unordered_map<NodeId, std::vector<Step>> result;
  for (const Step& step : edges) result[step.source].push_back(step);
  return result;
}

}  // namespace

std::vector<std::vector<NodeId>> strong_components(std::span<const NodeId> nodes,
                                                   std::span<const Step> edges) {
  struct Frame {
    NodeId node;
    std::size_t next = 0;
  };
  constexpr std::uint32_t done = static_cast<std::uint32_t>(-1);
  auto outgoing = by_source(edges);
  std::unordered_map<NodeId, std::uint32_t> low;
  std::vector<std::vector<NodeId>> result;
  std::vector<NodeId> open;
  std::vector<Frame> path;
  std::uint32_t counter = 0;
  std::unordered_map<NodeId, std::uint32_t> index;
  const auto enter = [&](NodeId node) {
    index[node] = low[node] = counter++;
    open.push_back(node);
    path.push_back({node});
  };
  for (const NodeId start : nodes) {
    if (index.contains(start)) continue;
    enter(start);
    while (!path.empty()) {
      const NodeId node = path.back().node;
      const std::vector<Step>& steps = outgoing[node];
      if (path.back().next < steps.size()) {
        const NodeId target = steps[path.back().next++].edge.target;
        if (!index.contains(target))
          enter(target);
        else if (low[target] != done)
          low[node] = std::min(low[node], index[target]);
        continue;
      }
      path.pop_back();
      if (!path.empty()) low[path.back().node] = std::min(low[path.back().node], low[node]);
      if (low[node] != index[node]) continue;
      const auto begin = std::find(open.rbegin(), open.rend(), node).base() - 1;
      result.emplace_back(begin, open.end());
      open.erase(begin, open.end());
      for (const NodeId member : result.back()) low[member] = done;
    }
  }
  return result;
}

std::optional<FairComponents::Component> FairComponents::find(
    const std::vector<NodeId>& nodes) const {
  const std::unordered_set<NodeId> all(nodes.begin(), nodes.end());
  std::vector<Component> todo(1);
  todo.back().nodes = nodes;
  for (const NodeId node : nodes)
    for (const Edge& edge : graph_.known_edges(node))
      if (all.contains(edge.target)) todo.back().edges.push_back({node, edge});
  while (!todo.empty()) {
    const Component whole = std::move(todo.back());
    todo.pop_back();
    for (std::vector<NodeId>& part : strong_components(whole.nodes, whole.edges)) {
      const std::unordered_set<NodeId> members(part.begin(), part.end());
      Component component{std::move(part), {}};
      BuchiProduct::Marks marks = 0;
      for (const Step& step : whole.edges) {
        if (!members.contains(step.source) || !members.contains(step.edge.target)) continue;
        component.edges.push_back(step);
        marks |= product_.marks(*step.edge.action);
      }
      if ((marks & product_.all_marks()) != product_.all_marks()) continue;
      if (!ranks_) return component;
      RankingMarks ranks;
      for (const Step& step : component.edges) {
        const RankingMarks one = ranks_(step.source, step.edge);
        ranks.decreasing |= one.decreasing;
        ranks.increasing |= one.increasing;
      }
      const std::uint64_t ended = ranks.decreasing & ~ranks.increasing;
      if (ended == 0) return component;
      std::erase_if(component.edges, [&](const Step& step) {
        return (ranks_(step.source, step.edge).decreasing & ended) != 0;
      });
      todo.push_back(std::move(component));
    }
  }
  return std::nullopt;
}

/// Shortest ways within a component.
class FairComponents::Subgraph {
 public:
  explicit Subgraph(const Component& component) : outgoing_(by_source(component.edges)) {}

  /// Appends the shortest way to an edge that is wanted, that edge included.
  template <typename Wanted>
  void go(std::vector<Step>& path, NodeId from, const Wanted& wanted) const {
    std::unordered_map<NodeId, Step> came;
    std::deque<NodeId> queue{from};
    std::unordered_set<NodeId> seen{from};
    while (!queue.empty()) {
      const NodeId node = queue.front();
      queue.pop_front();
      const auto steps = outgoing_.find(node);
      if (steps == outgoing_.end()) continue;
      for (const Step& step : steps->second) {
        if (wanted(step)) {
          std::vector<Step> way{step};
          for (NodeId at = node; at != from; at = way.back().source) way.push_back(came.at(at));
          path.insert(path.end(), way.rbegin(), way.rend());
          return;
        }
        if (seen.insert(step.edge.target).second) {
          came.emplace(step.edge.target, step);
          queue.push_back(step.edge.target);
        }
      }
    }
    UNREACHABLE("every edge of a strong component should be reachable in it");
  }

 private:
  std::unordered_map<NodeId, std::vector<Step>> outgoing_;
};

std::unordered_map<NodeId, Step> FairComponents::ways_from_roots() const {
  std::unordered_map<NodeId, Step> came;
  std::deque<NodeId> queue(graph_.roots().begin(), graph_.roots().end());
  std::unordered_set<NodeId> seen(queue.begin(), queue.end());
  while (!queue.empty()) {
    const NodeId node = queue.front();
    queue.pop_front();
    for (const Edge& edge : graph_.known_edges(node))
      if (seen.insert(edge.target).second) {
        came.emplace(edge.target, Step{node, edge});
        queue.push_back(edge.target);
      }
  }
  return came;
}

AbstractLasso FairComponents::lasso(const Component& component) const {
  const Subgraph subgraph(component);
  const auto loop_from = [&](NodeId start) {
    std::vector<Step> loop;
    NodeId at = start;
    BuchiProduct::Marks missing = product_.all_marks();
    RankingMarks ranks;
    const auto take_in = [&](std::size_t from) {
      for (; from < loop.size(); ++from) {
        missing &= ~product_.marks(*loop[from].edge.action);
        if (!ranks_) continue;
        const RankingMarks one = ranks_(loop[from].source, loop[from].edge);
        ranks.decreasing |= one.decreasing;
        ranks.increasing |= one.increasing;
      }
      at = loop.back().edge.target;
    };
    while (true) {
      const std::size_t before = loop.size();
      if (missing != 0) {
        subgraph.go(loop, at, [&](const Step& step) {
          return (product_.marks(*step.edge.action) & missing) != 0;
        });
      } else if (at != start) {
        subgraph.go(loop, at, [&](const Step& step) { return step.edge.target == start; });
      } else if (const std::uint64_t ended = ranks.decreasing & ~ranks.increasing; ended != 0) {
        subgraph.go(loop, at, [&](const Step& step) {
          return (ranks_(step.source, step.edge).increasing & ended) != 0;
        });
      } else {
        return loop;
      }
      take_in(before);
    }
  };
  const std::unordered_map<NodeId, Step> came = ways_from_roots();
  const auto stem_to = [&](NodeId node) {
    std::vector<Step> stem;
    for (auto at = came.find(node); at != came.end(); at = came.find(at->second.source))
      stem.push_back(at->second);
    std::reverse(stem.begin(), stem.end());
    return stem;
  };
  std::optional<AbstractLasso> best;
  std::vector<NodeId> starts = component.nodes;
  std::sort(starts.begin(), starts.end());  // earlier nodes tend to be nearer
  if (starts.size() > most_starts) starts.resize(most_starts);
  for (const NodeId start : starts) {
    AbstractLasso lasso{stem_to(start), loop_from(start)};
    const auto length = [](const AbstractLasso& one) { return one.stem.size() + one.loop.size(); };
    if (!best || length(lasso) < length(*best)) best = std::move(lasso);
  }
  return *std::move(best);
}

}  // namespace arges::analysis
