#include "analysis/ltl/fair_components.h"

#include <algorithm>
#include <deque>
#include <numeric>
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
    std::uint32_t node;
    std::uint32_t next;  ///< of the targets
  };
  constexpr std::uint32_t none = static_cast<std::uint32_t>(-1);
  // By their places in `nodes`, so that what is known of them are vectors.
  std::unordered_map<NodeId, std::uint32_t> places;
  places.reserve(nodes.size());
  for (std::uint32_t i = 0; i < nodes.size(); ++i) places.emplace(nodes[i], i);
  std::vector<std::uint32_t> first(nodes.size() + 1, 0);  ///< target of each node
  std::vector<std::uint32_t> sources;
  for (const Step& step : edges) ++first[sources.emplace_back(places.at(step.source)) + 1];
  std::partial_sum(first.begin(), first.end(), first.begin());
  std::vector<std::uint32_t> targets(edges.size());
  std::vector<std::uint32_t> filled(first.begin(), first.end() - 1);
  for (std::size_t i = 0; i < edges.size(); ++i)
    targets[filled[sources[i]]++] = places.at(edges[i].edge.target);

  std::vector<std::vector<NodeId>> result;
  std::vector<std::uint32_t> index(nodes.size(), none);
  std::vector<std::uint32_t> low(nodes.size(), none);  ///< none: its component is complete
  std::vector<std::uint32_t> open;
  std::vector<Frame> path;
  std::uint32_t counter = 0;
  const auto enter = [&](std::uint32_t node) {
    index[node] = low[node] = counter++;
    open.push_back(node);
    path.push_back({node, first[node]});
  };
  for (std::uint32_t start = 0; start < nodes.size(); ++start) {
    if (index[start] != none) continue;
    enter(start);
    while (!path.empty()) {
      const std::uint32_t node = path.back().node;
      if (path.back().next < first[node + 1]) {
        const std::uint32_t target = targets[path.back().next++];
        if (index[target] == none)
          enter(target);
        else if (low[target] != none)
          low[node] = std::min(low[node], index[target]);
        continue;
      }
      path.pop_back();
      if (!path.empty()) low[path.back().node] = std::min(low[path.back().node], low[node]);
      if (low[node] != index[node]) continue;
      std::vector<NodeId>& component = result.emplace_back();
      std::uint32_t member = none;
      while (member != node) {
        member = open.back();
        open.pop_back();
        low[member] = none;
        component.push_back(nodes[member]);
      }
      std::reverse(component.begin(), component.end());
    }
  }
  return result;
}

std::vector<FairComponents::Component> FairComponents::parts(const Component& whole) const {
  std::vector<Component> result;
  std::unordered_map<NodeId, std::size_t> number;
  number.reserve(whole.nodes.size());
  for (std::vector<NodeId>& nodes : strong_components(whole.nodes, whole.edges)) {
    for (const NodeId node : nodes) number.emplace(node, result.size());
    result.push_back({std::move(nodes), {}});
  }
  for (const Step& step : whole.edges) {
    const std::size_t source = number.at(step.source);
    if (source == number.at(step.edge.target)) result[source].edges.push_back(step);
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
    for (Component& component : parts(whole)) {
      AcceptingSystem::Marks marks = 0;
      for (const Step& step : component.edges) marks |= system_.marks(*step.edge.action);
      if ((marks & system_.all_marks()) != system_.all_marks()) continue;
      if (!ranks_) return std::move(component);
      RankingMarks ranks;
      for (const Step& step : component.edges) {
        const RankingMarks one = ranks_(step.source, step.edge);
        ranks.decreasing |= one.decreasing;
        ranks.increasing |= one.increasing;
      }
      const std::uint64_t ended = ranks.decreasing & ~ranks.increasing;
      if (ended == 0) return std::move(component);
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
    AcceptingSystem::Marks missing = system_.all_marks();
    RankingMarks ranks;
    const auto take_in = [&](std::size_t from) {
      for (; from < loop.size(); ++from) {
        missing &= ~system_.marks(*loop[from].edge.action);
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
          return (system_.marks(*step.edge.action) & missing) != 0;
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
