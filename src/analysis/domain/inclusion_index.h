#pragma once

#include <algorithm>
#include <optional>
#include <unordered_map>
#include <vector>

#include "analysis/domain/domain.h"

namespace arges::analysis {

/// Covering where states are ordered by inclusion, which `States::leq` tells without a solver: the
/// same state first, then any state that is weaker.
template <typename States>
class InclusionIndex : public CoverIndex {
 public:
  explicit InclusionIndex(const States& states) : states_(states) {}

  void insert(NodeId node, Control control, StateId state) override {
    controls_[control][state].push_back(node);
  }
  void remove(NodeId node, Control control, StateId state) override {
    auto& nodes_by_state = controls_[control];
    const auto found = nodes_by_state.find(state);
    if (found == nodes_by_state.end()) return;
    std::erase(found->second, node);
    if (found->second.empty()) nodes_by_state.erase(found);
  }
  using CoverIndex::find;
  std::optional<NodeId> find(Control control, StateId state, const Accept& accept) const override {
    const auto nodes_by_state = controls_.find(control);
    if (nodes_by_state == controls_.end()) return std::nullopt;
    const auto first_accepted = [&](const std::vector<NodeId>& nodes) -> std::optional<NodeId> {
      const auto node = std::find_if(nodes.begin(), nodes.end(), accept);
      return node == nodes.end() ? std::nullopt : std::optional(*node);
    };
    if (const auto same = nodes_by_state->second.find(state); same != nodes_by_state->second.end())
      if (const auto node = first_accepted(same->second)) return node;
    // Of several coverers the lowest number, whatever order the table has.
    std::optional<NodeId> best;
    for (const auto& [other, nodes] : nodes_by_state->second) {
      if (!states_.leq(state, other)) continue;
      const auto node = first_accepted(nodes);
      if (node && (!best || *node < *best)) best = node;
    }
    return best;
  }
  void clear() override { controls_.clear(); }

 private:
  const States& states_;
  std::unordered_map<Control, std::unordered_map<StateId, std::vector<NodeId>>> controls_;
};

}  // namespace arges::analysis
