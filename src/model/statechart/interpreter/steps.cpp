#include "model/statechart/interpreter/steps.h"

#include <algorithm>

#include "base/invariant.h"
#include "model/statechart/interpreter/composition.h"
#include "model/statechart/interpreter/event_flow.h"
#include "model/statechart/interpreter/firing.h"
#include "model/statechart/interpreter/selection.h"

namespace arges::model::statechart {

std::vector<StepChoice> Steps::possible() const {
  const State& state = run_.state();
  const MachineId machine = state.place.machine;
  if (state.problem != Problem::nothing) return {};
  switch (state.place.phase) {
    case Phase::start:
      return {{.kind = StepKind::init, .machine = machine}};
    case Phase::ready:
      if (run_.facts().execution == Execution::cycles) return {{.kind = StepKind::inputs}};
      return possible_turns();
    case Phase::input:
      return {{.kind = StepKind::cycle}};
    case Phase::booting:
      return {possible_when_busy(machine)};
    case Phase::busy: {
      std::vector<StepChoice> result{possible_when_busy(machine)};
      add_activities(machine, result);
      return result;
    }
    case Phase::booting_react:
    case Phase::react:
      return {{.kind = StepKind::react, .machine = machine}};
    case Phase::waiting:
      return with_all_activities(possible_takes());
    case Phase::idle:
      return with_all_activities(possible_when_idle());
    case Phase::ended:
      break;
  }
  return {};
}

// Appendix D: mainEventLoop, the inner loop.
StepChoice Steps::possible_when_busy(MachineId machine) const {
  StepKind kind = StepKind::settle;
  if (run_.has_ended(machine))
    kind = StepKind::end;
  else if (run_.machine(machine).semantics.step == Semantics::Step::once)
    kind = StepKind::settle;
  else if (Selection(run_, machine).any_enabled(Selection::By::nothing))
    kind = StepKind::microstep;
  else if (!run_.of(machine).internal.empty())
    kind = StepKind::next;
  return {.kind = kind, .machine = machine};
}

void Steps::add_activities(MachineId machine, std::vector<StepChoice>& result) const {
  if (run_.has_ended(machine)) return;
  const std::vector<bool>& doing = run_.of(machine).doing;
  for (NodeId node = 0; node < doing.size(); ++node)
    if (doing[node])
      result.push_back({.kind = StepKind::perform, .machine = machine, .node = node});
}

std::vector<StepChoice> Steps::with_all_activities(std::vector<StepChoice> result) const {
  for (MachineId m = 0; m < run_.system().machines.size(); ++m) add_activities(m, result);
  return result;
}

std::vector<StepChoice> Steps::possible_takes() const {
  std::vector<StepChoice> result;
  for (MachineId m = 0; m < run_.system().machines.size(); ++m)
    if (waiting(m).has_value()) result.push_back({.kind = StepKind::take, .machine = m});
  return result;
}

std::vector<StepChoice> Steps::possible_when_idle() const {
  std::vector<StepChoice> result;
  const auto count = static_cast<MachineId>(run_.system().machines.size());
  for (MachineId m = 0; m < count; ++m) {
    if (run_.has_ended(m)) continue;
    const std::vector<Event>& events = run_.machine(m).events;
    for (EventId e = 0; e < events.size(); ++e)
      if (events[e].is_environment)
        result.push_back({.kind = StepKind::event, .machine = m, .event = e});
  }
  result.push_back({.kind = any_timer_runs() ? StepKind::time : StepKind::wait});
  return result;
}

std::vector<StepChoice> Steps::possible_turns() const {
  const Composition composition(run_);
  std::vector<StepChoice> result;
  for (MachineId m = 0; m < run_.system().machines.size(); ++m) {
    const std::vector<Event>& events = run_.machine(m).events;
    for (EventId e = 0; e < events.size(); ++e)
      if (events[e].is_environment && composition.can_arrive({m, e}))
        result.push_back({.kind = StepKind::arrive, .machine = m, .event = e});
  }
  bool has_turn = false;
  for (const ComponentId component : composition.turn_takers())
    if (composition.can_take_turn(component)) {
      result.push_back({.kind = StepKind::turn, .component = component});
      has_turn = true;
    }
  if (any_timer_runs())
    result.push_back({.kind = StepKind::time});
  else if (!has_turn)
    result.push_back({.kind = StepKind::wait});
  return result;
}

bool Steps::any_timer_runs() const {
  if (run_.system().time_step == 0) return false;
  const std::vector<MachineState>& machines = run_.state().machines;
  return std::any_of(machines.begin(), machines.end(), [](const MachineState& machine) {
    return std::any_of(machine.timers.begin(), machine.timers.end(),
                       [](const auto& timer) { return timer.has_value(); });
  });
}

std::optional<std::size_t> Steps::released(MachineId machine) const {
  const std::deque<Message>& deferred = run_.of(machine).deferred;
  for (std::size_t i = 0; i < deferred.size(); ++i)
    if (!stays_deferred(machine, deferred[i])) return i;
  return std::nullopt;
}

// Guards may read the event and its arguments, so it is taken for a moment.
bool Steps::stays_deferred(MachineId machine, const Message& message) const {
  if (!has_deferring_state(run_, machine, message.event)) return false;
  const ir::Valuation data = run_.state().data;
  const EventId current = run_.of(machine).current;
  EventFlow(run_).make_current(machine, message);
  const bool result = Selection(run_, machine).is_deferred(message.event);
  run_.state().data = data;
  run_.of(machine).current = current;
  return result;
}

std::optional<Message> Steps::waiting(MachineId machine) const {
  if (run_.has_ended(machine)) return std::nullopt;
  const MachineState& now = run_.of(machine);
  if (!now.internal.empty()) return now.internal.front();
  if (const std::optional<std::size_t> position = released(machine)) return now.deferred[*position];
  if (now.external.empty()) return std::nullopt;
  return now.external.front();
}

void Steps::drop_waiting(MachineId machine) {
  MachineState& now = run_.of(machine);
  if (!now.internal.empty())
    now.internal.pop_front();
  else if (const std::optional<std::size_t> position = released(machine))
    now.deferred.erase(now.deferred.begin() + static_cast<std::ptrdiff_t>(*position));
  else
    now.external.pop_front();
}

bool Steps::is_possible(const StepChoice& step) const {
  const std::vector<StepChoice> all = possible();
  const bool is_there = std::any_of(all.begin(), all.end(), [&](const StepChoice& one) {
    return one.kind == step.kind && one.machine == step.machine &&
           one.component == step.component && one.event == step.event && one.node == step.node;
  });
  if (!is_there) return false;
  if (step.kind == StepKind::event || step.kind == StepKind::arrive)
    return is_allowed({step.machine, step.event}, step.arguments);
  return std::all_of(step.inputs.begin(), step.inputs.end(),
                     [&](const auto& input) { return is_allowed(input.first, input.second); });
}

bool Steps::is_allowed(EventRef ref, const std::vector<ir::Value>& arguments) const {
  const Event& event = run_.machine(ref.machine).events[ref.event];
  if (!event.is_environment || arguments.size() > event.parameters.size()) return false;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const Parameter& parameter = event.parameters[i];
    if (parameter.lowest && compare(arguments[i], run_.value(parameter.lowest)) < 0) return false;
    if (parameter.highest && compare(arguments[i], run_.value(parameter.highest)) > 0) return false;
    if (parameter.length > 0 && !is_within_length(parameter, arguments[i])) return false;
  }
  return true;
}

