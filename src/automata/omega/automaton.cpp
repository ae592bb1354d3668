#include "automata/omega/automaton.h"

#include <limits>

#include "base/invariant.h"

namespace arges::automata {

std::size_t Automaton::num_edges() const {
  std::size_t result = 0;
  for (const std::vector<Edge>& edges : edges_) result += edges.size();
  return result;
}

std::vector<int> propositions_of(const Automaton& automaton) {
  Bdd all = Bdd::constant(true);
  for (StateId state = 0; state < automaton.num_states(); ++state)
    for (const Edge& edge : automaton.edges(state)) all &= edge.label.support();
  return variables_of(all);
}

bool is_deterministic(const Automaton& automaton) {
  for (StateId state = 0; state < automaton.num_states(); ++state) {
    Bdd seen;
    for (const Edge& edge : automaton.edges(state)) {
      if (seen.intersects(edge.label)) return false;
      seen |= edge.label;
    }
  }
  return true;
}

bool accepts_on_states(const Automaton& automaton) {
  if (automaton.num_sets() > 1) return false;
  for (StateId state = 0; state < automaton.num_states(); ++state)
    for (const Edge& edge : automaton.edges(state))
      if (edge.marks != automaton.edges(state).front().marks) return false;
  return true;
}

void merge_edges(Automaton& automaton) {
  for (StateId state = 0; state < automaton.num_states(); ++state) {
    std::vector<Edge> merged;
    for (Edge& edge : automaton.edges(state)) {
      if (edge.label.is_false()) continue;
      bool found = false;
      for (Edge& known : merged) {
        if (known.target != edge.target || known.marks != edge.marks) continue;
        known.label |= edge.label;
        found = true;
        break;
      }
      if (!found) merged.push_back(std::move(edge));
    }
    automaton.edges(state) = std::move(merged);
  }
}

namespace {

constexpr StateId dropped = std::numeric_limits<StateId>::max();

/// The states in a new order; edges to dropped ones disappear.
Automaton renumbered(const Automaton& automaton, const std::vector<StateId>& order,
                     const std::vector<StateId>& number) {
  INVARIANT(number[automaton.initial()] != dropped, "the initial state should be kept");
  Automaton result(automaton.manager());
  result.set_num_sets(automaton.num_sets());
  for (std::size_t i = 0; i < order.size(); ++i) result.add_state();
  for (const StateId state : order)
    for (const Edge& edge : automaton.edges(state))
      if (number[edge.target] != dropped)
        result.add_edge(number[state], {number[edge.target], edge.marks, edge.label});
  result.set_initial(number[automaton.initial()]);
  return result;
}

}  // namespace

Automaton restricted_to(const Automaton& automaton, const std::vector<bool>& kept) {
  std::vector<StateId> order;
  std::vector<StateId> number(automaton.num_states(), dropped);
  for (StateId state = 0; state < automaton.num_states(); ++state) {
    if (!kept[state]) continue;
    number[state] = static_cast<StateId>(order.size());
    order.push_back(state);
  }
  return renumbered(automaton, order, number);
}

Automaton reachable_part(const Automaton& automaton) {
  std::vector<StateId> order{automaton.initial()};
  std::vector<StateId> number(automaton.num_states(), dropped);
  number[automaton.initial()] = 0;
  for (std::size_t i = 0; i < order.size(); ++i)
    for (const Edge& edge : automaton.edges(order[i])) {
      if (number[edge.target] != dropped) continue;
      number[edge.target] = static_cast<StateId>(order.size());
      order.push_back(edge.target);
    }
  return renumbered(automaton, order, number);
}

Automaton empty_automaton(const BddManagerPtr& manager) {
  Automaton result(manager);
  result.add_state();
  return result;
}

}  // namespace arges::automata
