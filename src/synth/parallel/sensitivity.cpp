#include "synth/parallel/sensitivity.h"

#include "lts/algebra/operators.h"
#include "synth/parallel/base_system.h"
#include "synth/parallel/state_bound.h"

namespace arges::synth {

using lts::ActionId;
using lts::Alphabet;
using lts::Mts;
using lts::StateId;

namespace {

/// The actions of transitions that can be reached without the blocked ones.
Alphabet possible(const Mts& component, const Alphabet& blocked) {
  std::vector<bool> seen(component.num_states(), false);
  std::vector<StateId> waiting{component.initial()};
  seen[component.initial()] = true;
  std::vector<ActionId> result;
  while (!waiting.empty()) {
    const StateId at = waiting.back();
    waiting.pop_back();
    for (const lts::Transition& t : component.transitions(at)) {
      if (blocked.contains(t.action())) continue;
      result.push_back(t.action());
      if (seen[t.target()]) continue;
      seen[t.target()] = true;
      waiting.push_back(t.target());
    }
  }
  return Alphabet(std::move(result));
}

/// A component that knows its actions and does none.
Mts idle(const Mts& component) {
  lts::MtsBuilder builder(component.table());
  builder.add_state();
  builder.add_to_alphabet(component.alphabet());
  return builder.build();
}

}  // namespace

std::optional<LassoWord> violation_without(const LassoWord& word, const Alphabet& known,
                                           const std::vector<const Mts*>& others) {
  LassoWord result = word;
  Alphabet all = known;
  for (const Mts* other : others) {
    const std::optional<LiftedWord> next = lifted(result, all, *other);
    if (!next) return std::nullopt;
    result = next->word;
    all = united(all, other->alphabet());
  }
  return result;
}

std::string violation_without_error(const LtlOracle& oracle, const std::vector<Mts>& components,
                                    std::size_t without, const LassoWord& word) {
  const Mts anything = lts::neutral(components[without].table(), components[without].alphabet());
  std::vector<const Mts*> parts;
  for (std::size_t i = 0; i < components.size(); ++i)
    parts.push_back(i == without ? &anything : &components[i]);
  const std::optional<lts::Run> run = run_along(word, parts);
  if (!run) return "no run has the actions of a violation";
  return oracle.run_error(parts, *run);
}

std::vector<BlockedStep> blocked_in_turn(const std::vector<Mts>& components, std::size_t without) {
  Alphabet blocked = components[without].alphabet();
  std::vector<BlockedStep> result{{without, blocked}};
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t i = 0; i < components.size(); ++i) {
      if (i == without) continue;
      const Alphabet impossible =
          lts::without(components[i].alphabet(), possible(components[i], blocked));
      if (blocked.includes(impossible)) continue;
      result.push_back({i, lts::without(impossible, blocked)});
      blocked = united(blocked, impossible);
      changed = true;
    }
  }
  return result;
}

Alphabet blocked_without(const std::vector<Mts>& components, std::size_t without) {
  Alphabet result;
  for (const BlockedStep& step : blocked_in_turn(components, without))
    result = united(result, step.actions);
  return result;
}

bool shown_to_matter(const std::vector<Mts>& components, const Judge& holds, bool answer,
                     std::size_t most_states, const Limits* limits) {
  const auto differs = [&](std::size_t i, Mts other) {
    std::vector<Mts> changed = components;
    changed[i] = std::move(other);
    return state_bound(changed, most_states, limits).exact && holds(pointers(changed)) != answer;
  };
  for (std::size_t i = 0; i < components.size(); ++i) {
    const Mts& component = components[i];
    if (!differs(i, lts::neutral(component.table(), component.alphabet())) &&
        !differs(i, idle(component)))
      return false;
  }
  return true;
}

}  // namespace arges::synth