/// Whether all behind the length is as at first.
bool Steps::is_within_length(const Parameter& parameter, ir::Value array) const {
  const ir::ArrayValue& content = array.as_big().array;
  return content.fallback == run_.value(parameter.initial).as_big().array.fallback &&
         std::all_of(content.entries.begin(), content.entries.end(), [&](const auto& entry) {
           return entry.first.is_small() && entry.first.as_small() >= 0 &&
                  entry.first.as_small() < parameter.length;
         });
}

std::vector<ir::Value> Steps::arguments_from_outside(EventRef ref,
                                                     const std::vector<ir::Value>& given) {
  const Event& event = run_.machine(ref.machine).events[ref.event];
  std::vector<ir::Value> all = EventFlow(run_).completed(ref, given);
  for (std::size_t i = given.size(); i < all.size(); ++i) {
    const Parameter& parameter = event.parameters[i];
    if (is_allowed(ref, {all.begin(), all.begin() + static_cast<std::ptrdiff_t>(i) + 1})) continue;
    all[i] = run_.value(parameter.lowest ? parameter.lowest : parameter.highest);
  }
  return all;
}

void Steps::take(const StepChoice& step) {
  switch (step.kind) {
    case StepKind::init:
      init(step.machine);
      break;
    case StepKind::inputs:
      take_inputs(step);
      break;
    case StepKind::cycle:
      cycle();
      break;
    case StepKind::microstep:
      microstep(step.machine);
      break;
    case StepKind::next:
      next(step.machine);
      break;
    case StepKind::react:
      react(step.machine);
      break;
    case StepKind::settle:
      leave_busy(step.machine);
      break;
    case StepKind::end:
      end(step.machine);
      break;
    case StepKind::event: {
      const EventRef event{step.machine, step.event};
      begin_macrostep();
      EventFlow(run_).take(step.machine,
                           {step.event, arguments_from_outside(event, step.arguments)});
      go(Phase::react, step.machine);
      break;
    }
    case StepKind::take: {
      const std::optional<Message> message = waiting(step.machine);
      INVARIANT(message.has_value(), "an event should wait");
      drop_waiting(step.machine);
      EventFlow(run_).take(step.machine, *message);
      go(Phase::react, step.machine);
      break;
    }
    case StepKind::wait:
      begin_macrostep();
      break;
    case StepKind::time:
      begin_macrostep();
      EventFlow(run_).pass_time();
      if (run_.facts().execution == Execution::events) calm_down();
      break;
    case StepKind::arrive: {
      const EventRef event{step.machine, step.event};
      run_.begin_observing();
      Composition(run_).arrive(event, arguments_from_outside(event, step.arguments));
      break;
    }
    case StepKind::turn:
      run_.begin_observing();
      Composition(run_).take_turn(step.component);
      break;
    case StepKind::perform:
      if (run_.state().place.phase == Phase::idle) begin_macrostep();
      Firing(run_, step.machine).perform(step.node);
      go(Phase::busy, step.machine);
      break;
  }
}

