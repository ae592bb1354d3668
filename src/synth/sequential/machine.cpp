#include "synth/sequential/machine.h"

#include <algorithm>
#include <limits>
#include <map>

#include <fmt/format.h>

#include "base/invariant.h"
#include "lts/refinement/refinement.h"
#include "synth/synthesis_error.h"

namespace arges::synth {

namespace {

using lts::MealyMachine;
using lts::Modality;
using lts::StateId;
using Step = MealyMachine::Step;

/// One step for each input of a state: the required one, or any.
std::map<lts::ActionId, Step> answers(const std::vector<Step>& steps, Random& random) {
  std::map<lts::ActionId, std::vector<Step>> by_input;
  for (const Step& step : steps) by_input[step.input].push_back(step);
  std::map<lts::ActionId, Step> result;
  for (const auto& [input, candidates] : by_input) {
    Step chosen = random.pick(candidates);
    for (const Step& step : candidates)
      if (step.modality == Modality::must) chosen = step;
    result.emplace(input, chosen);
  }
  return result;
}

/// Leaves some of the answers out that nobody requires, never all.
void refuse(std::map<lts::ActionId, Step>& answers, unsigned percent, Random& random) {
  std::vector<lts::ActionId> optional;
  for (const auto& [input, step] : answers)
    if (step.modality == Modality::may) optional.push_back(input);
  random.shuffle(optional);
  for (const lts::ActionId input : optional)
    if (answers.size() > 1 && random.percent(percent)) answers.erase(input);
}

}  // namespace

MealyMachine modal_machine(const lts::Mts& system, const lts::Alphabet& inputs) {
  constexpr StateId none = std::numeric_limits<StateId>::max();
  MealyMachine result(system.table());
  std::vector<StateId> number(system.num_states(), none);
  std::vector<StateId> queue{system.initial()};
  number[system.initial()] = result.add_state();
  for (std::size_t next = 0; next < queue.size(); ++next) {
    for (const lts::Transition& asks : system.transitions(queue[next])) {
      INVARIANT(inputs.contains(asks.action()), "a machine's state should wait for an input");
      for (const lts::Transition& tells : system.transitions(asks.target())) {
        if (number[tells.target()] == none) {
          number[tells.target()] = result.add_state();
          queue.push_back(tells.target());
        }
        const bool required = asks.is_must() && tells.is_must();
        result.add(number[queue[next]], {asks.action(), tells.action(), number[tells.target()],
                                         required ? Modality::must : Modality::may});
      }
    }
  }
  return result;
}

MealyMachine refined(const MealyMachine& modal, unsigned percent_refused, Random& random) {
  constexpr StateId none = std::numeric_limits<StateId>::max();
  MealyMachine result(modal.table());
  std::vector<StateId> number(modal.num_states(), none);
  std::vector<StateId> queue{modal.initial()};
  number[modal.initial()] = result.add_state();
  for (std::size_t next = 0; next < queue.size(); ++next) {
    std::map<lts::ActionId, Step> chosen = answers(modal.steps(queue[next]), random);
    refuse(chosen, percent_refused, random);
    for (auto& [input, step] : chosen) {
      if (number[step.target] == none) {
        number[step.target] = result.add_state();
        queue.push_back(step.target);
      }
      result.add(number[queue[next]], {input, step.output, number[step.target], Modality::must});
    }
  }
  return result;
}

PropertySystem system_of(const MealyMachine& machine, const PropertySystem& made) {
  PropertySystem result{lts::transition_system(machine), made.properties, made.structural, {}};
  for (const KeptCounterexample& kept : made.counterexamples) {
    KeptCounterexample& copy = result.counterexamples.emplace_back(kept);
    StateId at = result.system.initial();
    copy.run.start = {at};
    for (std::size_t i = 0; i < kept.run.steps.size(); ++i) {
      const StateId before = i == 0 ? kept.run.start[0] : kept.run.steps[i - 1].after[0];
      const auto next = result.system.transitions(at, kept.run.steps[i].action);
      INVARIANT(next.size() == 1, "a machine should have the counterexamples of its system");
      const bool is_handle = kept.handle && before == kept.handle->source &&
                             kept.run.steps[i].action == kept.handle->action;
      if (is_handle) copy.handle = Handle{at, next.front().action(), next.front().target()};
      at = next.front().target();
      copy.run.steps[i].after = {at};
    }
  }
  return result;
}

std::string machine_error(const MealyMachine& machine, const SystemRequest& request,
                          const PropertySystem& made) {
  if (!machine.is_deterministic()) return "an input should have one answer";
  const PropertySystem own = system_of(machine, made);
  lts::Formulas formulas;
  if (!lts::refines(own.system, made.system, lts::RefinementKind::modal, formulas, request.limits)
           .refines)
    return "a machine should refine its system";
  return promise_error(request, own);
}

std::vector<std::size_t> input_distances(const MealyMachine& machine) {
  std::vector<std::size_t> result(machine.num_states(), std::numeric_limits<std::size_t>::max());
  std::vector<StateId> queue{machine.initial()};
  result[machine.initial()] = 0;
  for (std::size_t next = 0; next < queue.size(); ++next) {
    for (const Step& step : machine.steps(queue[next])) {
      if (result[step.target] != std::numeric_limits<std::size_t>::max()) continue;
      result[step.target] = result[queue[next]] + 1;
      queue.push_back(step.target);
    }
  }
  return result;
}

}  // namespace arges::synth
