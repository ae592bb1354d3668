#include "model/statechart/tree.h"

namespace arges::model::statechart {

bool is_inside(const Machine& machine, NodeId node, NodeId outer) {
  // Numbers are in document order, so what is outside comes first.
  if (node <= outer) return false;
  while (node != none && node > outer) node = machine.nodes[node].parent;
  return node == outer;
}

std::vector<NodeId> ancestors(const Machine& machine, NodeId node) {
  std::vector<NodeId> result;
  for (NodeId at = machine.nodes[node].parent; at != none; at = machine.nodes[at].parent)
    result.push_back(at);
  return result;
}

NodeId end_of(const Machine& machine, NodeId node) {
  NodeId end = node + 1;
  while (end < machine.nodes.size() && is_inside(machine, end, node)) ++end;
  return end;
}

}  // namespace arges::model::statechart
