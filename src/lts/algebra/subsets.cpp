#include "lts/algebra/subsets.h"

#include <algorithm>

namespace arges::lts {

StateId SubsetStates::intern(std::vector<StateId> members) {
  std::sort(members.begin(), members.end());
  members.erase(std::unique(members.begin(), members.end()), members.end());
  std::vector<StateId> closed = members;
  ++now_;
  for (const StateId s : closed) seen_[s] = now_;
  for (std::size_t i = 0; i < closed.size(); ++i)
    for (const Transition& t : system_.transitions(closed[i], tau))
      if (seen_[t.target()] != now_) {
        seen_[t.target()] = now_;
        closed.push_back(t.target());
      }
  std::sort(closed.begin(), closed.end());
  const auto [found, is_new] =
      numbers_.try_emplace(std::move(closed), static_cast<StateId>(sets_.size()));
  if (is_new) sets_.push_back(&found->first);
  return found->second;
}

std::vector<SubsetStates::Step> SubsetStates::steps(const std::vector<StateId>& members) const {
  std::map<ActionId, Step> by_action;
  for (const StateId s : members)
    for (const Transition& t : system_.transitions(s)) {
      if (t.action() == tau) continue;
      Step& step =
          by_action.try_emplace(t.action(), Step{t.action(), {}, Modality::may}).first->second;
      step.targets.push_back(t.target());
      step.modality = std::max(step.modality, t.modality());
    }
  std::vector<Step> result;
  result.reserve(by_action.size());
  for (auto& [action, step] : by_action) result.push_back(std::move(step));
  return result;
}

}  // namespace arges::lts
