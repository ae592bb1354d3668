#include "output/report/report_graph.h"

#include <map>

#include <fmt/format.h>

#include "analysis/ltl/buchi_product.h"
#include "automata/omega/word.h"
#include "ir/simplify.h"
#include "output/drawing_text.h"
#include "output/statechart_labels.h"

namespace arges::output {

namespace {

/// A page shows a part of such a graph at a time; more is too much to be searched for one.
constexpr std::size_t most_nodes = 20'000;
constexpr std::size_t longest_label = 160;
constexpr std::size_t longest_detail = 600;

using model::statechart::Machine;
using model::statechart::Node;
using model::statechart::NodeId;
using model::statechart::NodeKind;
using model::statechart::Path;
using model::statechart::Transition;

/// Adds the states of one machine to a graph after another.
class ChartGraph {
 public:
  explicit ChartGraph(ReportGraph& graph) : graph_(graph) {}

  void add(const Machine& machine) {
    first_ = static_cast<std::uint32_t>(graph_.nodes.size());
    for (const Node& node : machine.nodes) add_node(machine, node);
    for (const Transition& transition : machine.transitions) {
      const std::string label = label_of(machine, transition);
      const std::string name = machine.qualified(transition.name);
      for (const NodeId target : transition.targets)
        edge(transition.source, target, label, transition.location, name);
      if (transition.targets.empty())
        edge(transition.source, transition.source, label, transition.location, name);
    }
    for (NodeId n = 0; n < machine.nodes.size(); ++n) {
      const Node& node = machine.nodes[n];
      for (const Path& branch : node.branches)
        for (const NodeId target : branch.targets)
          edge(n, target, label_of_branch(machine, node, branch), node.location);
      if (!node.initial) continue;
      for (const NodeId target : node.initial->targets)
        if (model::statechart::is_history(node.kind) || node.kind == NodeKind::entry)
          edge(n, target, label_of(machine, *node.initial), node.location);
        else
          graph_.nodes[first_ + target].kind = ReportGraph::Kind::initial;
    }
  }

 private:
  void add_node(const Machine& machine, const Node& node) {
    const bool is_root = node.parent == model::statechart::none;
    const std::string name = node.kind == NodeKind::shallow_history ? "H"
                             : node.kind == NodeKind::deep_history  ? "H*"
                             : node.kind == NodeKind::choice        ? "choice " + node.name
                             : is_root && !machine.name.empty()     ? machine.name
                                                                    : node.name;
    ReportGraph::Node made{
        .label = name, .location = node.location, .name = machine.qualified(node.full_name)};
    if (node.kind == NodeKind::final) made.kind = ReportGraph::Kind::accepting;
    if (!is_root) made.parent = first_ + node.parent;
    graph_.nodes.push_back(std::move(made));
  }

  void edge(NodeId from, NodeId to, std::string label, SourceLocation location,
            std::string name = {}) {
    graph_.edges.push_back({first_ + from, first_ + to, shortened(std::move(label), longest_label),
                            ReportGraph::EdgeKind::step, location, std::move(name)});
  }

