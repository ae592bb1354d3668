#include "synth/property/letter_automaton.h"

#include <algorithm>
#include <limits>
#include <set>

#include "automata/translate/translator.h"
#include "base/invariant.h"
#include "lts/temporal/letters.h"
#include "synth/synthesis_error.h"

namespace arges::synth {

namespace {

using Edge = LetterAutomaton::Edge;

/// The states that are kept and can be reached, numbered breadth-first; at least the initial one.
/// `origin` gets the old number of each.
LetterAutomaton kept_part(const LetterAutomaton& automaton, const std::vector<bool>& kept,
                          std::vector<StateId>& origin) {
  constexpr StateId unknown = std::numeric_limits<StateId>::max();
  std::vector<StateId> number(automaton.num_states(), unknown);
  LetterAutomaton result;
  result.num_sets = automaton.num_sets;
  origin = {automaton.initial};
  number[automaton.initial] = 0;
  for (std::size_t next = 0; next < origin.size(); ++next) {
    auto& edges = result.edges.emplace_back();
    if (!kept[origin[next]]) continue;
    for (const Edge& edge : automaton.edges[origin[next]]) {
      if (!kept[edge.target]) continue;
      if (number[edge.target] == unknown) {
        number[edge.target] = static_cast<StateId>(origin.size());
        origin.push_back(edge.target);
      }
      edges.push_back({edge.action, number[edge.target], edge.marks});
    }
  }
  return result;
}

LetterAutomaton useful_part(const LetterAutomaton& automaton) {
  std::vector<StateId> origin;
  return kept_part(automaton, useful_states(automaton), origin);
}

/// Tarjan's algorithm without recursion.
class ComponentSearch {
 public:
  ComponentSearch(const LetterAutomaton& automaton, Marks left_out)
      : automaton_(automaton),
        left_out_(left_out),
        index_(automaton.num_states(), unvisited),
        low_(automaton.num_states(), 0),
        component_(automaton.num_states(), unvisited) {}

  std::vector<std::uint32_t> run() {
    for (StateId s = 0; s < automaton_.num_states(); ++s)
      if (index_[s] == unvisited) search(s);
    return std::move(component_);
  }

 private:
  static constexpr std::uint32_t unvisited = std::numeric_limits<std::uint32_t>::max();
  struct Frame {
    StateId state;
    std::size_t edge;
  };

  void enter(StateId state) {
    index_[state] = low_[state] = next_index_++;
    open_.push_back(state);
    frames_.push_back({state, 0});
  }

  void search(StateId root) {
    enter(root);
    while (!frames_.empty()) {
      Frame& frame = frames_.back();
      const auto& edges = automaton_.edges[frame.state];
      if (frame.edge == edges.size()) {
        leave();
        continue;
      }
      const Edge& edge = edges[frame.edge++];
      if ((edge.marks & left_out_) != 0) continue;
      if (index_[edge.target] == unvisited)
        enter(edge.target);
      else if (component_[edge.target] == unvisited)
        low_[frame.state] = std::min(low_[frame.state], index_[edge.target]);
    }
  }

  void leave() {
    const StateId state = frames_.back().state;
    frames_.pop_back();
    if (!frames_.empty()) {
      const StateId above = frames_.back().state;
      low_[above] = std::min(low_[above], low_[state]);
    }
    if (low_[state] != index_[state]) return;
    for (StateId member = unvisited; member != state;) {
      member = open_.back();
      open_.pop_back();
      component_[member] = next_component_;
    }
    ++next_component_;
  }

