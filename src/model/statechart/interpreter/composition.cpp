#include "model/statechart/interpreter/composition.h"

#include <algorithm>

#include "base/invariant.h"
#include "model/statechart/interpreter/cycle.h"
#include "model/statechart/interpreter/event_flow.h"
#include "model/statechart/interpreter/firing.h"

namespace arges::model::statechart {

bool Composition::is_asynchronous(ComponentId id) const {
  const Component::Kind kind = component(id).kind;
  return kind == Component::Kind::adapter || kind == Component::Kind::scheduled ||
         kind == Component::Kind::asynchronous;
}

std::vector<ComponentId> Composition::order(const Component& what) const {
  return what.execution.empty() ? what.children : what.execution;
}

void Composition::start(ComponentId id) {
  const Component& what = component(id);
  for (const ComponentId child : what.children) start(child);
  if (what.kind == Component::Kind::machine) Firing(run_, what.machine).start();
  deliver(id, id);
  if (what.kind != Component::Kind::cascade) return;
  for (const ComponentId child : what.initial_execution) {
    cycle(child);
    deliver(id, child);
  }
}

void Composition::cycle(ComponentId id) {
  const Component& what = component(id);
  switch (what.kind) {
    case Component::Kind::machine:
      Cycle(run_, what.machine).execute();
      deliver(id, id);
      break;
    case Component::Kind::synchronous:
      for (const ComponentId child : what.children) cycle(child);
      deliver(id, id);
      break;
    case Component::Kind::cascade:
      for (const ComponentId child : order(what)) {
        cycle(child);
        deliver(id, child);
      }
      break;
    case Component::Kind::adapter:
    case Component::Kind::scheduled:
    case Component::Kind::asynchronous:
      UNREACHABLE("asynchronous components take turns");
  }
}

void Composition::deliver(ComponentId id, ComponentId part) {
  for (const Channel& channel : component(id).channels) {
    // What other parts raised in earlier cycles is still present, but has arrived already.
    if (!run_.facts().is_below(channel.from.machine, part)) continue;
    if (is_asynchronous(id))
      put(channel);
    else
      EventFlow(run_).deliver(channel);
  }
}

std::vector<ComponentId> Composition::turn_takers() const {
  std::vector<ComponentId> result;
  const auto visit = [&](const auto& self, ComponentId id) -> void {
    if (component(id).kind != Component::Kind::asynchronous) {
      result.push_back(id);
      return;
    }
    for (const ComponentId child : component(id).children) self(self, child);
  };
  visit(visit, static_cast<ComponentId>(run_.system().components.size() - 1));
  return result;
}

bool Composition::can_take_turn(ComponentId id) const {
  const Component& what = component(id);
  switch (what.kind) {
    case Component::Kind::adapter:
      return next_queue(what) != none;
    case Component::Kind::asynchronous:
      return std::any_of(what.children.begin(), what.children.end(),
                         [&](ComponentId child) { return can_take_turn(child); });
    case Component::Kind::scheduled:
      return true;
    case Component::Kind::machine:
    case Component::Kind::synchronous:
    case Component::Kind::cascade:
      break;
  }
  return false;
}

void Composition::take_turn(ComponentId id) {
  if (!can_take_turn(id)) return;
  const Component& what = component(id);
  if (what.kind == Component::Kind::adapter) {
    take_message(id);
  } else if (what.kind == Component::Kind::scheduled) {
    for (const ComponentId child : order(what)) take_turn(child);
  } else {
    std::vector<ComponentId> able;
    for (const ComponentId child : what.children)
      if (can_take_turn(child)) able.push_back(child);
    take_turn(able[run_.chooser().choose(able.size())]);
  }
}

void Composition::take_message(ComponentId id) {
  const Component& adapter = component(id);
  std::deque<RoutedMessage>& queue = run_.state().queues[next_queue(adapter)];
  const RoutedMessage message = queue.front();
  queue.pop_front();
  run_.occurred({.kind = Occurrence::Kind::taken,
                 .machine = message.event.machine,
                 .number = message.event.event,
                 .arguments = message.arguments});
  EventFlow(run_).make_present(message.event, message.arguments);
  if (!makes_run(adapter, message.event)) return;
  cycle(adapter.children.front());
  send_out(id);
}

QueueId Composition::next_queue(const Component& adapter) const {
  QueueId best = none;
  for (const QueueId id : adapter.queues) {
    if (run_.state().queues[id].empty()) continue;
    if (best == none || run_.system().queues[id].priority > run_.system().queues[best].priority)
      best = id;
  }
  return best;
}

bool Composition::makes_run(const Component& adapter, EventRef event) {
  return std::any_of(adapter.rules.begin(), adapter.rules.end(), [&](const auto& rule) {
    return rule.events.empty() ||
           std::find(rule.events.begin(), rule.events.end(), event) != rule.events.end();
  });
}

void Composition::send_out(ComponentId adapter) {
  for (ComponentId id = 0; id < run_.system().components.size(); ++id) {
    if (!is_asynchronous(id)) continue;
    for (const Channel& channel : component(id).channels)
      if (run_.facts().is_below(channel.from.machine, adapter)) put(channel);
  }
}

void Composition::put(const Channel& channel) {
  if (!run_.is_present(channel.from)) return;
  const QueueId queue = run_.facts().queue_of(channel.to);
  if (queue != none) enqueue(queue, channel.to, EventFlow(run_).arguments_of(channel.from));
}

void Composition::enqueue(QueueId id, EventRef event, std::vector<ir::Value> arguments) {
  const MessageQueue& what = run_.system().queues[id];
  std::deque<RoutedMessage>& queue = run_.state().queues[id];
  if (queue.size() >= what.capacity) {
    if (what.discard == MessageQueue::Discard::incoming || queue.empty()) return;
    queue.pop_front();
  }
  run_.occurred({.kind = Occurrence::Kind::delivered,
                 .machine = event.machine,
                 .number = event.event,
                 .arguments = arguments});
  queue.push_back({event, std::move(arguments)});
}

bool Composition::can_arrive(EventRef event) const {
  const QueueId queue = run_.facts().queue_of(event);
  if (queue == none) return false;
  const MessageQueue& what = run_.system().queues[queue];
  return run_.state().queues[queue].size() < what.capacity ||
         what.discard == MessageQueue::Discard::oldest;
}

void Composition::arrive(EventRef event, std::vector<ir::Value> arguments) {
  enqueue(run_.facts().queue_of(event), event, std::move(arguments));
}

}  // namespace arges::model::statechart
