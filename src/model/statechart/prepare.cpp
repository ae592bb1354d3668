#include "model/statechart/prepare.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "base/invariant.h"
#include "model/statechart/tree.h"

namespace arges::model::statechart {

namespace {

/// Finds what makes no sense in a machine and reports it.
class Checker {
 public:
  Checker(const Machine& machine, Diagnostics& diagnostics)
      : machine_(machine), diagnostics_(diagnostics), entered_(machine.nodes.size()) {}

  void check() {
    check_names();
    check_reaction();
    for (NodeId node = 0; node < machine_.nodes.size(); ++node) check_node(node);
    for (const Transition& transition : machine_.transitions) check_transition(transition);
    // What follows goes along paths, which must lead somewhere.
    if (diagnostics_.has_errors()) return;
    check_cycles();
    if (diagnostics_.has_errors()) return;
    for (NodeId node = 0; node < machine_.nodes.size(); ++node) check_default_path(node);
    check_ways_in();
  }

 private:
  const Node& node(NodeId id) const { return machine_.nodes[id]; }
  const std::string& name(NodeId id) const {
    return node(id).full_name.empty() ? node(id).name : node(id).full_name;
  }
  bool is_pseudostate(NodeId id) const { return !is_state(node(id).kind); }
  bool is_inside_of(NodeId inner, NodeId outer) const { return is_inside(machine_, inner, outer); }

  void check_names();
  void check_reaction();
  void check_node(NodeId id);
  void check_children(NodeId id);
  void check_choice(NodeId id);
  void check_transition(const Transition& transition);
  bool check_source(const Transition& transition);
  void check_domain(const Transition& transition);
  /// False if a target is no node at all.
  bool check_targets(const std::vector<NodeId>& targets, SourceLocation location);
  void check_together(NodeId first, NodeId second, SourceLocation location);
  void check_default_path(NodeId id);
  void check_stays(NodeId compound, const Path& path, NodeId through);
  void check_cycles();
  std::vector<NodeId> next_pseudostates(NodeId id) const;
  void check_ways_in();
  void enter(NodeId id, const std::vector<NodeId>& targets, SourceLocation why);
  void enter_history(NodeId id, SourceLocation why);

  /// The innermost compound node that has all of these properly inside; none: there is none.
  NodeId common_compound(const std::vector<NodeId>& nodes) const;
  NodeId common_ancestor(NodeId first, NodeId second) const;
  NodeId domain(const Transition& transition) const;

