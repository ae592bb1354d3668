#include "model/statechart/prepare/junctions.h"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

namespace arges::model::statechart {

namespace {

/// Null stands for true; the result is null only if both are.
ir::Expr both(ir::Expr a, ir::Expr b) {
  if (!a) return b;
  if (!b || b.is_true()) return a;
  return a.is_true() ? b : ir::and_(a, b);
}

void append(Block& block, const Block& further) {
  block.insert(block.end(), further.begin(), further.end());
}

}  // namespace

void Junctions::expand() {
  const auto has_kind = [](const Node& node) { return node.kind == NodeKind::junction; };
  if (std::none_of(machine_.nodes.begin(), machine_.nodes.end(), has_kind) || !check()) return;
  expand_transitions();
  for (Node& node : machine_.nodes) {
    if (node.kind == NodeKind::choice) expand_branches(node);
    if (node.initial) expand_default(node);
  }
  remove_nodes();
}

bool Junctions::check() {
  bool fine = true;
  for (const Transition& transition : machine_.transitions)
    fine = transition.source < machine_.nodes.size() &&  // else reported by others
           check_targets(transition.targets, transition.location) && fine;
  for (NodeId id = 0; id < machine_.nodes.size(); ++id) {
    const Node& node = machine_.nodes[id];
    for (const Path& branch : node.branches)
      fine = check_targets(branch.targets, branch.location) && fine;
    if (node.initial) fine = check_targets(node.initial->targets, node.initial->location) && fine;
  }
  std::vector<NodeId> before;
  for (NodeId id = 0; id < machine_.nodes.size() && fine; ++id)
    if (is_junction(id)) fine = check_ways(id, before);
  for (NodeId id = 0; id < machine_.nodes.size() && fine; ++id) {
    const Node& node = machine_.nodes[id];
    if (!node.initial || !leads_to_junction(node.initial->targets)) continue;
    const Ways ways = through(node.initial->targets.front());
    if (ways.size() == 1 && !ways.front().guard) continue;
    diagnostics_.error(node.initial->location ? node.initial->location : node.location,
                       fmt::format("the default path of '{}' leads to a junction that may go on in "
                                   "several ways",
                                   node.full_name),
                       "make it a choice");
    fine = false;
  }
  return fine;
}

bool Junctions::check_targets(const std::vector<NodeId>& targets, SourceLocation location) {
  for (const NodeId target : targets) {
    if (target >= machine_.nodes.size()) return false;  // reported by others
    if (!is_junction(target) || targets.size() == 1) continue;
    diagnostics_.error(
        location,
        fmt::format("the junction '{}' must be the only target", machine_.nodes[target].full_name),
        "several targets are states in different regions");
    return false;
  }
  return true;
}

bool Junctions::check_ways(NodeId junction, std::vector<NodeId>& before) {
  const Node& node = machine_.nodes[junction];
  if (std::find(before.begin(), before.end(), junction) != before.end()) {
    diagnostics_.error(node.location, fmt::format("a cycle of junctions: '{}'", node.full_name),
                       "let one of them lead to a state");
    return false;
  }
  if (node.branches.empty()) {
    diagnostics_.error(node.location,
                       fmt::format("nothing leaves the junction '{}'", node.full_name),
                       "add a transition from it");
    return false;
  }
  before.push_back(junction);
  const bool fine =
      std::all_of(node.branches.begin(), node.branches.end(), [&](const Path& branch) {
        return !leads_to_junction(branch.targets) || check_ways(branch.targets.front(), before);
      });
  before.pop_back();
  return fine;
}

Junctions::Ways Junctions::along(const Path& branch) const {
  if (!leads_to_junction(branch.targets))
    return {{branch.name, branch.guard, branch.effect, branch.targets}};
  Ways result = through(branch.targets.front());
  for (Way& way : result) {
    way.name = fmt::format("{}, {}", branch.name, way.name);
    way.guard = both(branch.guard, way.guard);
    Block effect = branch.effect;
    append(effect, way.effect);
    way.effect = std::move(effect);
  }
  return result;
}

std::vector<Junctions::Ways> Junctions::by_branches(const std::vector<Path>& branches) const {
  std::vector<Ways> result;
  for (const Path& branch : branches) result.push_back(along(branch));
  const std::vector<Ways> alone = result;
  const bool by_value = machine_.semantics.conflict == Semantics::Conflict::largest;
  const auto comes_before = [&](const Path& a, const Path& b) {
    if (!a.guard != !b.guard) return static_cast<bool>(a.guard);
    return by_value && a.priority > b.priority;
  };
  for (std::size_t b = 0; b < branches.size(); ++b)
    for (std::size_t other = 0; other < branches.size(); ++other)
      if (comes_before(branches[other], branches[b])) exclude(result[b], alone[other]);
  return result;
}

void Junctions::exclude(Ways& ways, const Ways& open) {
  for (const Way& one : open) {
    // Behind a way that is always open there is none.
    if (!one.guard) return ways.clear();
    for (Way& way : ways) way.guard = both(way.guard, ir::not_(one.guard));
  }
}

Junctions::Ways Junctions::through(NodeId junction) const {
  Ways result;
  for (Ways& ways : by_branches(machine_.nodes[junction].branches))
    std::move(ways.begin(), ways.end(), std::back_inserter(result));
  return result;
}

void Junctions::expand_transitions() {
  std::vector<Transition> result;
  for (Transition& transition : machine_.transitions) {
    if (!leads_to_junction(transition.targets)) {
      result.push_back(std::move(transition));
      continue;
    }
    for (Way& way : through(transition.targets.front())) {
      Transition made = transition;
      made.name = fmt::format("{}, {}", transition.name, way.name);
      made.guard = both(transition.guard, way.guard);
      append(made.effect, way.effect);
      made.targets = std::move(way.targets);
      result.push_back(std::move(made));
    }
  }
  machine_.transitions = std::move(result);
}

void Junctions::expand_branches(Node& choice) {
  std::vector<Path> result;
  const std::vector<Ways> ways = by_branches(choice.branches);
  for (std::size_t b = 0; b < choice.branches.size(); ++b) {
    Path& branch = choice.branches[b];
    if (!leads_to_junction(branch.targets)) {
      result.push_back(std::move(branch));
      continue;
    }
    for (const Way& way : ways[b]) {
      Path made = branch;
      made.name = way.name;
      made.guard = way.guard;
      made.effect = way.effect;
      made.targets = way.targets;
      result.push_back(std::move(made));
    }
  }
  choice.branches = std::move(result);
}

void Junctions::expand_default(Node& node) {
  if (!leads_to_junction(node.initial->targets)) return;
  const Ways ways = through(node.initial->targets.front());
  append(node.initial->effect, ways.front().effect);
  node.initial->targets = ways.front().targets;
}

void Junctions::remove_nodes() {
  std::vector<NodeId> number;
  std::vector<Node> left;
  for (NodeId id = 0; id < machine_.nodes.size(); ++id) {
    number.push_back(static_cast<NodeId>(left.size()));
    if (!is_junction(id)) left.push_back(std::move(machine_.nodes[id]));
  }
  machine_.nodes = std::move(left);
  const auto renumber = [&](std::vector<NodeId>& nodes) {
    for (NodeId& node : nodes) node = number[node];
  };
  for (Node& node : machine_.nodes) {
    if (node.parent != none) node.parent = number[node.parent];
    renumber(node.children);
    if (node.initial) renumber(node.initial->targets);
    for (Path& branch : node.branches) renumber(branch.targets);
  }
  for (Transition& transition : machine_.transitions) {
    transition.source = number[transition.source];
    renumber(transition.other_sources);
    renumber(transition.targets);
  }
}

}  // namespace arges::model::statechart
