#include "model/statechart/interpreter/event_flow.h"

#include <algorithm>
#include <tuple>

namespace arges::model::statechart {

void EventFlow::raise(MachineId machine, EventId event, const std::vector<ir::Value>& arguments) {
  const EventRef ref{machine, event};
  const std::vector<ir::Value> all = completed(ref, arguments);
  run_.occurred(
      {.kind = Occurrence::Kind::raised, .machine = machine, .number = event, .arguments = all});
  switch (event_of(ref).direction) {
    case Direction::output:
      raise_output(ref, all);
      break;
    case Direction::internal:
      put_internal(machine, {event, all});
      break;
    case Direction::input:
    case Direction::self:
      put_external(machine, {event, all});
      break;
  }
}

void EventFlow::raise_output(EventRef event, const std::vector<ir::Value>& arguments) {
  make_present(event, arguments);
  if (run_.facts().execution != Execution::events) return;
  for (const Component& component : run_.system().components) {
    for (const Channel& channel : component.channels) {
      if (channel.from != event) continue;
      run_.occurred({.kind = Occurrence::Kind::delivered,
                     .machine = channel.to.machine,
                     .number = channel.to.event,
                     .arguments = arguments});
      put_external(channel.to.machine, {channel.to.event, arguments});
    }
  }
}

void EventFlow::put_internal(MachineId machine, Message message) {
  if (run_.has_ended(machine)) return;
  std::deque<Message>& queue = run_.of(machine).internal;
  if (queue.size() >= run_.machine(machine).internal_capacity) {
    run_.report(Problem::internal_queue_full);
    return;
  }
  queue.push_back(std::move(message));
}

void EventFlow::put_external(MachineId machine, Message message) {
  if (run_.has_ended(machine)) return;
  std::deque<Message>& queue = run_.of(machine).external;
  if (queue.size() >= run_.machine(machine).external_capacity) {
    run_.report(Problem::external_queue_full);
    return;
  }
  queue.push_back(std::move(message));
}

void EventFlow::make_current(MachineId machine, const Message& message) {
  const std::vector<Event>& events = run_.machine(machine).events;
  for (EventId e = 0; e < events.size(); ++e) {
    if (events[e].direction == Direction::output) continue;
    reset_parameters({machine, e});
    run_.set_present({machine, e}, ir::Value::boolean(e == message.event));
  }
  set_parameters({machine, message.event}, message.arguments);
  run_.of(machine).current = message.event;
}

void EventFlow::take(MachineId machine, const Message& message) {
  make_current(machine, message);
  for (const Variable& variable : run_.machine(machine).variables)
    if (variable.lifetime == Variable::Lifetime::chosen)
      run_.set(variable.var, ir::Value::boolean(run_.chooser().choose(2) == 1));
  run_.occurred({.kind = Occurrence::Kind::taken,
                 .machine = machine,
                 .number = message.event,
                 .arguments = message.arguments});
}

void EventFlow::clear_outputs(MachineId machine) { clear(machine, Direction::output); }
void EventFlow::clear_inputs(MachineId machine) { clear(machine, Direction::input); }

void EventFlow::clear(MachineId machine, Direction direction) {
  const std::vector<Event>& events = run_.machine(machine).events;
  for (EventId e = 0; e < events.size(); ++e) {
    if (events[e].direction != direction) continue;
    run_.set_present({machine, e}, ir::Value::boolean(false));
    reset_parameters({machine, e});
  }
}

void EventFlow::make_present(EventRef event, const std::vector<ir::Value>& arguments) {
  run_.set_present(event, ir::Value::boolean(true));
  set_parameters(event, arguments);
}

void EventFlow::deliver(const Channel& channel) {
  if (!run_.is_present(channel.from)) return;
  const std::vector<ir::Value> arguments = arguments_of(channel.from);
  make_present(channel.to, arguments);
  run_.occurred({.kind = Occurrence::Kind::delivered,
                 .machine = channel.to.machine,
                 .number = channel.to.event,
                 .arguments = arguments});
}

std::vector<ir::Value> EventFlow::arguments_of(EventRef event) const {
  std::vector<ir::Value> result;
  for (const Parameter& parameter : event_of(event).parameters)
    result.push_back(run_.get(parameter.value));
  return result;
}

std::vector<ir::Value> EventFlow::completed(EventRef event, std::vector<ir::Value> arguments) {
  const std::vector<Parameter>& parameters = event_of(event).parameters;
  arguments.resize(std::min(arguments.size(), parameters.size()));
  for (std::size_t i = arguments.size(); i < parameters.size(); ++i)
    arguments.push_back(run_.initial_value(parameters[i]));
  return arguments;
}

void EventFlow::set_parameters(EventRef event, const std::vector<ir::Value>& arguments) {
  const std::vector<Parameter>& parameters = event_of(event).parameters;
  for (std::size_t i = 0; i < parameters.size(); ++i) run_.set(parameters[i].value, arguments[i]);
}

void EventFlow::reset_parameters(EventRef event) {
  for (const Parameter& parameter : event_of(event).parameters)
    if (!parameter.is_persistent) run_.set(parameter.value, run_.initial_value(parameter));
}

void EventFlow::start_timer(MachineId machine, TimerId timer, std::int64_t milliseconds,
                            std::vector<ir::Value> arguments) {
  const Timer& what = run_.machine(machine).timers[timer];
  const bool is_running = run_.of(machine).timers[timer].has_value();
  if (what.kind == Timer::Kind::event && is_running) {
    run_.report(Problem::timer_running);
    return;
  }
  if (milliseconds > 0) {
    if (what.kind == Timer::Kind::event) enqueue(machine, timer, milliseconds);
    run_.set_timer(machine, timer, RunningTimer{milliseconds, std::move(arguments)});
    return;
  }
  if (what.kind == Timer::Kind::event)
    raise(machine, what.event, arguments);
  else
    run_.set_timer(machine, timer, std::nullopt);
}

// Behind those that are due at the same time, which were sent before it.
void EventFlow::enqueue(MachineId machine, TimerId timer, std::int64_t milliseconds) {
  const MachineState& now = run_.of(machine);
  std::vector<TimerId>& sending = run_.of(machine).sending;
  const auto later = std::find_if(sending.begin(), sending.end(), [&](TimerId other) {
    return now.timers[other]->remaining > milliseconds;
  });
  sending.insert(later, timer);
}

void EventFlow::stop_timer(MachineId machine, TimerId timer) {
  std::vector<TimerId>& sending = run_.of(machine).sending;
  sending.erase(std::remove(sending.begin(), sending.end(), timer), sending.end());
  run_.set_timer(machine, timer, std::nullopt);
}

void EventFlow::pass_time() {
  struct Due {
    std::int64_t remaining;
    MachineId machine;
    TimerId timer;
    std::vector<ir::Value> arguments;
  };
  std::vector<Due> due;
  for (MachineId m = 0; m < run_.system().machines.size(); ++m) {
    for (TimerId t = 0; t < run_.machine(m).timers.size(); ++t) {
      std::optional<RunningTimer> nearer = run_.of(m).timers[t];
      if (!nearer.has_value()) continue;
      nearer->remaining -= run_.system().time_step;
      const bool has_elapsed =
          nearer->remaining <= 0 && run_.machine(m).timers[t].kind == Timer::Kind::level;
      run_.set_timer(m, t, has_elapsed ? std::nullopt : std::move(nearer));
    }
    const std::vector<TimerId> sending = run_.of(m).sending;
    for (const TimerId t : sending) {
      const RunningTimer running = *run_.of(m).timers[t];
      if (running.remaining > 0) break;
      due.push_back({running.remaining, m, t, running.arguments});
      stop_timer(m, t);
    }
  }
  std::stable_sort(due.begin(), due.end(),
                   [](const Due& a, const Due& b) { return a.remaining < b.remaining; });
  for (const Due& one : due)
    raise(one.machine, run_.machine(one.machine).timers[one.timer].event, one.arguments);
}

}  // namespace arges::model::statechart
