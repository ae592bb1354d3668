#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "lts/algebra/composition.h"
#include "lts/temporal/letters.h"

namespace arges::lts {

/// The product of a composition and an automaton that reads its actions, explored as it is asked
/// for; its infinite paths are the runs of the one that the other can follow.
class ActionProduct {
 public:
  using State = std::uint32_t;
  struct Edge {
    ActionId action;
    automata::Marks marks;
    State target;
  };

  /// Both must outlive the product.
  ActionProduct(ParallelView& system, const ActionAutomaton& automaton, FiniteRuns finite_runs);

  State initial() const { return 0; }
  /// How many states were met so far.
  std::size_t num_states() const { return pairs_.size(); }
  std::vector<Edge> edges(State state);
  StateId system_state(State state) const { return pairs_[state].system; }
  automata::StateId automaton_state(State state) const { return pairs_[state].automaton; }
  automata::Marks all_marks() const { return automaton_.all_marks(); }
  /// Whether a state of the system was looked at in which nothing can be done.
  bool met_dead_end() const { return met_dead_end_; }

 private:
  struct Pair {
    StateId system;
    automata::StateId automaton;
  };
  State number(StateId system, automata::StateId automaton);

  ParallelView& system_;
  const ActionAutomaton& automaton_;
  FiniteRuns finite_runs_;
  bool met_dead_end_ = false;
  std::vector<Pair> pairs_;
  std::unordered_map<std::uint64_t, State> numbers_;
};

}  // namespace arges::lts
