#include "synth/parallel/lasso_word.h"

#include <algorithm>
#include <limits>
#include <queue>

#include "base/invariant.h"

namespace arges::synth {

using lts::ActionId;
using lts::Alphabet;
using lts::Mts;
using lts::StateId;
using lts::Transition;

namespace {

constexpr std::size_t nobody = std::numeric_limits<std::size_t>::max();

/// Ways of a system along some letters, with other actions put in before each of them and behind
/// the last one: cheapest paths from one state to all others.
class Stretch {
 public:
  Stretch(const Mts& part, const Alphabet& known, const TransitionCost& cost,
          std::vector<ActionId> letters, const std::vector<StateId>& from)
      : part_(part), known_(known), cost_(cost), letters_(std::move(letters)) {
    const std::size_t nodes = (letters_.size() + 1) * part.num_states();
    nodes_.resize(nodes);
    for (const StateId s : from) reach(s, 0, {nobody, {lts::tau, s, lts::Modality::may}, false});
    search();
  }

  std::optional<std::size_t> cost_to(StateId target) const {
    const Node& node = nodes_[end(target)];
    if (node.cost == nobody) return std::nullopt;
    return node.cost;
  }
  /// What is put in before each letter, and behind the last one; with the transitions taken.
  std::vector<std::vector<ActionId>> put_in(StateId target,
                                            std::vector<UsedTransition>& used) const {
    std::vector<std::vector<ActionId>> result(letters_.size() + 1);
    std::vector<UsedTransition> reversed;
    for (std::size_t at = end(target); nodes_[at].parent != nobody; at = nodes_[at].parent) {
      const Node& node = nodes_[at];
      reversed.push_back({state(node.parent), node.transition});
      if (!node.is_letter) result[at / part_.num_states()].push_back(node.transition.action());
    }
    for (std::vector<ActionId>& actions : result) std::reverse(actions.begin(), actions.end());
    used.insert(used.end(), reversed.rbegin(), reversed.rend());
    return result;
  }

 private:
  struct Step {
    std::size_t parent;
    Transition transition;
    bool is_letter;
  };
  struct Node {
    std::size_t cost = nobody;
    std::size_t parent = nobody;
    Transition transition{lts::tau, 0, lts::Modality::may};
    bool is_letter = false;
  };

  std::size_t end(StateId s) const { return letters_.size() * part_.num_states() + s; }
  StateId state(std::size_t node) const { return static_cast<StateId>(node % part_.num_states()); }

  void reach(std::size_t node, std::size_t cost, const Step& step) {
    if (cost >= nodes_[node].cost) return;
    nodes_[node] = {cost, step.parent, step.transition, step.is_letter};
    queue_.push({cost, node});
  }

  void search() {
    while (!queue_.empty()) {
      const auto [cost, at] = queue_.top();
      queue_.pop();
      if (cost == nodes_[at].cost) expand(at, cost);
    }
  }

  void expand(std::size_t at, std::size_t cost) {
    const std::size_t position = at / part_.num_states();
    const StateId from = state(at);
    for (const Transition& t : part_.transitions(from)) {
      const bool is_letter = position < letters_.size() && t.action() == letters_[position];
      if (!is_letter && known_.contains(t.action())) continue;
      const std::size_t next = cost + (cost_ ? cost_(from, t) : 1);
      reach((position + (is_letter ? 1 : 0)) * part_.num_states() + t.target(), next,
            {at, t, is_letter});
    }
  }

  using Entry = std::pair<std::size_t, std::size_t>;
  const Mts& part_;
  const Alphabet& known_;
  const TransitionCost& cost_;
  std::vector<ActionId> letters_;
  std::vector<Node> nodes_;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue_;
};

/// Finds a lasso of a system along a word.
class Lift {
 public:
  Lift(const LassoWord& word, const Alphabet& known, const Mts& part, const TransitionCost& cost)
      : word_(word), known_(known), part_(part), cost_(cost) {
    for (std::size_t i = 0; i < word.letters.size(); ++i)
      if (part.alphabet().contains(word.letters[i]))
        (i < word.loop_start ? stem_ : loop_).push_back(i);
  }

