#include "lts/logic/rounds.h"

#include <algorithm>
#include <tuple>

namespace arges::lts {

namespace {

/// The sources of a graph's edges, by target.
struct Predecessors {
  explicit Predecessors(const LabelledGraph& graph) : offsets(graph.num_states() + 1, 0) {
    for (const StateId target : graph.targets) ++offsets[target + 1];
    for (std::size_t s = 0; s < graph.num_states(); ++s) offsets[s + 1] += offsets[s];
    sources.resize(graph.num_edges());
    std::vector<std::uint32_t> next(offsets.begin(), offsets.end() - 1);
    for (StateId s = 0; s < graph.num_states(); ++s)
      for (std::uint32_t e = graph.offsets[s]; e < graph.offsets[s + 1]; ++e)
        sources[next[graph.targets[e]]++] = s;
  }
  std::vector<std::uint32_t> offsets;
  std::vector<StateId> sources;
};

}  // namespace

Rounds::Rounds(const LabelledGraph& graph, StateId p, StateId q, const Limits* limits)
    : current_(graph.num_states(), 0),
      sizes_(1, static_cast<std::uint32_t>(graph.num_states())),
      members_(1),
      history_(graph.num_states()) {
  const Predecessors predecessors(graph);
  std::vector<StateId> dirty(graph.num_states());
  for (StateId s = 0; s < dirty.size(); ++s) dirty[s] = s;
  members_[0] = dirty;
  std::vector<std::uint32_t> seen(graph.num_states(), 0);
  for (std::uint32_t round = 1; !dirty.empty() && current_[p] == current_[q]; ++round) {
    if (limits != nullptr) limits->check();
    std::vector<Signed> states;
    states.reserve(dirty.size());
    for (const StateId s : dirty) states.push_back({current_[s], signature(graph, s), s});
    dirty.clear();
    for (const StateId changed : refine(std::move(states), round))
      for (std::uint32_t i = predecessors.offsets[changed]; i < predecessors.offsets[changed + 1];
           ++i) {
        const StateId s = predecessors.sources[i];
        if (seen[s] == round) continue;
        seen[s] = round;
        dirty.push_back(s);
      }
  }
}

Rounds::Signature Rounds::signature(const LabelledGraph& graph, StateId state) const {
  Signature result;
  for (std::uint32_t e = graph.offsets[state]; e < graph.offsets[state + 1]; ++e)
    result.emplace_back(graph.labels[e], current_[graph.targets[e]]);
  std::sort(result.begin(), result.end());
  result.erase(std::unique(result.begin(), result.end()), result.end());
  return result;
}

/// Splits classes; returns the states whose class has a new number. A state that is looked at has a
/// successor in a class that is new, so it has nothing in common with those that are not.
std::vector<StateId> Rounds::refine(std::vector<Signed> states, std::uint32_t round) {
  std::sort(states.begin(), states.end(), [](const Signed& a, const Signed& b) {
    return std::tie(a.old_class, a.signature, a.state) <
           std::tie(b.old_class, b.signature, b.state);
  });
  std::vector<StateId> changed;
  for (std::size_t first = 0; first < states.size();) {
    const std::uint32_t old = states[first].old_class;
    std::vector<std::vector<StateId>> parts;  // by signature
    std::size_t end = first;
    for (; end < states.size() && states[end].old_class == old; ++end) {
      if (end == first || states[end].signature != states[end - 1].signature) parts.emplace_back();
      parts.back().push_back(states[end].state);
    }
    const auto largest =
        std::max_element(parts.begin(), parts.end(),
                         [](const auto& a, const auto& b) { return a.size() < b.size(); });
    const std::size_t untouched = sizes_[old] - (end - first);
    if (untouched < largest->size()) {
      std::vector<StateId> others = untouched_of(old, parts);
      std::swap(*largest, others);
      members_[old] = std::move(others);
    }
    for (const std::vector<StateId>& part : parts) renumber(part, round, changed);
    first = end;
  }
  return changed;
}

/// The members of a class that are in none of the parts.
std::vector<StateId> Rounds::untouched_of(std::uint32_t old,
                                          const std::vector<std::vector<StateId>>& parts) const {
  std::vector<StateId> touched;
  for (const std::vector<StateId>& part : parts)
    touched.insert(touched.end(), part.begin(), part.end());
  std::sort(touched.begin(), touched.end());
  std::vector<StateId> result;
  for (const StateId s : members_[old])
    if (current_[s] == old && !std::binary_search(touched.begin(), touched.end(), s))
      result.push_back(s);
  return result;
}

/// Makes a class of these states, if there are any.
void Rounds::renumber(const std::vector<StateId>& part, std::uint32_t round,
                      std::vector<StateId>& changed) {
  if (part.empty()) return;
  const auto made = static_cast<std::uint32_t>(sizes_.size());
  sizes_[current_[part.front()]] -= static_cast<std::uint32_t>(part.size());
  sizes_.push_back(static_cast<std::uint32_t>(part.size()));
  members_.push_back(part);
  for (const StateId s : part) {
    current_[s] = made;
    history_[s].push_back({round, made});
    changed.push_back(s);
  }
}

std::uint32_t Rounds::class_at(StateId state, std::uint32_t round) const {
  const std::vector<Change>& changes = history_[state];
  const auto behind =
      std::partition_point(changes.begin(), changes.end(),
                           [round](const Change& change) { return change.round <= round; });
  return behind == changes.begin() ? 0 : std::prev(behind)->now;
}

std::optional<std::uint32_t> Rounds::level(StateId a, StateId b) const {
  std::optional<std::uint32_t> result;
  for (const StateId s : {a, b})
    for (const Change& change : history_[s])
      if (class_at(a, change.round) != class_at(b, change.round)) {
        if (!result || change.round < *result) result = change.round;
        break;
      }
  return result;
}

}  // namespace arges::lts
