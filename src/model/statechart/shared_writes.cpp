#include "model/statechart/shared_writes.h"

#include <map>

#include <fmt/format.h>

#include "model/statechart/tree.h"

namespace arges::model::statechart {

namespace {

struct DeclaredBefore {
  bool operator()(ir::Var a, ir::Var b) const { return ir::declared_before(a, b); }
};
/// Where each variable is written first.
using Writes = std::map<ir::Var, SourceLocation, DeclaredBefore>;

void collect(const Block& block, Writes& writes) {
  for (const Action& action : block) {
    if (action.kind == Action::Kind::assign) writes.emplace(action.variable, action.location);
    for (const Branch& branch : action.branches) collect(branch.body, writes);
    collect(action.body, writes);
  }
}

/// What the actions of a node and of all inside of it write.
Writes writes_below(const Machine& machine, NodeId region) {
  Writes writes;
  const NodeId end = end_of(machine, region);
  for (NodeId n = region; n < end; ++n) {
    const Node& node = machine.nodes[n];
    collect(node.entry, writes);
    collect(node.exit, writes);
    if (node.activity) collect(*node.activity, writes);
    if (node.initial) collect(node.initial->effect, writes);
    for (const Path& branch : node.branches) collect(branch.effect, writes);
  }
  const auto is_inside = [&](NodeId n) { return n >= region && n < end; };
  for (const Transition& transition : machine.transitions) {
    // A join is one of all its sources: each region only has its own way to it.
    const bool is_join = !transition.other_sources.empty();
    for (const WayOut& way : transition.ways_out)
      if (is_inside(is_join ? way.node : transition.source)) collect(way.effect, writes);
    if (!is_join && is_inside(transition.source)) collect(transition.effect, writes);
  }
  return writes;
}

}  // namespace

std::vector<System::Warning> shared_writes(const System& system) {
  std::vector<System::Warning> result;
  for (const Machine& machine : system.machines)
    for (const Node& node : machine.nodes) {
      if (node.kind != NodeKind::parallel) continue;
      std::map<ir::Var, std::pair<NodeId, SourceLocation>, DeclaredBefore> first;
      for (const NodeId region : node.children)
        for (const auto& [var, location] : writes_below(machine, region)) {
          const auto [known, fresh] = first.try_emplace(var, region, location);
          if (fresh) continue;
          result.push_back(
              {known->second.second,
               fmt::format("orthogonal regions '{}' and '{}' both write '{}' (the other at {}); "
                           "its value depends on their order",
                           machine.nodes[known->second.first].full_name,
                           machine.nodes[region].full_name, var->name, location.to_string())});
        }
    }
  return result;
}

}  // namespace arges::model::statechart