  std::optional<LiftedWord> run() {
    const Stretch stem(part_, known_, cost_, letters(stem_), {part_.initial()});
    if (loop_.empty()) return without_loop(stem);
    rounds_.resize(part_.num_states());
    const std::vector<StateId> path = states_at_loop_start(stem);
    if (path.empty()) return std::nullopt;
    // The last state of the path is there before, where the loop begins.
    const auto first = static_cast<std::size_t>(
        std::find(path.begin(), path.end() - 1, path.back()) - path.begin());
    LiftedWord result;
    append(result, stem_, 0, word_.loop_start, stem.put_in(path.front(), result.used));
    for (std::size_t i = 0; i + 1 < path.size(); ++i) {
      if (i == first) result.word.loop_start = result.word.letters.size();
      append(result, loop_, word_.loop_start, word_.letters.size(),
             round(path[i]).put_in(path[i + 1], result.used));
    }
    return result;
  }

 private:
  using Costs = std::vector<std::optional<std::size_t>>;

  Stretch round(StateId from) const { return {part_, known_, cost_, letters(loop_), {from}}; }
  /// Of going once along the loop from a state to each other; kept, the ways are not.
  const Costs& round_costs(StateId from) {
    Costs& result = rounds_[from];
    if (!result.empty()) return result;
    const Stretch stretch = round(from);
    for (StateId s = 0; s < part_.num_states(); ++s) result.push_back(stretch.cost_to(s));
    return result;
  }

  std::vector<ActionId> letters(const std::vector<std::size_t>& positions) const {
    std::vector<ActionId> result;
    result.reserve(positions.size());
    for (const std::size_t i : positions) result.push_back(word_.letters[i]);
    return result;
  }

  void append(LiftedWord& result, const std::vector<std::size_t>& positions, std::size_t begin,
              std::size_t behind, const std::vector<std::vector<ActionId>>& put_in) const {
    std::vector<ActionId>& letters = result.word.letters;
    std::size_t next = 0;
    for (std::size_t i = begin; i < behind; ++i) {
      if (next < positions.size() && positions[next] == i) {
        letters.insert(letters.end(), put_in[next].begin(), put_in[next].end());
        ++next;
      }
      letters.push_back(word_.letters[i]);
    }
    letters.insert(letters.end(), put_in.back().begin(), put_in.back().end());
  }

  std::optional<LiftedWord> without_loop(const Stretch& stem) const {
    std::optional<StateId> best;
    for (StateId s = 0; s < part_.num_states(); ++s)
      if (stem.cost_to(s) && (!best || *stem.cost_to(s) < *stem.cost_to(*best))) best = s;
    if (!best) return std::nullopt;
    LiftedWord result;
    append(result, stem_, 0, word_.loop_start, stem.put_in(*best, result.used));
    result.word.loop_start = result.word.letters.size();
    append(result, {}, word_.loop_start, word_.letters.size(), {{}});
    return result;
  }

  /// The states whenever the loop begins again, up to the first that was there before: one round if
  /// possible, otherwise as few as it takes.
  std::vector<StateId> states_at_loop_start(const Stretch& stem) {
    std::vector<StateId> candidates;
    for (StateId s = 0; s < part_.num_states(); ++s)
      if (stem.cost_to(s)) candidates.push_back(s);
    std::stable_sort(candidates.begin(), candidates.end(),
                     [&stem](StateId a, StateId b) { return *stem.cost_to(a) < *stem.cost_to(b); });
    std::vector<StateId> best;
    std::size_t least = nobody;
    for (const StateId s : candidates) {
      if (*stem.cost_to(s) >= least) break;
      if (!round_costs(s)[s]) continue;
      const std::size_t cost = *stem.cost_to(s) + *round_costs(s)[s];
      if (cost >= least) continue;
      least = cost;
      best = {s, s};
    }
    if (!best.empty()) return best;
    std::vector<bool> seen(part_.num_states(), false);
    for (StateId s = 0; s < part_.num_states(); ++s) {
      std::vector<StateId> path{s};
      if (stem.cost_to(s) && !seen[s] && walk(path, seen)) return path;
    }
    return {};
  }

  /// Goes on round by round until a state of the path is met again.
  bool walk(std::vector<StateId>& path, std::vector<bool>& seen) {
    const StateId at = path.back();
    seen[at] = true;
    for (StateId next = 0; next < part_.num_states(); ++next) {
      if (!round_costs(at)[next]) continue;
      const bool closes = std::find(path.begin(), path.end(), next) != path.end();
      if (!closes && seen[next]) continue;
      path.push_back(next);
      if (closes || walk(path, seen)) return true;
      path.pop_back();
    }
    return false;
  }

