#include "frontend/uml/uml_chart.h"

#include <algorithm>
#include <charconv>
#include <numeric>

#include <fmt/format.h>

#include "base/syntax/call_text.h"
#include "model/statechart/prepare.h"
#include "model/statechart/tree.h"

namespace arges::frontend::uml {

using model::statechart::Action;
using model::statechart::Direction;
using model::statechart::Node;
using model::statechart::none;
using model::statechart::Parameter;
using model::statechart::Semantics;
using model::statechart::System;
using model::statechart::Timer;

namespace {

/// The semantics of PSSM; regions and states are entered and left region by region.
Semantics uml_semantics() {
  Semantics result;
  result.reaction = Semantics::Reaction::one_event;
  result.priority = Semantics::Priority::inner_first;
  result.conflict = Semantics::Conflict::any;
  result.regions = Semantics::Regions::any_order;
  result.crossing = Semantics::Crossing::any_order;
  result.firing = Semantics::Firing::one_by_one;
  result.step = Semantics::Step::once;
  return result;
}

/// "5 s", "after 500ms", "100": milliseconds; nothing if it is no time.
std::optional<std::int64_t> milliseconds(std::string text) {
  std::string_view rest = syntax::trimmed(text);
  if (rest.starts_with("after")) rest = syntax::trimmed(rest.substr(5));
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), number);
  if (error != std::errc() || number <= 0) return {};
  const std::string_view unit =
      syntax::trimmed(rest.substr(static_cast<std::size_t>(end - rest.data())));
  if (unit.empty() || unit == "ms") return number;
  if (unit == "s") return number * 1000;
  if (unit == "min") return number * 60'000;
  return {};
}

/// How many states whose completion is told can be active at once.
std::uint32_t most_completions(const model::statechart::Machine& machine,
                               model::statechart::NodeId id) {
  const Node& node = machine.nodes[id];
  std::uint32_t inside = 0;
  for (const model::statechart::NodeId child : node.children) {
    const std::uint32_t count = most_completions(machine, child);
    inside = node.kind == model::statechart::NodeKind::parallel ? inside + count
                                                                : std::max(inside, count);
  }
  return inside + (node.done == none ? 0 : 1);
}

}  // namespace

ChartBuilder::ChartBuilder(ir::Context& context, const Outline& outline,
                           const ChartRequest& request, Fragments& fragments,
                           Diagnostics& diagnostics)
    : context_(context),
      outline_(outline),
      request_(request),
      diagnostics_(diagnostics),
      actions_(context, outline, fragments, diagnostics, system_, machine_) {}

void ChartBuilder::unsupported(SourceLocation location, const std::string& what,
                               const std::string& hint) {
  diagnostics_.error(location, what + " is not supported", hint);
}

void ChartBuilder::warn(SourceLocation location, std::string text) {
  system_.warnings.push_back({location, std::move(text)});
}

System ChartBuilder::build() {
  machine_.semantics = uml_semantics();
  machine_.location = outline_.machines[request_.machine].location;
  find_own_parts();
  diagnostics_.throw_if_errors();
  add_data();
  add_root();
  name_nodes();
  add_events();
  add_timers();
  diagnostics_.throw_if_errors();
  declare_stand_ins(context_, machine_);
  fill_states();
  fill_paths();
  add_transitions();
  actions_.add_answers();
  diagnostics_.throw_if_errors();
  complete(machine_, diagnostics_);
  diagnostics_.throw_if_errors();
  machine_.internal_capacity =
      most_completions(machine_, 0) + 2 + static_cast<std::uint32_t>(point_events_.size());
  System single = model::statechart::single(std::move(machine_));
  for (System::Warning& warning : system_.warnings) {
    // Copies of a submachine have the same to say.
    const bool is_known =
        std::any_of(single.warnings.begin(), single.warnings.end(), [&](const auto& other) {
          return other.location.offset == warning.location.offset && other.text == warning.text;
        });
    if (!is_known) single.warnings.push_back(std::move(warning));
  }
  single.time_step = system_.time_step;
  single.name = outline_.machines[request_.machine].name;
  return single;
}

