#include "model/statechart/prepare/junctions.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/invariant.h"

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

/// One piece of a way after another: what happens in the first one happens before all that the
/// second does on the way out. Ways out without an effect stay: one may come before them.
void append(std::vector<WayOut>& ways_out, Block& effect, const std::vector<WayOut>& further_out,
            const Block& further) {
  for (const WayOut& way : further_out) {
    append(effect, way.effect);
    ways_out.push_back({way.node, std::move(effect)});
    effect = {};
  }
  append(effect, further);
}

void drop_empty(std::vector<WayOut>& ways_out) {
  ways_out.erase(std::remove_if(ways_out.begin(), ways_out.end(),
                                [](const WayOut& way) { return way.effect.empty(); }),
                 ways_out.end());
}

const std::string& name_of(const Node& node) {
  return node.full_name.empty() ? node.name : node.full_name;
}

SourceLocation place_of(const Path& path, const Node& node) {
  return path.location ? path.location : node.location;
}

/// Calls `visit` with the targets of every transition and every path, and where it stands.
template <typename SomeMachine, typename Visit>
void for_each_targets(SomeMachine& machine, const Visit& visit) {
  for (auto& transition : machine.transitions) visit(transition.targets, transition.location);
  for (auto& node : machine.nodes) {
    for (auto& branch : node.branches) visit(branch.targets, place_of(branch, node));
    if (node.initial) visit(node.initial->targets, place_of(*node.initial, node));
  }
}

/// Calls `visit` with every number of a node that a machine, constant or not, refers to.
template <typename SomeMachine, typename Visit>
void for_each_reference(SomeMachine& machine, const Visit& visit) {
  const auto visit_all = [&](auto& nodes) {
    for (auto& node : nodes) visit(node);
  };
  const auto visit_ways = [&](auto& ways_out) {
    for (auto& way : ways_out)
      if (way.node != none) visit(way.node);
  };
  for_each_targets(machine, [&](auto& targets, SourceLocation) { visit_all(targets); });
  for (auto& node : machine.nodes) {
    if (node.parent != none) visit(node.parent);
    visit_all(node.children);
    for (auto& branch : node.branches) visit_ways(branch.ways_out);
    if (node.initial) visit_ways(node.initial->ways_out);
  }
  for (auto& transition : machine.transitions) {
    visit(transition.source);
    visit_all(transition.other_sources);
    visit_ways(transition.ways_out);
  }
}

}  // namespace

void Junctions::expand() {
  const auto has_kind = [](const Node& node) { return node.kind == NodeKind::junction; };
  if (std::none_of(machine_.nodes.begin(), machine_.nodes.end(), has_kind)) return;
  if (!are_in_range() || !check()) return;
  expand_transitions();
  for (Node& node : machine_.nodes) {
    if (node.kind == NodeKind::choice) expand_branches(node);
    if (node.initial) expand_default(node);
  }
  remove_nodes();
}

// What is wrong

bool Junctions::are_in_range() const {
  bool result = true;
  for_each_reference(machine_, [&](NodeId id) { result = result && id < machine_.nodes.size(); });
  return result;
}

bool Junctions::check() {
  bool fine = true;
  for_each_targets(machine_, [&](const std::vector<NodeId>& targets, SourceLocation location) {
    fine = check_targets(targets, location) && fine;
  });
  counts_.assign(machine_.nodes.size(), {});
  for (NodeId id = 0; id < machine_.nodes.size() && fine; ++id)
    if (is_junction(id)) fine = check_ways(id);
  if (!fine) return false;
  for (const Transition& transition : machine_.transitions)
    fine = check_number(transition.targets, transition.location) && fine;
  for (const Node& node : machine_.nodes) {
    if (node.kind == NodeKind::choice)
      for (const Path& branch : node.branches)
        fine = check_number(branch.targets, place_of(branch, node)) && fine;
    fine = check_default(node) && fine;
  }
  return fine;
}

bool Junctions::check_targets(const std::vector<NodeId>& targets, SourceLocation location) {
  for (const NodeId target : targets) {
    if (!is_junction(target) || targets.size() == 1) continue;
    diagnostics_.error(
        location,
        fmt::format("the junction '{}' must be the only target", name_of(machine_.nodes[target])),
        "several targets are states in different regions");
    return false;
  }
  return true;
}

bool Junctions::check_ways(NodeId junction) {
  const Node& node = machine_.nodes[junction];
  Count& count = counts_[junction];
  if (count.progress == Count::Progress::done) return true;
  if (count.progress == Count::Progress::begun) {
    diagnostics_.error(node.location, fmt::format("a cycle of junctions: '{}'", name_of(node)),
                       "let one of them lead to a state");
    return false;
  }
  if (node.branches.empty()) {
    diagnostics_.error(node.location,
                       fmt::format("nothing leaves the junction '{}'", name_of(node)),
                       "add a transition from it");
    return false;
  }
  count.progress = Count::Progress::begun;
  for (const Path& branch : node.branches) {
    const bool goes_on = leads_to_junction(branch.targets);
    if (goes_on && !check_ways(branch.targets.front())) return false;
    count.ways += goes_on ? counts_[branch.targets.front()].ways : 1;
  }
  count.ways = std::min(count.ways, most_ways + 1);
  count.progress = Count::Progress::done;
  return true;
}

