#include "frontend/gamma/compose.h"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include "base/syntax/suggest.h"
#include "frontend/gamma/expressions.h"

namespace arges::frontend::gamma {

using chart::Component;
using chart::ComponentId;
using chart::EventRef;
using chart::MachineId;

namespace {

constexpr std::uint32_t default_time_step = 1000;

bool has_annotation(const ComponentText& component, std::string_view name) {
  return std::any_of(component.annotations.begin(), component.annotations.end(),
                     [&](const Annotation& known) { return known.name.text == name; });
}

}  // namespace

void Composition::error(SourceLocation location, std::string message, std::string hint) {
  definitions_.diagnostics().error(location, std::move(message), std::move(hint));
}

chart::System Composition::compose(Found<ComponentText> root) {
  system_.name = root.declaration->name.text;
  const std::optional<Built> built =
      build({root, "", free_parameters(root), root.declaration->name.location});
  if (!built || definitions_.diagnostics().has_errors()) return std::move(system_);
  mark_environment(*built);
  add_internal_channels();
  drop_channels_to_nowhere();
  system_.time_step = time_step();
  for (std::unique_ptr<Instance>& instance : instances_)
    system_.machines.push_back(std::move(instance->machine));
  if (!system_.machines.empty()) {
    std::vector<chart::Variable>& variables = system_.machines.front().variables;
    variables.insert(variables.begin(), free_.begin(), free_.end());
  }
  system_.enumerations = definitions_.enumerations();
  system_.warnings.insert(system_.warnings.end(), definitions_.warnings().begin(),
                          definitions_.warnings().end());
  return std::move(system_);
}

std::vector<Value> Composition::free_parameters(Found<ComponentText> root) {
  // Of a model by itself nothing is known about them: they are constants of any value.
  std::vector<Value> result;
  ir::Context& context = definitions_.context();
  for (const Declaration& parameter : root.declaration->parameters) {
    const ShapePtr shape = definitions_.shape(*root.package, parameter.type);
    Value value{.shape = shape};
    if (shape != nullptr)
      for (const Part& part : parts_of(context, *shape)) {
        const ir::Var var =
            context.declare(parameter.name.text + part.suffix, part.type, parameter.name.location);
        free_.push_back({.var = var});
        value.parts.push_back(context.var(var));
      }
    result.push_back(std::move(value));
  }
  return result;
}

std::optional<Composition::Built> Composition::build(const Order& order) {
  const ComponentText* text = order.component.declaration;
  if (std::find(open_.begin(), open_.end(), text) != open_.end()) {
    error(order.location, fmt::format("component '{}' contains itself", text->name.text));
    return std::nullopt;
  }
  open_.push_back(text);
  std::optional<Built> result;
  switch (text->kind) {
    case ComponentText::Kind::statechart:
      result = statechart(order);
      if (has_annotation(*text, "Asynchronous"))
        result = wrapped_statechart(order, std::move(*result));
      break;
    case ComponentText::Kind::adapter:
      result = adapter(order);
      break;
    default:
      result = composite(order);
      break;
  }
  open_.pop_back();
  return result;
}

Composition::Built Composition::add(Component component, const Order& order, Timing timing) {
  component.name = order.path;
  component.location = order.component.declaration->name.location;
  system_.components.push_back(std::move(component));
  return {.id = static_cast<ComponentId>(system_.components.size() - 1), .timing = timing};
}

Composition::Built Composition::statechart(const Order& order) {
  Instantiation instantiation(definitions_, order.component, order.path);
  const auto machine = static_cast<MachineId>(instances_.size());
  instances_.push_back(instantiation.make(order.arguments));
  Component component;
  component.kind = Component::Kind::machine;
  component.machine = machine;
  Built result = add(std::move(component), order, Timing::synchronous);
  for (const auto& [name, port] : instances_.back()->ports)
    result.ports[name] = {port.text, port.interface, {{machine, &port}}};
  return result;
}

Composition::Built Composition::wrapped_statechart(const Order& order, Built inner) {
  Component component;
  component.kind = Component::Kind::adapter;
  component.children = {inner.id};
  component.rules.push_back({});
  chart::MessageQueue queue;
  queue.name = order.path.empty() ? "queue" : order.path + ".queue";
  queue.capacity = capacity(order, order.component.declaration->capacity);
  for (const Port& port : order.component.declaration->ports)
    for (const EventRef event : inputs(inner.ports[port.name.text], ""))
      queue.events.push_back(event);
  component.queues.push_back(static_cast<chart::QueueId>(system_.queues.size()));
  system_.queues.push_back(std::move(queue));
  Built result = add(std::move(component), order, Timing::asynchronous);
  result.ports = std::move(inner.ports);
  return result;
}

Frame Composition::frame_of(const Order& order) const {
  Frame result{.package = order.component.package};
  const std::vector<Declaration>& parameters = order.component.declaration->parameters;
  for (std::size_t i = 0; i < parameters.size(); ++i)
    result.names[parameters[i].name.text] = {
        .value = i < order.arguments.size() ? order.arguments[i] : Value()};
  return result;
}

std::optional<std::vector<Value>> Composition::arguments(const Order& around,
                                                         const InstanceText& text,
                                                         Found<ComponentText> component) {
  const std::vector<Declaration>& parameters = component.declaration->parameters;
  if (parameters.size() != text.arguments.size()) {
    error(text.name.location,
          fmt::format("component '{}' has {} parameters, but {} arguments are given",
                      text.type.text, parameters.size(), text.arguments.size()));
    return std::nullopt;
  }
  const Frame frame = frame_of(around);
  std::vector<Value> result;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const ShapePtr shape = definitions_.shape(*component.package, parameters[i].type);
    if (shape == nullptr) return std::nullopt;
    result.push_back(ExpressionReader(definitions_, frame)
                         .value_of(text.arguments[i], shape,
                                   fmt::format("the argument '{}'", parameters[i].name.text)));
  }
  return result;
}

