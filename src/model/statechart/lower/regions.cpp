#include "model/statechart/lower/regions.h"

#include <algorithm>

#include "base/error.h"

namespace arges::model::statechart::lower {

namespace {

/// More orders than those of so many regions would be too many to write down.
constexpr std::size_t most_unordered = 4;

}  // namespace

RegionSteps::RegionSteps(const Firing& firing)
    : firing_(firing), machine_(firing.machine()), context_(firing.layout().context()) {}

ir::Var RegionSteps::local(const char* name) {
  locals_.push_back(context_.declare(name, context_.bool_type()));
  return locals_.back();
}

ir::Stmt RegionSteps::statement() {
  Sequence result(context_);
  if (machine_.semantics.guards == Semantics::Guards::at_first)
    for (TransitionId t = 0; t < machine_.transitions.size(); ++t) {
      frozen_[t] = local("enabled");
      result.assign(frozen_[t], trigger_and_guard(machine_.transitions[t]));
    }
  const MachineLayout& layout = firing_.layout().of(firing_.id());
  if (!layout.lost.empty()) {
    fired_ = local("fired");
    result.assign(fired_, context_.false_expr());
  }
  result.add(machine_.nodes[0].kind == NodeKind::compound ? step(0) : step_inside(0));
  if (fired_ != nullptr)
    for (EventId e = 0; e < machine_.events.size(); ++e) {
      if (machine_.events[e].direction != Direction::input) continue;
      const ir::Expr lost = all_of(
          context_, {context_.var(machine_.events[e].present), ir::not_(context_.var(fired_))});
      result.add(when(lost, ir::assign(layout.lost[e], context_.true_expr()), ir::skip(context_)));
    }
  return locals_.empty() ? result.finish() : ir::local(context_, locals_, result.finish());
}

ir::Expr RegionSteps::trigger_and_guard(const Transition& transition) const {
  std::vector<ir::Expr> parts{firing_.layout().lower(firing_.triggered(transition.trigger))};
  if (transition.guard) parts.push_back(firing_.layout().lower(transition.guard));
  return all_of(context_, parts);
}

/// Of a transition whose source is active.
ir::Expr RegionSteps::condition(TransitionId id) const {
  const Transition& transition = machine_.transitions[id];
  const auto frozen = frozen_.find(id);
  std::vector<ir::Expr> parts{frozen == frozen_.end() ? trigger_and_guard(transition)
                                                      : context_.var(frozen->second)};
  for (const NodeId other : transition.other_sources)
    parts.push_back(firing_.layout().is_active(firing_.id(), other));
  return all_of(context_, parts);
}

ir::Stmt RegionSteps::fire(TransitionId id) const {
  Sequence result(context_);
  const Transition& transition = machine_.transitions[id];
  for (NodeId n = machine_.nodes[transition.source].parent; n != none; n = machine_.nodes[n].parent)
    if (const auto flag = fired_inside_.find(n); flag != fired_inside_.end())
      result.assign(flag->second, context_.true_expr());
  if (fired_ != nullptr) result.assign(fired_, context_.true_expr());
  std::vector<NodeId> active{transition.source};
  active.insert(active.end(), transition.other_sources.begin(), transition.other_sources.end());
  return result.add(firing_.fire(id, firing_.known_from(active))).finish();
}

ir::Stmt RegionSteps::note_conflicts(NodeId node) const {
  const MachineLayout& layout = firing_.layout().of(firing_.id());
  Sequence result(context_);
  for (std::size_t c = 0; c < layout.conflicts.size(); ++c) {
    const auto [a, b] = layout.possible_conflicts[c];
    if (machine_.transitions[a].source != node) continue;
    std::vector<ir::Expr> parts{condition(a), condition(b)};
    if (machine_.transitions[a].is_else)
      for (const TransitionId t : machine_.nodes[node].outgoing)
        if (!machine_.transitions[t].is_else) parts.push_back(ir::not_(condition(t)));
    result.add(when(all_of(context_, parts), ir::assign(layout.conflicts[c], context_.true_expr()),
                    ir::skip(context_)));
  }
  return result.finish();
}

ir::Stmt RegionSteps::attempt(NodeId node, ir::Stmt otherwise) {
  if (machine_.nodes[node].outgoing.empty()) return otherwise;
  std::vector<Guarded> choices;
  for (const TransitionId t : machine_.nodes[node].outgoing) {
    const Transition& transition = machine_.transitions[t];
    choices.push_back({condition(t), fire(t), transition.priority,
                       transition.is_else ? Guarded::Role::otherwise : Guarded::Role::plain});
  }
  return Sequence(context_)
      .add(note_conflicts(node))
      .add(choose(context_, machine_.semantics.conflict, choices, otherwise))
      .finish();
}

ir::Stmt RegionSteps::inner_first(NodeId node) {
  const Node& n = machine_.nodes[node];
  if (n.children.empty()) return attempt(node, ir::skip(context_));
  if (n.outgoing.empty()) return step_inside(node);
  const ir::Var flag = local("fired_inside");
  fired_inside_[node] = flag;
  return Sequence(context_)
      .assign(flag, context_.false_expr())
      .add(step_inside(node))
      .add(when(context_.var(flag), ir::skip(context_), attempt(node, ir::skip(context_))))
      .finish();
}

ir::Stmt RegionSteps::step(NodeId compound) {
  const ir::Var child = firing_.layout().of(firing_.id()).child[compound];
  return firing_.by_child(
      compound, child, {},
      [&](NodeId node) {
        return machine_.semantics.priority == Semantics::Priority::outer_first
                   ? attempt(node, step_inside(node))
                   : inner_first(node);
      },
      ir::skip(context_));
}

ir::Stmt RegionSteps::step_inside(NodeId node) {
  const Node& n = machine_.nodes[node];
  if (n.kind == NodeKind::compound) return step(node);
  if (n.kind != NodeKind::parallel) return ir::skip(context_);
  std::vector<NodeId> regions;
  for (const NodeId child : n.children)
    if (machine_.nodes[child].kind == NodeKind::compound) regions.push_back(child);
  if (machine_.semantics.regions == Semantics::Regions::any_order && regions.size() > 1)
    return in_any_order(regions);
  Sequence result(context_);
  for (const NodeId region : regions) result.add(step(region));
  return result.finish();
}

ir::Stmt RegionSteps::in_any_order(const std::vector<NodeId>& regions) {
  if (regions.size() > most_unordered)
    throw InputError(machine_.nodes[machine_.nodes[regions.front()].parent].location,
                     "so many regions without an order are not supported",
                     "give them an order: sequential");
  std::map<NodeId, ir::Stmt> steps;
  for (const NodeId region : regions) steps[region] = step(region);
  std::vector<NodeId> order = regions;
  std::vector<ir::Stmt> orders;
  do {
    Sequence all(context_);
    for (const NodeId region : order) all.add(steps.at(region));
    orders.push_back(all.finish());
  } while (std::next_permutation(order.begin(), order.end()));
  return ir::choice(context_, orders);
}

}  // namespace arges::model::statechart::lower
