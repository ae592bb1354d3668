#include "model/statechart/prepare/checker.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "base/invariant.h"

namespace arges::model::statechart {

void Checker::check() {
  check_names();
  check_reaction();
  for (NodeId id = 0; id < machine_.nodes.size(); ++id) check_node(id);
  for (const Transition& transition : machine_.transitions) check_transition(transition);
}

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
  const bool once = machine_.semantics.step == Semantics::Step::once;
  for (const Transition& transition : machine_.transitions) {
    if (in_cycles || !once || transition.trigger.kind != Trigger::Kind::nothing) continue;
    diagnostics_.error(transition.location,
                       "a transition without a trigger, but the machine takes one step an event",
                       "let it react to an event that is raised when its source is done");
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
  if (n.kind == NodeKind::entry) check_entry(id);
  const bool has_path =
      n.kind == NodeKind::compound || n.kind == NodeKind::entry || is_history(n.kind);
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
    if (node(child).kind != NodeKind::final && node(child).kind != NodeKind::terminate) continue;
    diagnostics_.error(node(child).location,
                       fmt::format("'{}' is a final state directly inside of '{}', whose regions "
                                   "are all active at once",
                                   name(child), name(id)),
                       "put it into one of the regions");
  }
}

void Checker::check_entry(NodeId id) {
  const Node& n = node(id);
  INVARIANT(n.parent != none && node(n.parent).kind == NodeKind::compound,
            "an entry should be a way into a compound node");
  if (!n.initial.has_value())
    diagnostics_.error(n.location, fmt::format("no way leads on from '{}'", name(id)),
                       "add a transition from it");
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
    if (shape_.common_compound(all) == none) {
      diagnostics_.error(location,
                         fmt::format("a branch of '{}' leads into a sibling region", name(id)),
                         "its target must be within a common composite state or region");
    }
  }
}

void Checker::check_transition(const Transition& transition) {
  INVARIANT(
      transition.ways_out.empty() || machine_.semantics.firing == Semantics::Firing::one_by_one,
      "where transitions fire together, nothing should happen on the way out");
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
    if (node(source).kind == NodeKind::final || node(source).kind == NodeKind::terminate) {
      diagnostics_.error(transition.location,
                         fmt::format("a transition from the final state '{}'", name(source)),
                         "make it an ordinary state, or let its parent have the transition");
      return false;
    }
    INVARIANT(is_state(node(source).kind), "a pseudostate should have paths, not transitions");
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
  return check_join(transition);
}

bool Checker::check_join(const Transition& transition) {
  for (const NodeId other : transition.other_sources) {
    const bool nested = other == transition.source || is_inside_of(other, transition.source) ||
                        is_inside_of(transition.source, other);
    if (nested || node(shape_.common_ancestor(other, transition.source)).kind == NodeKind::parallel)
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
  if (shape_.domain(transition) != none) return;
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
  const NodeId common = shape_.common_ancestor(first, second);
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

}  // namespace arges::model::statechart
