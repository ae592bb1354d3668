#include "automata/omega/word.h"

#include <algorithm>
#include <functional>
#include <map>
#include <queue>

#include <fmt/format.h>

#include "automata/bdd/cubes.h"
#include "automata/omega/components.h"
#include "base/invariant.h"

namespace arges::automata {

namespace {

struct Path {
  std::vector<Bdd> letters;
  StateId end = 0;
};

/// The shortest path whose last edge is as wanted, over edges that count.
Path shortest_path(const Automaton& automaton, StateId start,
                   const std::function<bool(StateId, const Edge&)>& counts,
                   const std::function<bool(StateId, const Edge&)>& wanted) {
  struct Arrival {
    StateId from;
    const Edge* edge;
  };
  std::map<StateId, Arrival> arrivals;
  std::queue<StateId> open;
  open.push(start);
  while (!open.empty()) {
    const StateId state = open.front();
    open.pop();
    for (const Edge& edge : automaton.edges(state)) {
      if (!counts(state, edge)) continue;
      if (wanted(state, edge)) {
        Path path{{edge.label}, edge.target};
        for (StateId at = state; at != start; at = arrivals.at(at).from)
          path.letters.push_back(arrivals.at(at).edge->label);
        std::reverse(path.letters.begin(), path.letters.end());
        return path;
      }
      if (edge.target == start || arrivals.count(edge.target) > 0) continue;
      arrivals[edge.target] = {state, &edge};
      open.push(edge.target);
    }
  }
  UNREACHABLE("a path should exist");
}

/// A cycle from the state through an edge of every acceptance set.
std::vector<Bdd> accepting_cycle(const Automaton& automaton, const Components& components,
                                 StateId start) {
  const auto inside = [&](StateId state, const Edge& edge) {
    return components.inside(state, edge);
  };
  std::vector<Bdd> letters;
  StateId at = start;
  const auto go = [&](const auto& wanted) {
    Path path = shortest_path(automaton, at, inside, wanted);
    for (Bdd& letter : path.letters) letters.push_back(std::move(letter));
    at = path.end;
  };
  for (unsigned set = 0; set < automaton.num_sets(); ++set)
    go([set](StateId, const Edge& edge) { return ((edge.marks >> set) & 1U) == 1; });
  if (at != start || letters.empty())
    go([start](StateId, const Edge& edge) { return edge.target == start; });
  return letters;
}

/// A comparison that is denied stands in parentheses: !x = 0 would be !x, or its value.
std::string text_of(const BddManager& manager, const Literal& literal) {
  const std::string& name = manager.name(literal.variable);
  if (literal.positive) return name;
  const bool is_comparison = name.front() != '"' && name.find_first_of("<>=") != std::string::npos;
  return is_comparison ? fmt::format("!({})", name) : "!" + name;
}

std::string join(const BddManager& manager, const std::vector<Bdd>& letters) {
  std::string text;
  for (const Bdd& letter : letters)
    text += fmt::format("{}{}", text.empty() ? "" : "; ", to_string(manager, letter));
  return text;
}

}  // namespace

std::optional<Word> accepted_word(const Automaton& automaton) {
  const Components components(automaton);
  if (!components.useful(components.of(automaton.initial()))) return std::nullopt;
  Word word;
  StateId start = automaton.initial();
  const auto is_good = [&](StateId state) { return components.accepting(components.of(state)); };
  if (!is_good(start)) {
    Path path = shortest_path(
        automaton, start, [](StateId, const Edge&) { return true; },
        [&](StateId, const Edge& edge) { return is_good(edge.target); });
    word.prefix = std::move(path.letters);
    start = path.end;
  }
  word.cycle = accepting_cycle(automaton, components, start);
  return word;
}

std::string to_string(const BddManager& manager, const Bdd& function) {
  if (function.is_constant()) return function.is_true() ? "1" : "0";
  std::string text;
  for (const Cube& cube : prime_cover(function)) {
    if (!text.empty()) text += " | ";
    for (std::size_t i = 0; i < cube.size(); ++i)
      text += fmt::format("{}{}", i > 0 ? " & " : "", text_of(manager, cube[i]));
  }
  return text;
}

std::string to_string(const BddManager& manager, const Word& word) {
  const std::string prefix = join(manager, word.prefix);
  return fmt::format("{}{}cycle{{{}}}", prefix, prefix.empty() ? "" : "; ",
                     join(manager, word.cycle));
}

}  // namespace arges::automata
