#include "automata/omega/suspension.h"

#include <limits>
#include <map>
#include <vector>

#include "automata/omega/components.h"
#include "base/invariant.h"

namespace arges::automata {

namespace {

constexpr StateId asleep = std::numeric_limits<StateId>::max();

}  // namespace

Automaton suspended_product(const Automaton& base, const Automaton& suspended) {
  INVARIANT(base.num_sets() + suspended.num_sets() <= max_acceptance_sets,
            "a product should have at most 64 acceptance sets");
  const Components components(base);
  Automaton result(base.manager());
  result.set_num_sets(base.num_sets() + suspended.num_sets());
  std::map<std::pair<StateId, StateId>, StateId> number;
  std::vector<std::pair<StateId, StateId>> pairs;
  const auto state_of = [&](StateId first, StateId second) {
    const auto [at, fresh] =
        number.try_emplace({first, second}, static_cast<StateId>(pairs.size()));
    if (fresh) {
      pairs.emplace_back(first, second);
      result.add_state();
    }
    return at->second;
  };
  const auto entry = [&](StateId state) {
    return components.accepting(components.of(state)) ? suspended.initial() : asleep;
  };
  result.set_initial(state_of(base.initial(), entry(base.initial())));
  for (StateId state = 0; state < pairs.size(); ++state) {
    const auto [first, second] = pairs[state];
    for (const Edge& edge : base.edges(first)) {
      if (second == asleep || !components.inside(first, edge)) {
        const StateId target = state_of(edge.target, entry(edge.target));
        result.add_edge(state, {target, 0, edge.label});
        continue;
      }
      for (const Edge& other : suspended.edges(second)) {
        Bdd label = edge.label & other.label;
        if (label.is_false()) continue;
        const StateId target = state_of(edge.target, other.target);
        const Marks marks = edge.marks | (other.marks << base.num_sets());
        result.add_edge(state, {target, marks, std::move(label)});
      }
    }
  }
  return result;
}

std::optional<Automaton> repeated(const Automaton& eventuality, NextRound next_round) {
  const StateId initial = eventuality.initial();
  const auto is_done = [&](StateId state) {
    const std::vector<Edge>& edges = eventuality.edges(state);
    return edges.size() == 1 && edges.front().label.is_true() && edges.front().target == state &&
           edges.front().marks == eventuality.all_marks();
  };
  const Components components(eventuality);
  for (std::uint32_t component = 0; component < components.size(); ++component)
    if (components.accepting(component) && !is_done(components.states(component).front()))
      return std::nullopt;
  if (is_done(initial)) return std::nullopt;
  Automaton result(eventuality.manager());
  result.set_num_sets(1);
  for (StateId state = 0; state < eventuality.num_states(); ++state) result.add_state();
  result.set_initial(initial);
  for (StateId state = 0; state < eventuality.num_states(); ++state) {
    if (is_done(state)) continue;
    for (const Edge& edge : eventuality.edges(state)) {
      if (!is_done(edge.target)) {
        result.add_edge(state, {edge.target, 0, edge.label});
        continue;
      }
      if (next_round == NextRound::behind_last_letter) {
        result.add_edge(state, {initial, 1, edge.label});
        continue;
      }
      for (const Edge& again : eventuality.edges(initial)) {
        const StateId target = is_done(again.target) ? initial : again.target;
        result.add_edge(state, {target, 1, edge.label & again.label});
      }
    }
  }
  merge_edges(result);
  return reachable_part(result);
}

}  // namespace arges::automata
