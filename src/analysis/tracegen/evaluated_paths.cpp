#include "analysis/tracegen/evaluated_paths.h"

#include <algorithm>

#include "analysis/system/state_variables.h"

namespace arges::analysis {

EvaluatedPaths::EvaluatedPaths(const TraceGraph& graph, TraceGraph::ValuesOf values_of)
    : graph_(graph),
      values_of_(std::move(values_of)),
      runs_(graph.system()),
      variables_(state_variables(graph.system())),
      visits_(graph.size()),
      has_run_(graph.size()) {}

bool EvaluatedPaths::follow(const std::vector<NodeId>& path,
                            const std::function<bool()>& may_go_on) {
  std::size_t begin = 0;
  while (begin < path.size() && begin < at_.size() && at_[begin] == path[begin]) ++begin;
  while (begin > 0 && begin < path.size() && !graph_.node(path[begin - 1]).rests) --begin;
  at_.resize(begin);
  states_.resize(begin);
  taken_.resize(begin);
  while (begin < path.size()) {
    if (may_go_on && !may_go_on()) return false;
    std::size_t end = begin;
    while (end + 1 < path.size() && !graph_.node(path[end]).rests) ++end;
    Visit& visit = visits_[path[end]];
    if (visit.how == Visit::How::untried) {
      const bool done = find_step(std::span(path).subspan(begin, end - begin + 1));
      visit.how = done ? Visit::How::evaluated : Visit::How::failed;
    }
    if (visit.how != Visit::How::evaluated) return false;
    for (std::size_t k = 0; begin <= end; ++begin, ++k) advance(path[begin], visit.actions[k]);
  }
  return true;
}

NodeId EvaluatedPaths::last_rest() const {
  const auto found =
      std::find_if(at_.rbegin(), at_.rend(), [&](NodeId id) { return graph_.node(id).rests; });
  return found == at_.rend() ? no_node : *found;
}

void EvaluatedPaths::advance(NodeId id, const Taken& taken) {
  states_.push_back(states_.empty() ? *start_at(id) : states_.back());
  for (const Change& change : taken.changes) states_.back().set(change.var, change.value);
  at_.push_back(id);
  taken_.push_back(taken.decisions);
  has_run_[id] = true;
}

bool EvaluatedPaths::find_step(std::span<const NodeId> nodes) {
  std::vector<Taken>& found = visits_[nodes.back()].actions;
  ir::Valuation before;
  if (graph_.node(nodes.front()).parent == no_node) {
    auto start = start_at(nodes.front());
    if (!start) return false;
    before = *std::move(start);
    nodes = nodes.subspan(1);
    found.emplace_back();
    if (nodes.empty()) return true;
  } else {
    before = states_.back();
  }
  Passage passage{{}, values_of_(graph_.node(nodes.back()).state)};
  for (const NodeId id : nodes) passage.actions.push_back(graph_.node(id).action);
  auto steps = runs_.steps(before, passage);
  if (!steps) return false;
  for (ConcreteStep& step : *steps) {
    ir::Valuation after = step.state;
    found.push_back(make_taken(before, std::move(step)));
    before = std::move(after);
  }
  return true;
}

void EvaluatedPaths::forget(NodeId node) {
  visits_[node] = {};
  has_run_[node] = false;
  at_.clear();
  taken_.clear();
  states_.clear();
}

EvaluatedPaths::Taken EvaluatedPaths::make_taken(const ir::Valuation& before,
                                                 ConcreteStep step) const {
  Taken result{std::move(step.decisions)};
  for (const ir::Var var : variables_)
    if (const ir::Value value = step.state.get(var); value != before.get(var))
      result.changes.push_back({var, value});
  return result;
}

std::optional<ir::Valuation> EvaluatedPaths::start_at(NodeId root) const {
  return runs_.start(values_of_(graph_.node(root).state));
}

ConcreteTrace EvaluatedPaths::run(std::size_t from) const {
  ConcreteTrace result{states_[from], {}};
  result.steps.reserve(at_.size() - from - 1);
  for (std::size_t k = from + 1; k < at_.size(); ++k)
    result.steps.push_back({graph_.node(at_[k]).action, taken_[k], states_[k]});
  return result;
}

}  // namespace arges::analysis
