#include "automata/omega/simulation.h"

#include <algorithm>

#include "automata/omega/letter_classes.h"
#include "automata/omega/scc_filter.h"

namespace arges::automata {

namespace {

constexpr std::size_t max_letter_classes = 1024;
/// Squared it is about the time that one fixpoint takes.
constexpr std::size_t max_edges = 6000;

/// The preorder and what comes of it. "Steps" are edges as the direction sees them: from a state to
/// a neighbour.
class Simulation {
 public:
  Simulation(const Automaton& automaton, const LetterClasses& classes, Direction direction,
             AcceptanceOn acceptance)
      : automaton_(automaton),
        classes_(classes),
        words_(classes.num_words()),
        direction_(direction),
        size_(automaton.num_states()),
        open_(words_) {
    collect_steps();
    start(acceptance);
    refine();
  }

  Automaton quotient() const;

 private:
  struct Step {
    StateId neighbour;
    Marks marks;
    LetterClasses::Set letters;
  };

  bool below(StateId small, StateId large) const { return below_[small * size_ + large] != 0; }
  bool same(StateId a, StateId b) const { return below(a, b) && below(b, a); }
  void collect_steps();
  void start(AcceptanceOn acceptance);
  void refine();
  bool matched(const Step& step, StateId large);
  bool simulates(StateId small, StateId large);
  std::vector<Step> pruned(const std::vector<Step>& steps) const;

