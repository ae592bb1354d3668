#include "analysis/monitor/fingerprint.h"

#include <algorithm>
#include <bit>

namespace arges::analysis {

Fingerprint Fingerprint::with(std::uint64_t number) const {
  constexpr std::uint64_t fnv_prime = 0x100000001b3;
  Fingerprint result = *this;
  // FNV-1a, byte by byte; beside it the mixing steps of SplitMix64.
  for (unsigned shift = 0; shift < 64; shift += 8)
    result.first = (result.first ^ ((number >> shift) & 0xff)) * fnv_prime;
  std::uint64_t mixed = std::rotl(second, 27) + number + 0x9e3779b97f4a7c15;
  mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9;
  mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111eb;
  result.second = mixed ^ (mixed >> 31);
  return result;
}

Fingerprint Fingerprint::with(std::string_view text) const {
  Fingerprint result = with(text.size());
  for (std::size_t i = 0; i < text.size(); i += 8) {
    std::uint64_t word = 0;
    for (const char c : text.substr(i, 8)) word = word << 8 | static_cast<unsigned char>(c);
    result = result.with(word);
  }
  return result;
}

Fingerprint Fingerprint::with(const Fingerprint& other) const {
  return with(other.first).with(other.second);
}

Fingerprint GraphReader::step(const Fingerprint& before, const ArgNode& node) const {
  Fingerprint result = before;
  if (node.action != nullptr) result = result.with(node.action->label).with(node.action->id);
  return result.with(node.control).with(domain_.to_string(node.state));
}

Fingerprint GraphReader::path(const Arg& arg, NodeId node) const {
  Fingerprint result;
  for (const NodeId id : arg.path_to(node)) result = step(result, arg.node(id));
  return result;
}

std::vector<Fingerprint> GraphReader::all_paths(const Arg& arg) const {
  std::vector<Fingerprint> result(arg.end());
  std::vector<NodeId> todo = arg.roots();
  while (!todo.empty()) {
    const NodeId id = todo.back();
    todo.pop_back();
    const ArgNode& node = arg.node(id);
    result[id] = step(node.parent == no_node ? Fingerprint() : result[node.parent], node);
    todo.insert(todo.end(), node.children.begin(), node.children.end());
  }
  return result;
}

Fingerprint GraphReader::graph(const Arg& arg) const {
  const std::vector<Fingerprint> paths = all_paths(arg);
  std::vector<Fingerprint> nodes;
  for (NodeId id = 0; id < arg.end(); ++id) {
    const ArgNode& node = arg.node(id);
    if (!node.alive()) continue;
    Fingerprint entry = paths[id].with(node.next_action).with(node.again.size());
    if (node.covered_by != no_node) entry = entry.with(paths[node.covered_by]);
    nodes.push_back(entry);
  }
  std::sort(nodes.begin(), nodes.end());
  Fingerprint result;
  for (const Fingerprint& node : nodes) result = result.with(node);
  return result;
}

Fingerprint GraphReader::precision(const Precision& precision) const {
  Fingerprint result;
  for (const auto& [control, facts] : precision.scopes()) {
    result = result.with(control).with(facts.variables().size());
    for (const ir::Var var : facts.variables()) result = result.with(var->name);
    for (const ir::Expr predicate : facts.predicates()) result = result.with(predicate.to_string());
  }
  for (const ir::Var var : system_.variables())
    if (precision.is_dropped(var)) result = result.with("dropped").with(var->name);
  return result;
}

}  // namespace arges::analysis
