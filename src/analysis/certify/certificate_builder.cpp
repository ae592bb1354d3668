#include "analysis/certify/certificate_builder.h"

#include <unordered_map>

namespace arges::analysis {

Certificate make_certificate(const Arg& arg, const Domain& domain) {
  std::unordered_map<NodeId, std::uint32_t> number;
  for (NodeId id = 0; id < arg.end(); ++id)
    if (arg.node(id).alive()) number.emplace(id, static_cast<std::uint32_t>(number.size()));

  Certificate certificate;
  for (NodeId id = 0; id < arg.end(); ++id) {
    const ArgNode& node = arg.node(id);
    if (!node.alive()) continue;
    Certificate::Node& entry = certificate.nodes.emplace_back();
    entry.control = node.control;
    entry.state = domain.to_expr(node.state);
    if (node.covered_by != no_node) entry.covered_by = number.at(node.covered_by);
    for (const NodeId child : node.children)
      entry.successors.push_back({arg.node(child).action->id, number.at(child)});
  }
  for (const NodeId root : arg.roots()) certificate.roots.push_back(number.at(root));
  return certificate;
}

}  // namespace arges::analysis
