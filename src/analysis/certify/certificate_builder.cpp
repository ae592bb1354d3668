#include "analysis/certify/certificate_builder.h"

#include <unordered_map>
#include <unordered_set>

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

namespace {

ir::Expr both(ir::Expr a, ir::Expr b) {
  if (a.is_true()) return b;
  return b.is_true() ? a : ir::and_(a, b);
}

}  // namespace

Certificate make_certificate(const Arg& arg, const Domain& domain, const ReducedSystem& system) {
  Certificate certificate = make_certificate(arg, domain);
  std::unordered_set<Control> with_nodes;
  for (Certificate::Node& node : certificate.nodes) {
    with_nodes.insert(node.control);
    node.state = both(node.state, system.facts(node.control));
    std::vector<Certificate::Node::Successor> successors;
    for (const auto& successor : node.successors)
      for (const Action* first : system.first_actions(*system.find_action(successor.action)))
        successors.push_back({first->id, successor.node});
    node.successors = std::move(successors);
  }
  for (const Control control : system.cut_points())
    if (!with_nodes.contains(control) && !system.is_target(control))
      certificate.nodes.push_back({control, system.context().false_expr(), {}, {}});
  return certificate;
}

}  // namespace arges::analysis
