#pragma once

#include <optional>
#include <string>
#include <vector>

#include "synth/property/draft.h"
#include "synth/property/property_system.h"

namespace arges::synth {

/// What a violation must be like, as automata.
struct ViolationGoal {
  /// All that the word has to satisfy, and behind it what makes it a violation.
  std::vector<const LetterAutomaton*> parts;
  /// For each part but the last: its place among the parts that the draft's origins are made of.
  std::vector<std::size_t> places;
  /// If violations end by a prefix: the last part's state of violating prefixes.
  std::optional<StateId> violated;
  std::optional<DepthInterval> depth;
  std::size_t max_states = 0;
};

/// A lasso as it was put into a draft: the states it passes and its actions; behind the last one
/// it goes on in state `states[loop_start]`.
struct PlacedLasso {
  std::vector<StateId> states;
  std::vector<lts::ActionId> actions;
  std::size_t loop_start = 0;
  std::size_t handle = 0;  ///< the number of the step that leaves what was there before
};

/// Puts counterexamples into systems that have none (Jasper 2021, 5.2): a word that violates a
/// property follows the system for as long as wanted, then leaves it for states of its own, never
/// to come back. The step that leaves is the handle; what was there for its action is removed.
class ViolationPlanner {
 public:
  /// `product` is what the draft's origins are states of. All must outlive this.
  ViolationPlanner(const LetterProduct& product, const ViolationGoal& goal,
                   const lts::Alphabet& inputs);

  /// Whether there is such a word at all.
  bool is_possible() const { return !accepts_nothing(words_.automaton()); }
  /// One attempt: adds a lasso, or leaves the draft as it is.
  std::optional<PlacedLasso> place(Draft& draft, Random& random) const;

 private:
  /// A state of the draft together with a state of the goal's last part.
  struct Pair {
    StateId state;
    StateId word;  ///< of `words_`
    std::size_t parent;
    Draft::Step step;  ///< from the parent
    std::size_t distance;
  };
  struct Tail {
    std::vector<lts::ActionId> stem;  ///< at least one
    std::vector<lts::ActionId> cycle;
  };

  std::vector<Pair> search(const Draft& draft, Random& random) const;
  bool may_leave_from(const Draft& draft, StateId state) const;
  bool is_output_turn(const std::vector<Draft::Step>& steps) const;
  bool may_be_required(const Draft& draft, StateId state, const Draft::Step& step) const;
  std::optional<std::size_t> chosen(const Draft& draft, const std::vector<Pair>& pairs,
                                    Random& random) const;
  std::optional<Tail> tail(const Draft& draft, const std::vector<Pair>& pairs, std::size_t pair,
                           Random& random) const;
  std::optional<std::vector<lts::ActionId>> way_to_violation(StateId& word, std::size_t shortest,
                                                             std::size_t longest,
                                                             Random& random) const;
  std::vector<lts::ActionId> random_walk(StateId& word, std::size_t length, Random& random) const;
  Tail accepted_tail(StateId word, std::vector<lts::ActionId> stem, Random& random) const;
  std::vector<lts::ActionId> way_to_cycle(StateId& word, Random& random) const;
  std::vector<lts::ActionId> accepting_cycle(StateId word, Random& random) const;
  static void take_into_stem(Tail& tail);
  bool unroll(Tail& tail, std::size_t fewest, std::size_t most) const;
  std::optional<PlacedLasso> insert(Draft& draft, const std::vector<Pair>& pairs, std::size_t pair,
                                    const Tail& tail) const;

  const LetterProduct& product_;
  const ViolationGoal& goal_;
  const lts::Alphabet& inputs_;
  LetterProduct words_;  ///< of the goal's parts
  std::vector<std::uint32_t> component_;
  std::vector<bool> accepting_;            ///< of each state: its component is
  std::vector<std::vector<bool>> layers_;  ///< k: a violating prefix may end k steps later
};

}  // namespace arges::synth
