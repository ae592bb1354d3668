#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

#include "base/invariant.h"
#include "synth/sequential/machine.h"
#include "synth/synthesis_error.h"

namespace arges::synth {

namespace {

using Kind = MachinePlan::Kind;

/// Adds errors and dead states to the plan of a machine.
class Planning {
 public:
  Planning(const lts::MealyMachine& machine, const lts::Alphabet& inputs,
           const lts::Alphabet& outputs, const ErrorWish& wish, Random& random)
      : machine_(machine), inputs_(inputs), outputs_(outputs), wish_(wish), random_(random) {}

  MachinePlan run() {
    copy_machine();
    std::vector<std::size_t> numbers;
    for (std::size_t i = 0; i < wish_.reachable + wish_.unreachable; ++i) numbers.push_back(i);
    random_.shuffle(numbers);
    std::vector<std::size_t> errors;
    for (const std::size_t number : numbers) {
      errors.push_back(plan_.states.size());
      plan_.states.push_back({Kind::error, {}, number});
    }
    place_reachable(
        {errors.begin(), errors.begin() + static_cast<std::ptrdiff_t>(wish_.reachable)});
    add_dead_states({errors.begin() + static_cast<std::ptrdiff_t>(wish_.reachable), errors.end()});
    return std::move(plan_);
  }

 private:
  struct Place {
    std::size_t state;
    lts::ActionId input;
  };

  void copy_machine() {
    plan_.initial = machine_.initial();
    for (lts::StateId s = 0; s < machine_.num_states(); ++s) {
      MachinePlan::State state;
      for (const lts::MealyMachine::Step& step : machine_.steps(s))
        state.steps.push_back({step.input, step.output, step.target});
      plan_.states.push_back(std::move(state));
    }
  }

  /// Where the machine refuses an input, and an error would be so deep: by more inputs than the
  /// first number, and at most the second.
  std::vector<Place> places(
      const std::optional<std::pair<std::size_t, std::size_t>>& depths) const {
    const std::vector<std::size_t> distance = input_distances(machine_);
    std::vector<Place> result;
    for (lts::StateId s = 0; s < machine_.num_states(); ++s) {
      const std::size_t depth = distance[s] + 1;
      if (depths && (depth <= depths->first || depth > depths->second)) continue;
      for (const lts::ActionId input : inputs_.actions()) {
        const auto& steps = plan_.states[s].steps;
        if (std::none_of(steps.begin(), steps.end(),
                         [&](const MachinePlan::Step& step) { return step.input == input; }))
          result.push_back({s, input});
      }
    }
    return result;
  }

  /// What would give so many errors a place: depths that this machine has, or a machine that is as
  /// deep as a violation.
  std::string nearest_wish(std::size_t errors) const {
    std::vector<std::size_t> depths;
    const std::vector<std::size_t> distance = input_distances(machine_);
    for (const Place& place : places(std::nullopt)) depths.push_back(distance[place.state] + 1);
    std::sort(depths.begin(), depths.end());
    if (depths.size() < errors)
      return fmt::format("\"reachable\": {}, more states, or more refused inputs", depths.size());
    const auto [more_than, at_most] = *wish_.depth;
    const auto deep = static_cast<std::size_t>(
        depths.end() - std::upper_bound(depths.begin(), depths.end(), more_than));
    if (deep >= errors)
      return fmt::format("\"at_most\": {}, or fewer errors",
                         depths[depths.size() - deep + errors - 1]);
    std::string result = fmt::format("\"more_than\": {}", depths[depths.size() - errors] - 1);
    constexpr std::size_t deepest = 4'000;
    // Reading and answering are two steps of a violation; the machine refuses inputs on its way.
    if (more_than <= deepest)
      result += fmt::format(
          ", or a machine with a deep violation: \"properties\": {{\"depth\": {{\"kind\": "
          "\"states\", \"more_than\": {}, \"at_most\": {}}}}}",
          2 * more_than + 40, 2 * more_than + 140);
    return result;
  }

