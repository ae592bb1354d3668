#pragma once

#include <algorithm>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "model/statechart/interpreter.h"
#include "model/statechart/lowering.h"

namespace arges::test {

/// The oracle for traces of statecharts: all that the Interpreter can do, state by state, and what
/// happens on the way. Parameters of inputs must have bounds that are literals.
class ExhaustiveChart {
 public:
  using EventRef = model::statechart::EventRef;
  using Interpreter = model::statechart::Interpreter;
  using Occurrence = model::statechart::Occurrence;
  using State = model::statechart::State;
  using StepChoice = model::statechart::StepChoice;
  using StepKind = model::statechart::StepKind;
  using Phase = model::statechart::Phase;
  using Trigger = model::statechart::Trigger;
  using Numbered = std::pair<std::uint32_t, std::uint32_t>;  ///< a machine, and something of it

  ExhaustiveChart(const model::statechart::Lowering& chart, std::size_t most_states)
      : layout_(chart.layout()),
        system_(chart.layout().system()),
        interpreter_(chart.layout().context(), system_),
        most_states_(most_states) {}

  /// In how many ways the environment can act at most, in one step.
  std::size_t num_inputs() const {
    std::size_t result = 1;
    for (const auto& machine : system_.machines)
      for (const auto& event : machine.events) {
        if (!event.is_environment) continue;
        std::size_t arguments = 1;
        for (const auto& parameter : event.parameters) arguments *= values_of(parameter).size();
        const bool together =
            machine.semantics.reaction == model::statechart::Semantics::Reaction::all_events;
        result = together ? result * (arguments + 1) : result + arguments;
      }
    return result;
  }

  /// Sees all states; false: there are too many.
  bool explore() {
    std::set<std::string> known;
    std::vector<State> todo{interpreter_.initial()};
    known.insert(key(todo.front()));
    for (std::size_t i = 0; i < todo.size(); ++i) {
      if (todo.size() > most_states_) return false;
      const State state = todo[i];
      for (const StepChoice& choice : choices(state))
        for (const auto& outcome : interpreter_.outcomes(state, choice)) {
          for (const Occurrence& one : outcome.occurrences) note(one);
          if (outcome.state.problem != model::statechart::Problem::nothing) continue;
          if (!known.insert(key(outcome.state)).second) continue;
          if (Interpreter::is_stable(outcome.state)) at_rest.insert(text(outcome.state));
          todo.push_back(outcome.state);
        }
    }
    return true;
  }

  /// One run at random, in which pairs and decisions are noted.
  void walk(std::uint32_t seed, std::size_t length) {
    std::mt19937 random(seed);
    State state = interpreter_.initial();
    entered_by_.clear();
    for (std::size_t i = 0; i < length; ++i) {
      const std::vector<StepChoice> open = choices(state);
      if (open.empty()) return;
      note_decisions(state);
      const auto outcomes = interpreter_.outcomes(state, open[random() % open.size()]);
      if (outcomes.empty()) continue;
      const auto& outcome = outcomes[random() % outcomes.size()];
      note_pairs(outcome.occurrences);
      if (outcome.state.problem != model::statechart::Problem::nothing) return;
      state = outcome.state;
    }
  }

  /// A stable state as its configuration and permanent data.
  std::string text(const State& state) const {
    std::string result = fmt::format("{}", fmt::join(interpreter_.configuration(state), " "));
    for (const auto& machine : system_.machines)
      for (const auto& variable : machine.variables)
        if (variable.lifetime == model::statechart::Variable::Lifetime::permanent)
          result += fmt::format(" {}={}", variable.var->name, state.data.get(variable.var).word());
    return result;
  }

  std::set<std::string> at_rest;  ///< by text
  std::set<Numbered> fired;
  std::set<Numbered> entered;
  std::set<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>> branched;  ///< by choices
  std::set<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>> pairs;     ///< of transitions
  std::set<std::tuple<std::uint32_t, std::uint32_t, bool>> decisions;          ///< guards' values

 private:
  static std::vector<ir::Value> values_of(const model::statechart::Parameter& parameter) {
    std::vector<ir::Value> result;
    for (auto i = parameter.lowest.value().as_small(); i <= parameter.highest.value().as_small();
         ++i)
      result.push_back(ir::Value::small(i));
    return result;
  }

  std::vector<std::vector<ir::Value>> arguments_of(EventRef event) const {
    std::vector<std::vector<ir::Value>> result{{}};
    for (const auto& parameter : system_.machines[event.machine].events[event.event].parameters) {
      std::vector<std::vector<ir::Value>> longer;
      for (const auto& before : result)
        for (const ir::Value value : values_of(parameter))
          longer.emplace_back(before).push_back(value);
      result = std::move(longer);
    }
    return result;
  }