  const LassoWord& word_;
  const Alphabet& known_;
  const Mts& part_;
  const TransitionCost& cost_;
  std::vector<std::size_t> stem_;  ///< positions of letters that the part knows
  std::vector<std::size_t> loop_;
  std::vector<Costs> rounds_;  ///< by the state where the loop begins
};

/// The states of one system before the first letter and behind each one.
std::optional<std::vector<StateId>> states_along(const LassoWord& word, const Mts& part) {
  std::vector<ActionId> stem;
  std::vector<ActionId> loop;
  for (std::size_t i = 0; i < word.letters.size(); ++i)
    (i < word.loop_start ? stem : loop).push_back(word.letters[i]);
  const auto along = [&part](const std::vector<ActionId>& letters, const std::vector<bool>& from) {
    std::vector<std::vector<bool>> result{from};
    for (const ActionId a : letters) {
      if (!part.alphabet().contains(a)) {
        result.push_back(result.back());
        continue;
      }
      std::vector<bool> next(part.num_states(), false);
      for (StateId s = 0; s < part.num_states(); ++s)
        if (result.back()[s])
          for (const Transition& t : part.transitions(s, a)) next[t.target()] = true;
      result.push_back(std::move(next));
    }
    return result;
  };
  const auto back = [&part](const std::vector<ActionId>& letters,
                            const std::vector<std::vector<bool>>& sets, StateId last) {
    std::vector<StateId> result{last};
    for (std::size_t i = letters.size(); i > 0; --i) {
      StateId at = result.back();
      if (part.alphabet().contains(letters[i - 1])) {
        const StateId target = at;
        at = 0;
        while (!sets[i - 1][at] ||
               std::none_of(part.transitions(at, letters[i - 1]).begin(),
                            part.transitions(at, letters[i - 1]).end(),
                            [target](const Transition& t) { return t.target() == target; }))
          ++at;
      }
      result.push_back(at);
    }
    std::reverse(result.begin(), result.end());
    return result;
  };
  std::vector<bool> initial(part.num_states(), false);
  initial[part.initial()] = true;
  const auto stem_sets = along(stem, initial);
  for (StateId s = 0; s < part.num_states(); ++s) {
    if (!stem_sets.back()[s]) continue;
    std::vector<bool> here(part.num_states(), false);
    here[s] = true;
    const auto loop_sets = along(loop, here);
    if (!loop_sets.back()[s]) continue;
    std::vector<StateId> result = back(stem, stem_sets, s);
    const std::vector<StateId> round = back(loop, loop_sets, s);
    result.insert(result.end(), round.begin() + 1, round.end());
    return result;
  }
  return std::nullopt;
}

}  // namespace

LassoWord word_of(const lts::Run& run) {
  INVARIANT(run.loop_start.has_value(), "an infinite word should come from a lasso");
  LassoWord result;
  for (const lts::RunStep& step : run.steps) result.letters.push_back(step.action);
  result.loop_start = *run.loop_start;
  return result;
}

std::optional<LassoWord> view(const LassoWord& word, const Alphabet& visible) {
  LassoWord result;
  for (std::size_t i = 0; i < word.letters.size(); ++i) {
    if (!visible.contains(word.letters[i])) continue;
    if (i < word.loop_start) ++result.loop_start;
    result.letters.push_back(word.letters[i]);
  }
  if (result.loop_start == result.letters.size()) return std::nullopt;
  return result;
}

std::optional<LiftedWord> lifted(const LassoWord& word, const Alphabet& known, const Mts& part,
                                 const TransitionCost& cost) {
  return Lift(word, known, part, cost).run();
}

std::optional<lts::Run> run_along(const LassoWord& word, const std::vector<const Mts*>& parts) {
  lts::Run run;
  run.steps.resize(word.letters.size());
  for (std::size_t i = 0; i < word.letters.size(); ++i) run.steps[i].action = word.letters[i];
  run.loop_start = word.loop_start;
  for (const Mts* part : parts) {
    const std::optional<std::vector<StateId>> states = states_along(word, *part);
    if (!states) return std::nullopt;
    run.start.push_back(states->front());
    for (std::size_t i = 0; i < word.letters.size(); ++i)
      run.steps[i].after.push_back((*states)[i + 1]);
  }
  return run;
}

}  // namespace arges::synth
