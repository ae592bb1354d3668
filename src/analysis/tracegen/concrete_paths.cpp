#include "analysis/tracegen/concrete_paths.h"

#include <algorithm>

#include "analysis/system/state_variables.h"

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

std::vector<ir::Var> ConcretePaths::blame(const std::vector<NodeId>& path) {
  const std::optional<std::size_t> length = feasible(path);
  if (!length || *length == 0 || *length == path.size()) return {};
  const StateId state = levels_.at(path[*length - 1]).entries.front().state;
  const ir::Valuation tracked = values_of_(graph_.node(path[*length - 1]).rest);
  std::vector<ir::Var> result;
  for (const ir::Var var : variables_)
    if (tracked.get(var).is_unknown()) result.push_back(var);
  if (!follows(state, path[*length], result)) return {};
  for (std::size_t i = 0; i < result.size();) {
    std::vector<ir::Var> fewer = result;
    fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
    if (follows(state, path[*length], fewer))
      result = std::move(fewer);
    else
      ++i;
  }
  return result;
}

bool ConcretePaths::follows(StateId state, NodeId node, const std::vector<ir::Var>& forgotten) {
  env_.limits.check();
  Precision precision = tracking_all_but(forgotten);
  const Action& action = *graph_.node(node).action;
  Action& forget = forgetting_.emplace_back(Action{.id = graph_.start_action().id,
                                                   .source = action.source,
                                                   .target = action.source,
                                                   .statement = ir::skip(system_.context()),
                                                   .label = "forget"});
  forget.dead = forgotten;
  for (const StateId before : domain_.post({state, forget, precision, nullptr}))
    for (const StateId after : domain_.post({before, action, precision, nullptr}))
      if (is_at(node, domain_.values(after))) return true;
  return false;
}

}  // namespace arges::analysis
