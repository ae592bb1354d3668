#include "model/statechart/simulation.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "model/statechart/event_lookup.h"
#include "model/statechart/value_text.h"

namespace arges::model::statechart {

namespace {

/// Whether the step needs no decision of the environment, nor of who takes a turn.
bool goes_by_itself(const StepChoice& step) {
  switch (step.kind) {
    case StepKind::inputs:
    case StepKind::event:
    case StepKind::arrive:
    case StepKind::turn:
    case StepKind::time:
    case StepKind::wait:
      return false;
    default:
      return true;
  }
}

bool has_messages(const State& state) {
  return std::any_of(state.queues.begin(), state.queues.end(),
                     [](const auto& queue) { return !queue.empty(); });
}

bool is_output(const System& system, const Occurrence& what) {
  return what.kind == Occurrence::Kind::raised &&
         system.machines[what.machine].events[what.number].direction == Direction::output;
}

}  // namespace

std::optional<std::string> output_text(const System& system, const Occurrence& what) {
  if (what.kind == Occurrence::Kind::logged) return what.text;
  if (!is_output(system, what)) return {};
  const Machine& machine = system.machines[what.machine];
  const Event& event = machine.events[what.number];
  std::vector<std::string> arguments;
  for (std::size_t i = 0; i < what.arguments.size(); ++i)
    arguments.push_back(value_text(system, event.parameters[i].value, what.arguments[i]));
  return call_text(machine.qualified(event.name), arguments);
}

std::vector<Occurrence> shown_in(const System& system, const Outcome& step) {
  const bool are_signals = execution_of(system) != Execution::events;
  std::vector<Occurrence> result;
  std::map<std::pair<MachineId, EventId>, const Occurrence*> signals;
  for (const Occurrence& one : step.occurrences) {
    const bool is_signal = are_signals && is_output(system, one);
    if (is_signal)
      signals[{one.machine, one.number}] = &one;
    else if (one.kind == Occurrence::Kind::logged || is_output(system, one))
      result.push_back(one);
  }
  for (const auto& [event, last] : signals) {
    const ir::Var present = system.machines[event.first].events[event.second].present;
    if (step.state.data.get(present) == ir::Value::boolean(true)) result.push_back(*last);
  }
  return result;
}

/// One command under way.
class Simulation::Command {
 public:
  Command(const Simulation& simulation, Step::Command what, State from) : simulation_(simulation) {
    step_.command = what;
    step_.state = std::move(from);
  }

  Step& step() { return step_; }
  bool is_possible(StepKind kind) const {
    const std::vector<StepChoice> all = interpreter().steps(step_.state);
    return std::any_of(all.begin(), all.end(),
                       [&](const StepChoice& one) { return one.kind == kind; });
  }

  /// False: the step is not possible.
  bool take(const StepChoice& choice) {
    std::vector<Outcome> outcomes = interpreter().outcomes(step_.state, choice);
    if (outcomes.empty()) return false;
    const auto& decide = simulation_.decisions_.outcome;
    const std::size_t chosen = decide && outcomes.size() > 1 ? decide(outcomes) : 0;
    Outcome& outcome = outcomes.at(chosen);
    step_.choices.push_back(choice);
    for (const Occurrence& one : shown_in(simulation_.system_, outcome))
      step_.outputs.push_back(*output_text(simulation_.system_, one));
    step_.occurrences.insert(step_.occurrences.end(), outcome.occurrences.begin(),
                             outcome.occurrences.end());
    step_.state = std::move(outcome.state);
    return true;
  }

  /// On to where only the environment or time can make it go on.
  void settle() {
    for (std::size_t count = 0;; ++count) {
      std::vector<StepChoice> open;
      for (StepChoice& one : interpreter().steps(step_.state))
        if (goes_by_itself(one)) open.push_back(std::move(one));
      step_.is_endless = !open.empty() && count >= simulation_.decisions_.max_steps;
      if (open.empty() || step_.is_endless) return;
      const auto& decide = simulation_.decisions_.step;
      take(open.at(decide && open.size() > 1 ? decide(open) : 0));
    }
  }

