#include <algorithm>
#include <map>
#include <set>
#include <string_view>

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

  /// How deep errors can be in this machine, each place by itself.
  std::vector<std::size_t> possible_depths() const {
    std::vector<std::size_t> result;
    const std::vector<std::size_t> distance = input_distances(machine_);
    for (const Place& place : places(std::nullopt)) result.push_back(distance[place.state] + 1);
    std::sort(result.begin(), result.end());
    return result;
  }

  /// What would give so many errors a place: fewer of them, depths that this machine has, or a
  /// machine that is as deep as a violation.
  std::string nearest_wish(std::size_t errors) const {
    const std::vector<std::size_t> depths = possible_depths();
    const std::size_t fitting = places(wish_.depth).size();
    constexpr std::string_view larger = "more states, or more refused inputs";
    // What can't be reached has no depth.
    if (depths.empty())
      return fmt::format("\"reachable\": 0{}, {}", wish_.depth ? " and no \"depth\"" : "", larger);
    if (depths.size() < errors)
      return fitting > 0 ? fmt::format("\"reachable\": {}, {}", fitting, larger)
                         : fmt::format("\"reachable\": {} and {}, {}", depths.size(),
                                       nearest_depth(depths, depths.size()), larger);
    std::string result = nearest_depth(depths, errors);
    if (fitting > 0) result += fmt::format(", or \"reachable\": {}", fitting);
    return result + deeper_machine(depths, errors);
  }

  /// The bound to move so that as many of the depths are within; both where one is not enough.
  std::string nearest_depth(const std::vector<std::size_t>& depths, std::size_t errors) const {
    const auto [more_than, at_most] = *wish_.depth;
    const std::size_t not_deep = number_up_to(depths, more_than);
    if (depths.size() - not_deep >= errors)
      return fmt::format("\"at_most\": {}", depths[not_deep + errors - 1]);
    const std::size_t not_too_deep = number_up_to(depths, at_most);
    if (not_too_deep >= errors)
      return fmt::format("\"more_than\": {}", depths[not_too_deep - errors] - 1);
    return fmt::format("\"more_than\": {} and \"at_most\": {}", depths[depths.size() - errors] - 1,
                       depths.back());
  }

  /// Another way, where it is depth that the machine lacks; "" if that is no help.
  std::string deeper_machine(const std::vector<std::size_t>& depths, std::size_t errors) const {
    const auto [more_than, at_most] = *wish_.depth;
    constexpr std::size_t deepest = 4'000;
    // Reading and answering are two steps of a violation; the machine refuses inputs on its way,
    // at each depth about one.
    constexpr std::size_t further = 20;
    const bool lacks_depth = depths.size() - number_up_to(depths, more_than) < errors;
    if (!lacks_depth || more_than > deepest || std::min(at_most - more_than, further) < errors)
      return "";
    return fmt::format(
        ", or a machine with a deep violation: \"properties\": {{\"depth\": {{\"kind\": "
        "\"states\", \"more_than\": {}, \"at_most\": {}}}}}",
        2 * (more_than + further), 2 * (more_than + further) + 100);
  }

  static std::size_t number_up_to(const std::vector<std::size_t>& depths, std::size_t depth) {
    return static_cast<std::size_t>(std::upper_bound(depths.begin(), depths.end(), depth) -
                                    depths.begin());
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
