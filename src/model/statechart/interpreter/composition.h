#pragma once

#include <vector>

#include "model/statechart/interpreter/step_run.h"

namespace arges::model::statechart {

/// Executes components: the start, cycles, and turns of adapters.
class Composition {
 public:
  explicit Composition(StepRun& run) : run_(run) {}

  /// Enters all machines below, children first; channels deliver.
  void start(ComponentId id);
  void cycle(ComponentId id);

  /// Components that take turns by themselves: adapters and schedules, from the root on.
  std::vector<ComponentId> turn_takers() const;
  bool can_take_turn(ComponentId id) const;
  void take_turn(ComponentId id);
  /// Whether the environment may send this event to the adapter that it goes to.
  bool can_arrive(EventRef event) const;
  void arrive(EventRef event, std::vector<ir::Value> arguments);

 private:
  const Component& component(ComponentId id) const { return run_.system().components[id]; }
  bool is_asynchronous(ComponentId id) const;
  /// What the component's channels bring, of those that begin below a part of it.
  void deliver(ComponentId id, ComponentId part);
  void take_message(ComponentId id);
  /// The queue that an adapter takes from; none: all are empty.
  QueueId next_queue(const Component& adapter) const;
  static bool makes_run(const Component& adapter, EventRef event);
  /// What is present goes through channels into queues.
  void send_out(ComponentId adapter);
  void put(const Channel& channel);
  void enqueue(QueueId id, EventRef event, std::vector<ir::Value> arguments);
  std::vector<ComponentId> order(const Component& what) const;

  StepRun& run_;
};

}  // namespace arges::model::statechart
