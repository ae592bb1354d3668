#include "model/statechart/interpreter/firing.h"

#include <algorithm>

#include "base/invariant.h"
#include "model/statechart/interpreter/event_flow.h"

namespace arges::model::statechart {

void Firing::start() {
  Pending pending;
  enter(0, {}, pending);
}

void Firing::fire(TransitionId transition) {
  const Transition& what = facts_.machine().transitions[transition];
  run_.fired(machine_, transition);
  if (!what.targets.empty()) leave_inside(facts_.domain(transition), what.ways_out);
  actions_.execute(what.effect);
  if (!what.targets.empty()) enter_targets(facts_.domain(transition), what.targets);
}

void Firing::fire_together(const std::vector<TransitionId>& transitions) {
  const std::vector<Transition>& all = facts_.machine().transitions;
  std::vector<TransitionId> moving;
  std::vector<NodeId> domains;
  for (const TransitionId id : transitions) {
    run_.fired(machine_, id);
    if (all[id].targets.empty()) continue;
    moving.push_back(id);
    domains.push_back(facts_.domain(id));
  }
  leave(domains);
  // Appendix D: executeTransitionContent.
  for (const TransitionId id : transitions) actions_.execute(all[id].effect);
  std::stable_sort(moving.begin(), moving.end(), [&](TransitionId a, TransitionId b) {
    return facts_.domain(a) < facts_.domain(b);
  });
  for (const TransitionId id : moving) enter_targets(facts_.domain(id), all[id].targets);
}

void Firing::end() {
  if (run_.is_terminated(machine_)) return;
  for (NodeId id = static_cast<NodeId>(facts_.machine().nodes.size()); id-- > 0;)
    if (run_.is_active(machine_, id)) actions_.execute(node(id).exit);
}

void Firing::leave(const std::vector<NodeId>& domains) {
  const auto is_left = [&](NodeId id) {
    return run_.is_active(machine_, id) &&
           std::any_of(domains.begin(), domains.end(),
                       [&](NodeId domain) { return facts_.is_inside(id, domain); });
  };
  note_histories(is_left);
  // Appendix D: exitOrder.
  for (NodeId id = static_cast<NodeId>(facts_.machine().nodes.size()); id-- > 0;)
    if (is_left(id)) deactivate(id);
}

template <typename IsLeft>
void Firing::note_histories(const IsLeft& is_left) {
  for (const NodeId history : facts_.histories())
    if (is_left(node(history).parent)) note_history(history);
}

void Firing::deactivate(NodeId id) {
  run_.of(machine_).doing[id] = false;
  run_.occurred({.kind = Occurrence::Kind::exited, .machine = machine_, .number = id});
  actions_.execute(node(id).exit);
  run_.set_inactive(machine_, id);
}

void Firing::leave_inside(NodeId domain, const std::vector<WayOut>& ways) {
  note_histories(
      [&](NodeId id) { return run_.is_active(machine_, id) && facts_.is_inside(id, domain); });
  for (const WayOut& way : ways)
    if (way.node == none) actions_.execute(way.effect);
  leave_children(domain, ways);
}

// Regions that something happens in on the way out come first: it leads out of all others.
void Firing::leave_children(NodeId id, const std::vector<WayOut>& ways) {
  const auto has_way = [&](NodeId child) {
    return std::any_of(ways.begin(), ways.end(), [&](const WayOut& way) {
      return way.node != none && (way.node == child || facts_.is_inside(way.node, child));
    });
  };
  std::vector<NodeId> first;
  std::vector<NodeId> rest;
  const std::vector<NodeId>& children = node(id).children;
  for (auto child = children.rbegin(); child != children.rend(); ++child)
    if (run_.is_active(machine_, *child)) (has_way(*child) ? first : rest).push_back(*child);
  for (std::vector<NodeId>* group : {&first, &rest})
    while (!group->empty()) {
      const auto at = group->begin() + static_cast<std::ptrdiff_t>(next_of(group->size()));
      const NodeId child = *at;
      group->erase(at);
      leave_node(child, ways);
    }
}

void Firing::leave_node(NodeId id, const std::vector<WayOut>& ways) {
  leave_children(id, ways);
  deactivate(id);
  for (const WayOut& way : ways)
    if (way.node == id) actions_.execute(way.effect);
}

std::size_t Firing::next_of(std::size_t count) {
  const bool is_open = facts_.machine().semantics.crossing == Semantics::Crossing::any_order;
  return is_open && count > 1 ? run_.chooser().choose(count) : 0;
}

void Firing::note_history(NodeId history) {
  const NodeId parent = node(history).parent;
  std::vector<NodeId> noted;
  for (NodeId id = parent + 1; id < facts_.machine().nodes.size(); ++id) {
    const bool counts = node(history).kind == NodeKind::deep_history ? facts_.is_inside(id, parent)
                                                                     : node(id).parent == parent;
    if (counts && run_.is_active(machine_, id)) noted.push_back(id);
  }
  // Where a choice has been arrived at, nothing is active; what was known stays so.
  if (!noted.empty()) run_.of(machine_).history[history] = std::move(noted);
}

void Firing::enter_targets(NodeId domain, const std::vector<NodeId>& targets) {
  Pending pending;
  enter_inside(domain, targets, pending);
  for (const NodeId choice : pending) take_branch(choice);
}

void Firing::enter(NodeId id, const std::vector<NodeId>& targets, Pending& pending) {
  run_.set_active(machine_, id);
  run_.occurred({.kind = Occurrence::Kind::entered, .machine = machine_, .number = id});
  actions_.execute(node(id).entry);
  run_.of(machine_).doing[id] = node(id).activity.has_value();
  switch (node(id).kind) {
    case NodeKind::final:
      complete(id);
      break;
    case NodeKind::terminate:
      break;
    case NodeKind::basic:
      raise_done(id);
      break;
    case NodeKind::parallel:
      enter_inside(id, targets, pending);
      break;
    case NodeKind::compound:
      if (targets.empty()) {
        INVARIANT(node(id).initial.has_value(), "a compound node should have a way in");
        follow(id, *node(id).initial);
      } else {
        enter_inside(id, targets, pending);
      }
      break;
    case NodeKind::shallow_history:
    case NodeKind::deep_history:
    case NodeKind::choice:
    case NodeKind::junction:
    case NodeKind::entry:
      UNREACHABLE("a pseudostate is never active");
  }
}

// Appendix D: addDescendantStatesToEnter and addAncestorStatesToEnter, from the outside inwards.
void Firing::enter_inside(NodeId id, const std::vector<NodeId>& targets, Pending& pending) {
  for (const NodeId target : targets) {
    if (node(target).parent != id || is_state(node(target).kind)) continue;
    if (node(target).kind == NodeKind::choice)
      pending.push_back(target);
    else if (node(target).kind == NodeKind::entry)
      follow(id, *node(target).initial);
    else
      restore(target, pending);
    return;
  }
  std::vector<std::pair<NodeId, std::vector<NodeId>>> left;
  for (const NodeId child : node(id).children) {
    std::vector<NodeId> inside;
    bool is_target = node(id).kind == NodeKind::parallel;
    for (const NodeId target : targets) {
      if (facts_.is_inside(target, child)) inside.push_back(target);
      is_target = is_target || target == child;
    }
    if (is_target || !inside.empty()) left.emplace_back(child, std::move(inside));
  }
  while (!left.empty()) {
    const auto at = left.begin() + static_cast<std::ptrdiff_t>(next_of(left.size()));
    const auto [child, inside] = *at;
    left.erase(at);
    enter(child, inside, pending);
  }
}

void Firing::restore(NodeId history, Pending& pending) {
  const NodeId parent = node(history).parent;
  // A copy, for entering may lead to a choice which leaves the parent again.
  const std::vector<NodeId> noted = run_.of(machine_).history[history];
  if (!noted.empty()) {
    enter_inside(parent, noted, pending);
    return;
  }
  INVARIANT(node(history).initial.has_value(), "a history should have a default");
  follow(parent, *node(history).initial);
}

void Firing::follow(NodeId id, const Path& path) {
  actions_.execute(path.effect);
  enter_targets(id, path.targets);
}

void Firing::complete(NodeId final_state) {
  const NodeId parent = node(final_state).parent;
  raise_done(parent);
  const NodeId grandparent = node(parent).parent;
  if (grandparent == none || node(grandparent).kind != NodeKind::parallel) return;
  const std::vector<NodeId>& regions = node(grandparent).children;
  if (std::all_of(regions.begin(), regions.end(),
                  [&](NodeId region) { return is_complete(region); }))
    raise_done(grandparent);
}

void Firing::perform(NodeId state) {
  run_.of(machine_).doing[state] = false;
  actions_.execute(*node(state).activity);
  if (node(state).kind == NodeKind::basic || is_complete(state)) raise_done(state);
}

// Appendix D: isInFinalState.
bool Firing::is_complete(NodeId id) const {
  const std::vector<NodeId>& children = node(id).children;
  if (node(id).kind == NodeKind::parallel)
    return std::all_of(children.begin(), children.end(),
                       [&](NodeId child) { return is_complete(child); });
  return std::any_of(children.begin(), children.end(), [&](NodeId child) {
    return node(child).kind == NodeKind::final && run_.is_active(machine_, child);
  });
}

void Firing::raise_done(NodeId id) {
  if (node(id).done != none && !run_.of(machine_).doing[id])
    EventFlow(run_).raise(machine_, node(id).done);
}

void Firing::note_conflicts(NodeId choice, const std::vector<std::size_t>& open) {
  if (node(choice).chooses_order) return;
  const std::vector<Path>& branches = node(choice).branches;
  const bool by_value = facts_.machine().semantics.conflict == Semantics::Conflict::largest;
  for (std::size_t i = 0; i < open.size(); ++i)
    for (std::size_t j = i + 1; j < open.size(); ++j)
      if (!by_value || branches[open[i]].priority == branches[open[j]].priority)
        run_.conflict(machine_, BranchPair{choice, static_cast<std::uint32_t>(open[i]),
                                           static_cast<std::uint32_t>(open[j])});
}

void Firing::take_branch(NodeId choice) {
  const std::vector<Path>& branches = node(choice).branches;
  std::vector<std::size_t> open;
  for (std::size_t i = 0; i < branches.size(); ++i) {
    if (!branches[i].guard) continue;
    run_.read(machine_, branches[i].location);
    if (run_.holds(branches[i].guard)) open.push_back(i);
  }
  if (open.empty()) {
    for (std::size_t i = 0; i < branches.size(); ++i)
      if (!branches[i].guard) open.push_back(i);
  }
  if (open.empty()) {
    run_.report(Problem::no_branch);
    return;
  }
  note_conflicts(choice, open);
  std::vector<std::int64_t> priorities;
  priorities.reserve(open.size());
  for (const std::size_t i : open) priorities.push_back(branches[i].priority);
  const std::size_t taken = open[pick(run_, facts_.machine().semantics.conflict, priorities)];
  run_.branched(machine_, choice, static_cast<std::uint32_t>(taken));
  const NodeId domain = facts_.branch_domain(choice, taken);
  leave_inside(domain, {});
  actions_.execute(branches[taken].effect);
  enter_targets(domain, branches[taken].targets);
}

}  // namespace arges::model::statechart
