#include "synth/property/draft.h"

#include <algorithm>
#include <limits>
#include <map>
#include <tuple>

namespace arges::synth {

namespace {

/// An automaton with one acceptance set, some states of which are several times there.
struct Unrolled {
  LetterAutomaton automaton;
  std::vector<StateId> origin;
};

/// Counts acceptance sets (every edge is accepting where there are none), and chooses a copy for
/// each edge to lead to.
Unrolled unrolled(const LetterAutomaton& automaton, std::size_t copies, Random& random) {
  using Position = std::tuple<StateId, unsigned, std::size_t>;
  std::map<Position, StateId> numbers;
  std::vector<Position> positions;
  Unrolled result;
  const auto number = [&](const Position& position) {
    const auto [found, is_new] =
        numbers.try_emplace(position, static_cast<StateId>(positions.size()));
    if (is_new) {
      positions.push_back(position);
      result.origin.push_back(std::get<0>(position));
    }
    return found->second;
  };
  number({automaton.initial, 0, 0});
  result.automaton.num_sets = 1;
  for (std::size_t next = 0; next < positions.size(); ++next) {
    auto& edges = result.automaton.edges.emplace_back();
    const auto [state, level, copy] = positions[next];
    for (const LetterAutomaton::Edge& edge : automaton.edges[state]) {
      unsigned reached = level;
      while (reached < automaton.num_sets && (edge.marks >> reached & 1U) != 0) ++reached;
      const bool accepting = reached == automaton.num_sets;
      if (accepting) reached = 0;
      const StateId target = number({edge.target, reached, random.below(copies)});
      edges.push_back({edge.action, target, accepting ? Marks{1} : 0});
    }
  }
  return result;
}

/// How many edges lie before the next accepting one, at least.
std::vector<std::uint32_t> waiting_times(const LetterAutomaton& automaton) {
  constexpr std::uint32_t unknown = std::numeric_limits<std::uint32_t>::max();
  std::vector<std::uint32_t> result(automaton.num_states(), unknown);
  std::vector<std::vector<StateId>> before(automaton.num_states());
  std::vector<StateId> queue;
  for (StateId s = 0; s < automaton.num_states(); ++s) {
    for (const LetterAutomaton::Edge& edge : automaton.edges[s]) {
      before[edge.target].push_back(s);
      if (edge.marks != 0 && result[s] == unknown) {
        result[s] = 0;
        queue.push_back(s);
      }
    }
  }
  for (std::size_t next = 0; next < queue.size(); ++next) {
    for (const StateId s : before[queue[next]]) {
      if (result[s] != unknown) continue;
      result[s] = result[queue[next]] + 1;
      queue.push_back(s);
    }
  }
  for (const std::uint32_t time : result)
    INVARIANT(time != unknown, "every state should have an accepting run");
  return result;
}

/// A random order in which each state that waits comes behind one that waits less and follows it.
std::vector<std::size_t> waiting_order(const LetterAutomaton& automaton, Random& random) {
  const std::vector<std::uint32_t> time = waiting_times(automaton);
  std::vector<std::vector<StateId>> behind(automaton.num_states());
  std::vector<StateId> ready;
  for (StateId s = 0; s < automaton.num_states(); ++s) {
    if (time[s] == 0) {
      ready.push_back(s);
      continue;
    }
    for (const LetterAutomaton::Edge& edge : automaton.edges[s]) {
      if (time[edge.target] + 1 != time[s]) continue;
      behind[edge.target].push_back(s);
      break;
    }
  }
  std::vector<std::size_t> place(automaton.num_states());
  for (std::size_t next = 0; !ready.empty(); ++next) {
    std::swap(ready[random.below(ready.size())], ready.back());
    const StateId state = ready.back();
    ready.pop_back();
    place[state] = next;
    ready.insert(ready.end(), behind[state].begin(), behind[state].end());
  }
  return place;
}

void drop_steps(Draft& draft, unsigned percent, Random& random) {
  for (auto& steps : draft.steps) {
    random.shuffle(steps);
    std::vector<Draft::Step> kept;
    for (std::size_t i = 0; i < steps.size(); ++i)
      if (i == 0 || !random.percent(percent)) kept.push_back(steps[i]);
    std::sort(kept.begin(), kept.end(), [](const Draft::Step& a, const Draft::Step& b) {
      return std::tie(a.action, a.target) < std::tie(b.action, b.target);
    });
    steps = std::move(kept);
  }
}

}  // namespace

Draft pruned(const LetterAutomaton& automaton, const PruningOptions& options, Random& random) {
  const Unrolled whole = unrolled(automaton, options.copies, random);
  const std::vector<std::size_t> place = waiting_order(whole.automaton, random);
  const std::vector<std::uint32_t> component = components_without(whole.automaton, 1);
  Draft result;
  for (StateId s = 0; s < whole.automaton.num_states(); ++s) {
    result.add_state(whole.origin[s]);
    for (const LetterAutomaton::Edge& edge : whole.automaton.edges[s]) {
      const bool is_on_bad_cycle = edge.marks == 0 && component[s] == component[edge.target];
      if (is_on_bad_cycle && place[edge.target] >= place[s]) continue;
      result.steps[s].push_back({edge.action, edge.target, lts::Modality::may});
    }
    INVARIANT(!result.steps[s].empty(), "a state should keep a transition");
  }
  drop_steps(result, options.percent_dropped, random);
  std::vector<StateId> number;
  return reachable_part(result, number);
}

Draft reachable_part(const Draft& draft, std::vector<StateId>& number) {
  constexpr StateId unknown = std::numeric_limits<StateId>::max();
  number.assign(draft.num_states(), unknown);
  std::vector<StateId> queue{draft.initial};
  number[draft.initial] = 0;
  Draft result;
  for (std::size_t next = 0; next < queue.size(); ++next) {
    result.add_state(draft.origin[queue[next]]);
    for (const Draft::Step& step : draft.steps[queue[next]]) {
      if (number[step.target] == unknown) {
        number[step.target] = static_cast<StateId>(queue.size());
        queue.push_back(step.target);
      }
      result.steps.back().push_back({step.action, number[step.target], step.modality});
    }
  }
  return result;
}

std::vector<int> distances(const Draft& draft) {
  std::vector<int> result(draft.num_states(), -1);
  std::vector<StateId> queue{draft.initial};
  result[draft.initial] = 0;
  for (std::size_t next = 0; next < queue.size(); ++next) {
    for (const Draft::Step& step : draft.steps[queue[next]]) {
      if (result[step.target] >= 0) continue;
      result[step.target] = result[queue[next]] + 1;
      queue.push_back(step.target);
    }
  }
  return result;
}

}  // namespace arges::synth
