#include <algorithm>

#include <fmt/format.h>

#include "model/statechart/tree.h"
#include "output/drawing_text.h"
#include "output/statechart_diagram.h"
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

const char* stereotype(NodeKind kind) {
  switch (kind) {
    case NodeKind::choice:
      return " <<choice>>";
    case NodeKind::final:
      return " <<end>>";
    case NodeKind::shallow_history:
      return " <<history>>";
    case NodeKind::deep_history:
      return " <<history*>>";
    case NodeKind::entry:
      return " <<entryPoint>>";
    case NodeKind::terminate:
      return " <<end>>";
    default:
      return "";
  }
}

/// Draws one machine for PlantUML, which is particular about regions: nothing may be linked across
/// the lines between them, and between two lines only what is not nested. So a parallel node is
/// divided by lines if no link crosses them, else what is in it has dashed frames; and each link is
/// written in the innermost node that it is in.
class PlantUmlDrawing {
 public:
  explicit PlantUmlDrawing(const Machine& machine) : machine_(machine) {
    for (const Transition& transition : machine.transitions) {
      const std::string label = label_of(machine, transition);
      if (transition.targets.empty())
        add(Link::Kind::note, transition.source, transition.source, label);
      for (const NodeId target : transition.targets)
        add(Link::Kind::arrow, transition.source, target, label);
    }
    for (NodeId n = 0; n < machine.nodes.size(); ++n) {
      const Node& node = machine.nodes[n];
      const auto kind = has_inside(machine, n) ? Link::Kind::start : Link::Kind::arrow;
      if (node.initial) add(kind, n, node.initial->targets, label_of(machine, *node.initial));
      for (const Path& branch : node.branches)
        add(Link::Kind::arrow, n, branch.targets, label_of_branch(machine, node, branch));
    }
    for (NodeId n = 0; n < machine.nodes.size(); ++n) divided_.push_back(can_be_divided(n));
  }

  std::string draw() {
    text_ = "@startuml\n";
    if (!machine_.name.empty()) text_ += fmt::format("title {}\n", machine_.name);
    draw_inside(0, 0);
    return text_ + "@enduml\n";
  }

 private:
  struct Link {
    enum class Kind : std::uint8_t {
      arrow,
      start,  ///< from the black dot inside of a node
      note,   ///< no arrow at all: text in a node
    };
    Kind kind;
    NodeId from;
    NodeId to;
    NodeId home;  ///< the node that it is written in
    std::string label;
  };

  void add(Link::Kind kind, NodeId from, NodeId to, std::string label) {
    const NodeId home = kind == Link::Kind::start ? from : around(from, to);
    links_.push_back({kind, from, to, home, std::move(label)});
  }
  void add(Link::Kind kind, NodeId from, const std::vector<NodeId>& targets,
           const std::string& label) {
    for (const NodeId target : targets) add(kind, from, target, label);
  }

  bool is_within(NodeId node, NodeId outer) const {
    return node == outer || model::statechart::is_inside(machine_, node, outer);
  }

  /// The innermost node around both ends.
  NodeId around(NodeId from, NodeId to) const {
    NodeId at = from == 0 ? 0 : machine_.nodes[from].parent;
    while (at != 0 && !model::statechart::is_inside(machine_, to, at))
      at = machine_.nodes[at].parent;
    return at;
  }

  /// Whether a link that is written in a node has an end deeper inside.
  bool is_nested(const Link& link) const {
    const auto is_deep = [&](NodeId end) {
      return end != link.home && machine_.nodes[end].parent != link.home;
    };
    return is_deep(link.from) || is_deep(link.to);
  }

  /// Whether what is in a node can be drawn side by side, with lines between.
  bool can_be_divided(NodeId n) const {
    const Node& node = machine_.nodes[n];
    if (node.kind != NodeKind::parallel || node.children.size() < 2) return false;
    // Histories and choices would need a part of their own.
    for (NodeId child = n + 1; child < model::statechart::end_of(machine_, n); ++child)
      if (machine_.nodes[child].parent == n && !is_state(machine_.nodes[child].kind)) return false;
    return std::none_of(links_.begin(), links_.end(), [&](const Link& link) {
      return (link.home == n && is_nested(link)) ||
             std::any_of(node.children.begin(), node.children.end(), [&](NodeId child) {
               return is_within(link.from, child) != is_within(link.to, child);
             });
    });
  }

  /// Whether a region is drawn as a node of its own: where it stands beside others, and lines do
  /// not do.
  bool is_framed(NodeId region) const {
    const NodeId parent = machine_.nodes[region].parent;
    if (machine_.nodes[parent].children.size() < 2) return false;
    return !divided_[parent] || std::any_of(links_.begin(), links_.end(), [&](const Link& link) {
      return link.home == region && is_nested(link);
    });
  }

  void draw(NodeId n, std::size_t depth) {
    const Node& node = machine_.nodes[n];
    const std::string indent(2 * depth, ' ');
    const Node& parent = machine_.nodes[node.parent];
    const bool is_concurrent =
        is_state(node.kind) && parent.kind == NodeKind::parallel && parent.children.size() > 1;
    text_ += fmt::format("{}state {} as s{}{}{}", indent, plantuml_quoted(node.name), n,
                         stereotype(node.kind),
                         is_concurrent && !divided_[node.parent] ? " ##[dashed]" : "");
    if (has_inside(machine_, n)) {
      text_ += " {\n";
      draw_inside(n, depth + 1);
      text_ += indent + "}";
    }
    text_ += "\n";
  }

  void draw_inside(NodeId n, std::size_t depth) {
    const std::string indent(2 * depth, ' ');
    const bool divided = divided_[n];
    bool is_first = true;
    for (NodeId child = n + 1; child < machine_.nodes.size(); ++child) {
      if (machine_.nodes[child].parent != n) continue;
      if (divided && !is_first) text_ += indent + "--\n";
      is_first = false;
      if (machine_.nodes[child].is_region && !is_framed(child))
        draw_inside(child, depth);
      else
        draw(child, depth);
      if (divided) draw_links(n, child, depth);
    }
    if (!divided) draw_links(n, n, depth);
  }

  /// Those whose home is a node, and that begin within a part of it.
  void draw_links(NodeId home, NodeId part, std::size_t depth) {
    const std::string indent(2 * depth, ' ');
    for (const Link& link : links_) {
      if (link.home != home || !is_within(link.from, part)) continue;
      if (link.kind == Link::Kind::note)
        text_ += fmt::format("{}s{} : {}\n", indent, link.from, link.label);
      else
        text_ += fmt::format("{}{} --> s{}{}\n", indent, name_of_start(link), link.to,
                             link.label.empty() ? "" : " : " + link.label);
    }
  }

  static std::string name_of_start(const Link& link) {
    return link.kind == Link::Kind::start ? "[*]" : fmt::format("s{}", link.from);
  }

  const Machine& machine_;
  std::vector<Link> links_;
  std::vector<bool> divided_;  ///< by nodes
  std::string text_;
};

}  // namespace

std::string statechart_plantuml(const System& system) {
  std::string result;
  for (const Machine& machine : system.machines) result += PlantUmlDrawing(machine).draw();
  return result;
}

}  // namespace arges::output
