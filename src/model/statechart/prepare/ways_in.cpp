#include "model/statechart/prepare/ways_in.h"

#include <algorithm>

#include <fmt/format.h>

namespace arges::model::statechart {

void WaysIn::check() {
  check_cycles();
  // Without cycles the rest comes to an end.
  if (diagnostics_.has_errors()) return;
  for (NodeId id = 0; id < machine_.nodes.size(); ++id) check_default_path(id);
  check_entries();
}

void WaysIn::check_cycles() {
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

std::vector<NodeId> WaysIn::next_pseudostates(NodeId id) const {
  std::vector<NodeId> result;
  const auto add = [&](const Path& path) {
    for (const NodeId target : path.targets)
      if (is_pseudostate(target)) result.push_back(target);
  };
  for (const Path& branch : node(id).branches) add(branch);
  if (node(id).initial.has_value()) add(*node(id).initial);
  return result;
}

void WaysIn::check_default_path(NodeId id) {
  const Node& n = node(id);
  if (!n.initial.has_value()) return;
  if (n.kind == NodeKind::compound) check_stays(id, *n.initial, none);
  if (n.kind == NodeKind::entry || is_history(n.kind)) check_stays(n.parent, *n.initial, none);
}

void WaysIn::check_stays(NodeId compound, const Path& path, NodeId through) {
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

void WaysIn::check_entries() {
  enter(0, {}, node(0).location);
  for (const Transition& transition : machine_.transitions) {
    if (transition.targets.empty()) continue;
    enter(shape_.domain(transition), transition.targets, transition.location);
  }
  for (NodeId id = 0; id < machine_.nodes.size(); ++id) {
    for (const Path& branch : node(id).branches) {
      std::vector<NodeId> all = branch.targets;
      all.push_back(id);
      enter(shape_.common_compound(all), branch.targets, branch.location);
    }
  }
}

void WaysIn::enter(NodeId id, const std::vector<NodeId>& targets, SourceLocation why) {
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
  for (const NodeId target : targets) {
    if (node(target).kind != NodeKind::entry || node(target).parent != id) continue;
    if (node(target).initial.has_value()) enter(id, node(target).initial->targets, why);
    return;
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

void WaysIn::enter_history(NodeId id, SourceLocation why) {
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

}  // namespace arges::model::statechart