  Step finish() {
    for (const Occurrence& one : step_.occurrences) note_failure(one);
    step_.configuration = interpreter().configuration(step_.state);
    for (const Machine& machine : simulation_.system_.machines) {
      for (const Variable& variable : machine.variables) {
        if (variable.lifetime != Variable::Lifetime::local)
          step_.variables.emplace_back(variable.var, step_.state.data.get(variable.var));
      }
    }
    return std::move(step_);
  }

 private:
  const Interpreter& interpreter() const { return simulation_.interpreter_; }

  void note_failure(const Occurrence& what) {
    if (what.kind != Occurrence::Kind::failed) return;
    const Machine& machine = simulation_.system_.machines[what.machine];
    std::string name = machine.qualified(machine.assertions[what.number].text);
    auto& known = step_.failures;
    if (std::find(known.begin(), known.end(), name) == known.end())
      known.push_back(std::move(name));
  }

  const Simulation& simulation_;
  Step step_;
};

Simulation::Simulation(ir::Context& context, const System& system, Decisions decisions,
                       const ir::Valuation& data)
    : system_(system),
      interpreter_(context, system),
      decisions_(std::move(decisions)),
      before_(interpreter_.initial(data)) {}

const Simulation::Step& Simulation::start() {
  Command command(*this, Step::Command::start, before_);
  command.settle();
  steps_.clear();
  return record(std::move(command));
}

const Simulation::Step& Simulation::send(std::string_view event, std::vector<ir::Value> arguments) {
  const Execution execution = execution_of(system_);
  if (execution == Execution::cycles) return cycle({{std::string(event), std::move(arguments)}});
  require_running();
  const EventRef ref = event_named(event);
  Command command(*this, Step::Command::send, state());
  command.step().inputs = {{std::string(event), arguments}};
  const bool is_taken =
      command.take({.kind = execution == Execution::events ? StepKind::event : StepKind::arrive,
                    .machine = ref.machine,
                    .event = ref.event,
                    .arguments = std::move(arguments)});
  if (!is_taken) throw Error(fmt::format("'{}' with these arguments can't come now", event));
  command.settle();
  return record(std::move(command));
}

const Simulation::Step& Simulation::cycle(std::vector<Input> inputs) {
  require_running();
  if (execution_of(system_) != Execution::cycles)
    throw Error("the system does not work in cycles; send it one event at a time");
  Command command(*this, Step::Command::cycle, state());
  StepChoice choice{.kind = StepKind::inputs};
  for (const Input& input : inputs)
    choice.inputs.emplace_back(event_named(input.event), input.arguments);
  if (!command.take(choice)) throw Error("these inputs with these arguments can't come now");
  command.step().inputs = std::move(inputs);
  command.settle();
  return record(std::move(command));
}

std::vector<ComponentId> Simulation::possible_turns() const {
  std::vector<ComponentId> result;
  for (const StepChoice& step : interpreter_.steps(state()))
    if (step.kind == StepKind::turn) result.push_back(step.component);
  return result;
}

const Simulation::Step& Simulation::turn(ComponentId component) {
  require_running();
  Command command(*this, Step::Command::turn, state());
  if (!command.take({.kind = StepKind::turn, .component = component}))
    throw Error("no message waits");
  return record(std::move(command));
}

const Simulation::Step& Simulation::advance(std::int64_t milliseconds) {
  require_running();
  const std::int64_t step = system_.time_step;
  if (step == 0) throw Error("nothing in this system depends on time");
  if (milliseconds < 0 || milliseconds % step != 0)
    throw Error(fmt::format("time passes in steps of {} ms", step));
  Command command(*this, Step::Command::advance, state());
  command.step().milliseconds = milliseconds;
  const StepKind kind =
      execution_of(system_) == Execution::cycles ? StepKind::inputs : StepKind::time;
  for (std::int64_t passed = 0; passed < milliseconds; passed += step) {
    // Where no timer runs, time changes nothing.
    if (command.step().is_endless || !command.is_possible(kind)) break;
    if (decisions_.as_time_passes) decisions_.as_time_passes();
    command.take({.kind = kind});
    command.settle();
  }
  return record(std::move(command));
}

bool Simulation::back() {
  if (steps_.size() <= 1) return false;
  steps_.pop_back();
  return true;
}

const Simulation::Step& Simulation::record(Command command) {
  steps_.push_back(command.finish());
  return steps_.back();
}

void Simulation::require_running() const {
  if (steps_.empty()) throw Error("the system has not been started");
  if (const std::string why = obstacle(); !why.empty())
    throw Error(fmt::format("the run is over: {}", why));
  if (has_ended()) throw Error("the system has ended");
}

const State& Simulation::state() const { return steps_.empty() ? before_ : steps_.back().state; }

bool Simulation::has_ended() const {
  return !obstacle().empty() || state().place.phase == Phase::ended;
}

std::string Simulation::obstacle() const {
  if (state().problem != Problem::nothing) return describe(state().problem);
  if (steps_.empty() || !steps_.back().is_endless) return "";
  return fmt::format("the reaction does not end within {} steps", decisions_.max_steps);
}

std::vector<EventRef> Simulation::possible_events() const {
  std::vector<EventRef> result;
  for (const StepChoice& step : interpreter_.steps(state())) {
    if (step.kind == StepKind::event || step.kind == StepKind::arrive)
      result.push_back({step.machine, step.event});
    if (step.kind != StepKind::inputs) continue;
    for (MachineId m = 0; m < system_.machines.size(); ++m)
      for (EventId e = 0; e < system_.machines[m].events.size(); ++e)
        if (system_.machines[m].events[e].is_environment) result.push_back({m, e});
  }
  return result;
}

/// False: whatever it carries, no active state has a transition for it.
bool Simulation::may_be_waited_for(EventRef event) const {
  if (execution_of(system_) != Execution::events) return true;
  const std::vector<bool>& active = state().machines[event.machine].active;
  const std::vector<Transition>& transitions = system_.machines[event.machine].transitions;
  return std::any_of(transitions.begin(), transitions.end(), [&](const Transition& one) {
    const std::vector<EventId>& events = one.trigger.events;
    return active[one.source] &&
           (one.trigger.kind == Trigger::Kind::formula ||
            std::find(events.begin(), events.end(), event.event) != events.end());
  });
}

Simulation::Effect Simulation::effect_of(EventRef event) const try {
  const Execution execution = execution_of(system_);
  StepChoice step{.kind = execution == Execution::events   ? StepKind::event
                          : execution == Execution::cycles ? StepKind::inputs
                                                           : StepKind::arrive};
  if (execution == Execution::cycles) {
    step.inputs = {{event, {}}};
  } else {
    step.machine = event.machine;
    step.event = event.event;
  }
  std::vector<State> open;
  const auto take = [&](const State& from, const StepChoice& choice) {
    for (Outcome& outcome : interpreter_.outcomes(from, choice))
      open.push_back(std::move(outcome.state));
  };
  take(state(), step);
  constexpr int most_states = 200;
  for (int count = 0; !open.empty(); ++count) {
    const State now = std::move(open.back());
    open.pop_back();
    if (std::find(now.caused.begin(), now.caused.end(), event) != now.caused.end())
      return Effect::triggers;
    if (count >= most_states) return Effect::unclear;
    if (now.problem != Problem::nothing) continue;
    for (const StepChoice& next : interpreter_.steps(now))
      if (goes_by_itself(next) || (next.kind == StepKind::turn && has_messages(now)))
        take(now, next);
  }
  const bool has_arguments =
      !system_.machines[event.machine].events[event.event].parameters.empty();
  return has_arguments && may_be_waited_for(event) ? Effect::unclear : Effect::nothing;
} catch (const Interpreter::Undecided&) {
  return Effect::unclear;
}

std::optional<EventRef> Simulation::find_event(std::string_view name) const {
  const EventLookup lookup(system_, EventLookup::Shortening::machine,
                           EventLookup::Unmentioned::found);
  const std::vector<EventRef> found = lookup.find(name);
  if (found.size() != 1) return std::nullopt;
  return found.front();
}

EventRef Simulation::event_named(std::string_view name) const {
  if (const std::optional<EventRef> event = find_event(name)) return *event;
  throw Error(fmt::format("the environment sends no event '{}'", name));
}

std::string Simulation::name_of(EventRef event) const {
  const Machine& machine = system_.machines[event.machine];
  return machine.qualified(machine.events[event.event].name);
}

}  // namespace arges::model::statechart