  const Machine& machine_;
  Diagnostics& diagnostics_;
  std::vector<bool> entered_;  ///< by default
};

void Checker::check_names() {
  // Events of one name may come on several ways, one of each direction.
  const auto direction_of = [](const auto& thing) {
    if constexpr (requires { thing.direction; })
      return static_cast<int>(thing.direction);
    else
      return 0;
  };
  const auto report_twice = [&](const auto& things, const char* kind, const auto& name_of) {
    std::set<std::pair<std::string, int>> seen;
    for (const auto& thing : things) {
      const std::string& its_name = name_of(thing);
      if (its_name.empty() || seen.insert({its_name, direction_of(thing)}).second) continue;
      diagnostics_.error(thing.location, fmt::format("there are two {} named '{}'", kind, its_name),
                         "give one of them another name");
    }
  };
  report_twice(
      machine_.nodes, "states", [](const Node& n) -> const auto& { return n.full_name; });
  report_twice(
      machine_.events, "events", [](const Event& e) -> const auto& { return e.name; });
  report_twice(
      machine_.timers, "timers", [](const Timer& t) -> const auto& { return t.name; });
}

// What the other kind of reaction has no meaning for.
void Checker::check_reaction() {
  const bool in_cycles = machine_.semantics.reaction == Semantics::Reaction::all_events;
  for (const Event& event : machine_.events) {
    if (!in_cycles || event.direction == Direction::input || event.direction == Direction::output)
      continue;
    diagnostics_.error(
        event.location,
        fmt::format("'{}' needs a queue, which a machine in cycles has not", event.name),
        "use an output and a channel from it to an input");
  }
  for (const Timer& timer : machine_.timers) {
    if (in_cycles == (timer.kind == Timer::Kind::level)) continue;
    diagnostics_.error(timer.location,
                       in_cycles ? fmt::format("the timer '{}' sends an event, which a machine in "
                                               "cycles has no queue for",
                                               timer.name)
                                 : fmt::format("the timer '{}' sends no event, which a machine for "
                                               "one event at a time needs",
                                               timer.name));
  }
  for (const Variable& variable : machine_.variables) {
    const bool is_reset = variable.lifetime == Variable::Lifetime::reset_after ||
                          variable.lifetime == Variable::Lifetime::reset_before;
    if (in_cycles || !is_reset) continue;
    diagnostics_.error(variable.var->location,
                       fmt::format("'{}' is reset every cycle, but the machine takes one event at "
                                   "a time",
                                   variable.var->name),
                       "assign to it where it should be reset");
  }
}

void Checker::check_node(NodeId id) {
  const Node& n = node(id);
  INVARIANT(id == 0 ? n.parent == none : n.parent < id, "nodes should be in document order");
  check_children(id);
  if (n.kind == NodeKind::choice) check_choice(id);
  const bool has_path = n.kind == NodeKind::compound || is_history(n.kind);
  if (!n.initial.has_value() || !has_path) return;
  if (n.initial->targets.empty()) {
    diagnostics_.error(n.initial->location ? n.initial->location : n.location,
                       fmt::format("the default path of '{}' leads nowhere", name(id)),
                       "name a state inside as its target");
  }
  check_targets(n.initial->targets, n.initial->location ? n.initial->location : n.location);
}

void Checker::check_children(NodeId id) {
  const Node& n = node(id);
  const bool may_have = n.kind == NodeKind::compound || n.kind == NodeKind::parallel;
  if (!may_have && !n.children.empty()) {
    diagnostics_.error(n.location, fmt::format("'{}' can't have states inside", name(id)),
                       "only composite states have some");
  }
  if (n.kind != NodeKind::parallel) return;
  for (const NodeId child : n.children) {
    if (node(child).kind != NodeKind::final) continue;
    diagnostics_.error(node(child).location,
                       fmt::format("'{}' is a final state directly inside of '{}', whose regions "
                                   "are all active at once",
                                   name(child), name(id)),
                       "put it into one of the regions");
  }
}

void Checker::check_choice(NodeId id) {
  const Node& n = node(id);
  if (machine_.semantics.firing == Semantics::Firing::together) {
    diagnostics_.error(n.location,
                       fmt::format("'{}' is a choice, where transitions of several regions fire "
                                   "together",
                                   name(id)),
                       "write its branches as transitions of the state before it");
  }
  if (n.parent == none || node(n.parent).kind != NodeKind::compound) {
    diagnostics_.error(n.location, fmt::format("the choice '{}' is in no region", name(id)),
                       "put it into a region or a composite state");
  }
  if (n.branches.empty()) {
    diagnostics_.error(n.location, fmt::format("no branch leaves the choice '{}'", name(id)),
                       "add a transition from it");
  }
  for (const Path& branch : n.branches) {
    const SourceLocation location = branch.location ? branch.location : n.location;
    if (branch.targets.empty())
      diagnostics_.error(location, fmt::format("a branch of '{}' leads nowhere", name(id)));
    if (!check_targets(branch.targets, location)) continue;
    std::vector<NodeId> all = branch.targets;
    all.push_back(id);
    if (common_compound(all) == none) {
      diagnostics_.error(location,
                         fmt::format("a branch of '{}' leads into a sibling region", name(id)),
                         "its target must be within a common composite state or region");
    }
  }
}

void Checker::check_transition(const Transition& transition) {
  const bool source_is_fine = check_source(transition);
  const bool targets_are_fine = check_targets(transition.targets, transition.location);
  if (source_is_fine && targets_are_fine) check_domain(transition);
}

bool Checker::check_source(const Transition& transition) {
  std::vector<NodeId> sources = transition.other_sources;
  sources.push_back(transition.source);
  for (const NodeId source : sources) {
    if (source >= machine_.nodes.size()) {
      diagnostics_.error(transition.location, "the transition has no source",
                         "name the state that it starts at");
      return false;
    }
    if (node(source).kind == NodeKind::final) {
      diagnostics_.error(transition.location,
                         fmt::format("a transition from the final state '{}'", name(source)),
                         "make it an ordinary state, or let its parent have the transition");
      return false;
    }
    INVARIANT(!is_pseudostate(source), "a pseudostate should have paths, not transitions");
  }
  const NodeId parent = node(transition.source).parent;
  if (machine_.semantics.reaction == Semantics::Reaction::all_events &&
      (parent == none || node(parent).kind != NodeKind::compound)) {
    // A cycle goes through regions and fires what starts at their active states.
    diagnostics_.error(transition.location,
                       fmt::format("a transition from '{}', which is no state in a region",
                                   name(transition.source)),
                       "start it at the state around it or at one inside");
    return false;
  }
  for (const NodeId other : transition.other_sources) {
    const bool nested = other == transition.source || is_inside_of(other, transition.source) ||
                        is_inside_of(transition.source, other);
    if (nested || node(common_ancestor(other, transition.source)).kind == NodeKind::parallel)
      continue;
    diagnostics_.error(transition.location,
                       fmt::format("'{}' and '{}' are never active together",
                                   name(transition.source), name(other)),
                       "the sources of a join must be in different regions of one state");
    return false;
  }
  return true;
}

void Checker::check_domain(const Transition& transition) {
  if (transition.targets.empty()) return;
  if (transition.kind == Transition::Kind::internal) {
    diagnostics_.error(transition.location, "an internal transition with a target",
                       "drop the target, or make it a local or an external one");
    return;
  }
  if (domain(transition) != none) return;
  const NodeId target = transition.targets.front();
  const bool to_root = std::find(transition.targets.begin(), transition.targets.end(), 0) !=
                       transition.targets.end();
  diagnostics_.error(transition.location,
                     to_root ? fmt::format("a transition to '{}', which is never left", name(0))
                     : transition.source == 0
                         ? fmt::format("a transition from '{}', which is never left", name(0))
                         : fmt::format("a transition into a sibling region: from '{}' to '{}'",
                                       name(transition.source), name(target)),
                     "source and target must be within a common composite state or region");
}

bool Checker::check_targets(const std::vector<NodeId>& targets, SourceLocation location) {
  for (const NodeId target : targets) {
    if (target < machine_.nodes.size()) continue;
    diagnostics_.error(location, "there is no such target", "name a state of this machine");
    return false;
  }
  for (std::size_t i = 0; i < targets.size(); ++i) {
    for (std::size_t j = i + 1; j < targets.size(); ++j)
      check_together(targets[i], targets[j], location);
  }
  return true;
}

void Checker::check_together(NodeId first, NodeId second, SourceLocation location) {
  const char* const hint = "several targets must be in different regions of one state";
  if (first == second) {
    diagnostics_.error(location, fmt::format("'{}' is a target twice", name(first)),
                       "name it once");
    return;
  }
  if (is_inside_of(first, second) || is_inside_of(second, first)) {
    const auto [outer, inner] = std::minmax(first, second);
    diagnostics_.error(location,
                       fmt::format("the targets '{}' and '{}' are one inside of the other",
                                   name(outer), name(inner)),
                       "name the inner one only");
    return;
  }
  if (node(first).kind == NodeKind::choice || node(second).kind == NodeKind::choice) {
    diagnostics_.error(location,
                       fmt::format("the targets '{}' and '{}': a choice must be the only target",
                                   name(first), name(second)),
                       hint);
    return;
  }
  const NodeId common = common_ancestor(first, second);
  const auto restores_it_all = [&](NodeId one) {
    return is_history(node(one).kind) && node(one).parent == common;
  };
  if (node(common).kind == NodeKind::parallel && !restores_it_all(first) &&
      !restores_it_all(second))
    return;
  diagnostics_.error(
      location,
      fmt::format("the targets '{}' and '{}' can't be active together", name(first), name(second)),
      hint);
}

NodeId Checker::common_compound(const std::vector<NodeId>& nodes) const {
  for (NodeId at = node(nodes.front()).parent; at != none; at = node(at).parent) {
    if (node(at).kind != NodeKind::compound) continue;
    const bool has_all = std::all_of(nodes.begin(), nodes.end(),
                                     [&](NodeId inner) { return is_inside_of(inner, at); });
    if (has_all) return at;
  }
  return none;
}

NodeId Checker::common_ancestor(NodeId first, NodeId second) const {
  NodeId at = node(first).parent;
  while (at != none && !is_inside_of(second, at)) at = node(at).parent;
  return at == none ? 0 : at;
}

NodeId Checker::domain(const Transition& transition) const {
  std::vector<NodeId> all = transition.other_sources;
  all.insert(all.end(), transition.targets.begin(), transition.targets.end());
  const NodeId source = transition.source;
  if (transition.kind == Transition::Kind::local && node(source).kind == NodeKind::compound &&
      std::all_of(all.begin(), all.end(), [&](NodeId n) { return is_inside_of(n, source); }))
    return source;
  all.push_back(source);
  return common_compound(all);
}

void Checker::check_default_path(NodeId id) {
  const Node& n = node(id);
  if (!n.initial.has_value()) return;
  if (n.kind == NodeKind::compound) check_stays(id, *n.initial, none);
  if (is_history(n.kind)) check_stays(n.parent, *n.initial, none);
}

void Checker::check_stays(NodeId compound, const Path& path, NodeId through) {
  for (const NodeId target : path.targets) {
    if (!is_inside_of(target, compound)) {
      const std::string way =
          through == none ? "" : fmt::format(" by way of the choice '{}'", name(through));
      diagnostics_.error(
          path.location ? path.location : node(compound).location,
          fmt::format("the default path of '{}' leaves it{}, to '{}'", name(compound), way,
                      name(target)),
          "where control goes by itself must be inside; use a transition to go elsewhere");
    } else if (node(target).kind == NodeKind::choice) {
      for (const Path& branch : node(target).branches) check_stays(compound, branch, target);
    }
  }
}

std::vector<NodeId> Checker::next_pseudostates(NodeId id) const {
  std::vector<NodeId> result;
  const auto add = [&](const Path& path) {
    for (const NodeId target : path.targets)
      if (is_pseudostate(target)) result.push_back(target);
  };
  for (const Path& branch : node(id).branches) add(branch);
  if (node(id).initial.has_value()) add(*node(id).initial);
  return result;
}

void Checker::check_cycles() {
  enum class Mark : std::uint8_t { new_, open, done };
  std::vector<Mark> marks(machine_.nodes.size(), Mark::new_);
  const auto visit = [&](const auto& self, NodeId id) -> void {
    marks[id] = Mark::open;
    for (const NodeId next : next_pseudostates(id)) {
      if (marks[next] == Mark::new_) self(self, next);
      if (marks[next] != Mark::open) continue;
      diagnostics_.error(node(id).location,
                         fmt::format("a cycle of choices: the way from '{}' through '{}' comes "
                                     "back to it",
                                     name(next), name(id)),
                         "let it end in a state");
    }
    marks[id] = Mark::done;
  };
  for (NodeId id = 0; id < machine_.nodes.size(); ++id)
    if (is_pseudostate(id) && marks[id] == Mark::new_) visit(visit, id);
}

// Goes along every way into the machine, as entering does.
void Checker::check_ways_in() {
  enter(0, {}, node(0).location);
  for (const Transition& transition : machine_.transitions) {
    if (transition.targets.empty()) continue;
    enter(domain(transition), transition.targets, transition.location);
  }
  for (NodeId id = 0; id < machine_.nodes.size(); ++id) {
    for (const Path& branch : node(id).branches) {
      std::vector<NodeId> all = branch.targets;
      all.push_back(id);
      enter(common_compound(all), branch.targets, branch.location);
    }
  }
}

void Checker::enter(NodeId id, const std::vector<NodeId>& targets, SourceLocation why) {
  const Node& n = node(id);
  if (targets.empty()) {
    if (entered_[id]) return;
    entered_[id] = true;
    if (n.kind == NodeKind::compound) {
      if (n.initial.has_value()) {
        enter(id, n.initial->targets, why);
        return;
      }
      diagnostics_.error(n.location ? n.location : why,
                         fmt::format("'{}' is entered, but not said where", name(id)),
                         "give it an initial state");
    }
  }
  const bool own_history = std::any_of(targets.begin(), targets.end(), [&](NodeId target) {
    return is_history(node(target).kind) && node(target).parent == id;
  });
  if (own_history) {
    enter_history(targets.front(), why);
    return;
  }
  for (const NodeId child : n.children) {
    std::vector<NodeId> inside;
    bool is_target = false;
    for (const NodeId target : targets) {
      if (is_inside_of(target, child)) inside.push_back(target);
      is_target = is_target || target == child;
    }
    if (!inside.empty() || is_target || n.kind == NodeKind::parallel) enter(child, inside, why);
  }
}

void Checker::enter_history(NodeId id, SourceLocation why) {
  const Node& history = node(id);
  if (!history.initial.has_value()) {
    diagnostics_.error(
        history.location ? history.location : why,
        fmt::format("the history '{}' has no default", name(id)),
        "add a transition from it to where control goes as long as nothing is known");
    return;
  }
  if (entered_[id]) return;
  entered_[id] = true;
  enter(history.parent, history.initial->targets, why);
  if (history.kind != NodeKind::shallow_history) return;
  // Of what it notes, only children: they are entered by default then.
  for (const NodeId child : node(history.parent).children) enter(child, {}, why);
}

/// In order of priority: an else comes last.
void sort_outgoing(Machine& machine) {
  const bool by_value = machine.semantics.conflict == Semantics::Conflict::largest;
  for (Node& node : machine.nodes) {
    std::stable_sort(node.outgoing.begin(), node.outgoing.end(),
                     [&](TransitionId left, TransitionId right) {
                       const Transition& a = machine.transitions[left];
                       const Transition& b = machine.transitions[right];
                       if (a.is_else != b.is_else) return b.is_else;
                       return by_value && a.priority > b.priority;
                     });
    std::stable_sort(node.branches.begin(), node.branches.end(), [&](const Path& a, const Path& b) {
      if (!a.guard != !b.guard) return !b.guard;
      return by_value && a.priority > b.priority;
    });
  }
}

}  // namespace

void declare_stand_ins(ir::Context& context, Machine& machine) {
  const auto declare = [&](const std::string& name, SourceLocation location) {
    return context.declare(machine.qualified(name), context.bool_type(), location);
  };
  for (Node& node : machine.nodes)
    if (is_state(node.kind)) node.active = declare(node.full_name, node.location);
  for (Event& event : machine.events) event.present = declare(event.name, event.location);
  for (Timer& timer : machine.timers)
    if (timer.kind == Timer::Kind::level) timer.elapsed = declare(timer.name, timer.location);
}

void complete(Machine& machine, Diagnostics& diagnostics) {
  for (Node& node : machine.nodes) node.outgoing.clear();
  for (TransitionId id = 0; id < machine.transitions.size(); ++id) {
    const NodeId source = machine.transitions[id].source;
    if (source < machine.nodes.size()) machine.nodes[source].outgoing.push_back(id);
  }
  sort_outgoing(machine);
  Checker(machine, diagnostics).check();
}

System single(Machine machine) {
  System system;
  system.name = machine.name;
  Component root;
  root.kind = Component::Kind::machine;
  root.name = machine.name;
  root.location = machine.location;
  system.machines.push_back(std::move(machine));
  system.components.push_back(std::move(root));
  return system;
}

}  // namespace arges::model::statechart
