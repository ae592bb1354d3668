#include "synth/property/violation.h"

#include <algorithm>
#include <deque>
#include <functional>
#include <map>

#include "base/invariant.h"

namespace arges::synth {

namespace {

using Edge = LetterAutomaton::Edge;
using Actions = std::vector<lts::ActionId>;

constexpr std::size_t nowhere = static_cast<std::size_t>(-1);

/// A shortest way from a state to an edge of some kind, that edge included; among the shortest a
/// random one. Nothing if there is none.
std::optional<std::vector<Edge>> way_to(const LetterAutomaton& automaton, StateId from,
                                        const std::function<bool(StateId, const Edge&)>& allowed,
                                        const std::function<bool(StateId, const Edge&)>& wanted,
                                        Random& random) {
  struct Arrival {
    StateId state;
    std::size_t parent;
    Edge edge;
  };
  std::vector<Arrival> queue{{from, nowhere, {}}};
  std::vector<bool> seen(automaton.num_states(), false);
  seen[from] = true;
  for (std::size_t next = 0; next < queue.size(); ++next) {
    const StateId at = queue[next].state;
    std::vector<Edge> edges = automaton.edges[at];
    random.shuffle(edges);
    for (const Edge& edge : edges) {
      if (!allowed(at, edge)) continue;
      if (wanted(at, edge)) {
        std::vector<Edge> result{edge};
        for (std::size_t i = next; queue[i].parent != nowhere; i = queue[i].parent)
          result.push_back(queue[i].edge);
        std::reverse(result.begin(), result.end());
        return result;
      }
      if (seen[edge.target]) continue;
      seen[edge.target] = true;
      queue.push_back({edge.target, next, edge});
    }
  }
  return std::nullopt;
}

void append(Actions& actions, const std::vector<Edge>& way) {
  for (const Edge& edge : way) actions.push_back(edge.action);
}

}  // namespace

ViolationPlanner::ViolationPlanner(const LetterProduct& product, const ViolationGoal& goal,
                                   const lts::Alphabet& inputs)
    : product_(product),
      goal_(goal),
      inputs_(inputs),
      words_(goal.parts, goal.max_states),
      component_(components_without(words_.automaton(), 0)) {
  const LetterAutomaton& all = words_.automaton();
  std::map<std::uint32_t, Marks> marks;
  std::map<std::uint32_t, bool> has_cycle;
  for (StateId w = 0; w < all.num_states(); ++w) {
    for (const Edge& edge : all.edges[w]) {
      if (component_[w] != component_[edge.target]) continue;
      marks[component_[w]] |= edge.marks;
      has_cycle[component_[w]] = true;
    }
  }
  for (StateId w = 0; w < all.num_states(); ++w)
    accepting_.push_back(has_cycle[component_[w]] && marks[component_[w]] == all.all_marks());
  if (!goal.violated || !goal.depth) return;
  const auto is_violated = [&](StateId w) { return words_.parts(w).back() == *goal.violated; };
  layers_.emplace_back();
  for (StateId w = 0; w < all.num_states(); ++w) layers_[0].push_back(is_violated(w));
  for (std::size_t k = 1; k <= goal.depth->at_most; ++k) {
    std::vector<bool> layer(all.num_states(), false);
    for (StateId w = 0; w < all.num_states(); ++w)
      for (const Edge& edge : all.edges[w])
        if (!is_violated(w) && layers_[k - 1][edge.target]) layer[w] = true;
    layers_.push_back(std::move(layer));
  }
}

bool ViolationPlanner::is_output_turn(const std::vector<Draft::Step>& steps) const {
  return !inputs_.empty() && !inputs_.contains(steps.front().action);
}

/// An input has one answer, and an action one target, once they are required.
bool ViolationPlanner::may_be_required(const Draft& draft, StateId state,
                                       const Draft::Step& step) const {
  const bool one_only = is_output_turn(draft.steps[state]);
  for (const Draft::Step& other : draft.steps[state]) {
    if (other.modality != lts::Modality::must) continue;
    if (other.action == step.action ? other.target != step.target : one_only) return false;
  }
  return true;
}

std::vector<ViolationPlanner::Pair> ViolationPlanner::search(const Draft& draft,
                                                             Random& random) const {
  std::vector<Pair> result;
  std::map<std::pair<StateId, StateId>, std::size_t> seen;
  const auto is_made_of = [&](StateId word, StateId state) {
    const std::vector<StateId>& parts = product_.parts(draft.origin[state]);
    const std::vector<StateId>& wanted = words_.parts(word);
    for (std::size_t i = 0; i < goal_.places.size(); ++i)
      if (parts[goal_.places[i]] != wanted[i]) return false;
    return true;
  };
  result.push_back({draft.initial, words_.automaton().initial, nowhere, {}, 0});
  seen.emplace(std::pair(draft.initial, words_.automaton().initial), 0);
  for (std::size_t next = 0; next < result.size(); ++next) {
    const Pair at = result[next];
    std::vector<Draft::Step> steps = draft.steps[at.state];
    random.shuffle(steps);
    for (const Draft::Step& step : steps) {
      if (draft.origin[step.target] == Draft::no_origin) continue;
      if (!may_be_required(draft, at.state, step)) continue;
      for (const Edge& edge : words_.automaton().edges[at.word]) {
        if (edge.action != step.action || !is_made_of(edge.target, step.target)) continue;
        if (goal_.violated && words_.parts(edge.target).back() == *goal_.violated) continue;
        if (!seen.emplace(std::pair(step.target, edge.target), result.size()).second) continue;
        result.push_back({step.target, edge.target, next, step, at.distance + 1});
      }
    }
  }
  return result;
}

/// Inputs can be taken away and given another meaning; an output that is replaced would make all
/// that follows the input a violation.
bool ViolationPlanner::may_leave_from(const Draft& draft, StateId state) const {
  return !is_output_turn(draft.steps[state]) && draft.steps[state].size() > 1;
}

/// Of a few candidates the farthest: the word should follow the system for long.
std::optional<std::size_t> ViolationPlanner::chosen(const Draft& draft,
                                                    const std::vector<Pair>& pairs,
                                                    Random& random) const {
  std::vector<std::size_t> candidates;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    if (!may_leave_from(draft, pairs[i].state)) continue;
    if (goal_.depth && pairs[i].distance + 1 > goal_.depth->at_most) continue;
    candidates.push_back(i);
  }
  if (candidates.empty()) return std::nullopt;
  std::size_t result = random.pick(candidates);
  for (int i = 0; i < 2; ++i) result = std::max(result, random.pick(candidates));
  return result;
}