  void place_reachable(const std::vector<std::size_t>& errors) {
    std::vector<Place> free = places(wish_.depth);
    if (free.size() < errors.size()) {
      throw SynthesisError(
          fmt::format(
              "{} to be reachable{}, and the machine has {} places for {}",
              errors.size() == 1 ? "1 error is" : fmt::format("{} errors are", errors.size()),
              wish_.depth ? fmt::format(" by more than {} and at most {} inputs",
                                        wish_.depth->first, wish_.depth->second)
                          : "",
              free.size(), errors.size() == 1 ? "it" : "them"),
          nearest_wish(errors.size()));
    }
    random_.shuffle(free);
    for (std::size_t i = 0; i < errors.size(); ++i)
      plan_.states[free[i].state].steps.push_back(
          {free[i].input, random_.pick(outputs_.actions()), errors[i]});
  }

  /// They lead to each other, to the machine and to the errors that nobody is to reach.
  void add_dead_states(const std::vector<std::size_t>& errors) {
    const std::size_t first = plan_.states.size();
    const std::size_t number =
        errors.empty() ? wish_.dead_states : std::max<std::size_t>(wish_.dead_states, 1);
    for (std::size_t i = 0; i < number; ++i) plan_.states.push_back({Kind::dead, {}, 0});
    for (std::size_t s = first; s < first + number; ++s)
      for (const lts::ActionId input : inputs_.actions())
        if (random_.percent(60))
          plan_.states[s].steps.push_back(
              {input, random_.pick(outputs_.actions()), dead_target(first, number)});
    for (const std::size_t error : errors) {
      MachinePlan::State& state = plan_.states[first + random_.below(number)];
      const lts::ActionId input = random_.pick(inputs_.actions());
      std::erase_if(state.steps, [&](const MachinePlan::Step& s) {
        return s.input == input && plan_.states[s.target].kind != Kind::error;
      });
      if (std::any_of(state.steps.begin(), state.steps.end(),
                      [&](const MachinePlan::Step& s) { return s.input == input; }))
        continue;  // then nothing at all leads to it
      state.steps.push_back({input, random_.pick(outputs_.actions()), error});
    }
  }

  std::size_t dead_target(std::size_t first, std::size_t number) {
    return random_.percent(50) ? first + random_.below(number)
                               : random_.below(machine_.num_states());
  }

  const lts::MealyMachine& machine_;
  const lts::Alphabet& inputs_;
  const lts::Alphabet& outputs_;
  const ErrorWish& wish_;
  Random& random_;
  MachinePlan plan_;
};

}  // namespace

MachinePlan planned(const lts::MealyMachine& machine, const lts::Alphabet& inputs,
                    const lts::Alphabet& outputs, const ErrorWish& wish, Random& random) {
  return Planning(machine, inputs, outputs, wish, random).run();
}

std::vector<ErrorAnswer> error_answers(const MachinePlan& plan) {
  std::set<std::size_t> seen{plan.initial};
  std::vector<std::size_t> queue{plan.initial};
  for (std::size_t next = 0; next < queue.size(); ++next)
    for (const MachinePlan::Step& step : plan.states[queue[next]].steps)
      if (seen.insert(step.target).second) queue.push_back(step.target);
  std::vector<ErrorAnswer> result;
  for (std::size_t s = 0; s < plan.states.size(); ++s)
    if (plan.states[s].kind == Kind::error)
      result.push_back({plan.states[s].error, seen.contains(s)});
  std::sort(result.begin(), result.end(),
            [](const ErrorAnswer& a, const ErrorAnswer& b) { return a.number < b.number; });
  return result;
}

std::vector<lts::ActionId> inputs_to(const MachinePlan& plan, std::size_t error) {
  std::map<std::size_t, std::vector<lts::ActionId>> ways{{plan.initial, {}}};
  std::vector<std::size_t> queue{plan.initial};
  for (std::size_t next = 0; next < queue.size(); ++next) {
    const MachinePlan::State& state = plan.states[queue[next]];
    if (state.kind == Kind::error && state.error == error) return ways[queue[next]];
    for (const MachinePlan::Step& step : state.steps) {
      if (ways.contains(step.target)) continue;
      std::vector<lts::ActionId> way = ways[queue[next]];
      way.push_back(step.input);
      ways.emplace(step.target, std::move(way));
      queue.push_back(step.target);
    }
  }
  UNREACHABLE("an error should be reachable if someone asks for the way");
}

}  // namespace arges::synth
