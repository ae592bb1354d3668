#include "output/statechart_diagram.h"

#include <fmt/format.h>

#include "output/drawing_text.h"
#include "output/statechart_labels.h"

namespace arges::output {

namespace {

using model::statechart::Machine;
using model::statechart::Node;
using model::statechart::NodeId;
using model::statechart::NodeKind;
using model::statechart::Path;
using model::statechart::System;
using model::statechart::Transition;

/// Draws machines for Graphviz: compounds are clusters, an edge ends at a point inside.
class DotDrawing {
 public:
  std::string draw(const System& system) {
    // Without newrank, Graphviz fails on some nests of clusters ("trouble in init_rank").
    text_ =
        "digraph statechart {\n  compound=true;\n  newrank=true;\n"
        "  node [shape=box, style=rounded];\n";
    for (std::size_t m = 0; m < system.machines.size(); ++m) draw(system.machines[m], m);
    return text_ + "}\n";
  }

 private:
  void draw(const Machine& machine, std::size_t m) {
    prefix_ = fmt::format("m{}_", m);
    draw(machine, 0, 1);
    for (const Transition& transition : machine.transitions) {
      const auto& targets = transition.targets;
      if (targets.empty())
        edge(machine, transition.source, transition.source, label_of(machine, transition));
      for (const NodeId target : targets)
        edge(machine, transition.source, target, label_of(machine, transition));
    }
    for (NodeId n = 0; n < machine.nodes.size(); ++n) {
      const Node& node = machine.nodes[n];
      if (node.initial)
        for (const NodeId target : node.initial->targets)
          edge(machine, n, target, label_of(machine, *node.initial));
      for (const Path& branch : node.branches)
        for (const NodeId target : branch.targets)
          edge(machine, n, target, label_of_branch(machine, node, branch));
    }
  }

  void draw(const Machine& machine, NodeId n, std::size_t depth) {
    const Node& node = machine.nodes[n];
    const std::string indent(2 * depth, ' ');
    const std::string name = n == 0 && !machine.name.empty() ? machine.name : node.name;
    if (has_inside(machine, n)) {
      text_ +=
          fmt::format("{0}subgraph cluster_{1}{2} {{\n{0}  label={3};\n{0}  style={4};\n", indent,
                      prefix_, n, dot_quoted(name), node.is_region ? "dashed" : "rounded");
      text_ += fmt::format("{}  {}{} [shape=point];\n", indent, prefix_, n);
      for (NodeId child = n + 1; child < machine.nodes.size(); ++child)
        if (machine.nodes[child].parent == n) draw(machine, child, depth + 1);
      text_ += indent + "}\n";
      return;
    }
    const char* shape = node.kind == NodeKind::choice              ? "diamond"
                        : node.kind == NodeKind::final             ? "doublecircle"
                        : node.kind == NodeKind::terminate         ? "octagon"
                        : node.kind == NodeKind::entry             ? "circle"
                        : model::statechart::is_history(node.kind) ? "circle"
                                                                   : "box";
    const std::string label = node.kind == NodeKind::shallow_history ? "H"
                              : node.kind == NodeKind::deep_history  ? "H*"
                                                                     : name;
    text_ +=
        fmt::format("{}{}{} [shape={}, label={}];\n", indent, prefix_, n, shape, dot_quoted(label));
  }

  void edge(const Machine& machine, NodeId from, NodeId to, const std::string& label) {
    std::string attributes = fmt::format("label={}", dot_quoted(label));
    const auto cluster = [&](NodeId node) { return has_inside(machine, node); };
    if (cluster(to) && from != to && machine.nodes[from].parent != to)
      attributes += fmt::format(", lhead=cluster_{}{}", prefix_, to);
    text_ += fmt::format("  {0}{1} -> {0}{2} [{3}];\n", prefix_, from, to, attributes);
  }

  std::string prefix_;
  std::string text_;
};

}  // namespace

std::string statechart_dot(const System& system) { return DotDrawing().draw(system); }

}  // namespace arges::output