/// Between so many and so many letters whose last one ends a violating prefix.
std::optional<Actions> ViolationPlanner::way_to_violation(StateId& word, std::size_t shortest,
                                                          std::size_t longest,
                                                          Random& random) const {
  std::vector<std::size_t> lengths;
  for (std::size_t k = std::max<std::size_t>(shortest, 1); k <= longest && k < layers_.size(); ++k)
    if (layers_[k][word]) lengths.push_back(k);
  if (lengths.empty()) return std::nullopt;
  Actions result;
  for (std::size_t k = random.pick(lengths); k > 0; --k) {
    std::vector<Edge> edges = words_.automaton().edges[word];
    std::erase_if(edges, [&](const Edge& edge) { return !layers_[k - 1][edge.target]; });
    const Edge edge = random.pick(edges);
    result.push_back(edge.action);
    word = edge.target;
  }
  return result;
}

Actions ViolationPlanner::random_walk(StateId& word, std::size_t length, Random& random) const {
  Actions result;
  for (std::size_t i = 0; i < length; ++i) {
    const Edge edge = random.pick(words_.automaton().edges[word]);
    result.push_back(edge.action);
    word = edge.target;
  }
  return result;
}

Actions ViolationPlanner::way_to_cycle(StateId& word, Random& random) const {
  Actions result;
  if (accepting_[word]) return result;
  const auto way = way_to(
      words_.automaton(), word, [](StateId, const Edge&) { return true; },
      [&](StateId, const Edge& edge) { return accepting_[edge.target]; }, random);
  INVARIANT(way, "a useful state should lead to an accepting cycle");
  append(result, *way);
  word = way->back().target;
  return result;
}

