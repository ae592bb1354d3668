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

namespace {

/// Whether one event may trigger both, or both wait for completion.
bool share_a_trigger(const Transition& a, const Transition& b) {
  if (a.triggers.empty() || b.triggers.empty()) return a.triggers.empty() == b.triggers.empty();
  return std::any_of(a.triggers.begin(), a.triggers.end(), [&](const Trigger& one) {
    return std::any_of(b.triggers.begin(), b.triggers.end(),
                       [&](const Trigger& other) { return other.event == one.event; });
  });
}

}  // namespace

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

std::vector<ChartBuilder::Way> ChartBuilder::follow(Index transition, Way way,
                                                    const TriggerScope& scope) {
  const Transition& own = outline_.transitions[transition];
  if (own.effect) {
    const Block effect = actions_.block(*own.effect, own.name, scope);
    way.effect.insert(way.effect.end(), effect.begin(), effect.end());
  }
  return arrive(own.target, std::move(way), scope, own.location);
}

std::vector<ChartBuilder::Way> ChartBuilder::arrive(Index vertex, Way way,
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
      return {std::move(way)};
    case VertexKind::junction:
      return branch(vertex, way, scope);
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

/// Every way on from a junction or a point, with its guards, which are read before anything
/// happens.
std::vector<ChartBuilder::Way> ChartBuilder::branch(Index pseudostate, const Way& way,
                                                    const TriggerScope& scope) {
  std::vector<Way> result;
  std::vector<ir::Expr> others;
  const std::vector<Index> ways = outgoing(pseudostate);
  for (const Index t : ways)
    if (const ir::Expr guard = guard_of(t, scope)) others.push_back(guard);
  if (ways.empty())
    diagnostics_.error(
        outline_.vertices[pseudostate].location,
        fmt::format("no transition leaves {}", describe(outline_.vertices[pseudostate].kind)),
        "add one, to a state");
  for (const Index t : ways) {
    Way one = way;
    if (is_else(t)) {
      for (const ir::Expr other : others) one.guards.push_back(ir::not_(other));
    } else if (const ir::Expr guard = guard_of(t, scope)) {
      one.guards.push_back(guard);
    }
    for (Way& on : follow(t, std::move(one), scope)) result.push_back(std::move(on));
  }
  return result;
}

std::vector<ChartBuilder::Way> ChartBuilder::fork(Index vertex, Way way,
                                                  const TriggerScope& scope) {
  if (nodes_.contains(vertex)) {
    way.targets = {node_of(vertex)};
    return {std::move(way)};
  }
  std::vector<NodeId> targets;
  for (const Index t : outgoing(vertex)) {
    Way one = way;
    one.effect.clear();
    std::vector<Way> ways = follow(t, std::move(one), scope);
    if (ways.size() != 1 || !ways.front().guards.empty() != !way.guards.empty()) {
      if (ways.size() > 1)
        unsupported(outline_.transitions[t].location, "a fork that leads to several branches",
                    "use a choice");
      continue;
    }
    targets.insert(targets.end(), ways.front().targets.begin(), ways.front().targets.end());
    way.effect.insert(way.effect.end(), ways.front().effect.begin(), ways.front().effect.end());
  }
  if (targets.empty())
    diagnostics_.error(outline_.vertices[vertex].location, "no transition leaves a fork",
                       "add two, to states in different regions");
  way.targets = std::move(targets);
  return {std::move(way)};
}

/// A fork whose branches have effects: any of them is the first, whose effect comes before the
/// state around their targets is entered; the others happen inside.
void ChartBuilder::fill_fork(Index vertex) {
  const std::vector<Index> ways = outgoing(vertex);
  Node& node = machine_.nodes[node_of(vertex)];
  for (const Index first : ways) {
    Path path;
    path.guard = context_.true_expr();
    path.location = outline_.transitions[first].location;
    for (const Index t : ways) {
      const auto entry = entry_nodes_.find(t);
      if (t != first && entry != entry_nodes_.end()) {
        path.targets.push_back(entry->second);
        continue;
      }
      for (const Way& way : follow(t, {}, {})) {
        path.targets.insert(path.targets.end(), way.targets.begin(), way.targets.end());
        path.effect.insert(path.effect.end(), way.effect.begin(), way.effect.end());
      }
    }
    node.branches.push_back(std::move(path));
  }
}

std::vector<ChartBuilder::Way> ChartBuilder::enter_by_point(Index point, Way way,
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
    for (const Way& inner : follow(t, {}, scope))
      targets.insert(targets.end(), inner.targets.begin(), inner.targets.end());
  }
  way.targets = targets.empty() ? std::vector<NodeId>{node_of(state)} : std::move(targets);
  return {std::move(way)};
}

/// The node that is left last before a state is: the one inside of it that the way comes from.
ChartBuilder::NodeId ChartBuilder::left_before(Index state, Index last) const {
  if (last == state) return none;
  Index at = last;
  while (state_around(at) != state && state_around(at) != nothing) at = state_around(at);
  return node_of(at);
}

