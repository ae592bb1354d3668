#pragma once

#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "model/statechart/simulation.h"
#include "support/statechart_builder.h"

namespace arges::test {

/// A test of one machine, which it builds with `chart` and then runs.
class OneMachine : public testing::Test {
 protected:
  using State = model::statechart::State;
  using StepKind = model::statechart::StepKind;
  using Simulation = model::statechart::Simulation;

  const Simulation::Step& start(std::uint32_t time_step = 0) {
    system = model::statechart::single(chart.build());
    system.time_step = time_step;
    simulation = std::make_unique<Simulation>(core.context, system);
    return simulation->start();
  }
  /// The configuration after one event at a time.
  std::vector<std::string> after(const std::string& event) {
    return simulation->send(event).configuration;
  }
  /// The configuration after a cycle with these events.
  std::vector<std::string> after_cycle(const std::vector<std::string>& events) {
    std::vector<Simulation::Input> inputs;
    for (const std::string& event : events) inputs.push_back({event});
    return simulation->cycle(inputs).configuration;
  }
  /// What outputs and logs the event leads to.
  std::vector<std::string> outputs_of(const std::string& event) {
    return simulation->send(event).outputs;
  }
  /// All states that the first step upon the event may lead to.
  std::vector<State> all_after(const std::string& event) const {
    return states_of({.kind = StepKind::event, .event = simulation->find_event(event)->event},
                     StepKind::react);
  }
  /// All states that a cycle without inputs may lead to.
  std::vector<State> all_after_cycle() const {
    return states_of({.kind = StepKind::inputs}, StepKind::cycle);
  }
  std::vector<std::vector<std::string>> configurations(const std::vector<State>& states) const {
    std::vector<std::vector<std::string>> result;
    for (const State& state : states)
      result.push_back(simulation->interpreter().configuration(state));
    return result;
  }
  std::vector<std::int64_t> values(const std::string& variable,
                                   const std::vector<State>& states) const {
    std::vector<std::int64_t> result;
    for (const State& state : states)
      result.push_back(state.data.get(find_variable(variable)).as_small());
    return result;
  }
  std::int64_t value(const std::string& variable) const {
    return values(variable, {simulation->state()}).front();
  }
  ir::Var find_variable(const std::string& name) const {
    for (const auto& variable : system.machines[0].variables)
      if (variable.var->name == name) return variable.var;
    throw std::logic_error("no variable is named " + name);
  }

  CoreText core;
  StatechartBuilder chart{core};
  model::statechart::System system;
  std::unique_ptr<Simulation> simulation;

 private:
  std::vector<State> states_of(const model::statechart::StepChoice& first, StepKind second) const {
    const model::statechart::Interpreter& interpreter = simulation->interpreter();
    const auto between = interpreter.outcomes(simulation->state(), first);
    std::vector<State> result;
    for (const auto& one : interpreter.outcomes(between.at(0).state, {.kind = second}))
      result.push_back(one.state);
    return result;
  }
};

}  // namespace arges::test