Actions ViolationPlanner::accepting_cycle(StateId word, Random& random) const {
  const LetterAutomaton& all = words_.automaton();
  const auto inside = [&](StateId from, const Edge& edge) {
    return component_[from] == component_[edge.target];
  };
  Actions result;
  Marks passed = 0;
  StateId at = word;
  const auto go = [&](const std::function<bool(StateId, const Edge&)>& wanted) {
    const auto way = way_to(all, at, inside, wanted, random);
    INVARIANT(way, "an accepting component should be connected and have all marks");
    append(result, *way);
    for (const Edge& edge : *way) passed |= edge.marks;
    at = way->back().target;
  };
  for (unsigned set = 0; set < all.num_sets; ++set)
    if ((passed >> set & 1U) == 0)
      go([set](StateId, const Edge& edge) { return (edge.marks >> set & 1U) != 0; });
  if (at != word || result.empty())
    go([word](StateId, const Edge& edge) { return edge.target == word; });
  return result;
}

/// The same word with a letter of the first round of its cycle before it.
void ViolationPlanner::take_into_stem(Tail& tail) {
  tail.stem.push_back(tail.cycle.front());
  std::rotate(tail.cycle.begin(), tail.cycle.begin() + 1, tail.cycle.end());
}

ViolationPlanner::Tail ViolationPlanner::accepted_tail(StateId word, Actions stem,
                                                       Random& random) const {
  Tail result{std::move(stem), {}};
  const Actions more = way_to_cycle(word, random);
  result.stem.insert(result.stem.end(), more.begin(), more.end());
  result.cycle = accepting_cycle(word, random);
  if (result.stem.empty()) take_into_stem(result);
  // Loops of Mealy machines begin with an input, as handles do.
  if (!inputs_.empty() && result.stem.size() % 2 == 1) take_into_stem(result);
  return result;
}

/// Takes as much of the cycle into the stem as the number of states asks for: the same word with
/// more distinct states (Jasper 2021, 4.3.2, first kind).
bool ViolationPlanner::unroll(Tail& tail, std::size_t fewest, std::size_t most) const {
  const auto states = [&] { return tail.stem.size() + tail.cycle.size() - 1; };
  while (states() < fewest) {
    take_into_stem(tail);
    if (!inputs_.empty()) take_into_stem(tail);
  }
  return states() <= most;
}

std::optional<ViolationPlanner::Tail> ViolationPlanner::tail(const Draft& draft,
                                                             const std::vector<Pair>& pairs,
                                                             std::size_t pair,
                                                             Random& random) const {
  StateId word = pairs[pair].word;
  const std::size_t way = pairs[pair].distance;
  const auto distance = static_cast<std::size_t>(distances(draft)[pairs[pair].state]);
  if (goal_.violated) {
    if (!goal_.depth) return std::nullopt;
    const std::size_t least = goal_.depth->more_than + 1;
    const auto stem = way_to_violation(word, least > distance ? least - distance : 1,
                                       goal_.depth->at_most - way, random);
    if (!stem) return std::nullopt;
    return accepted_tail(word, *stem, random);
  }
  constexpr std::size_t max_detour = 4;
  Actions stem = random_walk(word, random.below(max_detour), random);
  Tail result = accepted_tail(word, std::move(stem), random);
  if (!goal_.depth) return result;
  // Distinct states: those up to the handle, and those of the tail.
  const std::size_t least = goal_.depth->more_than + 1;
  const std::size_t fewest = least > distance + 1 ? least - distance - 1 : 0;
  const std::size_t most = goal_.depth->at_most > way ? goal_.depth->at_most - way - 1 : 0;
  if (fewest > most) return std::nullopt;
  const auto spread = static_cast<std::size_t>(
      random.between(static_cast<std::int64_t>(fewest), static_cast<std::int64_t>(most)));
  if (!unroll(result, spread, most)) return std::nullopt;
  return result;
}