// What belongs to the machine

void ChartBuilder::find_own_parts() {
  const Machine& machine = outline_.machines[request_.machine];
  for (const Index point : machine.points) {
    own_vertices_.insert(point);
    own_order_.push_back(point);
    check_point(point);
  }
  for (const Index region : machine.regions) plan_region(region);
  for (const Index t : own_transitions_) {
    const Transition& transition = outline_.transitions[t];
    for (const Index end : {transition.source, transition.target})
      if (!own_vertices_.contains(end))
        diagnostics_.error(transition.location, "a transition to or from another state machine",
                           "connect states of one machine, or use a submachine state");
  }
}

void ChartBuilder::check_point(Index point) {
  const Vertex& own = outline_.vertices[point];
  if (own.kind != VertexKind::entry_point && own.kind != VertexKind::exit_point &&
      own.kind != VertexKind::reference)
    diagnostics_.error(own.location, fmt::format("{} as a connection point", describe(own.kind)),
                       "states and machines have entry points and exit points");
}

void ChartBuilder::plan_region(Index region) {
  const Region& own = outline_.regions[region];
  own_transitions_.insert(own.transitions.begin(), own.transitions.end());
  for (const Index vertex : own.vertices) plan_vertex(vertex);
}

void ChartBuilder::plan_vertex(Index vertex) {
  own_vertices_.insert(vertex);
  own_order_.push_back(vertex);
  const Vertex& own = outline_.vertices[vertex];
  if (own.kind != VertexKind::state && !own.regions.empty())
    diagnostics_.error(own.location, fmt::format("{} with a region", describe(own.kind)),
                       "only states have something inside");
  for (const Index point : own.points) {
    own_vertices_.insert(point);
    own_order_.push_back(point);
    check_point(point);
    if (outline_.vertices[point].kind == VertexKind::reference)
      diagnostics_.error(outline_.vertices[point].location,
                         "a connection point reference of a state that stands for no machine",
                         "set the state's submachine");
  }
  for (const Index region : own.regions) plan_region(region);
}

std::vector<Index> ChartBuilder::outgoing(Index vertex) const {
  std::vector<Index> result;
  for (const Index t : own_transitions_)
    if (outline_.transitions[t].source == vertex) result.push_back(t);
  return result;
}

std::vector<Index> ChartBuilder::incoming(Index vertex) const {
  std::vector<Index> result;
  for (const Index t : own_transitions_)
    if (outline_.transitions[t].target == vertex) result.push_back(t);
  return result;
}

Index ChartBuilder::state_around(Index vertex) const {
  const Vertex& own = outline_.vertices[vertex];
  if (own.owner != nothing) return own.owner;
  return own.region == nothing ? nothing : outline_.regions[own.region].state;
}

Index ChartBuilder::region_within(Index state, Index vertex) const {
  for (Index at = vertex; at != nothing && at != state; at = state_around(at)) {
    const Index region = outline_.vertices[at].region;
    if (region != nothing && outline_.regions[region].state == state) return region;
  }
  return nothing;
}

Index ChartBuilder::common_state(const std::vector<Index>& vertices) const {
  for (Index at = state_around(vertices.front());; at = state_around(at)) {
    std::set<Index> regions;
    for (const Index vertex : vertices) {
      const Index region = region_within(at, vertex);
      if (region != nothing) regions.insert(region);
    }
    if (regions.size() == vertices.size() || at == nothing) return at;
  }
}

// Nodes

std::vector<Index> ChartBuilder::content_regions(const std::vector<Index>& regions) const {
  std::vector<Index> result;
  std::copy_if(regions.begin(), regions.end(), std::back_inserter(result),
               [&](Index region) { return !outline_.regions[region].vertices.empty(); });
  return result;
}