  /// Every step with every decision of the environment.
  std::vector<StepChoice> choices(const State& state) const {
    std::vector<StepChoice> result;
    for (const StepChoice& step : interpreter_.steps(state)) {
      std::vector<StepChoice> all{step};
      if (step.kind == StepKind::event || step.kind == StepKind::arrive) {
        all.clear();
        for (auto& arguments : arguments_of({step.machine, step.event}))
          all.emplace_back(step).arguments = std::move(arguments);
      }
      if (step.kind == StepKind::inputs)
        for (std::uint32_t m = 0; m < system_.machines.size(); ++m)
          for (std::uint32_t e = 0; e < system_.machines[m].events.size(); ++e)
            add_input({m, e}, all);
      result.insert(result.end(), all.begin(), all.end());
    }
    return result;
  }

  void add_input(EventRef event, std::vector<StepChoice>& all) const {
    if (!system_.machines[event.machine].events[event.event].is_environment) return;
    const std::vector<StepChoice> before = all;
    for (const StepChoice& choice : before)
      for (auto& arguments : arguments_of(event))
        all.emplace_back(choice).inputs.emplace_back(event, std::move(arguments));
  }

  std::string key(const State& state) const {
    std::string result = to_string(system_, state.place);
    const ir::Valuation values = layout_.encode(state);
    for (const ir::Var var : layout_.variables())
      result += fmt::format(" {}", ir::to_string(values.get(var), var->type));
    return result;
  }

  void note(const Occurrence& one) {
    if (one.kind == Occurrence::Kind::fired) fired.emplace(one.machine, one.number);
    if (one.kind == Occurrence::Kind::entered) entered.emplace(one.machine, one.number);
    if (one.kind == Occurrence::Kind::branched)
      branched.emplace(one.machine, one.number, one.branch);
  }

  /// Who fires was entered by the transition before, and not left since then.
  void note_pairs(const std::vector<Occurrence>& occurrences) {
    std::map<Numbered, std::uint32_t> targets;
    for (const Occurrence& one : occurrences) {
      const Numbered place{one.machine, one.number};
      if (one.kind == Occurrence::Kind::fired) {
        const auto& transition = system_.machines[one.machine].transitions[one.number];
        const auto first = entered_by_.find({one.machine, transition.source});
        if (first != entered_by_.end()) pairs.emplace(one.machine, first->second, one.number);
        for (const auto target : transition.targets) targets[{one.machine, target}] = one.number;
      }
      if (one.kind == Occurrence::Kind::exited) entered_by_.erase(place);
      if (one.kind == Occurrence::Kind::entered) {
        const auto target = targets.find(place);
        if (target == targets.end()) continue;
        entered_by_[place] = target->second;
        targets.erase(target);
      }
    }
  }

  void note_decisions(const State& state) {
    for (std::uint32_t m = 0; m < system_.machines.size(); ++m)
      for (std::uint32_t t = 0; t < system_.machines[m].transitions.size(); ++t) {
        const auto& transition = system_.machines[m].transitions[t];
        if (!transition.guard || !state.machines[m].active[transition.source]) continue;
        if (!is_triggered(state, m, transition.trigger)) continue;
        if (const auto value = interpreter_.evaluate(state, transition.guard))
          decisions.emplace(m, t, value->is_true());
      }
  }

  /// Whether a reaction to the trigger begins here.
  bool is_triggered(const State& state, std::uint32_t m, const Trigger& trigger) const {
    const Phase phase = state.place.phase;
    const bool busy = phase == Phase::busy || phase == Phase::booting;
    const bool reacts = phase == Phase::react || phase == Phase::booting_react;
    if (phase != Phase::input && (!(busy || reacts) || state.place.machine != m)) return false;
    if (trigger.kind == Trigger::Kind::nothing) return !reacts;
    if (busy) return false;
    if (trigger.kind == Trigger::Kind::events)
      return std::find(trigger.events.begin(), trigger.events.end(), state.machines[m].current) !=
             trigger.events.end();
    const auto value = interpreter_.evaluate(state, trigger.formula);
    return value && value->is_true();
  }

  const model::statechart::Layout& layout_;
  const model::statechart::System& system_;
  Interpreter interpreter_;
  std::size_t most_states_;
  std::map<Numbered, std::uint32_t> entered_by_;  ///< the transition to an active state
};

}  // namespace arges::test