std::optional<PlacedLasso> ViolationPlanner::insert(Draft& draft, const std::vector<Pair>& pairs,
                                                    std::size_t pair, const Tail& tail) const {
  const StateId leaves = pairs[pair].state;
  const lts::ActionId handle = tail.stem.front();
  PlacedLasso result;
  std::vector<Draft::Step> way;
  for (std::size_t i = pair; pairs[i].parent != nowhere; i = pairs[i].parent) {
    result.states.push_back(pairs[pairs[i].parent].state);
    way.push_back(pairs[i].step);
  }
  std::reverse(result.states.begin(), result.states.end());
  std::reverse(way.begin(), way.end());
  using Choice = std::pair<lts::ActionId, StateId>;
  std::map<std::pair<StateId, lts::ActionId>, Choice> required;
  for (std::size_t i = 0; i < way.size(); ++i) {
    const StateId from = result.states[i];
    if (from == leaves && way[i].action == handle) return std::nullopt;
    const lts::ActionId key = is_output_turn(draft.steps[from]) ? lts::tau : way[i].action;
    const Choice choice{way[i].action, way[i].target};
    const auto [found, is_new] = required.try_emplace({from, key}, choice);
    if (!is_new && found->second != choice) return std::nullopt;
  }
  bool others = false;
  for (const Draft::Step& step : draft.steps[leaves]) {
    others = others || step.action != handle;
    if (step.action == handle && step.modality == lts::Modality::must) return std::nullopt;
  }
  if (!others) return std::nullopt;

  for (std::size_t i = 0; i < way.size(); ++i) {
    auto& steps = draft.steps[result.states[i]];
    const bool one_only = is_output_turn(steps);
    std::erase_if(steps, [&](const Draft::Step& step) {
      return step.action == way[i].action ? step.target != way[i].target : one_only;
    });
    for (Draft::Step& step : steps)
      if (step.action == way[i].action) step.modality = lts::Modality::must;
    result.actions.push_back(way[i].action);
  }
  std::erase_if(draft.steps[leaves], [&](const Draft::Step& s) { return s.action == handle; });
  result.handle = way.size();
  result.loop_start = way.size() + tail.stem.size();
  Actions rest = tail.stem;
  rest.insert(rest.end(), tail.cycle.begin(), tail.cycle.end());
  StateId at = leaves;
  for (std::size_t i = 0; i < rest.size(); ++i) {
    result.states.push_back(at);
    result.actions.push_back(rest[i]);
    const StateId next =
        i + 1 == rest.size() ? result.states[result.loop_start] : draft.add_state(Draft::no_origin);
    draft.steps[at].push_back({rest[i], next, lts::Modality::must});
    at = next;
  }
  return result;
}

std::optional<PlacedLasso> ViolationPlanner::place(Draft& draft, Random& random) const {
  constexpr int max_candidates = 20;
  const std::vector<Pair> pairs = search(draft, random);
  for (int i = 0; i < max_candidates; ++i) {
    const auto pair = chosen(draft, pairs, random);
    if (!pair) return std::nullopt;
    const auto rest = tail(draft, pairs, *pair, random);
    if (!rest) continue;
    if (auto placed = insert(draft, pairs, *pair, *rest)) return placed;
  }
  return std::nullopt;
}

}  // namespace arges::synth