ChartBuilder::NodeId ChartBuilder::add_node(NodeKind kind, NodeId parent, const std::string& name,
                                            SourceLocation location) {
  Node node;
  node.kind = kind;
  node.name = name;
  node.parent = parent;
  node.location = location;
  machine_.nodes.push_back(std::move(node));
  const auto id = static_cast<NodeId>(machine_.nodes.size() - 1);
  if (parent != none && is_state(kind)) machine_.nodes[parent].children.push_back(id);
  return id;
}

void ChartBuilder::add_root() {
  const Machine& machine = outline_.machines[request_.machine];
  // Ways in are found before there are nodes, as these are in order.
  for (const Index vertex : own_order_) {
    const VertexKind kind = outline_.vertices[vertex].kind;
    if (kind == VertexKind::entry_point) {
      for (const Index t : outgoing(vertex)) {
        const Index state = outline_.vertices[vertex].owner;
        const Index region = region_within(state, outline_.transitions[t].target);
        if (region != nothing) entries_[region].push_back(t);
      }
    }
    if (kind != VertexKind::fork) continue;
    std::vector<Index> targets;
    for (const Index t : outgoing(vertex)) targets.push_back(outline_.transitions[t].target);
    if (targets.size() < 2) continue;
    const Index state = common_state(targets);
    for (const Index t : outgoing(vertex)) {
      const Index region = region_within(state, outline_.transitions[t].target);
      if (region != nothing) entries_[region].push_back(t);
    }
  }
  const std::vector<Index> regions = content_regions(machine.regions);
  if (regions.empty()) {
    diagnostics_.error(machine.location,
                       fmt::format("the state machine '{}' has no states", machine.name),
                       "draw an initial pseudostate and a state");
    diagnostics_.throw_if_errors();
  }
  const bool is_orthogonal = regions.size() > 1;
  add_node(is_orthogonal ? NodeKind::parallel : NodeKind::compound, none, machine.name,
           machine.location);
  for (const Index region : regions) {
    NodeId node = 0;
    if (is_orthogonal) {
      const Region& own = outline_.regions[region];
      node = add_node(NodeKind::compound, 0, own.name, own.location);
      machine_.nodes[node].is_region = true;
    }
    add_content(region, node);
  }
}

void ChartBuilder::add_content(Index region, NodeId node) {
  region_nodes_[region] = node;
  for (const Index vertex : outline_.regions[region].vertices) add_vertex(vertex, node);
  add_entries(region, node);
}

void ChartBuilder::add_entries(Index region, NodeId node) {
  for (const Index t : entries_[region]) {
    const Transition& way = outline_.transitions[t];
    if (!way.effect) continue;
    entry_nodes_[t] =
        add_node(NodeKind::entry, node,
                 way.name.empty() ? outline_.vertices[way.source].name : way.name, way.location);
  }
  // A region that says nowhere how it begins is not entered by default: it is as good as complete.
  const Region& own = outline_.regions[region];
  const bool begins = std::any_of(own.vertices.begin(), own.vertices.end(), [&](Index vertex) {
    return outline_.vertices[vertex].kind == VertexKind::initial;
  });
  if (begins || own.state == nothing || !may_be_entered_by_default(region)) return;
  const NodeId end = add_node(NodeKind::final, node, "not entered", own.location);
  model::statechart::Path path;
  path.targets = {end};
  path.location = own.location;
  machine_.nodes[node].initial = std::move(path);
  // Forks and transitions to states inside are usual, and usually there is one for each region.
  if (incoming(own.state).empty()) return;
  warn(own.location,
       fmt::format("the region '{}' of '{}' has no initial pseudostate: where nothing "
                   "inside is the target, it is not entered",
                   own.name, outline_.vertices[own.state].name));
}

