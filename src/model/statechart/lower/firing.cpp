#include "model/statechart/lower/firing.h"

#include <algorithm>

#include "base/invariant.h"
#include "ir/traversal.h"
#include "model/statechart/tree.h"

namespace arges::model::statechart::lower {

NodeId Firing::innermost_around(const std::vector<NodeId>& nodes) const {
  for (const NodeId outer : ancestors(machine_, nodes.front())) {
    if (machine_.nodes[outer].kind != NodeKind::compound) continue;
    if (std::all_of(nodes.begin(), nodes.end(),
                    [&](NodeId node) { return is_inside(machine_, node, outer); }))
      return outer;
  }
  UNREACHABLE("sources and targets of a transition should have a compound node around them");
}

NodeId Firing::domain(const Transition& transition) const {
  if (transition.targets.empty()) return none;
  const NodeId source = transition.source;
  std::vector<NodeId> nodes = transition.targets;
  nodes.insert(nodes.end(), transition.other_sources.begin(), transition.other_sources.end());
  const bool is_local = transition.kind == Transition::Kind::local &&
                        std::all_of(nodes.begin(), nodes.end(),
                                    [&](NodeId node) { return is_inside(machine_, node, source); });
  if (is_local && machine_.nodes[source].kind == NodeKind::compound) return source;
  if (is_local)
    if (const NodeId region = innermost_around(nodes); is_inside(machine_, region, source))
      return region_of(source, region);
  nodes.push_back(source);
  return innermost_around(nodes);
}

NodeId Firing::region_of(NodeId parallel, NodeId inside) const {
  NodeId at = inside;
  while (machine_.nodes[at].parent != parallel) at = machine_.nodes[at].parent;
  return at;
}

bool Firing::in_conflict(const Transition& a, const Transition& b) const {
  const NodeId of_a = domain(a);
  const NodeId of_b = domain(b);
  if (of_a == none || of_b == none) return false;
  return of_a == of_b || is_inside(machine_, of_a, of_b) || is_inside(machine_, of_b, of_a);
}

Firing::Known Firing::known_from(const std::vector<NodeId>& active) const {
  Known result;
  for (NodeId node : active)
    for (; machine_.nodes[node].parent != none; node = machine_.nodes[node].parent)
      if (machine_.nodes[machine_.nodes[node].parent].kind == NodeKind::compound)
        result[machine_.nodes[node].parent] = node;
  return result;
}

ir::Expr Firing::enabled(const Transition& transition) const {
  std::vector<ir::Expr> parts{layout_.is_active(m_, transition.source)};
  for (const NodeId other : transition.other_sources) parts.push_back(layout_.is_active(m_, other));
  if (transition.guard) parts.push_back(layout_.lower(transition.guard));
  return all_of(context_, parts);
}

ir::Stmt Firing::by_child(NodeId compound, ir::Var variable, const Known& known,
                          const std::function<ir::Stmt(NodeId)>& of_child,
                          ir::Stmt otherwise) const {
  const auto or_else = [&](ir::Stmt statement) { return statement ? statement : otherwise; };
  if (const auto found = known.find(compound); found != known.end())
    return found->second == none ? otherwise : or_else(of_child(found->second));
  ir::Stmt result = otherwise;
  const std::vector<NodeId>& children = machine_.nodes[compound].children;
  for (auto child = children.rbegin(); child != children.rend(); ++child)
    if (const ir::Stmt statement = of_child(*child))
      result = when(layout_.child_is(m_, variable, *child), statement, result);
  return result;
}

// Leaving

ir::Stmt Firing::note(NodeId history) const {
  Sequence result(context_);
  for (const auto& [compound, var] : own_.memory[history])
    result.assign(var, context_.var(own_.child[compound]));
  if (own_.known[history] != nullptr) result.assign(own_.known[history], context_.true_expr());
  return result.finish();
}

ir::Stmt Firing::note_histories(NodeId domain, const Known& known) const {
  Sequence result(context_);
  const NodeId end = end_of(machine_, domain);
  for (NodeId h = domain + 1; h < end; ++h) {
    if (!is_history(machine_.nodes[h].kind)) continue;
    const NodeId owner = machine_.nodes[h].parent;
    // What is not left keeps its memory, and so does what is left at a choice.
    const auto inside = known.find(owner);
    if (owner == domain || (inside != known.end() && inside->second == none)) continue;
    // Whether the owner is active may be known from the nodes that are.
    ir::Expr active = context_.true_expr();
    for (NodeId node = owner; node != domain; node = machine_.nodes[node].parent) {
      const NodeId parent = machine_.nodes[node].parent;
      if (machine_.nodes[parent].kind != NodeKind::compound) continue;
      const auto found = known.find(parent);
      const ir::Expr is_there = found == known.end()
                                    ? layout_.child_is(m_, own_.child[parent], node)
                                    : context_.bool_literal(found->second == node);
      active = all_of(context_, {active, is_there});
    }
    result.add(when(active, note(h), ir::skip(context_)));
  }
  return result.finish();
}

bool Firing::has_way_out(NodeId node, const WaysOut& ways) const {
  return std::any_of(ways.begin(), ways.end(), [&](const WayOut& way) {
    return way.node != none && (way.node == node || is_inside(machine_, way.node, node));
  });
}

bool Firing::exit_is_trivial(NodeId node, const WaysOut& ways) const {
  if (has_way_out(node, ways)) return false;
  for (NodeId n = node; n < end_of(machine_, node); ++n)
    if (!machine_.nodes[n].exit.empty() || own_.child[n] != nullptr || own_.marked[n] != nullptr ||
        own_.doing[n] != nullptr)
      return false;
  return true;
}

ir::Stmt Firing::exit_children(NodeId compound, const Known& known, const WaysOut& ways) const {
  const ir::Var child = own_.child[compound];
  const auto leave_child = [&](NodeId node) {
    if (exit_is_trivial(node, ways)) return ir::Stmt();
    const ir::Stmt on_the_way_out = on_the_way(node, ways);
    if (on_the_way_out.kind() == ir::StmtKind::skip) return exit_node(node, known, ways);
    return Sequence(context_)
        .add(exit_node(node, known, ways))
        .assign(child, context_.enum_literal(child->type, 0))
        .add(on_the_way_out)
        .finish();
  };
  const auto found = known.find(compound);
  if (found != known.end() && found->second == none) return ir::skip(context_);
  return Sequence(context_)
      .add(by_child(compound, child, known, leave_child, ir::skip(context_)))
      .assign(child, context_.enum_literal(child->type, 0))
      .finish();
}

ir::Stmt Firing::exit_node(NodeId node, const Known& known, const WaysOut& ways) const {
  Sequence result(context_);
  const Node& n = machine_.nodes[node];
  if (n.kind == NodeKind::compound) result.add(exit_children(node, known, ways));
  if (n.kind == NodeKind::parallel) result.add(exit_regions(node, known, ways));
  if (own_.doing[node] != nullptr) result.assign(own_.doing[node], context_.false_expr());
  result.add(actions_.block(m_, n.exit));
  if (own_.marked[node] != nullptr) result.assign(own_.marked[node], context_.false_expr());
  // Of a compound's child: once the compound knows that it is left.
  if (n.parent != none && machine_.nodes[n.parent].kind == NodeKind::parallel)
    result.add(on_the_way(node, ways));
  return result.finish();
}

ir::Stmt Firing::on_the_way(NodeId node, const WaysOut& ways) const {
  Sequence result(context_);
  for (const WayOut& way : ways)
    if (way.node == node) result.add(actions_.block(m_, way.effect));
  return result.finish();
}

/// Those that something happens in on the way out come first.
ir::Stmt Firing::exit_regions(NodeId parallel, const Known& known, const WaysOut& ways) const {
  std::vector<ir::Stmt> first;
  std::vector<ir::Stmt> rest;
  const std::vector<NodeId>& children = machine_.nodes[parallel].children;
  for (auto child = children.rbegin(); child != children.rend(); ++child)
    (has_way_out(*child, ways) ? first : rest).push_back(exit_node(*child, known, ways));
  return Sequence(context_).add(cross(first)).add(cross(rest)).finish();
}

namespace {

bool meet(const std::vector<ir::Var>& a, const std::vector<ir::Var>& b) {
  return std::any_of(a.begin(), a.end(),
                     [&](ir::Var var) { return std::find(b.begin(), b.end(), var) != b.end(); });
}

/// Whether the statements lead to the same state in every order, as far as their variables tell.
bool are_independent(const std::vector<ir::Stmt>& statements) {
  std::vector<std::vector<ir::Var>> written;
  std::vector<std::vector<ir::Var>> read;
  for (const ir::Stmt statement : statements) {
    written.push_back(ir::written_variables(statement));
    read.push_back(ir::read_variables(statement));
  }
  for (std::size_t i = 0; i < statements.size(); ++i)
    for (std::size_t j = 0; j < statements.size(); ++j)
      if (i != j && (meet(written[i], read[j]) || meet(written[i], written[j]))) return false;
  return true;
}

}  // namespace

ir::Stmt Firing::cross(const std::vector<ir::Stmt>& regions) const {
  const bool in_order = machine_.semantics.crossing == Semantics::Crossing::document_order ||
                        regions.size() < 2 || are_independent(regions);
  if (in_order) return ir::sequence(context_, regions);
  std::vector<ir::Var> left;
  Sequence result(context_);
  for (std::size_t i = 0; i < regions.size(); ++i) {
    left.push_back(context_.declare("left", context_.bool_type()));
    result.assign(left.back(), context_.true_expr());
  }
  for (std::size_t round = 0; round < regions.size(); ++round) {
    std::vector<Guarded> choices;
    for (std::size_t i = 0; i < regions.size(); ++i)
      choices.push_back(
          {context_.var(left[i]),
           Sequence(context_).assign(left[i], context_.false_expr()).add(regions[i]).finish()});
    result.add(choose(context_, Semantics::Conflict::any, choices, ir::skip(context_)));
  }
  return ir::local(context_, left, result.finish());
}

ir::Stmt Firing::exit_inside(NodeId domain, const Known& known, const WaysOut& ways) const {
  Sequence result(context_);
  result.add(note_histories(domain, known));
  for (const WayOut& way : ways)
    if (way.node == none) result.add(actions_.block(m_, way.effect));
  return result.add(exit_children(domain, known, ways)).finish();
}

ir::Stmt Firing::run_exits() const {
  return when(layout_.is_terminated(m_), ir::skip(context_), run_exit(0));
}

ir::Stmt Firing::run_exit(NodeId node) const {
  Sequence result(context_);
  const Node& n = machine_.nodes[node];
  if (n.kind == NodeKind::compound)
    result.add(by_child(
        node, own_.child[node], {}, [&](NodeId child) { return run_exit(child); },
        ir::skip(context_)));
  if (n.kind == NodeKind::parallel)
    for (auto child = n.children.rbegin(); child != n.children.rend(); ++child)
      result.add(run_exit(*child));
  return result.add(actions_.block(m_, n.exit)).finish();
}

ir::Stmt Firing::leave(const Transition& transition, const Known& known) const {
  const NodeId from = domain(transition);
  return from == none ? ir::skip(context_) : exit_inside(from, known, transition.ways_out);
}

// Entering

std::vector<NodeId> Firing::within(NodeId node, const std::vector<NodeId>& targets) const {
  std::vector<NodeId> result;
  std::copy_if(targets.begin(), targets.end(), std::back_inserter(result),
               [&](NodeId target) { return is_inside(machine_, target, node); });
  return result;
}

ir::Stmt Firing::activate(NodeId node) const {
  Sequence result(context_);
  const NodeId parent = machine_.nodes[node].parent;
  if (parent != none && own_.child[parent] != nullptr) {
    const ir::Var var = own_.child[parent];
    result.assign(var, context_.enum_literal(var->type, layout_.position(m_, node)));
  }
  if (own_.marked[node] != nullptr) result.assign(own_.marked[node], context_.true_expr());
  if (own_.entered[node] != nullptr) result.assign(own_.entered[node], context_.true_expr());
  result.add(actions_.block(m_, machine_.nodes[node].entry));
  if (own_.doing[node] != nullptr) result.assign(own_.doing[node], context_.true_expr());
  return result.finish();
}

ir::Stmt Firing::raise_done(NodeId node) const {
  const EventId done = machine_.nodes[node].done;
  if (done == none) return ir::skip(context_);
  const ir::Stmt raised = actions_.raise({m_, done}, {});
  const ir::Var doing = own_.doing[node];
  return doing == nullptr ? raised : when(context_.var(doing), ir::skip(context_), raised);
}

ir::Stmt Firing::perform(NodeId state) const {
  const Node& n = machine_.nodes[state];
  const ir::Expr complete = n.kind == NodeKind::basic ? context_.true_expr() : is_complete(state);
  return Sequence(context_)
      .assume(context_.var(own_.doing[state]))
      .assign(own_.doing[state], context_.false_expr())
      .add(actions_.block(m_, *n.activity))
      .add(when(complete, raise_done(state), ir::skip(context_)))
      .finish();
}

/// Events that say that a node, or what it completes, is done.
ir::Stmt Firing::completed(NodeId node) const {
  Sequence result(context_);
  const Node& n = machine_.nodes[node];
  if (n.kind == NodeKind::basic) result.add(raise_done(node));
  if (n.kind != NodeKind::final || n.parent == none) return result.finish();
  const Node& parent = machine_.nodes[n.parent];
  result.add(raise_done(n.parent));
  if (parent.parent == none) return result.finish();
  const Node& around = machine_.nodes[parent.parent];
  if (around.kind != NodeKind::parallel || around.done == none) return result.finish();
  std::vector<ir::Expr> all;
  for (const NodeId region : around.children) all.push_back(is_complete(region));
  return result.add(when(all_of(context_, all), raise_done(parent.parent), ir::skip(context_)))
      .finish();
}

ir::Expr Firing::is_complete(NodeId node) const {
  const Node& n = machine_.nodes[node];
  std::vector<ir::Expr> parts;
  for (const NodeId child : n.children)
    if (n.kind == NodeKind::parallel)
      parts.push_back(is_complete(child));
    else if (machine_.nodes[child].kind == NodeKind::final)
      parts.push_back(layout_.child_is(m_, own_.child[node], child));
  return n.kind == NodeKind::parallel ? all_of(context_, parts) : any_of(context_, parts);
}

ir::Stmt Firing::enter_node(NodeId node, const std::vector<NodeId>& targets) const {
  Sequence result(context_);
  result.add(activate(node)).add(completed(node));
  const Node& n = machine_.nodes[node];
  if (n.kind == NodeKind::compound || n.kind == NodeKind::parallel)
    result.add(enter_inside(node, within(node, targets)));
  return result.finish();
}

/// What is inside of an active compound or parallel node; the targets all are.
ir::Stmt Firing::enter_inside(NodeId node, const std::vector<NodeId>& targets) const {
  const Node& n = machine_.nodes[node];
  const auto own_history = std::find_if(targets.begin(), targets.end(), [&](NodeId target) {
    return is_history(machine_.nodes[target].kind) && machine_.nodes[target].parent == node;
  });
  if (own_history != targets.end()) return restore(*own_history);
  for (const NodeId target : targets)
    if (machine_.nodes[target].kind == NodeKind::entry && machine_.nodes[target].parent == node)
      return follow(node, *machine_.nodes[target].initial);
  if (n.kind == NodeKind::parallel) {
    std::vector<ir::Stmt> regions;
    for (const NodeId child : n.children) regions.push_back(enter_node(child, targets));
    return cross(regions);
  }
  if (targets.empty()) return enter_by_default(node);
  for (const NodeId child : n.children)
    if (targets.front() == child || is_inside(machine_, targets.front(), child))
      return enter_node(child, targets);
  return ir::skip(context_);  // a choice of this node: its branch will enter something
}

ir::Stmt Firing::enter_by_default(NodeId compound) const {
  INVARIANT(machine_.nodes[compound].initial.has_value(), "a compound node should have a way in");
  return follow(compound, *machine_.nodes[compound].initial);
}

ir::Stmt Firing::follow(NodeId compound, const Path& path) const {
  Sequence result(context_);
  result.add(actions_.block(m_, path.effect)).add(enter_inside(compound, path.targets));
  const NodeId choice = target_choice(path.targets);
  if (choice != none)
    result.add(take_branch(
        choice, [&](const Path& branch) { return follow(machine_.nodes[choice].parent, branch); }));
  return result.finish();
}

ir::Stmt Firing::restore(NodeId history) const {
  const Node& h = machine_.nodes[history];
  const NodeId owner = h.parent;
  const bool deep = h.kind == NodeKind::deep_history;
  const Path* path = h.initial ? &*h.initial : nullptr;
  if (path == nullptr && machine_.nodes[owner].initial) path = &*machine_.nodes[owner].initial;
  INVARIANT(path != nullptr, "a history should have a default");
  const ir::Stmt forgotten = follow(owner, *path);
  const auto enter_child = [&](NodeId child) {
    return deep ? enter_noted(history, child) : enter_node(child, {});
  };
  if (machine_.nodes[owner].kind == NodeKind::compound)
    return by_child(owner, own_.memory[history].at(owner), {}, enter_child, forgotten);
  std::vector<ir::Stmt> all;
  for (const NodeId child : machine_.nodes[owner].children) all.push_back(enter_child(child));
  return when(context_.var(own_.known[history]), cross(all), forgotten);
}

ir::Stmt Firing::enter_noted(NodeId history, NodeId node) const {
  Sequence result(context_);
  result.add(activate(node)).add(completed(node));
  const Node& n = machine_.nodes[node];
  const auto enter_child = [&](NodeId child) { return enter_noted(history, child); };
  if (n.kind == NodeKind::parallel) {
    std::vector<ir::Stmt> regions;
    for (const NodeId child : n.children) regions.push_back(enter_child(child));
    result.add(cross(regions));
  }
  if (n.kind == NodeKind::compound)
    result.add(by_child(node, own_.memory[history].at(node), {}, enter_child,
                        n.initial ? enter_by_default(node) : ir::skip(context_)));
  return result.finish();
}

// Transitions

/// What happens once there is a problem is nothing that the machine would do.
ir::Stmt Firing::note_unless_problem(ir::Var flag, ir::Expr condition) const {
  return when(all_of(context_, {layout_.no_problem(), condition}),
              ir::assign(flag, context_.true_expr()), ir::skip(context_));
}

ir::Stmt Firing::note_taken(TransitionId transition) const {
  Sequence result(context_);
  if (!own_.fired.empty())
    result.add(note_unless_problem(own_.fired[transition], context_.true_expr()));
  const ir::Expr trigger = triggered(machine_.transitions[transition].trigger);
  for (EventId e = 0; e < machine_.events.size(); ++e) {
    const ir::Var present = machine_.events[e].present;
    if (own_.caused[e] == nullptr || !ir::occurs(present, trigger)) continue;
    const ir::Expr without = ir::substitute(trigger, present, context_.false_expr());
    result.add(note_unless_problem(
        own_.caused[e], layout_.lower(ir::and_(context_.var(present), ir::not_(without)))));
  }
  return result.finish();
}

ir::Expr Firing::triggered(const Trigger& trigger) const {
  if (trigger.kind == Trigger::Kind::nothing) return context_.true_expr();
  if (trigger.kind == Trigger::Kind::formula) return trigger.formula;
  std::vector<ir::Expr> present;
  for (const EventId e : trigger.events)
    present.push_back(context_.var(machine_.events[e].present));
  return any_of(context_, present);
}

ir::Stmt Firing::effect(TransitionId transition) const {
  return actions_.block(m_, machine_.transitions[transition].effect);
}

ir::Stmt Firing::enter(const Transition& transition) const {
  const NodeId around = domain(transition);
  if (around == none) return ir::skip(context_);
  Sequence result(context_);
  result.add(enter_inside(around, transition.targets));
  const NodeId choice = target_choice(transition.targets);
  if (choice != none) result.add(pass(choice));
  return result.finish();
}

ir::Stmt Firing::fire(TransitionId id, const Known& known) const {
  const Transition& transition = machine_.transitions[id];
  return Sequence(context_)
      .add(note_taken(id))
      .add(leave(transition, known))
      .add(effect(id))
      .add(enter(transition))
      .finish();
}

NodeId Firing::target_choice(const std::vector<NodeId>& targets) const {
  for (const NodeId target : targets)
    if (machine_.nodes[target].kind == NodeKind::choice) return target;
  return none;
}

/// Branches of a choice that could be taken as well as each other.
ir::Stmt Firing::note_conflicts(NodeId choice) const {
  const std::vector<Path>& branches = machine_.nodes[choice].branches;
  Sequence result(context_);
  for (std::size_t c = 0; c < own_.branch_conflicts.size(); ++c) {
    const BranchPair& pair = own_.possible_branch_conflicts[c];
    if (pair.choice != choice) continue;
    std::vector<ir::Expr> parts;
    if (branches[pair.first].guard) {
      parts = {layout_.lower(branches[pair.first].guard),
               layout_.lower(branches[pair.second].guard)};
    } else {
      for (const Path& other : branches)
        if (other.guard) parts.push_back(ir::not_(layout_.lower(other.guard)));
    }
    result.add(when(all_of(context_, parts),
                    ir::assign(own_.branch_conflicts[c], context_.true_expr()),
                    ir::skip(context_)));
  }
  return result.finish();
}

ir::Stmt Firing::take_branch(NodeId choice, const std::function<ir::Stmt(const Path&)>& go) const {
  std::vector<Guarded> branches;
  Sequence result(context_);
  for (std::size_t b = 0; b < machine_.nodes[choice].branches.size(); ++b) {
    const Path& branch = machine_.nodes[choice].branches[b];
    if (branch.guard) result.add(actions_.note_reading(m_, branch.location));
    Sequence taking(context_);
    if (!own_.branched[choice].empty())
      taking.add(note_unless_problem(own_.branched[choice][b], context_.true_expr()));
    branches.push_back({branch.guard ? layout_.lower(branch.guard) : context_.true_expr(),
                        taking.add(go(branch)).finish(), branch.priority,
                        branch.guard ? Guarded::Role::plain : Guarded::Role::otherwise});
  }
  return result.add(note_conflicts(choice))
      .add(choose(context_, machine_.semantics.conflict, branches,
                  actions_.report(Problem::no_branch)))
      .finish();
}

/// From a choice that a transition led to.
ir::Stmt Firing::pass(NodeId choice) const {
  return take_branch(choice, [&](const Path& branch) {
    std::vector<NodeId> nodes{choice};
    nodes.insert(nodes.end(), branch.targets.begin(), branch.targets.end());
    const NodeId around = innermost_around(nodes);
    // The nodes around the choice are active, and nothing beside it is.
    Known known = known_from({machine_.nodes[choice].parent});
    known[machine_.nodes[choice].parent] = none;
    Sequence result(context_);
    result.add(exit_inside(around, known, {}))
        .add(actions_.block(m_, branch.effect))
        .add(enter_inside(around, branch.targets));
    const NodeId next = target_choice(branch.targets);
    if (next != none) result.add(pass(next));
    return result.finish();
  });
}

}  // namespace arges::model::statechart::lower