std::vector<ChartBuilder::Way> ChartBuilder::leave_by_point(Index point, Way way,
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
  if (!way.effect.empty()) way.ways_out.push_back({left_before(state, way.last), way.effect});
  way.effect.clear();
  if (way.last != nothing) way.last = state;
  return branch(point, way, scope);
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
  const std::vector<Index> ways = outgoing(vertex);
  std::vector<Path> branches;
  for (const Index t : ways) {
    Way way;
    if (const ir::Expr guard = guard_of(t, {})) way.guards.push_back(guard);
    // A branch without a guard may always be taken; else only where no other may.
    for (const Way& on : follow(t, way, {})) {
      branches.push_back(path_of(on, outline_.transitions[t].location));
      if (!branches.back().guard && !is_else(t)) branches.back().guard = context_.true_expr();
    }
  }
  machine_.nodes[node_of(vertex)].branches = std::move(branches);
}

void ChartBuilder::fill_paths() {
  for (const Index vertex : own_order_) {
    const Vertex& own = outline_.vertices[vertex];
    if (own.kind == VertexKind::choice) fill_choice(vertex);
    if (own.kind == VertexKind::fork && nodes_.contains(vertex)) fill_fork(vertex);
    if (own.kind != VertexKind::initial) continue;
    const std::vector<Index> ways = outgoing(vertex);
    Node& node = machine_.nodes[region_nodes_.at(own.region)];
    if (ways.size() != 1 || node.initial) {
      diagnostics_.error(own.location,
                         node.initial ? "a second initial pseudostate in one region"
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
    const std::vector<Way> on = follow(ways.front(), {}, {});
    if (on.size() != 1 || !on.front().guards.empty()) {
      if (!on.empty())
        unsupported(first.location, "a junction behind an initial pseudostate", "use a choice");
      continue;
    }
    node.initial = path_of(on.front(), first.location);
  }
  for (const auto& [t, entry] : entry_nodes_) {
    const std::vector<Way> on = follow(t, {}, {});
    if (on.size() == 1)
      machine_.nodes[entry].initial = path_of(on.front(), outline_.transitions[t].location);
  }
  for (const Index vertex : own_order_) {
    const Vertex& own = outline_.vertices[vertex];
    if (own.kind != VertexKind::shallow_history && own.kind != VertexKind::deep_history) continue;
    Node& node = machine_.nodes[node_of(vertex)];
    const std::vector<Index> ways = outgoing(vertex);
    // Without a way of its own the region is entered by default.
    if (ways.empty()) node.initial = machine_.nodes[region_nodes_.at(own.region)].initial;
    for (const Index t : ways) {
      const std::vector<Way> on = follow(t, {}, {});
      if (on.size() == 1) node.initial = path_of(on.front(), outline_.transitions[t].location);
    }
    const Region& around = outline_.regions[own.region];
    for (const Index other : around.vertices)
      if (outline_.vertices[other].kind == VertexKind::final)
        warn(own.location,
             fmt::format("the history '{}' remembers the final state '{}' as well: in "
                         "UML the region then begins anew",
                         node.name, outline_.vertices[other].name));
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
  result.name =
      own.name.empty()
          ? fmt::format("{} -> {}", machine_.nodes[source].full_name,
                        way.targets.empty() ? "" : machine_.nodes[way.targets.front()].full_name)
          : own.name;
  while (!transition_names_.insert(result.name).second) result.name += "'";
  result.source = source;
  result.other_sources = others;
  result.targets = way.targets;
  result.trigger = trigger;
  if (!way.guards.empty()) result.guard = ir::and_(way.guards);
  result.ways_out = way.ways_out;
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
    if (is_else(t))
      for (const Index other : outgoing(state)) {
        const ir::Expr guard = other == t || !share_a_trigger(own, outline_.transitions[other])
                                   ? ir::Expr()
                                   : guard_of(other, scope);
        if (guard) way.guards.push_back(ir::not_(guard));
      }
    if (own.kind == Transition::Kind::internal) {
      if (own.effect) {
        const Block effect = actions_.block(*own.effect, own.name, scope);
        way.effect.insert(way.effect.end(), effect.begin(), effect.end());
      }
      add_transition(t, way, node_of(state), {}, trigger);
      continue;
    }
    for (const Way& one : follow(t, std::move(way), scope))
      add_transition(t, one, node_of(state), {}, trigger);
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
    for (const Way& one : follow(transition, std::move(way), {}))
      add_transition(transition, one, node_of(state), {}, trigger);
    return;
  }
  if (own.effect) way.effect = actions_.block(*own.effect, own.name, {});
  add_transition(transition, way, node_of(state), {}, trigger);
  machine_.transitions.back().kind = model::statechart::Transition::Kind::internal;
}

}  // namespace arges::frontend::uml
