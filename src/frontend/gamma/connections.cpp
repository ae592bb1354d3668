// The part of Composition that binds ports and joins them by channels.
#include <fmt/format.h>

#include "base/syntax/suggest.h"
#include "frontend/gamma/compose.h"

namespace arges::frontend::gamma {

using chart::Component;

namespace {

std::string_view mode_name(Port::Mode mode) {
  return mode == Port::Mode::provided ? "provides" : "requires";
}

}  // namespace

const Composition::BuiltPort* Composition::port(const PortReference& reference,
                                                const std::map<std::string, Built>& children) {
  const auto instance = children.find(reference.instance.text);
  if (instance == children.end()) {
    syntax::Suggestion suggestion(reference.instance.text);
    for (const auto& [known, built] : children) suggestion.consider(known);
    error(reference.instance.location,
          fmt::format("there is no instance '{}'", reference.instance.text), suggestion.hint());
    return nullptr;
  }
  const auto found = instance->second.ports.find(reference.port.text);
  if (found != instance->second.ports.end()) return &found->second;
  syntax::Suggestion suggestion(reference.port.text);
  for (const auto& [known, built] : instance->second.ports) suggestion.consider(known);
  error(reference.port.location,
        fmt::format("'{}' has no port '{}'", reference.instance.text, reference.port.text),
        suggestion.hint());
  return nullptr;
}

void Composition::bind_ports(const Order& order, const std::map<std::string, Built>& children,
                             Built& built) {
  const ComponentText& text = *order.component.declaration;
  for (const Port& own : text.ports) {
    const Found<Interface> interface =
        definitions_.interface(*order.component.package, own.interface);
    if (own.invariant) error(own.invariant, "an invariant of a port is not supported");
    built.ports[own.name.text] = {&own, interface.declaration, {}};
  }
  for (const Binding& binding : text.bindings) {
    const auto own = built.ports.find(binding.port.text);
    if (own == built.ports.end()) {
      error(binding.port.location,
            fmt::format("'{}' has no port '{}'", text.name.text, binding.port.text));
      continue;
    }
    const BuiltPort* target = port(binding.target, children);
    if (target == nullptr) continue;
    BuiltPort& bound = own->second;
    if (bound.interface != target->interface || bound.text->mode != target->text->mode) {
      error(binding.target.port.location,
            fmt::format("'{}' {} '{}', but '{}' {} '{}'", binding.port.text,
                        mode_name(bound.text->mode), bound.text->interface.text,
                        binding.target.port.text, mode_name(target->text->mode),
                        target->text->interface.text),
            "ports that are bound must agree");
      continue;
    }
    const bool has_inputs = !bound.leaves.empty() && !inputs(*target, "").empty();
    if (has_inputs)
      error(binding.port.location,
            fmt::format("port '{}' is bound to several ports and has inputs", binding.port.text),
            "that is supported for outputs only; use several ports, or a channel");
    bound.leaves.insert(bound.leaves.end(), target->leaves.begin(), target->leaves.end());
  }
}

void Composition::connect(const ChannelText& text, const std::map<std::string, Built>& children,
                          Component& component) {
  const BuiltPort* provider = port(text.provider, children);
  const auto check = [&](const BuiltPort& at, const Name& name, Port::Mode mode) {
    if (at.text->mode != mode)
      error(name.location,
            fmt::format("port '{}' {} its interface, but must be one that {} it", name.text,
                        mode_name(at.text->mode), mode_name(mode)),
            "a channel leads from a port that provides to one that requires");
    return at.text->mode == mode;
  };
  if (provider != nullptr && !check(*provider, text.provider.port, Port::Mode::provided)) return;
  for (const PortReference& reference : text.requirers) {
    const BuiltPort* requirer = port(reference, children);
    if (requirer == nullptr || provider == nullptr) continue;
    if (!check(*requirer, reference.port, Port::Mode::required)) continue;
    if (provider->interface != requirer->interface) {
      error(text.location,
            fmt::format("the channel joins ports of two interfaces, '{}' and '{}'",
                        provider->text->interface.text, requirer->text->interface.text));
      continue;
    }
    for (const Leaf& from : provider->leaves)
      for (const Leaf& to : requirer->leaves) connect(from, to, component);
  }
}

void Composition::connect(const Leaf& provider, const Leaf& requirer, Component& component) {
  for (const PortEvent& event : provider.port->events) {
    const PortEvent* other = requirer.port->find(event.declaration->name.text);
    if (other == nullptr || event.is_internal()) continue;
    if (event.output != chart::none && other->input != chart::none)
      component.channels.push_back(
          {{provider.machine, event.output}, {requirer.machine, other->input}});
    if (event.input != chart::none && other->output != chart::none)
      component.channels.push_back(
          {{requirer.machine, other->output}, {provider.machine, event.input}});
  }
}

}  // namespace arges::frontend::gamma
