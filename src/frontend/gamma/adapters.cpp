// The part of Composition that makes adapters with their queues.
#include <algorithm>

#include <fmt/format.h>

#include "base/syntax/suggest.h"
#include "frontend/gamma/compose.h"
#include "frontend/gamma/expressions.h"

namespace arges::frontend::gamma {

using chart::Component;
using chart::EventRef;

std::optional<Composition::Built> Composition::adapter(const Order& order) {
  const ComponentText& text = *order.component.declaration;
  std::optional<Built> inner = child(order, text.instances.front());
  if (!inner) return std::nullopt;
  if (inner->timing == Timing::asynchronous) {
    error(text.instances.front().name.location, "an adapter must wrap a synchronous component");
    return std::nullopt;
  }
  if (!first_machine(inner->id)) {
    error(text.instances.front().name.location, "an adapter must wrap some statechart");
    return std::nullopt;
  }
  for (const Annotation& annotation : text.annotations)
    error(annotation.name.location,
          fmt::format("the annotation '@{}' of an adapter is not supported", annotation.name.text));
  Built result{.timing = Timing::asynchronous, .ports = std::move(inner->ports)};
  result.id = inner->id;
  add_own_ports(order, result);
  add_clocks(order, result);
  Component component;
  component.kind = Component::Kind::adapter;
  component.children = {inner->id};
  for (const RuleText& rule : text.rules) {
    Component::Rule made;
    made.events = events(rule.pattern, result);
    // A rule about nothing would be one about everything.
    if (!made.events.empty() || rule.pattern.kind == EventPattern::Kind::any)
      component.rules.push_back(std::move(made));
  }
  for (const QueueText& queue : text.queues) add_queue(order, queue, result, component);
  for (const Name& clock : text.clocks) start_clock(clock, result.clocks.at(clock.text));
  result.id = add(std::move(component), order, Timing::asynchronous).id;
  return result;
}

std::optional<chart::MachineId> Composition::first_machine(chart::ComponentId id) const {
  const Component& at = system_.components[id];
  if (at.kind == Component::Kind::machine) return at.machine;
  for (const chart::ComponentId below : at.children)
    if (const auto machine = first_machine(below)) return machine;
  return std::nullopt;
}

void Composition::add_own_ports(const Order& order, Built& built) {
  // What only the adapter reacts to is an input of a machine inside of it that no trigger is about.
  for (const Port& port : order.component.declaration->ports) {
    if (built.ports.contains(port.name.text)) {
      error(port.name.location,
            fmt::format("'{}' is a port of the wrapped component already", port.name.text));
      continue;
    }
    if (port.invariant) error(port.invariant, "an invariant of a port is not supported");
    const chart::MachineId machine = *first_machine(built.id);
    chart::Machine& host = instances_[machine]->machine;
    const bool taken = instances_[machine]->ports.contains(port.name.text);
    const std::size_t first = host.events.size();
    adapter_ports_.push_back(make_port(definitions_, *order.component.package, port, host,
                                       taken ? order.component.declaration->name.text + "." : ""));
    for (std::size_t i = first; i < host.events.size(); ++i) {
      host.events[i].is_for_adapter = true;
      host.events[i].present =
          definitions_.context().declare(host.qualified(host.events[i].name),
                                         definitions_.context().bool_type(), port.name.location);
    }
    const PortOfInstance& made = adapter_ports_.back();
    built.ports[port.name.text] = {&port, made.interface, {{machine, &made}}};
  }
}

void Composition::add_clocks(const Order& order, Built& built) {
  for (const Name& clock : order.component.declaration->clocks) {
    const chart::MachineId machine = *first_machine(built.id);
    chart::Machine& host = instances_[machine]->machine;
    const auto id = static_cast<chart::EventId>(host.events.size());
    host.events.push_back(
        {.name = clock.text,
         .direction = chart::Direction::input,
         .is_environment = true,
         .is_for_adapter = true,
         .present = definitions_.context().declare(
             host.qualified(clock.text), definitions_.context().bool_type(), clock.location),
         .location = clock.location});
    built.clocks[clock.text] = {machine, id};
  }
}

void Composition::start_clock(const Name& clock, EventRef tick) {
  instances_[tick.machine]->machine.events[tick.event].is_environment = is_queued(tick);
  system_.warnings.push_back(
      {clock.location,
       is_queued(tick)
           ? fmt::format("the clock '{}' may tick at any time here, whatever its rate", clock.text)
           : fmt::format("the clock '{}' is in no queue: it changes nothing", clock.text)});
}

std::vector<EventRef> Composition::inputs(const BuiltPort& port, const std::string& event) const {
  std::vector<EventRef> result;
  for (const Leaf& leaf : port.leaves)
    for (const PortEvent& known : leaf.port->events)
      if (known.input != chart::none && (event.empty() || known.declaration->name.text == event))
        result.push_back({leaf.machine, known.input});
  return result;
}

std::vector<EventRef> Composition::events(const EventPattern& pattern, const Built& built) {
  if (pattern.kind == EventPattern::Kind::any) return {};
  if (pattern.kind == EventPattern::Kind::clock) {
    const auto clock = built.clocks.find(pattern.port.text);
    if (clock != built.clocks.end()) return {clock->second};
    error(pattern.port.location, fmt::format("there is no clock '{}'", pattern.port.text),
          "an event of a port is written Port.event or Port.any");
    return {};
  }
  const auto port = built.ports.find(pattern.port.text);
  if (port == built.ports.end()) {
    syntax::Suggestion suggestion(pattern.port.text);
    for (const auto& [known, value] : built.ports) suggestion.consider(known);
    error(pattern.port.location, fmt::format("there is no port '{}'", pattern.port.text),
          suggestion.hint());
    return {};
  }
  std::vector<EventRef> result = inputs(port->second, pattern.event.text);
  if (result.empty() && pattern.kind == EventPattern::Kind::event)
    error(pattern.event.location,
          fmt::format("port '{}' has no input '{}'", pattern.port.text, pattern.event.text));
  return result;
}

std::uint32_t Composition::capacity(const Order& order, NodeId node) {
  if (node == no_node) return chart::MessageQueue().capacity;
  const Frame frame = frame_of(order);
  const auto number = ExpressionReader(definitions_, frame).number(node, 1, "a queue's capacity");
  constexpr std::int64_t largest = 1000;
  if (number.value_or(1) <= largest) return static_cast<std::uint32_t>(number.value_or(1));
  error(order.component.package->tree.begin(node),
        fmt::format("a queue holds at most {} messages here", largest));
  return 1;
}

void Composition::add_queue(const Order& order, const QueueText& text, const Built& built,
                            Component& component) {
  const Frame frame = frame_of(order);
  chart::MessageQueue queue;
  queue.name = order.path.empty() ? text.name.text : order.path + "." + text.name.text;
  ExpressionReader reader(definitions_, frame);
  if (text.priority != no_node)
    queue.priority = reader.number(text.priority, 0, "a queue's priority").value_or(0);
  queue.capacity = capacity(order, text.capacity);
  if (text.discard && text.discard.text != "incoming" && text.discard.text != "oldest")
    error(text.discard.location, fmt::format("a queue cannot discard '{}'", text.discard.text),
          "'incoming' or 'oldest'");
  if (text.discard.text == "oldest") queue.discard = chart::MessageQueue::Discard::oldest;
  for (const EventPattern& pattern : text.patterns)
    for (const EventRef event : events(pattern, built)) {
      if (is_queued(event) ||
          std::find(queue.events.begin(), queue.events.end(), event) != queue.events.end())
        error(pattern.port.location, fmt::format("'{}' is in a queue already", pattern.port.text));
      else
        queue.events.push_back(event);
    }
  component.queues.push_back(static_cast<chart::QueueId>(system_.queues.size()));
  system_.queues.push_back(std::move(queue));
}

}  // namespace arges::frontend::gamma