bool Junctions::check_number(const std::vector<NodeId>& targets, SourceLocation location) {
  if (!leads_to_junction(targets) || counts_[targets.front()].ways <= most_ways) return true;
  diagnostics_.error(
      location, fmt::format("more than {} ways lead on from here through junctions", most_ways),
      "make one of the junctions a choice");
  return false;
}

bool Junctions::check_default(const Node& node) {
  if (!node.initial || !leads_to_junction(node.initial->targets)) return true;
  const bool is_only = counts_[node.initial->targets.front()].ways == 1;
  if (is_only) {
    const ir::Expr guard = through(node.initial->targets.front()).front().guard;
    if (!guard || guard.is_true()) return true;
  }
  diagnostics_.error(
      place_of(*node.initial, node),
      fmt::format("the default path of '{}' leads to a junction that {}", name_of(node),
                  is_only ? "a guard may close" : "may go on in several ways"),
      is_only ? "leave the guard out" : "make it a choice");
  return false;
}

// Ways through junctions

std::vector<ir::Expr> Junctions::openings(const std::vector<Path>& branches) const {
  const bool by_value = machine_.semantics.conflict == Semantics::Conflict::largest;
  const auto comes_before = [&](const Path& a, const Path& b) {
    if (!a.guard != !b.guard) return static_cast<bool>(a.guard);
    return by_value && a.guard && a.priority > b.priority;
  };
  std::vector<ir::Expr> result;
  for (const Path& branch : branches) {
    ir::Expr open = branch.guard;
    for (const Path& other : branches)
      if (comes_before(other, branch)) open = both(open, ir::not_(other.guard));
    result.push_back(open);
  }
  return result;
}

Junctions::Ways Junctions::along(const Path& branch, ir::Expr open) const {
  Way start{branch.name, open, branch.ways_out, branch.effect, branch.targets, {branch.location}};
  if (!leads_to_junction(branch.targets)) return {std::move(start)};
  Ways result;
  for (const Way& on : through(branch.targets.front())) {
    Way way = start;
    way.name = fmt::format("{}, {}", branch.name, on.name);
    way.guard = both(open, on.guard);
    append(way.ways_out, way.effect, on.ways_out, on.effect);
    way.targets = on.targets;
    way.segments.insert(way.segments.end(), on.segments.begin(), on.segments.end());
    result.push_back(std::move(way));
  }
  return result;
}

Junctions::Ways Junctions::through(NodeId junction) const {
  const std::vector<Path>& branches = machine_.nodes[junction].branches;
  const std::vector<ir::Expr> open = openings(branches);
  Ways result;
  for (std::size_t b = 0; b < branches.size(); ++b)
    for (Way& way : along(branches[b], open[b])) result.push_back(std::move(way));
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
      append(made.ways_out, made.effect, way.ways_out, way.effect);
      drop_empty(made.ways_out);
      made.targets = std::move(way.targets);
      made.segments = {transition.location};
      made.segments.insert(made.segments.end(), way.segments.begin(), way.segments.end());
      result.push_back(std::move(made));
    }
  }
  machine_.transitions = std::move(result);
}

/// What follows a branch must not change when the others are open: each gets its condition.
void Junctions::expand_branches(Node& choice) {
  const auto goes_on = [&](const Path& branch) { return leads_to_junction(branch.targets); };
  if (std::none_of(choice.branches.begin(), choice.branches.end(), goes_on)) return;
  const std::vector<ir::Expr> open = openings(choice.branches);
  std::vector<Path> result;
  for (std::size_t b = 0; b < choice.branches.size(); ++b)
    for (Way& way : along(choice.branches[b], open[b])) {
      Path made = choice.branches[b];
      made.name = std::move(way.name);
      made.guard = way.guard;
      made.effect = std::move(way.effect);
      made.targets = std::move(way.targets);
      if (way.segments.size() > 1) made.segments = std::move(way.segments);
      drop_empty(way.ways_out);
      if (!way.ways_out.empty())
        diagnostics_.error(
            place_of(made, choice),
            fmt::format("the way '{}' does something between a choice and an exit", made.name),
            "let it be done behind the exit");
      made.ways_out.clear();
      result.push_back(std::move(made));
    }
  choice.branches = std::move(result);
}

void Junctions::expand_default(Node& node) {
  if (!leads_to_junction(node.initial->targets)) return;
  const Ways ways = through(node.initial->targets.front());
  INVARIANT(ways.front().ways_out.empty(), "a default path should leave nothing");
  append(node.initial->effect, ways.front().effect);
  node.initial->targets = ways.front().targets;
}

void Junctions::remove_nodes() {
  std::vector<NodeId> number;
  std::vector<Node> left;
  for (NodeId id = 0; id < machine_.nodes.size(); ++id) {
    number.push_back(static_cast<NodeId>(left.size()));
    if (!is_junction(id)) left.push_back(machine_.nodes[id]);
  }
  machine_.nodes = std::move(left);
  for_each_reference(machine_, [&](NodeId& node) { node = number[node]; });
}

}  // namespace arges::model::statechart
