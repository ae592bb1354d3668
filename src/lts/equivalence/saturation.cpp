#include "lts/equivalence/saturation.h"

#include <algorithm>
#include <limits>

#include "base/invariant.h"

namespace arges::lts {

namespace {

/// Where internal steps lead, for each state in ascending order, as one array.
class Closure {
 public:
  /// Stops once there are more than so many members.
  Closure(const Mts& lts, std::size_t most, const Limits* limits) : seen_(lts.num_states(), 0) {
    offsets_.push_back(0);
    for (StateId s = 0; s < lts.num_states() && members_.size() <= most; ++s) {
      if (limits != nullptr) limits->check();
      add(lts, s);
    }
  }
  std::size_t size() const { return members_.size(); }
  std::span<const StateId> of(StateId s) const {
    return {members_.data() + offsets_[s], offsets_[s + 1] - offsets_[s]};
  }

 private:
  void add(const Mts& lts, StateId root) {
    const std::size_t first = members_.size();
    members_.push_back(root);
    seen_[root] = root + 1;
    for (std::size_t i = first; i < members_.size(); ++i)
      for (const Transition& t : lts.transitions(members_[i], tau))
        if (seen_[t.target()] != root + 1) {
          seen_[t.target()] = root + 1;
          members_.push_back(t.target());
        }
    std::sort(members_.begin() + static_cast<std::ptrdiff_t>(first), members_.end());
    offsets_.push_back(members_.size());
  }

  std::vector<StateId> seen_;  ///< whose search met it last, plus one
  std::vector<std::size_t> offsets_;
  std::vector<StateId> members_;
};

/// The visible steps of all states that internal steps lead to, by action.
std::vector<std::pair<ActionId, StateId>> steps_of(const Mts& lts,
                                                   std::span<const StateId> members) {
  std::vector<std::pair<ActionId, StateId>> steps;
  for (const StateId s : members)
    for (const Transition& t : lts.transitions(s))
      if (t.action() != tau) steps.emplace_back(t.action(), t.target());
  std::sort(steps.begin(), steps.end());
  steps.erase(std::unique(steps.begin(), steps.end()), steps.end());
  return steps;
}

}  // namespace

std::optional<LabelledGraph> saturated_up_to(const Mts& lts, std::size_t most_edges,
                                             const Limits* limits) {
  const Closure closure(lts, most_edges, limits);
  if (closure.size() > most_edges) return {};
  LabelledGraph graph;
  std::vector<std::uint32_t> seen(lts.num_states(), 0);
  std::uint32_t now = 0;
  for (StateId s = 0; s < lts.num_states(); ++s) {
    if (limits != nullptr) limits->check();
    for (const StateId t : closure.of(s)) graph.add_edge(tau, t);
    const auto steps = steps_of(lts, closure.of(s));
    for (std::size_t i = 0; i < steps.size(); ++i) {
      if (i == 0 || steps[i].first != steps[i - 1].first) ++now;
      for (const StateId t : closure.of(steps[i].second)) {
        if (seen[t] == now) continue;
        seen[t] = now;
        graph.add_edge(steps[i].first, t);
      }
    }
    if (graph.num_edges() > most_edges) return {};
    graph.finish_state();
  }
  return graph;
}

LabelledGraph saturated(const Mts& lts, const Limits* limits) {
  constexpr std::size_t most = std::numeric_limits<std::uint32_t>::max() - 1;
  std::optional<LabelledGraph> result = saturated_up_to(lts, most, limits);
  INVARIANT(result, "an observational relation should have less than four billion edges");
  return std::move(*result);
}

}  // namespace arges::lts
