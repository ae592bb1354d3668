#include "lts/algebra/operators.h"

#include <map>

#include "lts/algebra/subsets.h"
#include "lts/equivalence/saturation.h"
#include "lts/equivalence/tau_components.h"

namespace arges::lts {

namespace {

/// The system with each transition as `change` makes it, or without it.
template <typename Change>
Mts changed(const Mts& system, const Alphabet& alphabet, const Change& change) {
  MtsBuilder builder(system.table());
  builder.ensure_states(static_cast<StateId>(system.num_states()));
  builder.set_initial(system.initial());
  builder.add_to_alphabet(alphabet);
  builder.reserve(system.num_transitions());
  for (StateId s = 0; s < system.num_states(); ++s)
    for (const Transition& t : system.transitions(s))
      if (const std::optional<Transition> made = change(t))
        builder.add(s, made->action(), made->target(), made->modality());
  return builder.build();
}

Mts one_state(const ActionTablePtr& table, const Alphabet& alphabet, Modality modality) {
  MtsBuilder builder(table);
  const StateId s = builder.add_state();
  builder.add_to_alphabet(alphabet);
  for (const ActionId action : alphabet.actions()) builder.add(s, action, s, modality);
  return builder.build();
}

}  // namespace

Mts hidden(const Mts& system, const Alphabet& actions) {
  return changed(system, without(system.alphabet(), actions),
                 [&actions](const Transition& t) -> std::optional<Transition> {
                   if (!actions.contains(t.action())) return t;
                   return Transition(tau, t.target(), t.modality());
                 });
}

Mts view(const Mts& system, const Alphabet& visible) {
  return hidden(system, without(system.alphabet(), visible));
}

Mts must_lts(const Mts& system) {
  return changed(system, system.alphabet(), [](const Transition& t) -> std::optional<Transition> {
    if (!t.is_must()) return {};
    return t;
  });
}

Mts may_lts(const Mts& system) {
  return changed(system, system.alphabet(), [](const Transition& t) -> std::optional<Transition> {
    return Transition(t.action(), t.target(), Modality::must);
  });
}

Mts both_as_actions(const Mts& system) {
  MtsBuilder builder(system.table());
  builder.ensure_states(static_cast<StateId>(system.num_states()));
  builder.set_initial(system.initial());
  builder.add_to_alphabet(system.alphabet());
  for (StateId s = 0; s < system.num_states(); ++s)
    for (const Transition& t : system.transitions(s)) {
      builder.add(s, t.action(), t.target());
      if (t.is_must()) builder.add(s, system.table()->required(t.action()), t.target());
    }
  return builder.build();
}

Mts observational(const Mts& system, const Limits* limits) {
  MtsBuilder builder(system.table());
  builder.ensure_states(static_cast<StateId>(system.num_states()));
  builder.set_initial(system.initial());
  builder.add_to_alphabet(system.alphabet());
  const auto add = [&](const LabelledGraph& graph, Modality modality) {
    for (StateId s = 0; s < graph.num_states(); ++s)
      for (std::uint32_t e = graph.offsets[s]; e < graph.offsets[s + 1]; ++e)
        builder.add(s, graph.labels[e], graph.targets[e], modality);
  };
  add(saturated(system, limits), Modality::may);
  add(saturated(must_lts(system), limits), Modality::must);
  return builder.build();
}

std::optional<StateId> divergent_state(const Mts& system) {
  std::vector<bool> reached(system.num_states(), false);
  std::vector<StateId> stack = {system.initial()};
  reached[system.initial()] = true;
  while (!stack.empty()) {
    const StateId s = stack.back();
    stack.pop_back();
    for (const Transition& t : system.transitions(s))
      if (!reached[t.target()]) {
        reached[t.target()] = true;
        stack.push_back(t.target());
      }
  }
  const TauComponents components = tau_components(system);
  for (StateId s = 0; s < system.num_states(); ++s)
    if (reached[s] && components.diverges[components.component_of[s]]) return s;
  return {};
}

bool is_convergent(const Mts& system) { return !divergent_state(system); }

Mts neutral(const ActionTablePtr& table, const Alphabet& alphabet) {
  return one_state(table, alphabet, Modality::must);
}

Mts weakest(const ActionTablePtr& table, const Alphabet& alphabet) {
  return one_state(table, alphabet, Modality::may);
}

Mts may_completion(const Mts& system) {
  MtsBuilder builder(system.table());
  builder.ensure_states(static_cast<StateId>(system.num_states()));
  const StateId sink = builder.add_state();
  builder.set_initial(system.initial());
  builder.add_to_alphabet(system.alphabet());
  for (StateId s = 0; s < system.num_states(); ++s) {
    for (const Transition& t : system.transitions(s))
      builder.add(s, t.action(), t.target(), t.modality());
    for (const ActionId action : system.alphabet().actions())
      if (system.transitions(s, action).empty()) builder.add(s, action, sink, Modality::may);
  }
  for (const ActionId action : system.alphabet().actions())
    builder.add(sink, action, sink, Modality::may);
  return builder.build();
}

std::optional<Mts> conjunction(const Mts& a, const Mts& b) {
  using Pair = std::pair<StateId, StateId>;
  std::map<Pair, StateId> numbers = {{{a.initial(), b.initial()}, 0}};
  std::vector<Pair> pairs = {{a.initial(), b.initial()}};
  MtsBuilder builder(a.table());
  builder.add_to_alphabet(united(a.alphabet(), b.alphabet()));
  for (StateId at = 0; at < pairs.size(); ++at) {
    const auto [p, q] = pairs[at];
    for (const Transition& t : b.transitions(q))
      if (t.is_must() && a.transitions(p, t.action()).empty()) return {};
    for (const Transition& t : a.transitions(p)) {
      const auto others = b.transitions(q, t.action());
      if (t.is_must() && others.empty()) return {};
      for (const Transition& u : others) {
        const auto [found, is_new] =
            numbers.try_emplace({t.target(), u.target()}, static_cast<StateId>(pairs.size()));
        if (is_new) pairs.emplace_back(t.target(), u.target());
        builder.add(at, t.action(), found->second, std::max(t.modality(), u.modality()));
      }
    }
  }
  builder.ensure_states(static_cast<StateId>(pairs.size()));
  return builder.build();
}

Mts determinized(const Mts& system, const Limits* limits) {
  SubsetStates subsets(system);
  MtsBuilder builder(system.table());
  builder.add_to_alphabet(system.alphabet());
  for (StateId at = 0; at < subsets.size(); ++at) {
    if (limits != nullptr) limits->check();
    const std::vector<StateId> members = subsets.members(at);
    for (const SubsetStates::Step& step : subsets.steps(members))
      builder.add(at, step.action, subsets.intern(step.targets), step.modality);
  }
  builder.ensure_states(static_cast<StateId>(subsets.size()));
  return builder.build();
}

bool alphabets_fit(const Alphabet& abstract, const Alphabet& concrete, const Alphabet& context) {
  return common(symmetric_difference(abstract, concrete), context).empty();
}

}  // namespace arges::lts
