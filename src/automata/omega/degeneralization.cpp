#include "automata/omega/degeneralization.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <random>

#include "automata/omega/components.h"
#include "automata/omega/scc_filter.h"
#include "automata/omega/simulation.h"
#include "base/invariant.h"

namespace arges::automata {

namespace {

using Level = std::uint32_t;
using Order = std::vector<unsigned>;
/// A state and the number of acceptance sets seen there; all of them: accepting.
using Copy = std::pair<StateId, Level>;

constexpr std::size_t max_orders = 24;

/// The copies of one component for one order of the acceptance sets.
struct Unfolding {
  Order order;
  bool looks_ahead = false;
  std::vector<Copy> copies;
};

/// Does the work for one automaton.
class Degeneralizer {
 public:
  explicit Degeneralizer(const Automaton& automaton)
      : automaton_(automaton), components_(automaton), common_(automaton.num_states(), 0) {
    for (StateId state = 0; state < automaton.num_states(); ++state) {
      Marks common = automaton.all_marks();
      for (const Edge& edge : automaton.edges(state))
        if (components_.inside(state, edge)) common &= edge.marks;
      common_[state] = common;
    }
  }

  Automaton run();

 private:
  Level last() const { return automaton_.num_sets(); }
  static Level advance(const Order& order, Level level, Marks marks) {
    while (level < order.size() && ((marks >> order[level]) & 1U) == 1) ++level;
    return level;
  }
  Copy successor(const Unfolding& unfolding, Copy copy, const Edge& edge) const {
    Level level = advance(unfolding.order, copy.second == last() ? 0 : copy.second, edge.marks);
    if (unfolding.looks_ahead) level = advance(unfolding.order, level, common_[edge.target]);
    return {edge.target, level};
  }
  std::vector<Copy> bottom_copies(std::uint32_t component, const Unfolding& unfolding) const;
  Unfolding unfold(std::uint32_t component) const;
  std::vector<Order> orders() const;