void Steps::init(MachineId machine) {
  if (run_.facts().execution != Execution::events) {
    Composition(run_).start(static_cast<ComponentId>(run_.system().components.size() - 1));
    go(Phase::ready);
    return;
  }
  Firing(run_, machine).start();
  const bool is_last = machine + 1 == run_.system().machines.size();
  go(is_last ? Phase::busy : Phase::booting, machine);
}

void Steps::take_inputs(const StepChoice& step) {
  run_.begin_observing();
  EventFlow flow(run_);
  for (const auto& [event, arguments] : step.inputs) {
    const std::vector<ir::Value> all = arguments_from_outside(event, arguments);
    flow.make_present(event, all);
    run_.occurred({.kind = Occurrence::Kind::taken,
                   .machine = event.machine,
                   .number = event.event,
                   .arguments = all});
  }
  go(Phase::input);
}

void Steps::cycle() {
  EventFlow(run_).pass_time();
  Composition(run_).cycle(static_cast<ComponentId>(run_.system().components.size() - 1));
  go(Phase::ready);
}

void Steps::begin_macrostep() {
  run_.begin_observing();
  if (run_.facts().execution != Execution::events) return;
  for (MachineId m = 0; m < run_.system().machines.size(); ++m) EventFlow(run_).clear_outputs(m);
}

bool Steps::is_booting() const {
  const Phase phase = run_.state().place.phase;
  return phase == Phase::booting || phase == Phase::booting_react;
}

void Steps::microstep(MachineId machine) {
  fire(machine, Selection(run_, machine).select(Selection::By::nothing));
}

void Steps::next(MachineId machine) {
  const Message message = run_.of(machine).internal.front();
  run_.of(machine).internal.pop_front();
  EventFlow(run_).take(machine, message);
  go(is_booting() ? Phase::booting_react : Phase::react, machine);
}

void Steps::react(MachineId machine) {
  const EventId event = run_.of(machine).current;
  const Selection selection(run_, machine);
  go(is_booting() ? Phase::booting : Phase::busy, machine);
  if (selection.is_deferred(event)) {
    std::deque<Message>& deferred = run_.of(machine).deferred;
    if (deferred.size() >= run_.machine(machine).deferred_capacity)
      run_.report(Problem::deferred_queue_full);
    else
      deferred.push_back({event, EventFlow(run_).arguments_of({machine, event})});
    return;
  }
  const std::vector<TransitionId> selected = selection.select(Selection::By::event);
  const bool is_own = run_.machine(machine).events[event].direction == Direction::internal;
  if (selected.empty() && !is_own) run_.lost({machine, event});
  fire(machine, selected);
}

void Steps::fire(MachineId machine, const std::vector<TransitionId>& transitions) {
  const Semantics& semantics = run_.machine(machine).semantics;
  Firing firing(run_, machine);
  if (semantics.firing == Semantics::Firing::together) {
    firing.fire_together(transitions);
    return;
  }
  std::vector<TransitionId> left = transitions;
  while (!left.empty()) {
    std::size_t position = 0;
    if (semantics.regions == Semantics::Regions::any_order)
      position = run_.chooser().choose(left.size());
    const TransitionId one = left[position];
    left.erase(left.begin() + static_cast<std::ptrdiff_t>(position));
    firing.fire(one);
  }
}

void Steps::end(MachineId machine) {
  Firing(run_, machine).end();
  leave_busy(machine);
}

void Steps::leave_busy(MachineId machine) {
  if (is_booting()) {
    go(Phase::start, machine + 1);
    return;
  }
  for (MachineId m = 0; m < run_.system().machines.size(); ++m) {
    if (run_.has_ended(m)) continue;
    calm_down();
    return;
  }
  go(Phase::ended);
}

void Steps::calm_down() { go(possible_takes().empty() ? Phase::idle : Phase::waiting); }

}  // namespace arges::model::statechart
