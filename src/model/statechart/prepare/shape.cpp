#include "model/statechart/prepare/shape.h"

#include <algorithm>

namespace arges::model::statechart {

const std::string& Shape::name(NodeId id) const {
  return node(id).full_name.empty() ? node(id).name : node(id).full_name;
}

NodeId Shape::common_compound(const std::vector<NodeId>& nodes) const {
  for (NodeId at = node(nodes.front()).parent; at != none; at = node(at).parent) {
    if (node(at).kind != NodeKind::compound) continue;
    const bool has_all = std::all_of(nodes.begin(), nodes.end(),
                                     [&](NodeId inner) { return is_inside_of(inner, at); });
    if (has_all) return at;
  }
  return none;
}

NodeId Shape::common_ancestor(NodeId first, NodeId second) const {
  NodeId at = node(first).parent;
  while (at != none && !is_inside_of(second, at)) at = node(at).parent;
  return at == none ? 0 : at;
}

NodeId Shape::domain(const Transition& transition) const {
  std::vector<NodeId> all = transition.other_sources;
  all.insert(all.end(), transition.targets.begin(), transition.targets.end());
  const NodeId source = transition.source;
  const auto has_all = [&](NodeId outer) {
    return node(outer).kind == NodeKind::compound &&
           std::all_of(all.begin(), all.end(), [&](NodeId n) { return is_inside_of(n, outer); });
  };
  if (transition.kind == Transition::Kind::local) {
    if (has_all(source)) return source;
    for (const NodeId region : node(source).children)
      if (node(source).kind == NodeKind::parallel && has_all(region)) return region;
  }
  all.push_back(source);
  return common_compound(all);
}

}  // namespace arges::model::statechart
