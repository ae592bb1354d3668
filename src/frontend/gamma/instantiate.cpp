#include "frontend/gamma/instantiate.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "base/syntax/suggest.h"
#include "frontend/gamma/actions.h"
#include "ir/traversal.h"
#include "model/statechart/prepare.h"

namespace arges::frontend::gamma {

using chart::Direction;
using chart::NodeKind;
using chart::Semantics;

namespace {

/// Annotations that tell nothing about behaviour, or what the composition looks at.
constexpr std::string_view ignored_annotations[] = {"ScenarioContractStatechart",
                                                    "ScenarioAllowedWaitAnnotation",
                                                    "HasInitialOutputsBlock", "Asynchronous"};

/// The name of what the machine raises for itself, beside the input of the event's own name.
constexpr std::string_view raised_suffix = ".raised";

/// Longer arrays from the environment, put together element by element, would take too long.
constexpr std::uint32_t most_elements = 256;

void add_parameters(Definitions& definitions, const Definitions::EventOfInterface& declared,
                    PortEvent& event, chart::Machine& machine, chart::EventId id) {
  ir::Context& context = definitions.context();
  for (std::size_t i = 0; i < declared.declaration->parameters.size(); ++i) {
    const Declaration& parameter = declared.declaration->parameters[i];
    if (event.parameters.size() <= i)
      event.parameters.push_back(definitions.shape(*declared.package, parameter.type));
    if (event.parameters[i] == nullptr) continue;
    for (const Part& part : parts_of(context, *event.parameters[i])) {
      const std::string name = parameter.name.text + part.suffix;
      const std::string full = machine.events[id].name + "." + name;
      machine.events[id].parameters.push_back(
          {.name = name,
           .value = context.declare(machine.qualified(full), part.type, parameter.name.location),
           .initial = default_value(context, part.type),
           .is_persistent = declared.declaration->is_persistent,
           .length = part.length <= most_elements ? part.length : 0});
    }
  }
}

chart::EventId add_event(chart::Machine& machine, std::string name, Direction direction,
                         SourceLocation location) {
  machine.events.push_back({.name = std::move(name), .direction = direction, .location = location});
  return static_cast<chart::EventId>(machine.events.size() - 1);
}

}  // namespace

PortOfInstance make_port(Definitions& definitions, const Package& package, const Port& port,
                         chart::Machine& machine, const std::string& prefix) {
  PortOfInstance result{.text = &port};
  const Found<Interface> interface = definitions.interface(package, port.interface);
  if (!interface) return result;
  result.interface = interface.declaration;
  if (interface.declaration->invariant)
    definitions.diagnostics().error(interface.declaration->invariant,
                                    "an invariant of an interface is not supported");
  for (const Definitions::EventOfInterface& declared : definitions.events(interface)) {
    const EventDeclaration& declaration = *declared.declaration;
    PortEvent event{.declaration = &declaration};
    const std::string name = prefix + port.name.text + "." + declaration.name.text;
    const bool internal = declaration.direction == EventDeclaration::Direction::internal;
    const bool provided = port.mode == Port::Mode::provided;
    const bool in = declaration.direction == EventDeclaration::Direction::in;
    // What the interface calls in and out is as its provider sees it.
    if (internal || in == provided) {
      event.input = add_event(machine, name, Direction::input, port.name.location);
      add_parameters(definitions, declared, event, machine, event.input);
    }
    if (internal || in != provided) {
      event.output = add_event(machine, name + std::string(internal ? raised_suffix : ""),
                               Direction::output, port.name.location);
      add_parameters(definitions, declared, event, machine, event.output);
    }
    result.events.push_back(std::move(event));
  }
  return result;
}

Instantiation::Instantiation(Definitions& definitions, Found<ComponentText> chart, std::string path)
    : definitions_(definitions),
      context_(definitions.context()),
      text_(*chart.declaration),
      package_(*chart.package),
      instance_(std::make_unique<Instance>()),
      machine_(instance_->machine) {
  instance_->text = chart.declaration;
  instance_->package = chart.package;
  instance_->frame.package = chart.package;
  machine_.name = std::move(path);
  machine_.location = text_.name.location;
}

void Instantiation::error(SourceLocation location, std::string message, std::string hint) {
  definitions_.diagnostics().error(location, std::move(message), std::move(hint));
}

std::unique_ptr<Instance> Instantiation::make(const std::vector<Value>& arguments) {
  read_annotations();
  refuse_invariants();
  for (const Port& port : text_.ports) {
    PortOfInstance made = make_port(definitions_, package_, port, machine_, "");
    if (!instance_->ports.emplace(port.name.text, std::move(made)).second)
      error(port.name.location, fmt::format("there are two ports '{}'", port.name.text));
  }
  add_timeouts();
  add(NodeKind::parallel, text_.name, chart::none);
  add_regions(text_.regions, 0);
  name_nodes();
  chart::declare_stand_ins(context_, machine_);
  bind_parameters(arguments);
  add_variables();
  const std::size_t errors = definitions_.diagnostics().errors().size();
  add_actions();
  add_transitions();
  if (definitions_.diagnostics().errors().size() == errors)
    chart::complete(machine_, definitions_.diagnostics());
  return std::move(instance_);
}

void Instantiation::read_annotations() {
  machine_.semantics = {.reaction = Semantics::Reaction::all_events,
                        .priority = Semantics::Priority::outer_first,
                        .conflict = Semantics::Conflict::any,
                        .regions = Semantics::Regions::document_order,
                        .firing = Semantics::Firing::one_by_one,
                        .step = Semantics::Step::once,
                        .guards = Semantics::Guards::on_the_fly};
  for (const Annotation& annotation : text_.annotations) set_semantics(annotation);
}

void Instantiation::set_semantics(const Annotation& annotation) {
  const std::string& name = annotation.name.text;
  const std::string& value = annotation.value.text;
  Semantics& semantics = machine_.semantics;
  bool known = true;
  const auto choose = [&](auto& setting, const auto& values) {
    known = false;
    for (const auto& [text, meaning] : values) {
      if (text != value) continue;
      setting = meaning;
      known = true;
    }
  };
  using std::pair;
  using Text = std::string_view;
  if (name == "RegionSchedule") {
    choose(semantics.priority, std::initializer_list<pair<Text, Semantics::Priority>>{
                                   {"top-down", Semantics::Priority::outer_first},
                                   {"bottom-up", Semantics::Priority::inner_first}});
  } else if (name == "OrthogonalRegionSchedule") {
    choose(semantics.regions, std::initializer_list<pair<Text, Semantics::Regions>>{
                                  {"sequential", Semantics::Regions::document_order},
                                  {"unordered", Semantics::Regions::any_order}});
  } else if (name == "TransitionPriority" || name == "PrioritizedTransitions") {
    choose(semantics.conflict, std::initializer_list<pair<Text, Semantics::Conflict>>{
                                   {"off", Semantics::Conflict::any},
                                   {"order-based", Semantics::Conflict::first},
                                   {"value-based", Semantics::Conflict::largest}});
  } else if (name == "GuardEvaluation") {
    choose(semantics.guards, std::initializer_list<pair<Text, Semantics::Guards>>{
                                 {"on-the-fly", Semantics::Guards::on_the_fly},
                                 {"beginning-of-step", Semantics::Guards::at_first}});
  } else if (name == "RunUponExternalEvent" || name == "RunUponExternalEventAnnotation") {
    run_upon_ = RunUpon::input;
  } else if (name.starts_with("RunUponExternalEventOrInternalTimeout")) {
    run_upon_ = RunUpon::input_or_timeout;
  } else if (std::find(std::begin(ignored_annotations), std::end(ignored_annotations), name) ==
             std::end(ignored_annotations)) {
    return error(annotation.name.location,
                 fmt::format("the annotation '@{}' is not supported", name));
  }
  if (!known)
    error(annotation.value ? annotation.value.location : annotation.name.location,
          fmt::format("'@{} = {}' is not supported", name, value));
}

void Instantiation::refuse_invariants() {
  const char* const hint = "write the property as a formula that assumes it";
  if (text_.invariant)
    error(text_.invariant, "an invariant of a statechart is not supported", hint);
  for (const Port& port : text_.ports)
    if (port.invariant) error(port.invariant, "an invariant of a port is not supported", hint);
}

void Instantiation::bind_parameters(const std::vector<Value>& arguments) {
  for (std::size_t i = 0; i < text_.parameters.size(); ++i)
    instance_->frame.names[text_.parameters[i].name.text] = {
        .value = i < arguments.size() ? arguments[i] : Value()};
}

void Instantiation::add_variables() {
  // Initial values are over those of the variables before, not over what they hold later.
  Frame initials = instance_->frame;
  for (const Declaration& declaration : text_.variables) {
    const std::string& name = declaration.name.text;
    const ShapePtr shape = definitions_.shape(package_, declaration.type);
    Value initial;
    if (shape != nullptr)
      initial = declaration.value == no_node
                    ? default_value(context_, shape)
                    : ExpressionReader(definitions_, initials, *instance_)
                          .value_of(declaration.value, shape,
                                    fmt::format("the initial value of '{}'", name));
    if (instance_->frame.names.contains(name))
      error(declaration.name.location, fmt::format("'{}' is declared twice", name));
    NamedValue& named = instance_->frame.names[name];
    named = {};
    if (shape == nullptr) continue;
    named = ActionReader::declare(definitions_, *instance_, name, shape, declaration.name.location);
    initials.names[name] = {.value = initial};
    if (!initial || !check_initial(initial, declaration)) continue;
    using Lifetime = chart::Variable::Lifetime;
    const bool resettable = declaration.lifetime == Declaration::Lifetime::resettable;
    const Lifetime lifetime = declaration.lifetime == Declaration::Lifetime::transient
                                  ? Lifetime::reset_after
                              : resettable ? Lifetime::reset_before
                                           : Lifetime::permanent;
    const std::vector<Part> parts = parts_of(definitions_.context(), *shape);
    for (std::size_t i = 0; i < named.variables.size(); ++i)
      machine_.variables.push_back({.var = named.variables[i],
                                    .initial = initial.parts[i],
                                    .lifetime = lifetime,
                                    .reset_when = resettable ? run_condition() : ir::Expr(),
                                    .length = parts[i].length});
  }
}

bool Instantiation::check_initial(const Value& initial, const Declaration& declaration) {
  std::set<ir::Var> known;
  for (const auto& [name, argument] : instance_->frame.names)
    if (argument.variables.empty())
      for (const ir::Expr part : argument.value.parts)
        for (const ir::Var var : ir::free_variables(part)) known.insert(var);
  for (const ir::Expr part : initial.parts)
    for (const ir::Var var : ir::free_variables(part)) {
      if (known.contains(var)) continue;
      error(declaration.name.location,
            fmt::format("the initial value of '{}' depends on '{}'", declaration.name.text,
                        var->name),
            "it may depend on constants, parameters and variables before it");
      return false;
    }
  return true;
}

void Instantiation::add_timeouts() {
  for (const Name& name : text_.timeouts) {
    const auto id = static_cast<chart::TimerId>(machine_.timers.size());
    if (!instance_->timers.emplace(name.text, id).second)
      error(name.location, fmt::format("'{}' is declared twice", name.text));
    else
      machine_.timers.push_back({.name = name.text, .location = name.location});
  }
}

chart::NodeId Instantiation::add(NodeKind kind, const Name& name, chart::NodeId parent) {
  const auto id = static_cast<chart::NodeId>(machine_.nodes.size());
  chart::Node& node = machine_.nodes.emplace_back();
  node.kind = kind;
  node.name = name.text;
  node.location = name.location;
  node.parent = parent;
  if (parent != chart::none && chart::is_state(kind)) machine_.nodes[parent].children.push_back(id);
  return id;
}

void Instantiation::add_regions(const std::vector<Region>& regions, chart::NodeId parent) {
  std::set<std::string> names;
  for (const Region& region : regions) {
    if (!names.insert(region.name.text).second)
      error(region.name.location, fmt::format("there are two regions '{}'", region.name.text));
    const chart::NodeId id = add(NodeKind::compound, region.name, parent);
    machine_.nodes[id].is_region = true;
    for (const StateNode& node : region.nodes) add_node(node, id);
  }
}

void Instantiation::add_node(const StateNode& node, chart::NodeId region) {
  NamedNode named{.text = &node, .region = region};
  const auto [from, to] = instance_->nodes.equal_range(node.name.text);
  for (auto at = from; at != to; ++at)
    if (at->second.region == region)
      error(node.name.location,
            fmt::format("there are two states '{}' in one region", node.name.text),
            "give one of them another name");
  for (const Annotation& annotation : node.annotations)
    // What a scenario makes of a state is no part of its behaviour.
    if (annotation.name.text != "SpecialStateAnnotation")
      error(annotation.name.location,
            fmt::format("the annotation '@{}' of a state is not supported", annotation.name.text));
  switch (node.kind) {
    case StateNode::Kind::state:
      named.node =
          add(node.regions.empty() ? NodeKind::basic : NodeKind::parallel, node.name, region);
      break;
    case StateNode::Kind::choice:
    case StateNode::Kind::merge:
      named.node = add(NodeKind::choice, node.name, region);
      break;
    case StateNode::Kind::shallow_history:
      named.node = add(NodeKind::shallow_history, node.name, region);
      break;
    case StateNode::Kind::deep_history:
      named.node = add(NodeKind::deep_history, node.name, region);
      break;
    case StateNode::Kind::initial:
    case StateNode::Kind::fork:
    case StateNode::Kind::join:
      break;
  }
  instance_->nodes.emplace(node.name.text, named);
  if (node.kind == StateNode::Kind::state) add_regions(node.regions, named.node);
}

std::set<std::string> Instantiation::other_names() const {
  std::set<std::string> result;
  for (const chart::Event& event : machine_.events) result.insert(event.name);
  for (const auto& [name, timer] : instance_->timers) result.insert(name);
  for (const Declaration& parameter : text_.parameters) result.insert(parameter.name.text);
  for (const Declaration& variable : text_.variables) result.insert(variable.name.text);
  return result;
}

void Instantiation::name_nodes() {
  // From the end of the path, as long as it takes to be different from everything else.
  const auto path = [&](chart::NodeId id, std::size_t length) {
    std::string result = machine_.nodes[id].name;
    for (chart::NodeId at = machine_.nodes[id].parent; at != chart::none && length > 1; --length) {
      result.insert(0, 1, '.').insert(0, machine_.nodes[at].name);
      at = machine_.nodes[at].parent;
    }
    return result;
  };
  const auto depth = [&](chart::NodeId id) {
    std::size_t result = 0;
    for (; id != chart::none; id = machine_.nodes[id].parent) ++result;
    return result;
  };
  std::set<std::string> taken = other_names();
  std::vector<chart::NodeId> open;
  for (chart::NodeId id = 1; id < machine_.nodes.size(); ++id) open.push_back(id);
  for (std::size_t more = 0; !open.empty(); ++more) {
    std::map<std::string, std::vector<chart::NodeId>> wanted;
    for (const chart::NodeId id : open)
      wanted[path(id, (machine_.nodes[id].is_region ? 1 : 2) + more)].push_back(id);
    open.clear();
    for (const auto& [name, ids] : wanted) {
      const bool last = std::all_of(ids.begin(), ids.end(), [&](chart::NodeId id) {
        return (machine_.nodes[id].is_region ? 1 : 2) + more >= depth(id);
      });
      if (!last && (ids.size() > 1 || taken.contains(name))) {
        open.insert(open.end(), ids.begin(), ids.end());
        continue;
      }
      for (const chart::NodeId id : ids) machine_.nodes[id].full_name = name;
      taken.insert(name);
    }
  }
  std::string root = machine_.nodes[0].name;
  while (taken.contains(root)) root += "'";
  machine_.nodes[0].full_name = root;
}

void Instantiation::add_actions() {
  for (const auto& [name, named] : instance_->nodes) {
    if (named.text->kind != StateNode::Kind::state) continue;
    ActionReader actions(definitions_, *instance_);
    machine_.nodes[named.node].entry = actions.read(named.text->entry, instance_->frame);
    machine_.nodes[named.node].exit = actions.read(named.text->exit, instance_->frame);
  }
}

}  // namespace arges::frontend::gamma
