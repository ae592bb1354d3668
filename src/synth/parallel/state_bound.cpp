#include "synth/parallel/state_bound.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "lts/algebra/composition.h"

namespace arges::synth {

using lts::ActionId;
using lts::Mts;
using lts::StateId;

namespace {

std::size_t reached_alone(const Mts& component, const std::map<ActionId, std::size_t>& users) {
  std::vector<bool> seen(component.num_states(), false);
  std::vector<StateId> states{component.initial()};
  seen[component.initial()] = true;
  for (std::size_t i = 0; i < states.size(); ++i)
    for (const lts::Transition& t : component.transitions(states[i])) {
      if (t.action() != lts::tau && users.at(t.action()) > 1) continue;
      if (seen[t.target()]) continue;
      seen[t.target()] = true;
      states.push_back(t.target());
    }
  return states.size();
}

}  // namespace

StateBound state_bound(const std::vector<Mts>& components, std::size_t explore,
                       const Limits* limits) {
  std::map<ActionId, std::size_t> users;
  for (const Mts& component : components)
    for (const ActionId a : component.alphabet().actions()) ++users[a];
  StateBound result;
  for (const Mts& component : components) {
    result.independent.push_back(reached_alone(component, users));
    result.log2_at_least += std::log2(static_cast<double>(result.independent.back()));
  }
  if (result.log2_at_least > std::log2(static_cast<double>(explore))) return result;
  std::vector<const Mts*> parts;
  for (const Mts& component : components) parts.push_back(&component);
  lts::ParallelView view(parts);
  for (StateId s = 0; s < view.num_states(); ++s) {
    if (limits != nullptr && s % 1024 == 0) limits->check();
    view.transitions(s);
    if (view.num_states() > explore) return result;
  }
  result.exact = view.num_states();
  return result;
}

std::size_t worth_counting(std::size_t allowed) {
  constexpr std::size_t further = 10;
  constexpr std::size_t fewest = 100'000;
  constexpr std::size_t most = 2'000'000;
  return std::max(std::clamp(further * allowed, fewest, most), allowed);
}

}  // namespace arges::synth
