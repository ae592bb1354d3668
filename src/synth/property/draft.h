#pragma once

#include <vector>

#include "lts/mts.h"
#include "synth/property/letter_automaton.h"
#include "synth/random.h"

namespace arges::synth {

/// A modal transition system while it is made; each state remembers what it was made of.
struct Draft {
  struct Step {
    lts::ActionId action;
    StateId target;
    lts::Modality modality;
  };
  static constexpr StateId no_origin = 0xFFFFFFFF;

  StateId initial = 0;
  std::vector<std::vector<Step>> steps;  ///< of each state
  std::vector<StateId> origin;           ///< the automaton's state, or `no_origin`

  std::size_t num_states() const { return steps.size(); }
  StateId add_state(StateId made_of) {
    steps.emplace_back();
    origin.push_back(made_of);
    return static_cast<StateId>(steps.size() - 1);
  }
};

/// How a system is cut out of an automaton.
struct PruningOptions {
  std::size_t copies = 1;        ///< of each state
  unsigned percent_dropped = 0;  ///< of the transitions that nothing depends on
};

/// A system all of whose infinite runs an automaton accepts (Jasper 2021, 5.4): its transitions as
/// may, but for some on every cycle that is not accepting. The paper removes a transition of every
/// simple cycle, of which there are too many to list; here the states get an order in which every
/// state comes behind some successor on the way to an accepting edge, and of the edges that are not
/// accepting those against it go. So no state loses its last transition, in linear time.
/// The automaton accepts something from each of its states.
Draft pruned(const LetterAutomaton& automaton, const PruningOptions& options, Random& random);

/// The states that can be reached, numbered breadth-first; `number` gets the new numbers.
Draft reachable_part(const Draft& draft, std::vector<StateId>& number);

/// The distance of each state from the initial one; -1 where it can't be reached.
std::vector<int> distances(const Draft& draft);

}  // namespace arges::synth