std::optional<Composition::Built> Composition::child(const Order& around,
                                                     const InstanceText& text) {
  const Found<ComponentText> component =
      definitions_.component(*around.component.package, text.type);
  if (!component) return std::nullopt;
  const auto values = arguments(around, text, component);
  if (!values) return std::nullopt;
  const std::string path =
      around.path.empty() ? text.name.text : around.path + "." + text.name.text;
  return build({component, path, *values, text.type.location});
}

std::optional<Composition::Built> Composition::composite(const Order& order) {
  const ComponentText& text = *order.component.declaration;
  using Kind = ComponentText::Kind;
  const Timing timing = text.kind == Kind::async || text.kind == Kind::scheduled
                            ? Timing::asynchronous
                            : Timing::synchronous;
  Component component;
  component.kind = text.kind == Kind::sync      ? Component::Kind::synchronous
                   : text.kind == Kind::cascade ? Component::Kind::cascade
                   : text.kind == Kind::async   ? Component::Kind::asynchronous
                                                : Component::Kind::scheduled;
  for (const Annotation& annotation : text.annotations)
    error(
        annotation.name.location,
        fmt::format("the annotation '@{}' of a composite is not supported", annotation.name.text));
  std::map<std::string, Built> children;
  for (const InstanceText& instance : text.instances) {
    std::optional<Built> made = child(order, instance);
    if (!made) continue;
    if (made->timing != timing)
      error(instance.name.location,
            timing == Timing::synchronous
                ? "an asynchronous component cannot be part of a synchronous one"
                : "a synchronous component cannot be part of an asynchronous one",
            timing == Timing::synchronous ? "" : "wrap it in an 'adapter'");
    component.children.push_back(made->id);
    if (!children.emplace(instance.name.text, std::move(*made)).second)
      error(instance.name.location,
            fmt::format("there are two instances '{}'", instance.name.text));
  }
  // What is missing was reported; what follows would only repeat it.
  if (children.size() != text.instances.size()) return std::nullopt;
  component.execution =
      text.execution.empty() ? component.children : execution(text.execution, children);
  component.initial_execution = execution(text.initial_execution, children);
  for (const ChannelText& channel : text.channels) connect(channel, children, component);
  Built result = add(std::move(component), order, timing);
  bind_ports(order, children, result);
  return result;
}

