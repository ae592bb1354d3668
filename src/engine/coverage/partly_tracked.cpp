#include "engine/coverage/partly_tracked.h"

#include <map>
#include <set>

#include "analysis/system/state_variables.h"
#include "ir/traversal.h"
#include "model/passes/live_variables.h"

namespace arges::engine {

namespace {

using analysis::NodeId;
using analysis::TraceGraph;
using analysis::TraceNode;

struct DeclaredBefore {
  bool operator()(ir::Var a, ir::Var b) const { return ir::declared_before(a, b); }
};
using Variables = std::set<ir::Var, DeclaredBefore>;

/// Where values come from.
struct Sources {
  std::map<ir::Var, Variables, DeclaredBefore> reads = {};  ///< by variables that are assigned
  Variables given = {};                                     ///< any value at all
};

void collect(ir::Stmt statement, Sources& sources) {
  if (statement.kind() == ir::StmtKind::assign)
    for (const ir::Var var : ir::free_variables(statement.expr()))
      sources.reads[statement.var()].insert(var);
  if (statement.kind() == ir::StmtKind::havoc) sources.given.insert(statement.var());
  for (const ir::Stmt child : statement.children()) collect(child, sources);
}

/// Those of the variables that some state at the end of a step has no value of, though it is read
/// later.
Variables without_value(const TraceGraph& graph, const TraceGraph::ValuesOf& values_of,
                        Variables among) {
  const model::LiveVariables live(graph.system(), model::LiveVariables::Reads::all);
  Variables result;
  for (NodeId id = 0; id < graph.size() && !among.empty(); ++id) {
    const TraceNode& node = graph.node(id);
    if (!node.rests || node.is_cut || node.action == nullptr || graph.is_too_long(id)) continue;
    const ir::Valuation values = values_of(node.state);
    std::erase_if(among, [&](ir::Var var) {
      const bool is_lost = values.get(var).is_unknown() && live.is_live(node.control, var);
      if (is_lost) result.insert(var);
      return is_lost;
    });
  }
  return result;
}

}  // namespace

std::vector<output::PartlyTracked> partly_tracked(const TraceGraph& graph,
                                                  const TraceGraph::ValuesOf& values_of,
                                                  const std::vector<ir::Var>& tracked,
                                                  const analysis::RunView& view) {
  Variables asked_for(tracked.begin(), tracked.end());
  for (const ir::Var var : view.transient) asked_for.erase(var);
  for (const analysis::RunView::Stale& one : view.stale) asked_for.erase(one.var);
  const Variables open = without_value(graph, values_of, std::move(asked_for));
  if (open.empty()) return {};
  Sources sources;
  for (std::uint32_t id = 0; const analysis::Action* action = graph.system().find_action(id); ++id)
    collect(action->statement, sources);
  const std::vector<ir::Var> all = state_variables(graph.system());
  const analysis::VariableSet is_of_state(all);
  const analysis::VariableSet is_tracked(tracked);
  std::vector<output::PartlyTracked> result;
  for (const ir::Var var : open) {
    output::PartlyTracked one{var->name, {}};
    for (const ir::Var read : sources.reads[var])
      if (read != var && is_of_state.contains(read) &&
          (!is_tracked.contains(read) || open.contains(read) || sources.given.contains(read)))
        one.from.push_back(read->name);
    result.push_back(std::move(one));
  }
  return result;
}

}  // namespace arges::engine
