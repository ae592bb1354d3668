#include "analysis/arg/arg.h"

#include <algorithm>
#include <utility>

#include "base/invariant.h"

namespace arges::analysis {

NodeId Arg::allocate() {
  ++alive_;
  auto id = static_cast<NodeId>(nodes_.size());
  if (free_.empty()) {
    nodes_.emplace_back();
  } else {
    id = free_.back();
    free_.pop_back();
  }
  nodes_[id].serial = ++last_serial_;
  return id;
}

NodeId Arg::add_root(Control control, StateId state, std::uint32_t precision_version) {
  const NodeId id = allocate();
  nodes_[id].control = control;
  nodes_[id].state = state;
  nodes_[id].precision_version = precision_version;
  roots_.push_back(id);
  return id;
}

NodeId Arg::add_child(NodeId parent, const Action& action, StateId state,
                      std::uint32_t precision_version) {
  const NodeId id = allocate();
  ArgNode& child = nodes_[id];
  child.control = action.target;
  child.state = state;
  child.parent = parent;
  child.action = &action;
  child.depth = nodes_[parent].depth + 1;
  child.precision_version = precision_version;
  nodes_[parent].children.push_back(id);
  return id;
}

void Arg::cover(NodeId node, NodeId by) {
  INVARIANT(nodes_[by].covered_by == no_node && node != by, "a coverer should not be covered");
  INVARIANT(nodes_[by].may_cover(), "a node on a known counterexample should not cover");
  INVARIANT(nodes_[node].children.empty(), "a covered node should have no successors");
  nodes_[node].covered_by = by;
  nodes_[by].covers.push_back(node);
}

std::vector<NodeId> Arg::uncover_all(NodeId by) {
  for (const NodeId covered : nodes_[by].covers) nodes_[covered].covered_by = no_node;
  return std::exchange(nodes_[by].covers, {});
}

std::vector<NodeId> Arg::remove_subtree(NodeId top) {
  if (const NodeId parent = nodes_[top].parent; parent != no_node)
    std::erase(nodes_[parent].children, top);
  else
    std::erase(roots_, top);

  std::vector<NodeId> uncovered;
  std::vector<NodeId> coverers;
  std::vector<NodeId> todo{top};
  while (!todo.empty()) {
    const NodeId id = todo.back();
    todo.pop_back();
    ArgNode& node = nodes_[id];
    todo.insert(todo.end(), node.children.begin(), node.children.end());
    if (node.covered_by != no_node) coverers.push_back(node.covered_by);
    for (const NodeId covered : node.covers) {
      nodes_[covered].covered_by = no_node;
      uncovered.push_back(covered);
    }
    node = ArgNode{};
    free_.push_back(id);
    --alive_;
  }
  const auto removed = [this](NodeId id) { return !nodes_[id].alive(); };
  std::sort(coverers.begin(), coverers.end());
  coverers.erase(std::unique(coverers.begin(), coverers.end()), coverers.end());
  for (const NodeId coverer : coverers) std::erase_if(nodes_[coverer].covers, removed);
  std::erase_if(uncovered, removed);
  return uncovered;
}

void Arg::clear() {
  nodes_.clear();
  free_.clear();
  roots_.clear();
  alive_ = 0;
}

std::vector<NodeId> Arg::path_to(NodeId node) const {
  std::vector<NodeId> path;
  for (NodeId id = node; id != no_node; id = nodes_[id].parent) path.push_back(id);
  std::reverse(path.begin(), path.end());
  return path;
}

}  // namespace arges::analysis