bool ChartBuilder::may_be_entered_by_default(Index region) const {
  const Index state = outline_.regions[region].state;
  if (content_regions(outline_.vertices[state].regions).size() > 1) return true;
  if (!incoming(state).empty()) return true;
  const std::vector<Index>& points = outline_.vertices[state].points;
  return std::any_of(points.begin(), points.end(), [&](Index point) {
    return outline_.vertices[point].kind == VertexKind::entry_point && outgoing(point).empty();
  });
}

void ChartBuilder::add_vertex(Index vertex, NodeId parent) {
  const Vertex& own = outline_.vertices[vertex];
  const auto add = [&](NodeKind kind) {
    nodes_[vertex] = add_node(kind, parent, own.name, own.location);
  };
  switch (own.kind) {
    case VertexKind::state: {
      const std::vector<Index> regions = content_regions(own.regions);
      add(regions.empty()       ? NodeKind::basic
          : regions.size() == 1 ? NodeKind::compound
                                : NodeKind::parallel);
      for (const Index region : regions) {
        NodeId node = nodes_[vertex];
        if (regions.size() > 1) {
          const Region& inner = outline_.regions[region];
          node = add_node(NodeKind::compound, nodes_[vertex], inner.name, inner.location);
          machine_.nodes[node].is_region = true;
        }
        add_content(region, node);
      }
      break;
    }
    case VertexKind::final:
      add(NodeKind::final);
      break;
    case VertexKind::terminate:
      add(NodeKind::terminate);
      break;
    case VertexKind::choice:
      add(NodeKind::choice);
      break;
    case VertexKind::shallow_history:
      add(NodeKind::shallow_history);
      break;
    case VertexKind::deep_history:
      add(NodeKind::deep_history);
      break;
    case VertexKind::fork: {
      const std::vector<Index> ways = outgoing(vertex);
      const bool acts = std::any_of(ways.begin(), ways.end(), [&](Index t) {
        return outline_.transitions[t].effect.has_value();
      });
      if (ways.size() > 1 && acts) add(NodeKind::choice);
      break;
    }
    default:
      break;
  }
}

/// The shortest names that are unique, from the inside outwards.
void ChartBuilder::name_nodes() {
  std::map<std::string, std::size_t> counts;
  std::size_t number = 0;
  for (NodeId id = 1; id < machine_.nodes.size(); ++id) {
    Node& node = machine_.nodes[id];
    if (!node.name.empty()) continue;
    const char* kind = node.is_region                  ? "region"
                       : node.kind == NodeKind::choice ? "choice"
                       : node.kind == NodeKind::final  ? "final"
                       : is_history(node.kind)         ? "history"
                                                       : "unnamed";
    node.name = fmt::format("{}{}", kind, ++number);
  }
  std::set<std::string> taken;
  for (NodeId id = 1; id < machine_.nodes.size(); ++id) ++counts[machine_.nodes[id].name];
  for (NodeId id = 1; id < machine_.nodes.size(); ++id) {
    Node& node = machine_.nodes[id];
    node.full_name = node.name;
    for (NodeId at = node.parent;
         at != none && (counts[node.full_name] > 1 || taken.contains(node.full_name));
         at = machine_.nodes[at].parent)
      if (at != 0) node.full_name = fmt::format("{}.{}", machine_.nodes[at].name, node.full_name);
    while (!taken.insert(node.full_name).second) node.full_name += "'";
  }
  // The root is no state that users see: its name gives way to theirs.
  std::string root = machine_.nodes[0].name;
  while (taken.contains(root)) root += "'";
  machine_.nodes[0].full_name = root;
}

// Data and events

void ChartBuilder::add_data() {
  if (request_.type == nothing) return;
  const std::vector<Slot> no_slots;
  const std::vector<Slot>& slots =
      request_.instance == nothing ? no_slots : outline_.instances[request_.instance].slots;
  for (const Index index : outline_.classes[request_.type].attributes) {
    const Attribute& attribute = outline_.attributes[index];
    const auto given = std::find_if(slots.begin(), slots.end(),
                                    [&](const Slot& slot) { return slot.attribute == index; });
    actions_.add_attribute(attribute, given == slots.end() ? attribute.value : given->value);
  }
}

