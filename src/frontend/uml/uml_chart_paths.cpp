// Compound transitions: from a state through pseudostates to where control stays.
#include <algorithm>

#include <fmt/format.h>

#include "frontend/uml/uml_chart.h"
#include "model/statechart/tree.h"

namespace arges::frontend::uml {

using model::statechart::Action;
using model::statechart::Node;
using model::statechart::none;
using model::statechart::Path;

bool ChartBuilder::is_else(Index transition) const {
  const std::optional<Body>& guard = outline_.transitions[transition].guard;
  if (!guard) return false;
  return guard->text ? guard->text->value == "else" : guard->name == "else";
}

ir::Expr ChartBuilder::guard_of(Index transition, const TriggerScope& scope) {
  const Transition& own = outline_.transitions[transition];
  if (own.test) return actions_.test(*own.test);
  if (!own.guard || is_else(transition)) return {};
  return actions_.guard(*own.guard, scope);
}

std::optional<ChartBuilder::Way> ChartBuilder::follow(Index transition, Way way,
                                                      const TriggerScope& scope) {
  const Transition& own = outline_.transitions[transition];
  if (own.effect) {
    const Block effect = actions_.block(*own.effect, own.name, scope);
    way.effect.insert(way.effect.end(), effect.begin(), effect.end());
  }
  return arrive(own.target, std::move(way), scope, own.location);
}

std::optional<ChartBuilder::Way> ChartBuilder::arrive(Index vertex, Way way,
                                                      const TriggerScope& scope,
                                                      SourceLocation location) {
  const VertexKind kind = outline_.vertices[vertex].kind;
  if (std::find(way.passed.begin(), way.passed.end(), vertex) != way.passed.end()) {
    diagnostics_.error(location, "a way through pseudostates that comes back to itself",
                       "let it end in a state");
    return {};
  }
  if (kind != VertexKind::state) way.passed.push_back(vertex);
  switch (kind) {
    case VertexKind::state:
    case VertexKind::final:
    case VertexKind::terminate:
    case VertexKind::choice:
    case VertexKind::shallow_history:
    case VertexKind::deep_history:
      way.targets = {node_of(vertex)};
      return way;
    case VertexKind::junction:
      return branch(vertex, std::move(way), scope);
    case VertexKind::fork:
      return fork(vertex, std::move(way), scope);
    case VertexKind::entry_point:
      return enter_by_point(vertex, std::move(way), scope);
    case VertexKind::exit_point:
      return leave_by_point(vertex, std::move(way), scope);
    case VertexKind::initial:
      diagnostics_.error(location, "a transition to an initial pseudostate",
                         "lead it to the state around or to one beside");
      return {};
    case VertexKind::join:
      diagnostics_.error(location, "a way to a join that does not begin at a state",
                         "lead transitions of states to it");
      return {};
    case VertexKind::reference:
      break;
  }
  return {};
}

/// On from a junction or a point: along its only transition, or to a junction of the statechart.
std::optional<ChartBuilder::Way> ChartBuilder::branch(Index pseudostate, Way way,
                                                      const TriggerScope& scope) {
  const std::vector<Index> ways = outgoing(pseudostate);
  if (ways.empty()) {
    diagnostics_.error(
        outline_.vertices[pseudostate].location,
        fmt::format("no transition leaves {}", describe(outline_.vertices[pseudostate].kind)),
        "add one, to a state");
    return {};
  }
  const Transition& first = outline_.transitions[ways.front()];
  const bool is_guarded = first.test || (first.guard && !is_else(ways.front()));
  if (ways.size() == 1 && !is_guarded) return follow(ways.front(), std::move(way), scope);
  way.targets = {junction(pseudostate, way.last, scope)};
  return way;
}

ChartBuilder::NodeId ChartBuilder::junction(Index vertex, Index last, const TriggerScope& scope) {
  const std::tuple key(vertex, last, scope.events);
  if (const auto known = junctions_.find(key); known != junctions_.end()) return known->second;
  const Vertex& own = outline_.vertices[vertex];
  const std::string name = own.name.empty() ? "junction" : own.name;
  const NodeId id = add_node(NodeKind::junction, 0, name, own.location);
  // Known before what follows is: that may lead back here, which is then reported.
  junctions_.emplace(key, id);
  std::vector<Path> branches = branches_of(vertex, name, last, scope);
  std::set<std::string> names;
  for (Path& path : branches)
    while (!names.insert(path.name).second) path.name += "'";
  machine_.nodes[id].branches = std::move(branches);
  return id;
}

std::vector<Path> ChartBuilder::branches_of(Index vertex, const std::string& name, Index last,
                                            const TriggerScope& scope) {
  std::vector<Path> result;
  for (const Index t : outgoing(vertex)) {
    Way start;
    start.last = last;
    const std::optional<Way> on = follow(t, std::move(start), scope);
    if (!on) continue;
    Path path = path_of(*on, outline_.transitions[t].location);
    path.ways_out = on->ways_out;
    path.name = name_of(t, name, *on);
    path.guard = guard_of(t, scope);
    // A branch without a guard may always be taken; else only where no other may.
    if (!path.guard && !is_else(t)) path.guard = context_.true_expr();
    result.push_back(std::move(path));
  }
  return result;
}

bool ChartBuilder::ends_in_junction(const Way& way) const {
  return std::any_of(way.targets.begin(), way.targets.end(), [&](NodeId target) {
    return machine_.nodes[target].kind == NodeKind::junction;
  });
}

/// "A -> B", unless the model names it.
std::string ChartBuilder::name_of(Index transition, const std::string& source,
                                  const Way& way) const {
  const Transition& own = outline_.transitions[transition];
  if (!own.name.empty()) return own.name;
  if (way.targets.empty()) return fmt::format("{} -> ", source);
  const Node& target = machine_.nodes[way.targets.front()];
  return fmt::format("{} -> {}", source, target.full_name.empty() ? target.name : target.full_name);
}

std::string ChartBuilder::unique_transition_name(std::string name) {
  while (!transition_names_.insert(name).second) name += "'";
  return name;
}

std::optional<ChartBuilder::Way> ChartBuilder::fork(Index vertex, Way way,
                                                    const TriggerScope& scope) {
  if (nodes_.contains(vertex)) {
    way.targets = {node_of(vertex)};
    return way;
  }
  std::vector<NodeId> targets;
  for (const Index t : outgoing(vertex)) {
    Way one = way;
    one.effect.clear();
    const std::optional<Way> on = follow(t, std::move(one), scope);
    if (!on) continue;
    if (ends_in_junction(*on)) {
      unsupported(outline_.transitions[t].location, "a fork that leads to several branches",
                  "use a choice");
      continue;
    }
    targets.insert(targets.end(), on->targets.begin(), on->targets.end());
    way.effect.insert(way.effect.end(), on->effect.begin(), on->effect.end());
  }
  if (targets.empty())
    diagnostics_.error(outline_.vertices[vertex].location, "no transition leaves a fork",
                       "add two, to states in different regions");
  way.targets = std::move(targets);
  return way;
}

/// A fork whose branches have effects: any of them is the first, whose effect comes before the
/// state around their targets is entered; the others happen inside.
void ChartBuilder::fill_fork(Index vertex) {
  const std::vector<Index> ways = outgoing(vertex);
  std::vector<Path> branches;
  for (const Index first : ways) {
    Path path;
    path.name =
        unique_transition_name(fmt::format("{} -> ", machine_.nodes[node_of(vertex)].full_name));
    path.guard = context_.true_expr();
    path.location = outline_.transitions[first].location;
    for (const Index t : ways) {
      const auto entry = entry_nodes_.find(t);
      if (t != first && entry != entry_nodes_.end()) {
        path.targets.push_back(entry->second);
        continue;
      }
      const std::optional<Way> way = follow(t, {}, {});
      if (!way) continue;
      path.targets.insert(path.targets.end(), way->targets.begin(), way->targets.end());
      path.effect.insert(path.effect.end(), way->effect.begin(), way->effect.end());
    }
    branches.push_back(std::move(path));
  }
  Node& node = machine_.nodes[node_of(vertex)];
  node.branches = std::move(branches);
  node.chooses_order = true;
}

std::optional<ChartBuilder::Way> ChartBuilder::enter_by_point(Index point, Way way,
                                                              const TriggerScope& scope) {
  const Index state = outline_.vertices[point].owner;
  const std::vector<Index> ways = outgoing(point);
  if (state == nothing) {
    unsupported(outline_.vertices[point].location, "an entry point of a machine by itself");
    return {};
  }
  std::vector<NodeId> targets;
  std::set<Index> regions;
  for (const Index t : ways) {
    const Transition& own = outline_.transitions[t];
    if (own.guard || own.test)
      unsupported(own.location, "a guard behind an entry point", "lead it to a choice");
    if (const auto event = point_events_.find(t); event != point_events_.end()) {
      Action raise;
      raise.kind = Action::Kind::raise;
      raise.event = event->second;
      raise.location = own.location;
      way.effect.push_back(std::move(raise));
      continue;
    }
    const Index region = region_within(state, own.target);
    if (region == nothing) {
      diagnostics_.error(own.location,
                         "a transition from an entry point that leads out of its "
                         "state",
                         "lead it to a vertex inside");
      continue;
    }
    if (!regions.insert(region).second)
      unsupported(own.location, "a second way from an entry point into one region",
                  "lead one to a choice");
    if (const auto entry = entry_nodes_.find(t); entry != entry_nodes_.end()) {
      targets.push_back(entry->second);
      continue;
    }
    const std::optional<Way> inner = follow(t, {}, scope);
    if (!inner) continue;
    if (ends_in_junction(*inner) || !inner->effect.empty())
      unsupported(own.location, "a junction behind an entry point", "use a choice");
    targets.insert(targets.end(), inner->targets.begin(), inner->targets.end());
  }
  way.targets = targets.empty() ? std::vector<NodeId>{node_of(state)} : std::move(targets);
  return way;
}

/// The node that is left last before a state is: the one inside of it that the way comes from.
ChartBuilder::NodeId ChartBuilder::left_before(Index state, Index last) const {
  if (last == state) return none;
  Index at = last;
  while (state_around(at) != state && state_around(at) != nothing) at = state_around(at);
  return node_of(at);
}

std::optional<ChartBuilder::Way> ChartBuilder::leave_by_point(Index point, Way way,
                                                              const TriggerScope& scope) {
  const Index state = outline_.vertices[point].owner;
  if (state == nothing) {
    unsupported(outline_.vertices[point].location, "an exit point of a machine by itself");
    return {};
  }
  if (!way.effect.empty() && way.last == nothing) {
    unsupported(outline_.vertices[point].location, "an effect between a choice and an exit point",
                "move it behind the exit point");
    return {};
  }
  // Also where nothing happens: it may come before a junction that the way began at.
  way.ways_out.push_back(
      {way.last == nothing ? none : left_before(state, way.last), std::move(way.effect)});
  way.effect = {};
  if (way.last != nothing) way.last = state;
  return branch(point, std::move(way), scope);
}

Path ChartBuilder::path_of(const Way& way, SourceLocation location) const {
  Path path;
  path.targets = way.targets;
  path.effect = way.effect;
  path.location = location;
  if (!way.guards.empty()) path.guard = ir::and_(way.guards);
  return path;
}

void ChartBuilder::fill_choice(Index vertex) {
  const NodeId id = node_of(vertex);
  // Names of nodes may move while junctions are added.
  const std::string name = machine_.nodes[id].full_name;
  std::vector<Path> branches = branches_of(vertex, name, nothing, {});
  for (Path& path : branches) {
    path.name = unique_transition_name(path.name);
    path.ways_out.clear();  // nothing happens on them: leave_by_point refuses that
  }
  machine_.nodes[id].branches = std::move(branches);
}

/// What goes on from pseudostates has no trigger, and only where there is a choice a guard.
void ChartBuilder::check_ways_on() {
  for (const Index t : own_transitions_) {
    const Transition& own = outline_.transitions[t];
    const VertexKind kind = outline_.vertices[own.source].kind;
    if (kind == VertexKind::state || kind == VertexKind::initial) continue;
    if (!own.triggers.empty())
      diagnostics_.error(own.location,
                         fmt::format("a transition from {} has no trigger", describe(kind)),
                         "the transition that leads there has");
    const bool is_choice_less = kind == VertexKind::fork || kind == VertexKind::shallow_history ||
                                kind == VertexKind::deep_history;
    if (is_choice_less && (own.guard || own.test))
      diagnostics_.error(own.location,
                         fmt::format("a transition from {} has no guard", describe(kind)),
                         "lead it to a choice");
  }
}

void ChartBuilder::fill_paths() {
  check_ways_on();
  for (const Index vertex : own_order_) {
    const Vertex& own = outline_.vertices[vertex];
    if (own.kind == VertexKind::choice) fill_choice(vertex);
    if (own.kind == VertexKind::fork && nodes_.contains(vertex)) fill_fork(vertex);
    if (own.kind != VertexKind::initial) continue;
    const std::vector<Index> ways = outgoing(vertex);
    const NodeId region = region_nodes_.at(own.region);
    const bool is_second = machine_.nodes[region].initial.has_value();
    if (ways.size() != 1 || is_second) {
      diagnostics_.error(own.location,
                         is_second ? "a second initial pseudostate in one region"
                                   : "an initial pseudostate needs one transition",
                         "draw one transition to where the region begins");
      continue;
    }
    const Transition& first = outline_.transitions[ways.front()];
    if (first.guard || !first.triggers.empty())
      diagnostics_.error(first.location,
                         "a transition from an initial pseudostate has no trigger "
                         "and no guard",
                         "lead it to a choice");
    const std::optional<Way> on = follow(ways.front(), {}, {});
    if (!on) continue;
    if (ends_in_junction(*on))
      unsupported(first.location, "a junction behind an initial pseudostate", "use a choice");
    else
      machine_.nodes[region].initial = path_of(*on, first.location);
  }
  for (const auto& [t, entry] : entry_nodes_)
    if (const std::optional<Way> on = follow(t, {}, {}))
      machine_.nodes[entry].initial = path_of(*on, outline_.transitions[t].location);
  for (const Index vertex : own_order_) {
    const Vertex& own = outline_.vertices[vertex];
    if (own.kind != VertexKind::shallow_history && own.kind != VertexKind::deep_history) continue;
    const NodeId history = node_of(vertex);
    const std::vector<Index> ways = outgoing(vertex);
    // Without a way of its own the region is entered by default.
    if (ways.empty())
      machine_.nodes[history].initial = machine_.nodes[region_nodes_.at(own.region)].initial;
    for (const Index t : ways)
      if (const std::optional<Way> on = follow(t, {}, {}))
        machine_.nodes[history].initial = path_of(*on, outline_.transitions[t].location);
    const Region& around = outline_.regions[own.region];
    for (const Index other : around.vertices)
      if (outline_.vertices[other].kind == VertexKind::final)
        warn(own.location,
             fmt::format("the history '{}' remembers the final state '{}' as well: in "
                         "UML the region then begins anew",
                         machine_.nodes[history].name, outline_.vertices[other].name));
  }
}

// Transitions of states

model::statechart::Trigger ChartBuilder::trigger_of(Index transition) {
  model::statechart::Trigger result;
  result.kind = model::statechart::Trigger::Kind::events;
  const Transition& own = outline_.transitions[transition];
  for (std::size_t i = 0; i < own.triggers.size(); ++i) {
    const Index event = own.triggers[i].event;
    if (const auto timer = timer_events_.find({transition, i}); timer != timer_events_.end()) {
      result.events.push_back(timer->second);
    } else if (actions_.has_event(event)) {
      for (const EventId one : actions_.all_events(event)) result.events.push_back(one);
    } else if (outline_.events[event].kind == Event::Kind::any) {
      for (EventId e = 0; e < machine_.events.size(); ++e)
        if (machine_.events[e].is_environment ||
            (machine_.events[e].direction == model::statechart::Direction::self &&
             !machine_.events[e].name.starts_with("after ")))
          result.events.push_back(e);
    }
  }
  std::sort(result.events.begin(), result.events.end());
  result.events.erase(std::unique(result.events.begin(), result.events.end()), result.events.end());
  return result;
}

void ChartBuilder::add_transition(Index transition, const Way& way, NodeId source,
                                  const std::vector<NodeId>& others,
                                  const model::statechart::Trigger& trigger) {
  const Transition& own = outline_.transitions[transition];
  model::statechart::Transition result;
  result.kind =
      own.kind == Transition::Kind::internal ? model::statechart::Transition::Kind::internal
      : own.kind == Transition::Kind::local  ? model::statechart::Transition::Kind::local
                                             : model::statechart::Transition::Kind::external;
  result.name = unique_transition_name(name_of(transition, machine_.nodes[source].full_name, way));
  result.source = source;
  result.other_sources = others;
  result.targets = way.targets;
  result.trigger = trigger;
  result.is_else = is_else(transition);
  if (!way.guards.empty()) result.guard = ir::and_(way.guards);
  std::copy_if(way.ways_out.begin(), way.ways_out.end(), std::back_inserter(result.ways_out),
               [](const WayOut& out) { return !out.effect.empty(); });
  result.effect = way.effect;
  result.location = own.location;
  machine_.transitions.push_back(std::move(result));
}

void ChartBuilder::add_transitions() {
  for (const Index vertex : own_order_) {
    if (outline_.vertices[vertex].kind == VertexKind::state) add_from(vertex);
    if (is_join(vertex)) add_join(vertex);
  }
  for (const auto& [t, event] : point_events_) add_from_point(t);
}

/// A join that waits for the state's completion notes it, whatever else may react to it.
void ChartBuilder::check_else_of_completion(Index transition) {
  const Transition& own = outline_.transitions[transition];
  for (const Index other : outgoing(own.source))
    if (is_join(outline_.transitions[other].target) && outline_.transitions[other].triggers.empty())
      unsupported(own.location, "an 'else' beside a transition to a join", "write its guard out");
}

void ChartBuilder::add_from(Index state) {
  for (const Index t : outgoing(state)) {
    const Transition& own = outline_.transitions[t];
    if (is_join(own.target)) continue;
    TriggerScope scope;
    model::statechart::Trigger trigger = trigger_of(t);
    Way way;
    way.last = state;
    for (const Trigger& one : own.triggers) {
      scope.events.push_back(one.event);
      const Event& event = outline_.events[one.event];
      if (event.kind != Event::Kind::call || event.operation == nothing) continue;
      const Block answer = actions_.answer(event.operation);
      way.effect.insert(way.effect.end(), answer.begin(), answer.end());
    }
    if (own.triggers.empty()) trigger.events = {done_.at(state)};
    if (const ir::Expr guard = guard_of(t, scope)) way.guards.push_back(guard);
    if (is_else(t) && own.triggers.empty()) check_else_of_completion(t);
    if (own.kind == Transition::Kind::internal) {
      if (own.effect) {
        const Block effect = actions_.block(*own.effect, own.name, scope);
        way.effect.insert(way.effect.end(), effect.begin(), effect.end());
      }
      add_transition(t, way, node_of(state), {}, trigger);
      continue;
    }
    if (const std::optional<Way> on = follow(t, std::move(way), scope))
      add_transition(t, *on, node_of(state), {}, trigger);
  }
}

/// A transition from an entry point to its own state or out of it again: a step of its own, once
/// the state was entered.
void ChartBuilder::add_from_point(Index transition) {
  const Transition& own = outline_.transitions[transition];
  const Index state = outline_.vertices[own.source].owner;
  model::statechart::Trigger trigger;
  trigger.kind = model::statechart::Trigger::Kind::events;
  trigger.events = {point_events_.at(transition)};
  Way way;
  way.last = state;
  if (own.target != state) {
    if (const std::optional<Way> on = follow(transition, std::move(way), {}))
      add_transition(transition, *on, node_of(state), {}, trigger);
    return;
  }
  if (own.effect) way.effect = actions_.block(*own.effect, own.name, {});
  add_transition(transition, way, node_of(state), {}, trigger);
  machine_.transitions.back().kind = model::statechart::Transition::Kind::internal;
}

}  // namespace arges::frontend::uml
