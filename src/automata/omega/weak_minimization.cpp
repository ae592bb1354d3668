#include "automata/omega/weak_minimization.h"

#include <algorithm>
#include <map>
#include <queue>

#include "automata/omega/components.h"
#include "automata/omega/subset_construction.h"
#include "base/invariant.h"

namespace arges::automata {

namespace {

/// The letters of some cycle through a state within its component.
std::vector<Bdd> cycle_through(const Automaton& automaton, const Components& components,
                               StateId start, const Bdd& propositions) {
  struct Arrival {
    StateId from = 0;
    Bdd letter;
  };
  std::map<StateId, Arrival> arrivals;
  std::queue<StateId> open;
  open.push(start);
  while (arrivals.find(start) == arrivals.end()) {
    INVARIANT(!open.empty(), "a component that is not trivial should have a cycle");
    const StateId state = open.front();
    open.pop();
    for (const Edge& edge : automaton.edges(state)) {
      if (!components.inside(state, edge) || arrivals.count(edge.target) > 0) continue;
      arrivals[edge.target] = {state, edge.label.one_valuation(propositions)};
      open.push(edge.target);
    }
  }
  std::vector<Bdd> letters;
  StateId at = start;
  do {
    const Arrival& arrival = arrivals.at(at);
    letters.push_back(arrival.letter);
    at = arrival.from;
  } while (at != start);
  std::reverse(letters.begin(), letters.end());
  return letters;
}

/// Whether a run from one of the states accepts the letters repeated for ever.
bool accepts_loop(const Automaton& automaton, const std::vector<StateId>& starts,
                  const std::vector<Bdd>& letters) {
  // A state more, in front, for the choice of the start.
  const std::size_t length = letters.size();
  Automaton graph(automaton.manager());
  graph.set_num_sets(automaton.num_sets());
  std::map<std::pair<StateId, std::size_t>, StateId> number;
  std::vector<std::pair<StateId, std::size_t>> places;
  const auto state_of = [&](StateId state, std::size_t position) {
    const std::pair place(state, position);
    const auto [at, fresh] = number.try_emplace(place, static_cast<StateId>(places.size() + 1));
    if (fresh) {
      places.push_back(place);
      graph.add_state();
    }
    return at->second;
  };
  graph.add_state();
  for (const StateId start : starts)
    graph.add_edge(0, {state_of(start, 0), 0, Bdd::constant(true)});
  for (std::size_t i = 0; i < places.size(); ++i) {
    const auto [state, position] = places[i];
    for (const Edge& edge : automaton.edges(state)) {
      if (!edge.label.intersects(letters[position])) continue;
      const StateId target = state_of(edge.target, (position + 1) % length);
      graph.add_edge(static_cast<StateId>(i + 1), {target, edge.marks, edge.label});
    }
  }
  return !is_empty(graph);
}

/// Which states of the subset automaton are to be accepting. Those on no cycle may be either, and
/// get what merges best: Löding's colours, which grow towards the last components.
std::vector<bool> accepting_subsets(const Automaton& original, const SubsetAutomaton& subsets) {
  const Automaton& automaton = subsets.automaton;
  const Components components(automaton);
  Bdd propositions = Bdd::constant(true);
  for (StateId state = 0; state < original.num_states(); ++state)
    for (const Edge& edge : original.edges(state)) propositions &= edge.label.support();
  const std::uint32_t highest = 2 * components.size() + 2;
  std::vector<std::uint32_t> colour(components.size(), highest);
  std::vector<bool> result(automaton.num_states(), false);
  for (std::uint32_t component = 0; component < components.size(); ++component) {
    for (const StateId state : components.states(component))
      for (const Edge& edge : automaton.edges(state))
        if (!components.inside(state, edge))
          colour[component] = std::min(colour[component], colour[components.of(edge.target)]);
    if (!components.trivial(component)) {
      const StateId start = components.states(component).front();
      const std::vector<Bdd> cycle = cycle_through(automaton, components, start, propositions);
      const bool accepting = accepts_loop(original, subsets.subsets[start], cycle);
      if (accepting != (colour[component] % 2 == 0)) --colour[component];
    }
    for (const StateId state : components.states(component))
      result[state] = colour[component] % 2 == 0;
  }
  return result;
}

/// The coarsest partition that the letters respect (Moore), as a number for each state.
std::vector<StateId> equivalence_classes(const Automaton& automaton,
                                         const std::vector<bool>& accepting) {
  std::vector<StateId> classes(automaton.num_states());
  for (StateId state = 0; state < classes.size(); ++state)
    classes[state] = accepting[state] ? 1 : 0;
  for (std::size_t known = 0;;) {
    using Signature = std::pair<StateId, std::map<StateId, int>>;
    std::map<Signature, StateId> number;
    std::vector<StateId> refined(classes.size());
    std::vector<Bdd> held;  // ids stay valid only while something refers to them
    for (StateId state = 0; state < classes.size(); ++state) {
      std::map<StateId, Bdd> letters;
      for (const Edge& edge : automaton.edges(state)) letters[classes[edge.target]] |= edge.label;
      Signature signature{classes[state], {}};
      for (auto& [target, label] : letters) {
        signature.second[target] = label.id();
        held.push_back(std::move(label));
      }
      refined[state] = number.try_emplace(std::move(signature), static_cast<StateId>(number.size()))
                           .first->second;
    }
    classes = std::move(refined);
    if (number.size() == known) return classes;
    known = number.size();
  }
}

/// The states from which nothing is accepted: rejecting ones that stay where they are.
bool is_sink(const Automaton& automaton, StateId state) {
  return std::all_of(automaton.edges(state).begin(), automaton.edges(state).end(),
                     [state](const Edge& edge) { return edge.target == state && edge.marks == 0; });
}

}  // namespace

std::optional<Automaton> minimal_weak_automaton(const Automaton& automaton,
                                                std::size_t max_subsets) {
  const std::optional<SubsetAutomaton> subsets = subset_construction(automaton, max_subsets);
  if (!subsets) return std::nullopt;
  const std::vector<bool> accepting = accepting_subsets(automaton, *subsets);
  const std::vector<StateId> classes = equivalence_classes(subsets->automaton, accepting);
  Automaton result(automaton.manager());
  result.set_num_sets(1);
  std::vector<bool> done;
  for (StateId state = 0; state < classes.size(); ++state) {
    while (result.num_states() <= classes[state]) {
      result.add_state();
      done.push_back(false);
    }
    if (done[classes[state]]) continue;
    done[classes[state]] = true;
    for (const Edge& edge : subsets->automaton.edges(state))
      result.add_edge(classes[state],
                      {classes[edge.target], accepting[state] ? Marks{1} : Marks{0}, edge.label});
  }
  result.set_initial(classes[subsets->automaton.initial()]);
  merge_edges(result);
  std::vector<bool> kept(result.num_states());
  for (StateId state = 0; state < result.num_states(); ++state)
    kept[state] = state == result.initial() || !is_sink(result, state);
  if (is_sink(result, result.initial())) result.edges(result.initial()).clear();
  return reachable_part(restricted_to(result, kept));
}

Automaton complemented_weak(const Automaton& automaton) {
  Automaton result = automaton;
  const StateId sink = result.add_state();
  result.add_edge(sink, {sink, 1, Bdd::constant(true)});
  for (StateId state = 0; state < automaton.num_states(); ++state) {
    Bdd missing = Bdd::constant(true);
    for (Edge& edge : result.edges(state)) {
      missing -= edge.label;
      edge.marks ^= 1;
    }
    if (missing.is_false()) continue;
    result.add_edge(state, {sink, 0, std::move(missing)});
  }
  return result;
}

}  // namespace arges::automata
