#include "lts/mealy.h"

#include <map>

#include "base/invariant.h"

namespace arges::lts {

StateId MealyMachine::add_state() {
  steps_.emplace_back();
  return static_cast<StateId>(steps_.size() - 1);
}

void MealyMachine::add(StateId source, Step step) {
  INVARIANT(step.input != tau && step.output != tau, "a Mealy machine should have no inner steps");
  for (const Step& other : steps_[source])
    INVARIANT(other.input != step.input || other.modality == Modality::may ||
                  step.modality == Modality::may,
              "an input should have one required answer");
  steps_[source].push_back(step);
}

bool MealyMachine::is_deterministic() const {
  for (const auto& steps : steps_) {
    std::map<ActionId, int> answers;
    for (const Step& step : steps)
      if (++answers[step.input] > 1) return false;
  }
  return true;
}

Alphabet MealyMachine::inputs() const {
  std::vector<ActionId> result;
  for (const auto& steps : steps_)
    for (const Step& step : steps) result.push_back(step.input);
  return Alphabet(std::move(result));
}

Alphabet MealyMachine::outputs() const {
  std::vector<ActionId> result;
  for (const auto& steps : steps_)
    for (const Step& step : steps) result.push_back(step.output);
  return Alphabet(std::move(result));
}

Mts transition_system(const MealyMachine& machine) {
  INVARIANT(common(machine.inputs(), machine.outputs()).empty(),
            "inputs and outputs should be different actions");
  MtsBuilder builder(machine.table());
  builder.ensure_states(static_cast<StateId>(machine.num_states()));
  builder.set_initial(machine.initial());
  for (StateId s = 0; s < machine.num_states(); ++s) {
    std::map<ActionId, StateId> between;
    for (const MealyMachine::Step& step : machine.steps(s)) {
      const auto [found, is_new] = between.try_emplace(step.input, 0);
      if (is_new) found->second = builder.add_state();
      builder.add(s, step.input, found->second, step.modality);
      builder.add(found->second, step.output, step.target, step.modality);
    }
  }
  return builder.build();
}

}  // namespace arges::lts