  const Automaton& automaton_;
  const LetterClasses& classes_;
  std::size_t words_;
  Direction direction_;
  std::size_t size_;
  std::vector<std::vector<Step>> steps_;
  std::vector<std::vector<StateId>> dependent_;  ///< states with a step to this one
  std::vector<char> below_;
  LetterClasses::Set open_;  ///< letters still to be matched
};

void Simulation::collect_steps() {
  steps_.resize(size_);
  dependent_.resize(size_);
  for (StateId state = 0; state < size_; ++state)
    for (const Edge& edge : automaton_.edges(state)) {
      const bool forward = direction_ == Direction::forward;
      const StateId from = forward ? state : edge.target;
      const StateId to = forward ? edge.target : state;
      steps_[from].push_back({to, edge.marks, classes_.set_of(edge.label)});
      dependent_[to].push_back(from);
    }
}

void Simulation::start(AcceptanceOn acceptance) {
  below_.assign(size_ * size_, 1);
  if (acceptance == AcceptanceOn::states) {
    std::vector<Marks> marks(size_, 0);
    for (StateId state = 0; state < size_; ++state)
      for (const Edge& edge : automaton_.edges(state)) marks[state] |= edge.marks;
    for (StateId small = 0; small < size_; ++small)
      for (StateId large = 0; large < size_; ++large)
        if ((marks[small] & ~marks[large]) != 0) below_[small * size_ + large] = 0;
  }
  if (direction_ == Direction::backward)
    for (StateId large = 0; large < size_; ++large)
      below_[automaton_.initial() * size_ + large] = large == automaton_.initial() ? 1 : 0;
}

bool Simulation::matched(const Step& step, StateId large) {
  std::copy(step.letters.begin(), step.letters.end(), open_.begin());
  for (const Step& other : steps_[large]) {
    if ((step.marks & ~other.marks) != 0 || !below(step.neighbour, other.neighbour)) continue;
    std::uint64_t left = 0;
    for (std::size_t i = 0; i < words_; ++i) left |= open_[i] &= ~other.letters[i];
    if (left == 0) return true;
  }
  return false;
}

bool Simulation::simulates(StateId small, StateId large) {
  return std::all_of(steps_[small].begin(), steps_[small].end(),
                     [&](const Step& step) { return matched(step, large); });
}

void Simulation::refine() {
  std::vector<bool> affected(size_, true);
  for (bool changed = true; changed;) {
    changed = false;
    std::vector<bool> next(size_, false);
    for (StateId small = 0; small < size_; ++small) {
      if (!affected[small]) continue;
      for (StateId large = 0; large < size_; ++large) {
        if (small == large || !below(small, large) || simulates(small, large)) continue;
        below_[small * size_ + large] = 0;
        changed = true;
        for (const StateId state : dependent_[small]) next[state] = true;
      }
    }
    affected = std::move(next);
  }
}

/// The steps of one state without letters for which there is a better one.
std::vector<Simulation::Step> Simulation::pruned(const std::vector<Step>& steps) const {
  std::vector<Step> result = steps;
  for (Step& step : result)
    for (const Step& better : steps) {
      const bool covers =
          (step.marks & ~better.marks) == 0 && below(step.neighbour, better.neighbour);
      const bool equal = step.marks == better.marks && step.neighbour == better.neighbour;
      if (!covers || equal) continue;
      for (std::size_t i = 0; i < words_; ++i) step.letters[i] &= ~better.letters[i];
    }
  return result;
}

Automaton Simulation::quotient() const {
  std::vector<StateId> representative(size_);
  std::vector<StateId> number(size_);
  Automaton result(automaton_.manager());
  result.set_num_sets(automaton_.num_sets());
  for (StateId state = 0; state < size_; ++state) {
    representative[state] = state;
    for (StateId known = 0; known < state; ++known)
      if (representative[known] == known && same(known, state)) {
        representative[state] = known;
        break;
      }
    if (representative[state] == state) number[state] = result.add_state();
  }
  for (StateId state = 0; state < size_; ++state) {
    if (representative[state] != state) continue;
    std::vector<Step> steps = steps_[state];
    for (Step& step : steps) step.neighbour = representative[step.neighbour];
    for (const Step& step : pruned(steps)) {
      Bdd label = classes_.label_of(step.letters.data());
      if (label.is_false()) continue;
      const StateId here = number[state];
      const StateId there = number[step.neighbour];
      if (direction_ == Direction::forward)
        result.add_edge(here, {there, step.marks, std::move(label)});
      else
        result.add_edge(there, {here, step.marks, std::move(label)});
    }
  }
  result.set_initial(number[representative[automaton_.initial()]]);
  merge_edges(result);
  return result;
}

}  // namespace

Automaton reduced_by_simulation(const Automaton& automaton, Direction direction,
                                AcceptanceOn acceptance) {
  if (automaton.num_states() > max_simulated_states || automaton.num_edges() > max_edges)
    return automaton;
  const std::optional<LetterClasses> classes = LetterClasses::of(automaton, max_letter_classes);
  if (!classes) return automaton;
  return Simulation(automaton, *classes, direction, acceptance).quotient();
}

namespace {

/// Forward and backward in turns, for as long as that helps.
Automaton iterated(const Automaton& automaton, const std::vector<IdleMarks>& choices) {
  Automaton best = scc_filter(automaton);
  for (bool smaller = true; smaller;) {
    smaller = false;
    for (const IdleMarks idle : choices) {
      Automaton next =
          reduced_by_simulation(scc_filter(best, idle), Direction::forward, AcceptanceOn::edges);
      next =
          reduced_by_simulation(scc_filter(next, idle), Direction::backward, AcceptanceOn::edges);
      next = scc_filter(next);
      if (next.num_states() > best.num_states() ||
          (next.num_states() == best.num_states() && next.num_edges() >= best.num_edges()))
        continue;
      best = std::move(next);
      smaller = true;
    }
  }
  return best;
}

}  // namespace

Automaton reduced_by_simulations(const Automaton& automaton) {
  // What idle edges are marked with helps now this and now that pair of states.
  Automaton first = iterated(automaton, {IdleMarks::none});
  Automaton second = iterated(automaton, {IdleMarks::none, IdleMarks::all});
  return second.num_states() < first.num_states() ? second : first;
}

}  // namespace arges::automata