  ReportGraph& graph_;
  std::uint32_t first_ = 0;  ///< where the machine's nodes begin
};

/// What does nothing is no text worth reading.
std::string text_of(ir::Stmt statement) {
  const std::string text = statement.to_string();
  return text == "{}" ? "" : without_bars(text);
}

/// A state of a product is one of the model and one of the automaton.
void name_in_product(const analysis::BuchiProduct& product, analysis::Control control,
                     ReportGraph::Node& node) {
  const bool has_places = !node.label.empty();
  const std::string state = fmt::format("state {}", product.automaton_state(control));
  if (!has_places) node.label = state;
  node.detail = has_places ? state + " of the automaton" : "of the automaton";
  if (product.is_accepting(control)) {
    node.detail += ", accepting";
    node.kind = ReportGraph::Kind::accepting;
  }
}

}  // namespace

std::string edge_name(const analysis::Action& action) { return std::to_string(action.id); }

std::optional<ReportGraph> graph_of(const analysis::System& system) {
  using analysis::Control;
  const auto* product = dynamic_cast<const analysis::BuchiProduct*>(&system);
  ReportGraph graph;
  std::map<Control, std::uint32_t> numbers;
  std::vector<Control> controls;
  const auto number = [&](Control control) {
    const auto [found, is_new] =
        numbers.try_emplace(control, static_cast<std::uint32_t>(controls.size()));
    if (is_new) controls.push_back(control);
    return found->second;
  };
  number(system.initial_control());
  for (std::size_t i = 0; i < controls.size(); ++i) {
    if (controls.size() > most_nodes) return std::nullopt;
    const Control control = controls[i];
    const auto kind = system.is_target(control)             ? ReportGraph::Kind::target
                      : control == system.initial_control() ? ReportGraph::Kind::initial
                                                            : ReportGraph::Kind::plain;
    graph.nodes.push_back(
        {.label = system.control_name(control), .kind = kind, .control = control});
    if (product != nullptr) name_in_product(*product, control, graph.nodes.back());
    for (const analysis::Action* action : system.actions(control))
      graph.edges.push_back({static_cast<std::uint32_t>(i), number(action->target),
                             shortened(text_of(action->statement), longest_label),
                             ReportGraph::EdgeKind::step, action->location, edge_name(*action)});
  }
  return graph;
}

ReportGraph graph_of(const model::statechart::System& chart) {
  ReportGraph graph;
  ChartGraph adder(graph);
  for (const Machine& machine : chart.machines) adder.add(machine);
  return graph;
}

std::optional<ReportGraph> graph_of(const analysis::Certificate& proof,
                                    const analysis::System& system) {
  if (proof.nodes.size() > most_nodes) return std::nullopt;
  ReportGraph graph;
  const auto* product = dynamic_cast<const analysis::BuchiProduct*>(&system);
  for (const analysis::Certificate::Node& node : proof.nodes) {
    ReportGraph::Node& made = graph.nodes.emplace_back();
    made.label = system.control_name(node.control);
    if (product != nullptr) name_in_product(*product, node.control, made);
    made.detail += (made.detail.empty() ? "" : "\n") +
                   shortened(without_bars(ir::simplify(node.state).to_string()), longest_detail);
  }
  for (const std::uint32_t root : proof.roots)
    graph.nodes.at(root).kind = ReportGraph::Kind::initial;
  for (std::uint32_t i = 0; i < proof.nodes.size(); ++i) {
    for (const auto& successor : proof.nodes[i].successors)
      graph.edges.push_back(
          {i, successor.node,
           shortened(system.find_action(successor.action)->label, longest_label)});
    if (proof.nodes[i].covered_by)
      graph.edges.push_back({i, *proof.nodes[i].covered_by, "", ReportGraph::EdgeKind::covers});
  }
  return graph;
}

ReportGraph graph_of(const automata::Automaton& automaton) {
  ReportGraph graph;
  const bool on_states = automata::accepts_on_states(automaton);
  for (automata::StateId state = 0; state < automaton.num_states(); ++state) {
    const auto& edges = automaton.edges(state);
    const bool accepts =
        on_states && !edges.empty() && edges.front().marks == automaton.all_marks();
    graph.nodes.push_back(
        {.label = std::to_string(state),
         .detail = state == automaton.initial() ? "initial" : "",
         .kind = accepts ? ReportGraph::Kind::accepting : ReportGraph::Kind::plain});
    for (const automata::Edge& edge : edges) {
      std::string label = automata::to_string(*automaton.manager(), edge.label);
      if (!on_states && edge.marks == automaton.all_marks()) label += " (accepting)";
      graph.edges.push_back({state, edge.target, shortened(std::move(label), longest_label)});
    }
  }
  return graph;
}

}  // namespace arges::output
