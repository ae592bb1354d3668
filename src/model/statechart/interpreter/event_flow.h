#pragma once

#include <vector>

#include "model/statechart/interpreter/step_run.h"

namespace arges::model::statechart {

/// Brings events to where they go: queues, the event that a machine reacts to, presence; and
/// timers, which send them.
class EventFlow {
 public:
  explicit EventFlow(StepRun& run) : run_(run) {}

  /// As an action of the machine does.
  void raise(MachineId machine, EventId event, const std::vector<ir::Value>& arguments = {});
  /// Makes it the event that the machine reacts to.
  void take(MachineId machine, const Message& message);
  /// Makes it the one that is present, as taking it does; nothing else happens.
  void make_current(MachineId machine, const Message& message);
  /// Outputs of a machine are absent, and their parameters have their initial values.
  void clear_outputs(MachineId machine);
  void clear_inputs(MachineId machine);
  /// In cycles: the event is present.
  void make_present(EventRef event, const std::vector<ir::Value>& arguments);
  /// In cycles: what is present at the beginning of the channel is so at its end.
  void deliver(const Channel& channel);
  /// The values of an event's parameters, such as they are.
  std::vector<ir::Value> arguments_of(EventRef event) const;
  /// Those given, then initial values.
  std::vector<ir::Value> completed(EventRef event, std::vector<ir::Value> arguments);

  /// Into the external queue of a machine for one event at a time.
  void put_external(MachineId machine, Message message);

  void start_timer(MachineId machine, TimerId timer, std::int64_t milliseconds,
                   std::vector<ir::Value> arguments);
  void stop_timer(MachineId machine, TimerId timer);
  /// The system's time step: what is due then is sent.
  void pass_time();

 private:
  void put_internal(MachineId machine, Message message);
  void enqueue(MachineId machine, TimerId timer, std::int64_t milliseconds);
  void raise_output(EventRef event, const std::vector<ir::Value>& arguments);
  void clear(MachineId machine, Direction direction);
  void set_parameters(EventRef event, const std::vector<ir::Value>& arguments);
  void reset_parameters(EventRef event);
  const Event& event_of(EventRef event) const {
    return run_.machine(event.machine).events[event.event];
  }

  StepRun& run_;
};

}  // namespace arges::model::statechart