  const LetterAutomaton& automaton_;
  Marks left_out_;
  std::vector<std::uint32_t> index_;
  std::vector<std::uint32_t> low_;
  std::vector<std::uint32_t> component_;
  std::vector<StateId> open_;
  std::vector<Frame> frames_;
  std::uint32_t next_index_ = 0;
  std::uint32_t next_component_ = 0;
};

}  // namespace

LetterAutomaton letter_automaton(Vocabulary& vocabulary, automata::Formula formula,
                                 const lts::Alphabet& alphabet) {
  automata::Translator translator(vocabulary.formulas());
  const automata::Automaton automaton = translator.translate(formula);
  const lts::ActionFormula property = vocabulary.property(formula);
  const lts::ActionAutomaton reader(automaton, lts::proposition_names(vocabulary.formulas()),
                                    property.actions);
  LetterAutomaton result;
  result.initial = reader.initial();
  result.num_sets = reader.num_sets();
  result.edges.resize(reader.num_states());
  for (StateId s = 0; s < reader.num_states(); ++s)
    for (const lts::ActionId action : alphabet.actions())
      for (const auto& move : reader.moves(s, action))
        result.edges[s].push_back({action, move.target, move.marks});
  return useful_part(result);
}

LetterAutomaton alternation(const lts::Alphabet& inputs, const lts::Alphabet& others) {
  LetterAutomaton result;
  result.edges.resize(2);
  for (const lts::ActionId action : inputs.actions()) result.edges[0].push_back({action, 1, 0});
  for (const lts::ActionId action : others.actions()) result.edges[1].push_back({action, 0, 0});
  return result;
}

SafetyClosure safety_closure(const LetterAutomaton& automaton, const lts::Alphabet& alphabet) {
  using Set = std::vector<StateId>;
  std::map<Set, StateId> numbers;
  std::vector<Set> sets;
  const auto number = [&](const Set& set) {
    const auto [found, is_new] = numbers.try_emplace(set, static_cast<StateId>(sets.size()));
    if (is_new) sets.push_back(set);
    return found->second;
  };
  SafetyClosure result;
  const Set initial = accepts_nothing(automaton) ? Set{} : Set{automaton.initial};
  result.automaton.initial = number(initial);
  for (std::size_t next = 0; next < sets.size(); ++next) {
    auto& edges = result.automaton.edges.emplace_back();
    for (const lts::ActionId action : alphabet.actions()) {
      std::set<StateId> after;
      for (const StateId s : sets[next])
        for (const Edge& edge : automaton.edges[s])
          if (edge.action == action) after.insert(edge.target);
      edges.push_back({action, number({after.begin(), after.end()}), 0});
    }
  }
  if (const auto empty = numbers.find({}); empty != numbers.end()) result.violated = empty->second;
  return result;
}

SafetyClosure words_with_violating_prefix(const SafetyClosure& closure) {
  LetterAutomaton marked = closure.automaton;
  marked.num_sets = 1;
  for (StateId s = 0; s < marked.num_states(); ++s)
    for (Edge& edge : marked.edges[s]) edge.marks = s == closure.violated ? 1 : 0;
  std::vector<StateId> origin;
  SafetyClosure result{kept_part(marked, useful_states(marked), origin), {}};
  for (StateId s = 0; s < origin.size(); ++s)
    if (origin[s] == closure.violated) result.violated = s;
  return result;
}

LetterAutomaton without_short_violations(const SafetyClosure& closure, std::size_t length) {
  // State (s, i): the word so far has i letters and led to s; the last one reads everything.
  using Position = std::pair<StateId, std::size_t>;
  std::map<Position, StateId> numbers;
  std::vector<Position> positions;
  const StateId all = std::numeric_limits<StateId>::max();
  const auto number = [&](StateId state, std::size_t steps) {
    const Position position = steps == length ? Position{all, length} : Position{state, steps};
    const auto [found, is_new] =
        numbers.try_emplace(position, static_cast<StateId>(positions.size()));
    if (is_new) positions.push_back(position);
    return found->second;
  };
  LetterAutomaton result;
  result.initial = number(closure.automaton.initial, 0);
  for (std::size_t next = 0; next < positions.size(); ++next) {
    auto& edges = result.edges.emplace_back();
    const auto [state, steps] = positions[next];
    const StateId from = state == all ? closure.automaton.initial : state;
    for (const Edge& edge : closure.automaton.edges[from]) {
      if (state == all)
        edges.push_back({edge.action, static_cast<StateId>(next), 0});
      else if (edge.target != closure.violated)
        edges.push_back({edge.action, number(edge.target, steps + 1), 0});
    }
  }
  return result;
}

std::vector<std::uint32_t> components_without(const LetterAutomaton& automaton, Marks left_out) {
  return ComponentSearch(automaton, left_out).run();
}

std::vector<bool> useful_states(const LetterAutomaton& automaton) {
  const std::vector<std::uint32_t> component = components_without(automaton, 0);
  std::uint32_t number = 0;
  for (const std::uint32_t c : component) number = std::max(number, c + 1);
  std::vector<Marks> marks(number, 0);
  std::vector<bool> has_cycle(number, false);
  for (StateId s = 0; s < automaton.num_states(); ++s) {
    for (const Edge& edge : automaton.edges[s]) {
      if (component[edge.target] != component[s]) continue;
      has_cycle[component[s]] = true;
      marks[component[s]] |= edge.marks;
    }
  }
  std::vector<bool> useful(number, false);
  for (std::uint32_t c = 0; c < number; ++c)
    useful[c] = has_cycle[c] && (marks[c] & automaton.all_marks()) == automaton.all_marks();
  std::vector<std::vector<StateId>> members(number);
  for (StateId s = 0; s < automaton.num_states(); ++s) members[component[s]].push_back(s);
  for (std::uint32_t c = 0; c < number; ++c)
    for (const StateId s : members[c])
      for (const Edge& edge : automaton.edges[s])
        if (useful[component[edge.target]]) useful[c] = true;
  std::vector<bool> result(automaton.num_states());
  for (StateId s = 0; s < automaton.num_states(); ++s) result[s] = useful[component[s]];
  return result;
}

bool accepts_nothing(const LetterAutomaton& automaton) {
  return !useful_states(automaton)[automaton.initial];
}

LetterProduct::LetterProduct(const std::vector<const LetterAutomaton*>& parts,
                             std::size_t max_states) {
  std::vector<std::vector<StateId>> tuples;
  std::map<std::vector<StateId>, StateId> numbers;
  LetterAutomaton all;
  const auto number = [&](const std::vector<StateId>& tuple) {
    const auto [found, is_new] = numbers.try_emplace(tuple, static_cast<StateId>(tuples.size()));
    if (is_new) tuples.push_back(tuple);
    return found->second;
  };
  std::vector<StateId> initial;
  for (const LetterAutomaton* part : parts) {
    initial.push_back(part->initial);
    all.num_sets += part->num_sets;
  }
  if (all.num_sets >= automata::max_acceptance_sets)
    throw SynthesisError("the properties have too many acceptance sets together",
                         "a smaller \"structural\"", 0, Obstacle::properties);
  number(initial);
  for (std::size_t next = 0; next < tuples.size(); ++next) {
    if (tuples.size() > max_states)
      throw SynthesisError("the system of all properties together has more than " +
                               std::to_string(max_states) + " states",
                           "a smaller \"structural\", or a smaller \"depth\"", 0,
                           Obstacle::properties);
    auto& edges = all.edges.emplace_back();
    // Partial tuples of one action, extended part by part.
    std::vector<std::pair<std::vector<StateId>, Edge>> partial;
    const std::vector<StateId> from = tuples[next];
    for (const Edge& first : parts[0]->edges[from[0]]) {
      partial.assign(1, {{first.target}, {first.action, 0, first.marks}});
      unsigned shift = parts[0]->num_sets;
      for (std::size_t i = 1; i < parts.size() && !partial.empty(); ++i) {
        std::vector<std::pair<std::vector<StateId>, Edge>> extended;
        for (const auto& [tuple, edge] : partial) {
          for (const Edge& other : parts[i]->edges[from[i]]) {
            if (other.action != first.action) continue;
            auto& [longer, marked] = extended.emplace_back(tuple, edge);
            longer.push_back(other.target);
            marked.marks |= other.marks << shift;
          }
        }
        partial = std::move(extended);
        shift += parts[i]->num_sets;
      }
      for (auto& [tuple, edge] : partial) edges.push_back({edge.action, number(tuple), edge.marks});
    }
  }
  std::vector<StateId> origin;
  automaton_ = kept_part(all, useful_states(all), origin);
  for (StateId s = 0; s < origin.size(); ++s) {
    tuples_.push_back(tuples[origin[s]]);
    numbers_.emplace(tuples_.back(), s);
  }
}

std::optional<StateId> LetterProduct::find(const std::vector<StateId>& parts) const {
  const auto found = numbers_.find(parts);
  if (found == numbers_.end()) return std::nullopt;
  return found->second;
}

}  // namespace arges::synth
