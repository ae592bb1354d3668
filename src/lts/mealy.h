#pragma once

#include "lts/mts.h"

namespace arges::lts {

/// A modal Mealy machine (Jasper 2021, Def. 10 and the end of 3.2.3): in a state an input is
/// answered by an output and leads to a state. A Mealy machine is one whose steps are all must.
/// Inputs have at most one answer that is required.
class MealyMachine {
 public:
  struct Step {
    ActionId input;
    ActionId output;
    StateId target;
    Modality modality;
  };

  explicit MealyMachine(ActionTablePtr table) : table_(std::move(table)) {}

  const ActionTablePtr& table() const { return table_; }
  StateId add_state();
  void set_initial(StateId state) { initial_ = state; }
  StateId initial() const { return initial_; }
  std::size_t num_states() const { return steps_.size(); }
  /// Adds a step; an input that the state answers already with must takes no other.
  void add(StateId source, Step step);
  const std::vector<Step>& steps(StateId state) const { return steps_[state]; }
  bool is_deterministic() const;

  /// What it can read and write, told apart: no action is both.
  Alphabet inputs() const;
  Alphabet outputs() const;

 private:
  ActionTablePtr table_;
  StateId initial_ = 0;
  std::vector<std::vector<Step>> steps_;
};

/// Inputs and outputs as alternating actions (Def. 11): between them is a state for each input of a
/// state. May and must of both halves are those of the step.
Mts transition_system(const MealyMachine& machine);

}  // namespace arges::lts
