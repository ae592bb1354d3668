// Joins, and exit points that transitions of several regions lead to.
#include <algorithm>

#include <fmt/format.h>

#include "frontend/uml/uml_chart.h"

namespace arges::frontend::uml {

using model::statechart::Action;

bool ChartBuilder::is_join(Index vertex) const {
  const Vertex& own = outline_.vertices[vertex];
  if (own.kind == VertexKind::join) return true;
  if (own.kind != VertexKind::exit_point || own.owner == nothing) return false;
  std::set<Index> regions;
  for (const Index t : incoming(vertex))
    if (const Index region = region_within(own.owner, outline_.transitions[t].source);
        region != nothing)
      regions.insert(region);
  return regions.size() > 1;
}

/// The state's completion is remembered, as long as it is active.
void ChartBuilder::note_completion(Index state, ir::Var completed, ir::Expr unless) {
  Action note;
  note.variable = completed;
  note.expr = context_.true_expr();
  note.location = outline_.vertices[state].location;
  Action forget = note;
  forget.expr = context_.false_expr();
  model::statechart::Node& node = machine_.nodes[node_of(state)];
  node.entry.insert(node.entry.begin(), forget);
  // That it was complete means nothing once it was left.
  node.exit.push_back(forget);
  model::statechart::Transition transition;
  transition.kind = model::statechart::Transition::Kind::internal;
  transition.name = unique_transition_name(fmt::format("{} is complete", node.full_name));
  transition.source = node_of(state);
  transition.trigger.kind = model::statechart::Trigger::Kind::events;
  transition.trigger.events = {done_.at(state)};
  transition.guard = unless;
  transition.effect = {std::move(note)};
  transition.location = node.location;
  machine_.transitions.push_back(std::move(transition));
}

void ChartBuilder::add_join(Index vertex) {
  const std::vector<Index> segments = incoming(vertex);
  const bool is_point = outline_.vertices[vertex].kind == VertexKind::exit_point;
  std::vector<Index> sources;
  for (const Index t : segments) {
    const Transition& own = outline_.transitions[t];
    if (outline_.vertices[own.source].kind != VertexKind::state) {
      unsupported(own.location, "a way to a join that does not begin at a state",
                  "lead transitions of states to it");
      return;
    }
    if (is_else(t))
      unsupported(own.location, "an 'else' on a way to a join", "write its guard out");
    sources.push_back(own.source);
  }
  if (sources.empty()) {
    diagnostics_.error(outline_.vertices[vertex].location, "no transition leads to a join",
                       "lead transitions of states in different regions to it");
    return;
  }
  const Index around = is_point ? outline_.vertices[vertex].owner : common_state(sources);
  Way way;
  way.last = around == nothing ? sources.front() : around;
  way.passed.push_back(vertex);
  TriggerScope scope;
  std::vector<std::size_t> completing;
  std::vector<EventId> shared;
  bool any_triggered = false;
  for (std::size_t i = 0; i < segments.size(); ++i) {
    const Transition& own = outline_.transitions[segments[i]];
    for (const Trigger& one : own.triggers) scope.events.push_back(one.event);
    if (own.triggers.empty()) {
      completing.push_back(i);
      continue;
    }
    const std::vector<EventId> events = trigger_of(segments[i]).events;
    std::vector<EventId> both;
    std::set_intersection(shared.begin(), shared.end(), events.begin(), events.end(),
                          std::back_inserter(both));
    shared = any_triggered ? both : events;
    any_triggered = true;
  }
  for (std::size_t i = 0; i < segments.size(); ++i) {
    const Transition& own = outline_.transitions[segments[i]];
    if (const ir::Expr guard = guard_of(segments[i], scope)) way.guards.push_back(guard);
    if (!own.effect) continue;
    const NodeId left = around == nothing ? node_of(sources[i]) : left_before(around, sources[i]);
    way.ways_out.push_back({left, actions_.block(*own.effect, own.name, scope)});
  }
  std::vector<ir::Var> completed(segments.size(), nullptr);
  for (const std::size_t i : completing) {
    model::statechart::Variable variable;
    variable.var = context_.declare(
        fmt::format("{} is complete", machine_.nodes[node_of(sources[i])].full_name),
        context_.bool_type(), outline_.transitions[segments[i]].location);
    variable.initial = context_.false_expr();
    machine_.variables.push_back(variable);
    completed[i] = variable.var;
  }
  /// All but one of those that wait for completion are complete.
  const auto others_complete = [&](std::size_t but) {
    std::vector<ir::Expr> parts;
    for (const std::size_t i : completing)
      if (i != but) parts.push_back(context_.var(completed[i]));
    return parts;
  };
  const auto add = [&](std::size_t first, const std::vector<EventId>& events,
                       const std::vector<ir::Expr>& complete) {
    std::vector<NodeId> others;
    for (std::size_t i = 0; i < sources.size(); ++i)
      if (i != first) others.push_back(node_of(sources[i]));
    model::statechart::Trigger trigger;
    trigger.kind = model::statechart::Trigger::Kind::events;
    trigger.events = events;
    Way one = way;
    one.guards.insert(one.guards.end(), complete.begin(), complete.end());
    if (const std::optional<Way> on = branch(vertex, std::move(one), scope))
      add_transition(segments[first], *on, node_of(sources[first]), others, trigger);
  };
  if (any_triggered) {
    std::size_t first = 0;
    while (completed[first] != nullptr) ++first;
    if (shared.empty())
      diagnostics_.error(outline_.vertices[vertex].location,
                         "no event triggers all transitions to the join",
                         "let them have a trigger in common, or none");
    add(first, shared, others_complete(segments.size()));
  } else {
    for (const std::size_t i : completing) add(i, {done_.at(sources[i])}, others_complete(i));
  }
  for (const std::size_t i : completing) {
    const std::vector<ir::Expr> others = others_complete(i);
    const ir::Expr unless =
        any_triggered || others.empty() ? ir::Expr() : ir::not_(ir::and_(others));
    if (any_triggered || !others.empty()) note_completion(sources[i], completed[i], unless);
  }
}

}  // namespace arges::frontend::uml
