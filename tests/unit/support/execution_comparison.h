#pragma once

#include <algorithm>
#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "model/statechart/interpreter.h"
#include "model/statechart/lowering.h"
#include "model/statechart/replayer.h"
#include "support/statement_outcomes.h"

namespace arges::test {

/// Compares the interpreter and the lowering along random runs of a system: from each state, every
/// step with the same decisions of the environment must lead to the same states in both.
class ExecutionComparison {
 public:
  /// `numbers`: what the environment may send.
  ExecutionComparison(ir::Context& context, const model::statechart::System& system,
                      std::uint32_t seed, std::vector<std::int64_t> numbers = {0, 1, 2})
      : lowering_(context, system, all_observers()),
        interpreter_(context, system),
        random_(seed),
        numbers_(std::move(numbers)) {}

  /// The first difference, or "". Counts the steps compared.
  std::string run(std::size_t length, std::size_t& steps) {
    State state = interpreter_.initial();
    const auto begins = ir::reference_evaluate(lowering_.layout().initial_condition(),
                                               lowering_.layout().encode(state));
    if (!begins || !begins->is_true())
      return "at the start: " + text(lowering_.layout().encode(state));
    for (std::size_t i = 0; i < length; ++i) {
      std::vector<State> next;
      if (std::string difference = compare(state, next, steps); !difference.empty())
        return difference;
      if (next.empty()) return "";
      state = next[random_() % next.size()];
    }
    return "";
  }

 private:
  using Interpreter = model::statechart::Interpreter;
  using Lowering = model::statechart::Lowering;
  using LoweredStep = model::statechart::LoweredStep;
  using Outcome = model::statechart::Outcome;
  using State = model::statechart::State;
  using StepChoice = model::statechart::StepChoice;
  using StepKind = model::statechart::StepKind;
  using System = model::statechart::System;

  static model::statechart::Observers all_observers() {
    constexpr auto on = model::statechart::Observers::Watch::on;
    return {on, on, on, on, on, on, on};
  }

  /// A state as text, so that sets of them can be compared and shown.
  std::string text(const ir::Valuation& values) const {
    std::string result;
    for (const ir::Var var : lowering_.layout().variables())
      result += fmt::format("{}={} ", var->name, ir::to_string(values.get(var), var->type));
    return result;
  }

  /// What a step with its decisions is, as text.
  static std::string key(const StepChoice& choice) {
    std::string result = fmt::format("{} {} {} {} {}", static_cast<int>(choice.kind),
                                     choice.machine, choice.component, choice.event, choice.node);
    const auto add = [&](const std::vector<ir::Value>& values) {
      for (const ir::Value value : values)
        result += value.is_big() ? fmt::format(",array {:x}", ir::stable_hash(value))
                                 : fmt::format(",{}", value.as_small());
    };
    add(choice.arguments);
    for (const auto& [event, arguments] : choice.inputs) {
      result += fmt::format(" {}.{}", event.machine, event.event);
      add(arguments);
    }
    return result;
  }

  std::string compare(const State& state, std::vector<State>& next, std::size_t& steps) {
    const ir::Valuation values = lowering_.layout().encode(state);
    std::map<std::string, StepChoice> choices;
    std::map<std::string, std::set<std::string>> lowered;
    StatementOutcomes outcomes(numbers_, most_outcomes);
    bool is_complete = true;
    for (const LoweredStep& step : lowering_.steps()) {
      if (step.from != state.place) continue;
      const std::vector<ir::Valuation> ends = outcomes.run(step.statement, values);
      const bool from_outside = step.kind == StepKind::inputs || step.kind == StepKind::event ||
                                step.kind == StepKind::arrive;
      is_complete = is_complete && (from_outside || outcomes.is_complete());
      for (const ir::Valuation& end : ends) {
        StepChoice choice = choice_of(lowering_, step, end);
        if (choice.kind == StepKind::react) choice.event = model::statechart::none;
        const std::string name = key(choice);
        choices.emplace(name, choice);
        lowered[name].insert(to_string(lowering_.layout().system(), step.to) + " " + text(end));
      }
    }
    // Where the interpreter sees a step, the lowering must have had one of that kind.
    for (const StepChoice& possible : interpreter_.steps(state)) {
      const bool is_there = std::any_of(choices.begin(), choices.end(), [&](const auto& entry) {
        return entry.second.kind == possible.kind && entry.second.machine == possible.machine &&
               entry.second.component == possible.component && entry.second.node == possible.node &&
               (entry.second.event == possible.event);
      });
      if (!is_there) return fmt::format("only the interpreter has step {}", key(possible));
    }
    for (const auto& [name, choice] : choices) {
      if (is_complete) ++steps;
      std::set<std::string> interpreted;
      for (const Outcome& outcome : interpreter_.outcomes(state, choice)) {
        interpreted.insert(to_string(lowering_.layout().system(), outcome.state.place) + " " +
                           text(lowering_.layout().encode(outcome.state)));
        next.push_back(outcome.state);
      }
      if (is_complete && interpreted != lowered[name])
        return fmt::format("from {}\nstep {}\ninterpreter:\n{}\nlowering:\n{}", text(values), name,
                           fmt::join(interpreted, "\n"), fmt::join(lowered[name], "\n"));
    }
    return "";
  }

  static constexpr std::size_t most_outcomes = 300;

  Lowering lowering_;
  Interpreter interpreter_;
  std::mt19937 random_;
  std::vector<std::int64_t> numbers_;
};

}  // namespace arges::test
