#include "engine/coverage/partly_tracked.h"

#include <algorithm>
#include <map>
#include <set>

#include "analysis/system/state_variables.h"
#include "ir/traversal.h"

namespace arges::engine {

namespace {

using analysis::NodeId;
using analysis::TraceGraph;
using analysis::TraceNode;

struct DeclaredBefore {
  bool operator()(ir::Var a, ir::Var b) const { return ir::declared_before(a, b); }
};
using Variables = std::set<ir::Var, DeclaredBefore>;

/// What assignments to a variable read.
using Reads = std::map<ir::Var, Variables, DeclaredBefore>;

void collect_reads(ir::Stmt statement, Reads& reads) {
  if (statement.kind() == ir::StmtKind::assign)
    for (const ir::Var var : ir::free_variables(statement.expr()))
      reads[statement.var()].insert(var);
  for (const ir::Stmt child : statement.children()) collect_reads(child, reads);
}

/// Those of the variables that some state at the end of a step has no value of, though it matters.
Variables without_value(const TraceGraph& graph, const TraceGraph::ValuesOf& values_of,
                        Variables among) {
  Variables result;
  for (NodeId id = 0; id < graph.size() && !among.empty(); ++id) {
    const TraceNode& node = graph.node(id);
    if (!node.rests || node.is_cut || node.action == nullptr) continue;
    const ir::Valuation values = values_of(node.state);
    std::erase_if(among, [&](ir::Var var) {
      const bool is_lost = values.get(var).is_unknown() && !node.action->leaves_dead(var);
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
                                                  const std::vector<ir::Var>& data) {
  const analysis::VariableSet is_tracked(tracked);
  Variables lost;
  Variables asked_for;
  for (const ir::Var var : data) (is_tracked.contains(var) ? asked_for : lost).insert(var);
  if (lost.empty()) return {};
  Reads reads;
  for (std::uint32_t id = 0; const analysis::Action* action = graph.system().find_action(id); ++id)
    collect_reads(action->statement, reads);
  Variables open = without_value(graph, values_of, std::move(asked_for));
  std::map<ir::Var, std::vector<std::string>, DeclaredBefore> found;
  // What is lost is lost for those that read it, too.
  for (bool changes = true; changes;) {
    changes = false;
    for (auto var = open.begin(); var != open.end();) {
      std::vector<std::string> from;
      for (const ir::Var read : reads[*var])
        if (lost.contains(read)) from.push_back(read->name);
      if (from.empty()) {
        ++var;
        continue;
      }
      found.emplace(*var, std::move(from));
      lost.insert(*var);
      var = open.erase(var);
      changes = true;
    }
  }
  std::vector<output::PartlyTracked> result;
  for (auto& [var, from] : found) result.push_back({var->name, std::move(from)});
  return result;
}

}  // namespace arges::engine
