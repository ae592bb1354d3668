#include "automata/omega/subset_construction.h"

#include <algorithm>
#include <map>

namespace arges::automata {

namespace {

/// Letters with the states that they lead to.
struct Cell {
  Bdd letters;
  std::vector<StateId> targets;
};

/// The letters by where they lead from a subset.
std::vector<Cell> successors(const Automaton& automaton, const std::vector<StateId>& subset) {
  std::vector<Cell> cells{{Bdd::constant(true), {}}};
  for (const StateId state : subset)
    for (const Edge& edge : automaton.edges(state)) {
      std::vector<Cell> split;
      for (Cell& cell : cells) {
        Bdd inside = cell.letters & edge.label;
        if (inside.is_false()) {
          split.push_back(std::move(cell));
          continue;
        }
        Bdd outside = cell.letters - edge.label;
        if (!outside.is_false()) split.push_back({std::move(outside), cell.targets});
        std::vector<StateId>& targets = cell.targets;
        const auto at = std::lower_bound(targets.begin(), targets.end(), edge.target);
        if (at == targets.end() || *at != edge.target) targets.insert(at, edge.target);
        split.push_back({std::move(inside), std::move(targets)});
      }
      // Cells that lead to the same states are one again, or they would multiply.
      std::map<std::vector<StateId>, Bdd> merged;
      for (Cell& cell : split) merged[std::move(cell.targets)] |= cell.letters;
      cells.clear();
      for (auto& [targets, letters] : merged) cells.push_back({letters, targets});
    }
  return cells;
}

}  // namespace

std::optional<SubsetAutomaton> subset_construction(const Automaton& automaton,
                                                   std::size_t max_subsets) {
  SubsetAutomaton result{Automaton(automaton.manager()), {}};
  std::map<std::vector<StateId>, StateId> number;
  const auto state_of = [&](const std::vector<StateId>& subset) {
    const auto [at, fresh] =
        number.try_emplace(subset, static_cast<StateId>(result.subsets.size()));
    if (fresh) {
      result.subsets.push_back(subset);
      result.automaton.add_state();
    }
    return at->second;
  };
  result.automaton.set_initial(state_of({automaton.initial()}));
  for (StateId state = 0; state < result.subsets.size(); ++state) {
    if (result.subsets.size() > max_subsets) return std::nullopt;
    for (Cell& cell : successors(automaton, std::vector<StateId>(result.subsets[state]))) {
      const StateId target = state_of(cell.targets);
      result.automaton.add_edge(state, {target, 0, std::move(cell.letters)});
    }
  }
  return result;
}

}  // namespace arges::automata