std::string ChartBuilder::unique_event_name(const std::string& name) {
  std::string result = name.empty() ? "event" : name;
  while (std::any_of(machine_.events.begin(), machine_.events.end(),
                     [&](const auto& event) { return event.name == result; }))
    result += "'";
  return result;
}

ChartBuilder::EventId ChartBuilder::own_event(const std::string& name, SourceLocation location) {
  model::statechart::Event event;
  event.name = unique_event_name(name);
  event.direction = Direction::internal;
  event.location = location;
  machine_.events.push_back(std::move(event));
  return static_cast<EventId>(machine_.events.size() - 1);
}

ChartBuilder::EventId ChartBuilder::done_event(Index state) {
  if (const auto known = done_.find(state); known != done_.end()) return known->second;
  Node& node = machine_.nodes[node_of(state)];
  const EventId event = own_event(fmt::format("done.{}", node.full_name), node.location);
  node.done = event;
  return done_[state] = event;
}

void ChartBuilder::add_events() {
  std::map<std::pair<Event::Kind, Index>, EventId> known;
  const auto add = [&](const Trigger& trigger) {
    const Event& what = outline_.events[trigger.event];
    if (what.kind == Event::Kind::change)
      unsupported(trigger.location, "a change event", "use a guard, or a signal");
    if (what.kind != Event::Kind::signal && what.kind != Event::Kind::call) return;
    const Index about = what.kind == Event::Kind::signal ? what.signal : what.operation;
    // An event about nothing is known by itself.
    const auto key =
        about == nothing ? std::pair(Event::Kind::any, trigger.event) : std::pair(what.kind, about);
    auto found = known.find(key);
    if (found == known.end()) {
      model::statechart::Event event;
      event.name = unique_event_name(outline_.name_of(what));
      event.is_environment = true;
      event.location = what.location;
      if (const std::vector<Attribute>* carried = outline_.carried(what)) {
        const std::size_t count = what.kind == Event::Kind::call
                                      ? outline_.operations[what.operation].inputs
                                      : carried->size();
        for (std::size_t i = 0; i < count; ++i) {
          const Attribute& attribute = (*carried)[i];
          if (attribute.type.kind != TypeRef::Kind::integer &&
              attribute.type.kind != TypeRef::Kind::boolean) {
            unsupported(attribute.location,
                        fmt::format("'{}' of type '{}'", attribute.name, attribute.type.name),
                        "what signals carry to a machine by itself is Integer or Boolean");
            continue;
          }
          Parameter parameter;
          parameter.name = attribute.name;
          parameter.value =
              context_.declare(fmt::format("{}.{}", event.name, attribute.name),
                               attribute.type.kind == TypeRef::Kind::integer ? context_.int_type()
                                                                             : context_.bool_type(),
                               attribute.location);
          event.parameters.push_back(parameter);
        }
      }
      machine_.events.push_back(std::move(event));
      found = known.emplace(key, static_cast<EventId>(machine_.events.size() - 1)).first;
    }
    actions_.set_event(trigger.event, found->second);
  };
  for (const Index t : own_transitions_)
    for (const Trigger& trigger : outline_.transitions[t].triggers) add(trigger);
  for (const Index vertex : own_order_)
    for (const Trigger& trigger : outline_.vertices[vertex].deferred) add(trigger);
  for (const Index vertex : own_order_) {
    const Vertex& own = outline_.vertices[vertex];
    for (const std::optional<Body>* body : {&own.entry, &own.exit, &own.activity})
      if (*body) actions_.declare(**body);
    if (own.kind != VertexKind::state) continue;
    for (const Index t : outgoing(vertex))
      if (outline_.transitions[t].triggers.empty()) done_event(vertex);
  }
  for (const Index t : own_transitions_) {
    const Transition& transition = outline_.transitions[t];
    if (transition.effect) actions_.declare(*transition.effect);
    if (transition.guard) actions_.declare_guard(*transition.guard);
    const Vertex& from = outline_.vertices[transition.source];
    const bool leads_back = from.kind == VertexKind::entry_point && from.owner != nothing &&
                            (transition.target == from.owner ||
                             outline_.vertices[transition.target].owner == from.owner);
    if (leads_back) point_events_[t] = own_event(fmt::format("from {}", from.name), from.location);
  }
  actions_.declare_what_is_sent();
}

