#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "analysis/tracegen/trace_graph.h"

namespace arges::analysis {

/// The ends of traces that no other one starts with.
class KeptEnds {
 public:
  explicit KeptEnds(const TraceGraph& graph)
      : graph_(graph), is_passed_(graph.size()), is_kept_(graph.size()) {}

  std::size_t size() const { return size_; }
  /// Whether there is one trace more with this end; no_node is none.
  bool is_new(NodeId end) const {
    if (end == no_node || is_passed_[end] || is_kept_[end]) return false;
    for (NodeId id = graph_.node(end).parent; id != no_node && !is_passed_[id];
         id = graph_.node(id).parent)
      if (is_kept_[id]) return false;
    return true;
  }
  /// `place` is where it comes among them.
  void add(NodeId end, std::size_t place) {
    if (end == no_node || is_passed_[end] || is_kept_[end]) return;
    for (NodeId id = graph_.node(end).parent; id != no_node && !is_passed_[id];
         id = graph_.node(id).parent) {
      is_passed_[id] = true;
      if (is_kept_[id]) --size_;
      is_kept_[id] = false;
    }
    is_kept_[end] = true;
    ++size_;
    all_.emplace_back(place, end);
  }
  /// In the order of their places.
  std::vector<NodeId> ends() && {
    std::sort(all_.begin(), all_.end());
    std::vector<NodeId> result;
    for (const auto& [place, end] : all_)
      if (is_kept_[end]) result.push_back(end);
    return result;
  }

 private:
  const TraceGraph& graph_;
  std::vector<bool> is_passed_;  ///< by nodes: a trace goes on from here
  std::vector<bool> is_kept_;    ///< by nodes
  std::size_t size_ = 0;
  std::vector<std::pair<std::size_t, NodeId>> all_;
};

}  // namespace arges::analysis
