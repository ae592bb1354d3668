#include "output/statechart_diagram.h"

#include <algorithm>

#include <fmt/format.h>

namespace arges::output {

namespace {

using model::statechart::Action;
using model::statechart::Block;
using model::statechart::Machine;
using model::statechart::Node;
using model::statechart::NodeId;
using model::statechart::NodeKind;
using model::statechart::Path;
using model::statechart::System;
using model::statechart::Transition;
using model::statechart::Trigger;

std::string quoted(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += c == '\n' ? ' ' : c;
  }
  return result + "\"";
}

/// What a block does, in short.
std::string effect_text(const Machine& machine, const Block& block) {
  std::string result;
  for (const Action& action : block) {
    std::string text;
    if (action.kind == Action::Kind::assign)
      text = fmt::format("{} := {}", action.variable->name, action.expr.to_string());
    else if (action.kind == Action::Kind::raise)
      text = machine.events[action.event].name;
    else
      text = "...";
    result += fmt::format("{}{}", result.empty() ? "" : "; ", text);
  }
  return result;
}

/// "event [guard] / effect".
std::string label_of(const Machine& machine, const Transition& transition) {
  std::string result;
  if (transition.trigger.kind == Trigger::Kind::events)
    for (const auto event : transition.trigger.events)
      result += fmt::format("{}{}", result.empty() ? "" : ", ", machine.events[event].name);
  if (transition.trigger.kind == Trigger::Kind::formula)
    result = transition.trigger.formula.to_string();
  if (transition.guard) result += fmt::format(" [{}]", transition.guard.to_string());
  if (transition.is_else) result += " [else]";
  const std::string effect = effect_text(machine, transition.effect);
  if (!effect.empty()) result += " / " + effect;
  return result;
}

std::string label_of(const Machine& machine, const Path& path) {
  std::string result = path.guard ? fmt::format("[{}]", path.guard.to_string()) : "";
  const std::string effect = effect_text(machine, path.effect);
  if (!effect.empty()) result += " / " + effect;
  return result;
}

bool has_inside(const Machine& machine, NodeId node) {
  return std::any_of(machine.nodes.begin(), machine.nodes.end(),
                     [&](const Node& other) { return other.parent == node; });
}

/// Draws machines for Graphviz: compounds are clusters, an edge ends at a point inside.
class DotDrawing {
 public:
  std::string draw(const System& system) {
    text_ = "digraph statechart {\n  compound=true;\n  node [shape=box, style=rounded];\n";
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
          edge(machine, n, target, label_of(machine, branch));
    }
  }

  void draw(const Machine& machine, NodeId n, std::size_t depth) {
    const Node& node = machine.nodes[n];
    const std::string indent(2 * depth, ' ');
    const std::string name = n == 0 && !machine.name.empty() ? machine.name : node.name;
    if (has_inside(machine, n)) {
      text_ += fmt::format("{0}subgraph cluster_{1}{2} {{\n{0}  label={3};\n{0}  style={4};\n",
                           indent, prefix_, n, quoted(name), node.is_region ? "dashed" : "rounded");
      text_ += fmt::format("{}  {}{} [shape=point];\n", indent, prefix_, n);
      for (NodeId child = n + 1; child < machine.nodes.size(); ++child)
        if (machine.nodes[child].parent == n) draw(machine, child, depth + 1);
      text_ += indent + "}\n";
      return;
    }
    const char* shape = node.kind == NodeKind::choice              ? "diamond"
                        : node.kind == NodeKind::final             ? "doublecircle"
                        : model::statechart::is_history(node.kind) ? "circle"
                                                                   : "box";
    const std::string label = node.kind == NodeKind::shallow_history ? "H"
                              : node.kind == NodeKind::deep_history  ? "H*"
                                                                     : name;
    text_ +=
        fmt::format("{}{}{} [shape={}, label={}];\n", indent, prefix_, n, shape, quoted(label));
  }

  void edge(const Machine& machine, NodeId from, NodeId to, const std::string& label) {
    std::string attributes = fmt::format("label={}", quoted(label));
    const auto cluster = [&](NodeId node) { return has_inside(machine, node); };
    if (cluster(to) && from != to && machine.nodes[from].parent != to)
      attributes += fmt::format(", lhead=cluster_{}{}", prefix_, to);
    text_ += fmt::format("  {0}{1} -> {0}{2} [{3}];\n", prefix_, from, to, attributes);
  }

  std::string prefix_;
  std::string text_;
};

/// Draws one machine for PlantUML.
class PlantUmlDrawing {
 public:
  std::string draw(const Machine& machine) {
    text_ = "@startuml\n";
    if (!machine.name.empty()) text_ += fmt::format("title {}\n", machine.name);
    draw_inside(machine, 0, 0);
    for (const Transition& transition : machine.transitions) {
      if (transition.targets.empty())
        text_ += fmt::format("s{} : {}\n", transition.source, label_of(machine, transition));
      for (const NodeId target : transition.targets)
        edge(transition.source, target, label_of(machine, transition));
    }
    for (NodeId n = 0; n < machine.nodes.size(); ++n)
      for (const Path& branch : machine.nodes[n].branches)
        for (const NodeId target : branch.targets) edge(n, target, label_of(machine, branch));
    return text_ + "@enduml\n";
  }

 private:
  void draw(const Machine& machine, NodeId n, std::size_t depth) {
    const Node& node = machine.nodes[n];
    const std::string indent(2 * depth, ' ');
    const char* stereotype = node.kind == NodeKind::choice            ? " <<choice>>"
                             : node.kind == NodeKind::final           ? " <<end>>"
                             : node.kind == NodeKind::shallow_history ? " <<history>>"
                             : node.kind == NodeKind::deep_history    ? " <<history*>>"
                                                                      : "";
    if (!has_inside(machine, n)) {
      text_ += fmt::format("{}state {} as s{}{}\n", indent, quoted(node.name), n, stereotype);
      return;
    }
    text_ += fmt::format("{}state {} as s{} {{\n", indent, quoted(node.name), n);
    draw_inside(machine, n, depth + 1);
    text_ += indent + "}\n";
  }

  /// What is in a node; regions are separated by lines.
  void draw_inside(const Machine& machine, NodeId n, std::size_t depth) {
    const Node& node = machine.nodes[n];
    bool is_first = true;
    for (NodeId child = n + 1; child < machine.nodes.size(); ++child) {
      if (machine.nodes[child].parent != n) continue;
      if (node.kind == NodeKind::parallel && !is_first)
        text_ += std::string(2 * depth, ' ') + "--\n";
      is_first = false;
      if (machine.nodes[child].is_region)
        draw_inside(machine, child, depth);
      else
        draw(machine, child, depth);
    }
    if (!node.initial) return;
    const std::string label = label_of(machine, *node.initial);
    for (const NodeId target : node.initial->targets)
      text_ += fmt::format("{}[*] --> s{}{}\n", std::string(2 * depth, ' '), target,
                           label.empty() ? "" : " : " + label);
  }

  void edge(NodeId from, NodeId to, const std::string& label) {
    text_ += fmt::format("s{} --> s{}{}\n", from, to, label.empty() ? "" : " : " + label);
  }

  std::string text_;
};

}  // namespace

std::string statechart_dot(const System& system) { return DotDrawing().draw(system); }

std::string statechart_plantuml(const System& system) {
  std::string result;
  for (const Machine& machine : system.machines) result += PlantUmlDrawing().draw(machine);
  return result;
}

}  // namespace arges::output