std::vector<ComponentId> Composition::execution(const std::vector<Name>& names,
                                                const std::map<std::string, Built>& children) {
  std::vector<ComponentId> result;
  for (const Name& name : names) {
    const auto known = children.find(name.text);
    if (known != children.end()) {
      result.push_back(known->second.id);
      continue;
    }
    syntax::Suggestion suggestion(name.text);
    for (const auto& [other, child] : children) suggestion.consider(other);
    error(name.location, fmt::format("there is no instance '{}'", name.text), suggestion.hint());
  }
  return result;
}

void Composition::mark_environment(const Built& root) {
  for (const auto& [name, port] : root.ports)
    for (const EventRef input : inputs(port, "")) {
      const auto& ports = port.leaves;
      const bool internal = std::any_of(ports.begin(), ports.end(), [&](const Leaf& leaf) {
        return leaf.machine == input.machine &&
               std::any_of(leaf.port->events.begin(), leaf.port->events.end(),
                           [&](const PortEvent& event) {
                             return event.input == input.event && event.is_internal();
                           });
      });
      chart::Event& event = instances_[input.machine]->machine.events[input.event];
      // In a system of adapters, a message that no queue takes does not arrive.
      const bool arrives = root.timing == Timing::synchronous || is_queued(input);
      event.is_environment = !internal && arrives;
    }
}

void Composition::add_internal_channels() {
  for (MachineId machine = 0; machine < instances_.size(); ++machine)
    for (const auto& [name, port] : instances_[machine]->ports)
      for (const PortEvent& event : port.events) {
        if (!event.is_internal()) continue;
        const EventRef input{machine, event.input};
        const auto owner = std::find_if(
            system_.components.begin(), system_.components.end(), [&](const Component& each) {
              const auto id = static_cast<ComponentId>(&each - system_.components.data());
              return is_queued(input)
                         ? each.kind == Component::Kind::adapter && is_below(machine, id)
                         : each.kind == Component::Kind::machine && each.machine == machine;
            });
        owner->channels.push_back({{machine, event.output}, input});
      }
}

void Composition::drop_channels_to_nowhere() {
  for (Component& component : system_.components) {
    if (component.kind != Component::Kind::asynchronous &&
        component.kind != Component::Kind::scheduled)
      continue;
    for (const chart::Channel& channel : component.channels)
      if (!is_queued(channel.to))
        system_.warnings.push_back(
            {component.location,
             fmt::format(
                 "'{}' is in no queue: what channels bring is lost",
                 instances_[channel.to.machine]->machine.qualified(
                     instances_[channel.to.machine]->machine.events[channel.to.event].name))});
    std::erase_if(component.channels,
                  [&](const chart::Channel& channel) { return !is_queued(channel.to); });
  }
}

std::uint32_t Composition::time_step() const {
  bool has_timers = false;
  mpz_class step = 0;
  for (const std::unique_ptr<Instance>& instance : instances_) {
    has_timers = has_timers || !instance->machine.timers.empty();
    for (const ir::Expr period : instance->periods)
      if (period.is_literal()) step = gcd(step, abs(period.value().integer()));
  }
  if (!has_timers) return 0;
  return step > 0 && step.fits_uint_p() ? static_cast<std::uint32_t>(step.get_ui())
                                        : default_time_step;
}

bool Composition::is_below(MachineId machine, ComponentId component) const {
  const Component& at = system_.components[component];
  if (at.kind == Component::Kind::machine) return at.machine == machine;
  return std::any_of(at.children.begin(), at.children.end(),
                     [&](ComponentId below) { return is_below(machine, below); });
}

bool Composition::is_queued(EventRef event) const {
  return std::any_of(system_.queues.begin(), system_.queues.end(), [&](const auto& queue) {
    return std::find(queue.events.begin(), queue.events.end(), event) != queue.events.end();
  });
}

}  // namespace arges::frontend::gamma
