#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "automata/omega/automaton.h"
#include "lts/alphabet.h"
#include "lts/temporal/run.h"

namespace arges::lts {

/// Which action each proposition of a formula is, by the proposition's number; `tau` stands for
/// the internal one. No two are the same.
using ActionPropositions = std::vector<ActionId>;

/// An omega automaton as something that reads actions: at a position exactly one proposition
/// holds, that of its action, or none (Jasper 2021, Def. 16).
class ActionAutomaton {
 public:
  struct Move {
    automata::StateId target;
    automata::Marks marks;
  };

  /// `names` are those of the propositions, by number.
  ActionAutomaton(const automata::Automaton& automaton, const std::vector<std::string>& names,
                  const ActionPropositions& actions);

  automata::StateId initial() const { return initial_; }
  std::size_t num_states() const { return num_states_; }
  automata::Marks all_marks() const { return all_marks_; }
  unsigned num_sets() const { return num_sets_; }
  std::span<const Move> moves(automata::StateId state, ActionId action) const {
    const std::size_t at = state * num_letters_ + letter(action);
    return {moves_.data() + offsets_[at], offsets_[at + 1] - offsets_[at]};
  }

 private:
  /// 0: no proposition holds.
  std::uint32_t letter(ActionId action) const {
    return action < letter_of_.size() ? letter_of_[action] : 0;
  }

  automata::StateId initial_;
  std::size_t num_states_;
  automata::Marks all_marks_;
  unsigned num_sets_;
  std::size_t num_letters_;
  std::vector<std::uint32_t> letter_of_;  ///< by action
  std::vector<std::size_t> offsets_;      ///< of each state and letter
  std::vector<Move> moves_;
};

}  // namespace arges::lts
