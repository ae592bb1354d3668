#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "analysis/certify/certificate.h"
#include "analysis/system/system.h"
#include "automata/omega/automaton.h"
#include "model/machines/model.h"
#include "model/statechart/system.h"

namespace arges::output {

/// A graph for a page: boxes with texts, some within others, and arrows.
struct ReportGraph {
  enum class Kind : std::uint8_t { plain, initial, target, accepting };
  struct Node {
    std::string label;
    std::string detail = {};
    Kind kind = Kind::plain;
    std::optional<std::uint32_t> parent = {};  ///< the node around it
    SourceLocation location = {};
    std::optional<analysis::Control> control = {};  ///< of a System's graph
    std::string name = {};                          ///< of a state, as runs have it
  };
  enum class EdgeKind : std::uint8_t { step, covers };
  struct Edge {
    std::uint32_t from = 0;
    std::uint32_t to = 0;
    std::string label = {};
    EdgeKind kind = EdgeKind::step;
    SourceLocation location = {};
    std::string name = {};  ///< of a transition, as runs have it
  };
  std::vector<Node> nodes;
  std::vector<Edge> edges;
  std::string left_out = {};  ///< why not all of it is here, if so
};

/// The control points of a System and its actions, from the initial one on. Nothing if there are
/// more than a page can show.
std::optional<ReportGraph> graph_of(const analysis::System& system);
/// What runs call an edge of that graph.
std::string edge_name(const analysis::Action& action);
/// The states of a statechart's machines and their transitions.
ReportGraph graph_of(const model::statechart::System& chart);
/// The same of communicating machines: an object is a group of states.
ReportGraph graph_of(const model::machines::Model& model);
/// The abstract states of a proof; nothing if there are more than a page can show.
std::optional<ReportGraph> graph_of(const analysis::Certificate& proof,
                                    const analysis::System& system);
/// An automaton's states and edges.
ReportGraph graph_of(const automata::Automaton& automaton);

}  // namespace arges::output