void ChartBuilder::add_timers() {
  std::int64_t step = 0;
  for (const Index t : own_transitions_) {
    const Transition& transition = outline_.transitions[t];
    for (std::size_t i = 0; i < transition.triggers.size(); ++i) {
      const Event& what = outline_.events[transition.triggers[i].event];
      if (what.kind != Event::Kind::time) continue;
      const auto delay = what.time ? milliseconds(what.time->value) : std::nullopt;
      if (!delay) {
        diagnostics_.error(what.time ? what.time->location() : what.location,
                           "this is no time that can be waited for",
                           "write a number of milliseconds, or '5 s'");
        continue;
      }
      if (outline_.vertices[transition.source].kind != VertexKind::state) {
        unsupported(transition.location, "a time event at a pseudostate");
        continue;
      }
      step = std::gcd(step, *delay);
      model::statechart::Event event;
      event.name = unique_event_name(fmt::format(
          "after {} ms in {}", *delay, machine_.nodes[node_of(transition.source)].full_name));
      event.direction = Direction::self;
      event.location = what.location;
      machine_.events.push_back(event);
      const auto id = static_cast<EventId>(machine_.events.size() - 1);
      timer_events_[{t, i}] = id;
      Timer timer;
      timer.kind = Timer::Kind::event;
      timer.name = event.name;
      timer.event = id;
      timer.location = what.location;
      machine_.timers.push_back(std::move(timer));
      Action start;
      start.kind = Action::Kind::start;
      start.timer = static_cast<std::uint32_t>(machine_.timers.size() - 1);
      start.expr = context_.int_literal(*delay);
      start.location = what.location;
      started_[transition.source].push_back(start);
      start.kind = Action::Kind::stop;
      start.expr = {};
      stopped_[transition.source].push_back(std::move(start));
    }
  }
  system_.time_step = static_cast<std::uint32_t>(step);
}

// Behaviour

void ChartBuilder::fill_states() {
  for (const Index vertex : own_order_)
    if (outline_.vertices[vertex].kind == VertexKind::state) fill_state(vertex);
}

void ChartBuilder::fill_state(Index vertex) {
  const Vertex& own = outline_.vertices[vertex];
  const NodeId id = node_of(vertex);
  const auto append = [](Block& to, const Block& more) {
    to.insert(to.end(), more.begin(), more.end());
  };
  Block entry = started_[vertex];
  if (own.entry) append(entry, actions_.block(*own.entry, own.name, {}));
  Block exit;
  if (own.exit) append(exit, actions_.block(*own.exit, own.name, {}));
  append(exit, stopped_[vertex]);
  if (own.activity) {
    Block copying;
    machine_.nodes[id].activity = actions_.activity(*own.activity, own.name, copying);
    append(entry, copying);
  }
  machine_.nodes[id].entry = std::move(entry);
  machine_.nodes[id].exit = std::move(exit);
  for (const Trigger& trigger : own.deferred)
    if (actions_.has_event(trigger.event))
      for (const EventId event : actions_.all_events(trigger.event))
        machine_.nodes[id].deferred.push_back(event);
    else
      unsupported(trigger.location, "deferring what is no signal and no call");
}

}  // namespace arges::frontend::uml
