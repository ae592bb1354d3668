#include "analysis/tracegen/concrete_paths.h"

#include <algorithm>

#include "analysis/system/state_variables.h"
#include "analysis/tracegen/fewest.h"

namespace arges::analysis {

ConcretePaths::ConcretePaths(Env& env, const TraceGraph& graph, smt::SolverFactory& solvers,
                             TraceGraph::ValuesOf values_of)
    : env_(env),
      graph_(graph),
      system_(graph.system()),
      values_of_(std::move(values_of)),
      variables_(state_variables(system_)),
      runs_(system_),
      domain_(env, system_.context(), solvers, ExplicitDomain::most_successors),
      precision_(tracking_all_but({})) {}

Precision ConcretePaths::tracking_all_but(const std::vector<ir::Var>& variables) const {
  Precision result(Granularity::global);
  for (const ir::Var var : variables_)
    if (std::find(variables.begin(), variables.end(), var) == variables.end())
      result.add_variable(system_.initial_control(), var);
  return result;
}

std::optional<std::size_t> ConcretePaths::feasible(const std::vector<NodeId>& path) {
  for (std::size_t k = 0; k < path.size(); ++k) {
    const Level& at = level(path, k);
    if (!at.is_exact) return std::nullopt;
    if (at.entries.empty()) return k;
  }
  return path.size();
}

/// The levels before it are there.
const ConcretePaths::Level& ConcretePaths::level(const std::vector<NodeId>& path,
                                                 std::size_t position) {
  const auto found = levels_.find(path[position]);
  if (found != levels_.end()) return found->second;
  env_.limits.check();
  return levels_.emplace(path[position], make_level(path, position)).first->second;
}

ConcretePaths::Level ConcretePaths::make_level(const std::vector<NodeId>& path,
                                               std::size_t position) {
  Level result;
  const NodeId node = path[position];
  if (position == 0) {
    for (const StateId state : domain_.initial(graph_.start_action(), precision_))
      add(result, node, state, 0);
    return result;
  }
  const std::vector<Level::Entry>& before = levels_.at(path[position - 1]).entries;
  for (std::uint32_t i = 0; i < before.size() && result.is_exact; ++i)
    for (const StateId state :
         domain_.post({before[i].state, *graph_.node(node).action, precision_, nullptr}))
      add(result, node, state, i);
  return result;
}

void ConcretePaths::add(Level& level, NodeId node, StateId state, std::uint32_t before) {
  const ir::Valuation values = domain_.values(state);
  if (!is_at(node, values)) return;
  const Action* action = graph_.node(node).action;
  for (const ir::Var var : variables_)
    if (values.get(var).is_unknown() && (action == nullptr || !action->leaves_dead(var)))
      level.is_exact = false;
  const auto is_same = [&](const Level::Entry& entry) { return entry.state == state; };
  if (std::any_of(level.entries.begin(), level.entries.end(), is_same)) return;
  level.entries.push_back({state, before});
  if (level.entries.size() > most_states) level.is_exact = false;
}

bool ConcretePaths::is_at(NodeId node, const ir::Valuation& values) const {
  const ir::Valuation wanted = values_of_(graph_.node(node).state);
  return std::all_of(variables_.begin(), variables_.end(), [&](ir::Var var) {
    const ir::Value value = values.get(var);
    const ir::Value there = wanted.get(var);
    return value.is_unknown() || there.is_unknown() || value == there;
  });
}

std::optional<ConcreteTrace> ConcretePaths::run(const std::vector<NodeId>& path) {
  if (feasible(path) != path.size()) return std::nullopt;
  std::vector<ir::Valuation> states(path.size());
  std::uint32_t at = 0;
  for (std::size_t k = path.size(); k-- > 0;) {
    const Level::Entry& entry = levels_.at(path[k]).entries[at];
    states[k] = domain_.values(entry.state);
    at = entry.before;
  }
  std::vector<Passage> way;
  for (std::size_t k = 1; k < path.size(); ++k)
    way.push_back({{graph_.node(path[k]).action}, std::move(states[k])});
  return runs_.run(std::move(states.front()), way);
}

std::vector<ir::Var> ConcretePaths::blame(const std::vector<NodeId>& path,
                                          const std::vector<ir::Var>& candidates) {
  const std::optional<std::size_t> length = feasible(path);
  if (!length || *length == path.size()) return {};
  const auto beginning = std::span(path).first(*length + 1);
  bool is_told = true;
  std::vector<ir::Var> result = fewest(candidates, [&](const std::vector<ir::Var>& forgotten) {
    const std::optional<bool> has_run = has_run_without(beginning, forgotten);
    is_told = is_told && has_run.has_value();
    return has_run.value_or(false);
  });
  return is_told ? result : std::vector<ir::Var>();
}

std::optional<bool> ConcretePaths::has_run_without(std::span<const NodeId> path,
                                                   const std::vector<ir::Var>& forgotten) {
  Precision precision = tracking_all_but(forgotten);
  std::vector<StateId> states;
  for (std::size_t k = 0; k < path.size(); ++k) {
    env_.limits.check();
    std::vector<StateId> next;
    const auto keep = [&](const std::vector<StateId>& found) {
      for (const StateId state : found)
        if (is_at(path[k], domain_.values(state)) &&
            std::find(next.begin(), next.end(), state) == next.end())
          next.push_back(state);
    };
    if (k == 0) keep(domain_.initial(graph_.start_action(), precision));
    for (const StateId state : states)
      keep(domain_.post({state, *graph_.node(path[k]).action, precision, nullptr}));
    if (next.empty()) return false;
    if (next.size() > most_states) return std::nullopt;
    states = std::move(next);
  }
  return true;
}

}  // namespace arges::analysis
