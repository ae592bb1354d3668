#include "automata/omega/components.h"

#include <algorithm>

namespace arges::automata {

Components::Components(const Automaton& automaton)
    : Components(automaton, [](StateId, const Edge&) { return true; }) {}

Components::Components(const Automaton& automaton,
                       const std::function<bool(StateId, const Edge&)>& counts)
    : component_(automaton.num_states(), none), all_marks_(automaton.all_marks()) {
  explore(automaton, counts);
  evaluate(automaton, counts);
}

void Components::explore(const Automaton& automaton,
                         const std::function<bool(StateId, const Edge&)>& counts) {
  struct Frame {
    StateId state;
    std::size_t next_edge;
  };
  std::vector<std::uint32_t> index(automaton.num_states(), none);
  std::vector<std::uint32_t> low(automaton.num_states(), none);
  std::vector<StateId> open;
  std::vector<Frame> path;
  std::uint32_t counter = 0;
  const auto enter = [&](StateId state) {
    index[state] = low[state] = counter++;
    open.push_back(state);
    path.push_back({state, 0});
  };
  enter(automaton.initial());
  while (!path.empty()) {
    Frame& frame = path.back();
    const StateId state = frame.state;
    if (frame.next_edge < automaton.edges(state).size()) {
      const Edge& edge = automaton.edges(state)[frame.next_edge++];
      if (!counts(state, edge)) continue;
      if (index[edge.target] == none)
        enter(edge.target);
      else if (component_[edge.target] == none)
        low[state] = std::min(low[state], index[edge.target]);
      continue;
    }
    path.pop_back();
    if (!path.empty()) low[path.back().state] = std::min(low[path.back().state], low[state]);
    if (low[state] != index[state]) continue;
    states_.emplace_back();
    StateId member = 0;
    do {
      member = open.back();
      open.pop_back();
      component_[member] = size() - 1;
      states_.back().push_back(member);
    } while (member != state);
    std::sort(states_.back().begin(), states_.back().end());
  }
}

void Components::evaluate(const Automaton& automaton,
                          const std::function<bool(StateId, const Edge&)>& counts) {
  trivial_.assign(size(), true);
  marks_.assign(size(), 0);
  useful_.assign(size(), false);
  for (std::uint32_t component = 0; component < size(); ++component) {
    bool leads_on = false;
    for (const StateId state : states_[component])
      for (const Edge& edge : automaton.edges(state)) {
        if (!counts(state, edge)) continue;
        if (!inside(state, edge)) {
          leads_on = leads_on || useful_[component_[edge.target]];
          continue;
        }
        trivial_[component] = false;
        marks_[component] |= edge.marks;
      }
    useful_[component] = leads_on || accepting(component);
  }
}

bool is_empty(const Automaton& automaton) {
  const Components components(automaton);
  return !components.useful(components.of(automaton.initial()));
}

bool on_every_cycle(const Automaton& automaton, const Components& components,
                    std::uint32_t component, unsigned set) {
  // Without the edges of the set there should be no cycle: Kahn's algorithm.
  const auto counts = [&](StateId state, const Edge& edge) {
    return components.inside(state, edge) && ((edge.marks >> set) & 1U) == 0;
  };
  std::vector<std::uint32_t> incoming(automaton.num_states(), 0);
  for (const StateId state : components.states(component))
    for (const Edge& edge : automaton.edges(state))
      if (counts(state, edge)) ++incoming[edge.target];
  std::vector<StateId> ready;
  for (const StateId state : components.states(component))
    if (incoming[state] == 0) ready.push_back(state);
  std::size_t removed = 0;
  while (!ready.empty()) {
    const StateId state = ready.back();
    ready.pop_back();
    ++removed;
    for (const Edge& edge : automaton.edges(state))
      if (counts(state, edge) && --incoming[edge.target] == 0) ready.push_back(edge.target);
  }
  return removed == components.states(component).size();
}

}  // namespace arges::automata