  const Automaton& automaton_;
  Components components_;
  std::vector<Marks> common_;  ///< of all edges that stay in the component
};

/// The smallest bottom component of the copies.
std::vector<Copy> Degeneralizer::bottom_copies(std::uint32_t component,
                                               const Unfolding& unfolding) const {
  Automaton graph(automaton_.manager());
  std::map<Copy, StateId> number;
  std::vector<Copy> copies;
  const auto state_of = [&](Copy copy) {
    const auto [at, fresh] = number.try_emplace(copy, static_cast<StateId>(copies.size()));
    if (fresh) {
      copies.push_back(copy);
      graph.add_state();
    }
    return at->second;
  };
  state_of({components_.states(component).front(), 0});
  for (StateId state = 0; state < copies.size(); ++state) {
    const Copy copy = copies[state];
    for (const Edge& edge : automaton_.edges(copy.first)) {
      if (!components_.inside(copy.first, edge)) continue;
      const StateId target = state_of(successor(unfolding, copy, edge));
      graph.add_edge(state, {target, 0, Bdd::constant(true)});
    }
  }
  // The first component that Tarjan's algorithm completes has no way out.
  const Components unfolded(graph);
  std::vector<Copy> result;
  for (const StateId state : unfolded.states(0)) result.push_back(copies[state]);
  return result;
}

std::vector<Order> Degeneralizer::orders() const {
  Order order(last());
  std::iota(order.begin(), order.end(), 0U);
  std::vector<Order> result;
  if (last() <= 4) {
    do result.push_back(order);
    while (std::next_permutation(order.begin(), order.end()));
    return result;
  }
  std::mt19937 random(1);  // too many to try all: some, the same ones every time
  while (result.size() < max_orders) {
    result.push_back(order);
    for (std::size_t i = order.size() - 1; i > 0; --i)
      std::swap(order[i], order[random() % (i + 1)]);
  }
  return result;
}

Unfolding Degeneralizer::unfold(std::uint32_t component) const {
  Unfolding best;
  const bool on_all_edges =
      std::all_of(components_.states(component).begin(), components_.states(component).end(),
                  [this](StateId state) { return common_[state] == automaton_.all_marks(); });
  if (!components_.accepting(component) || components_.trivial(component) || on_all_edges) {
    const Level level = components_.accepting(component) ? last() : 0;
    for (const StateId state : components_.states(component))
      best.copies.emplace_back(state, level);
    return best;
  }
  for (const Order& order : orders())
    for (const bool looks_ahead : {true, false}) {
      Unfolding candidate{order, looks_ahead, {}};
      candidate.copies = bottom_copies(component, candidate);
      if (best.copies.empty() || candidate.copies.size() < best.copies.size())
        best = std::move(candidate);
    }
  return best;
}

Automaton Degeneralizer::run() {
  Automaton result(automaton_.manager());
  result.set_num_sets(1);
  if (automaton_.num_sets() == 0) {
    for (StateId state = 0; state < automaton_.num_states(); ++state) result.add_state();
    for (StateId state = 0; state < automaton_.num_states(); ++state)
      for (const Edge& edge : automaton_.edges(state))
        result.add_edge(state, {edge.target, 1, edge.label});
    result.set_initial(automaton_.initial());
    return result;
  }
  std::vector<Unfolding> unfoldings;
  std::map<Copy, StateId> number;
  std::vector<StateId> entry(automaton_.num_states(), 0);
  for (std::uint32_t component = 0; component < components_.size(); ++component) {
    unfoldings.push_back(unfold(component));
    std::vector<Copy>& copies = unfoldings.back().copies;
    std::sort(copies.begin(), copies.end());
    for (const Copy& copy : copies) {
      number[copy] = result.add_state();
      entry[copy.first] = number[copy];  // the highest level there is
    }
  }
  for (const auto& [copy, state] : number) {
    const auto [original, level] = copy;
    const std::uint32_t component = components_.of(original);
    const Unfolding& unfolding = unfoldings[component];
    for (const Edge& edge : automaton_.edges(original)) {
      StateId target = entry[edge.target];
      if (components_.inside(original, edge) && !unfolding.order.empty())
        target = number.at(successor(unfolding, copy, edge));
      result.add_edge(state, {target, level == last() ? Marks{1} : Marks{0}, edge.label});
    }
  }
  result.set_initial(entry[automaton_.initial()]);
  merge_edges(result);
  return result;
}

/// Drops useless states and makes those accepting or not that may be either, the same in a
/// component.
Automaton filtered(const Automaton& buchi) {
  const Components components(buchi);
  if (!components.useful(components.of(buchi.initial()))) {
    Automaton result = empty_automaton(buchi.manager());
    result.set_num_sets(1);
    return result;
  }
  std::vector<bool> kept(buchi.num_states(), false);
  Automaton changed = buchi;
  for (StateId state = 0; state < buchi.num_states(); ++state) {
    const std::uint32_t component = components.of(state);
    if (component == Components::none) continue;
    kept[state] = components.useful(component);
    const bool free = components.trivial(component);
    const bool accepting = components.accepting(component);
    const bool always = accepting && on_every_cycle(buchi, components, component, 0);
    for (Edge& edge : changed.edges(state)) {
      if (free || !accepting) edge.marks = 0;
      if (always) edge.marks = 1;
    }
  }
  return restricted_to(changed, kept);
}

}  // namespace

Automaton degeneralized(const Automaton& automaton) { return Degeneralizer(automaton).run(); }

bool is_accepting_state(const Automaton& buchi, StateId state) {
  return !buchi.edges(state).empty() && buchi.edges(state).front().marks != 0;
}

Automaton small_buchi_automaton(const Automaton& automaton) {
  Automaton best = filtered(degeneralized(automaton));
  while (true) {
    Automaton next =
        filtered(reduced_by_simulation(best, Direction::forward, AcceptanceOn::states));
    next = filtered(reduced_by_simulation(next, Direction::backward, AcceptanceOn::states));
    if (next.num_states() >= best.num_states() && next.num_edges() >= best.num_edges()) break;
    best = std::move(next);
  }
  return reachable_part(best);
}

}  // namespace arges::automata
