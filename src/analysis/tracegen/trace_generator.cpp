#include "analysis/tracegen/trace_generator.h"

#include <algorithm>
#include <chrono>
#include <numeric>

#include "analysis/system/state_variables.h"
#include "base/invariant.h"
#include "ir/interpreter.h"

namespace arges::analysis {

namespace {

/// Explanations cost solver calls, and few are read.
constexpr std::size_t most_explained = 20;
/// What a run that is told to stop may take to find traces in what it has.
constexpr std::chrono::milliseconds last_words{500};
/// How many nodes of a trace without an end are told, where a limit ends the graph.
constexpr std::size_t most_open_nodes = 10'000;

std::vector<const Action*> pointers(const std::deque<Action>& actions) {
  std::vector<const Action*> result;
  for (const Action& action : actions) result.push_back(&action);
  return result;
}

/// The ends of traces that no other one starts with.
class KeptEnds {
 public:
  explicit KeptEnds(const TraceGraph& graph)
      : graph_(graph), is_passed_(graph.size()), is_kept_(graph.size()) {}

  std::size_t size() const { return size_; }
  /// Whether there is one trace more with this end; no_node is none.
  bool is_new(NodeId end) const {
    if (end == no_node || is_passed_[end] || is_kept_[end]) return false;
    for (NodeId id = graph_.node(end).parent; id != no_node && !is_passed_[id];
         id = graph_.node(id).parent)
      if (is_kept_[id]) return false;
    return true;
  }
  void add(NodeId end) {
    if (end == no_node || is_passed_[end] || is_kept_[end]) return;
    for (NodeId id = graph_.node(end).parent; id != no_node && !is_passed_[id];
         id = graph_.node(id).parent) {
      is_passed_[id] = true;
      if (is_kept_[id]) --size_;
      is_kept_[id] = false;
    }
    is_kept_[end] = true;
    ++size_;
    all_.push_back(end);
  }
  /// In the order in which they came.
  std::vector<NodeId> ends() && {
    std::erase_if(all_, [&](NodeId end) { return !is_kept_[end]; });
    return std::move(all_);
  }

 private:
  const TraceGraph& graph_;
  std::vector<bool> is_passed_;  ///< by nodes: a trace goes on from here
  std::vector<bool> is_kept_;    ///< by nodes
  std::size_t size_ = 0;
  std::vector<NodeId> all_;
};

}  // namespace

TraceGenerator::TraceGenerator(Env& env, const TraceGraph& graph, smt::SolverFactory& solvers,
                               TraceGraph::ValuesOf values_of, Options options)
    : env_(env),
      graph_(graph),
      system_(graph.system()),
      values_of_(std::move(values_of)),
      options_(std::move(options)),
      prefixes_(env, system_, solvers),
      concrete_(env, graph, solvers, values_of_),
      runs_(system_),
      visits_(graph.size()),
      is_feasible_(graph.size()),
      is_infeasible_(graph.size()) {}

void TraceGenerator::run() {
  const Timer::Scope timing(env_.statistics.timer("tracegen::traces_time"));
  why_incomplete_ = graph_.why_incomplete();
  const std::vector<NodeId> all = leaves();
  const std::vector<NodeId> wanted = graph_.is_stopped() ? that_fit(all) : all;
  KeptEnds kept(graph_);
  const bool is_late = env_.limits.reason() != StopReason::none;
  const auto started = std::chrono::steady_clock::now();
  try {
    for (const NodeId leaf : wanted) {
      // Who is told to stop still tells what is known, as far as that takes no time.
      if (is_late && kept.size() > 0 && std::chrono::steady_clock::now() - started > last_words)
        break;
      if (!is_late) env_.limits.check();
      const std::vector<NodeId> path = graph_.path_to(leaf);
      const NodeId end = evaluate(path) ? leaf : is_late ? no_node : by_search(path);
      if (options_.most_traces != 0 && kept.size() >= options_.most_traces && kept.is_new(end)) {
        why_incomplete_ = "the bound on traces";
        is_bounded_ = true;
        break;
      }
      kept.add(end);
    }
  } catch (const LimitReached& limit) {
    why_incomplete_ = to_string(limit.reason());
  }
  ends_ = std::move(kept).ends();
  if (why_incomplete_.empty()) find_unreached(all);
  env_.statistics.counter("tracegen::traces").set(ends_.size());
}

/// Depth first, so that traces that begin alike follow one another.
std::vector<NodeId> TraceGenerator::leaves() const {
  std::vector<std::vector<NodeId>> children(graph_.size());
  std::vector<NodeId> todo;
  for (NodeId id = graph_.size(); id-- > 0;) {
    if (graph_.node(id).is_cut) continue;
    const NodeId parent = graph_.node(id).parent;
    (parent == no_node ? todo : children[parent]).push_back(id);
  }
  std::vector<NodeId> result;
  while (!todo.empty()) {
    const NodeId id = todo.back();
    todo.pop_back();
    if (graph_.is_leaf(id)) result.push_back(id);
    todo.insert(todo.end(), children[id].begin(), children[id].end());
  }
  return result;
}

std::vector<NodeId> TraceGenerator::that_fit(const std::vector<NodeId>& leaves) const {
  std::vector<std::size_t> order(leaves.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto rank = [&](std::size_t i) {
    return std::pair(graph_.is_open(leaves[i]), graph_.node(leaves[i]).depth);
  };
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return rank(a) < rank(b); });
  std::vector<NodeId> ends(leaves.size(), no_node);
  std::size_t left = most_last_nodes;
  for (const std::size_t i : order) {
    const std::size_t depth = graph_.node(leaves[i]).depth;
    const bool is_whole = !graph_.is_open(leaves[i]) && depth < left;
    const std::size_t wanted = is_whole ? depth : std::min(depth, most_open_nodes);
    if (wanted >= left) break;
    ends[i] = wanted == depth ? leaves[i] : beginning_of(leaves[i], wanted);
    left -= wanted;
  }
  std::erase(ends, no_node);
  return ends;
}

NodeId TraceGenerator::beginning_of(NodeId leaf, std::size_t depth) const {
  NodeId id = leaf;
  while (id != no_node && (graph_.node(id).depth > depth || !graph_.node(id).rests))
    id = graph_.node(id).parent;
  return id;
}

void TraceGenerator::keep_first(std::size_t number, std::string why_incomplete) {
  ends_.resize(std::min(number, ends_.size()));
  why_incomplete_ = std::move(why_incomplete);
}

/// Where states say enough, a run is found without a solver, and once for all traces through it.
/// Step by step, as what the environment decides at the beginning of one depends on its end.
bool TraceGenerator::evaluate(const std::vector<NodeId>& path) {
  std::size_t begin = 0;
  while (begin < path.size() && begin < at_.size() && at_[begin] == path[begin]) ++begin;
  while (begin > 0 && begin < path.size() && !graph_.node(path[begin - 1]).rests) --begin;
  at_.resize(begin);
  states_.resize(begin);
  taken_.resize(begin);
  while (begin < path.size()) {
    std::size_t end = begin;
    while (end + 1 < path.size() && !graph_.node(path[end]).rests) ++end;
    if (visits_[path[end]].how == Visit::How::untried) {
      const bool done = find_step(std::span(path).subspan(begin, end - begin + 1));
      visits_[path[end]].how = done ? Visit::How::evaluated : Visit::How::failed;
    }
    const Visit& visit = visits_[path[end]];
    if (visit.how != Visit::How::evaluated) return false;
    for (std::size_t k = 0; begin <= end; ++begin, ++k)
      advance(path[begin], k < visit.decisions.size() ? visit.decisions[k] : Decisions());
  }
  return true;
}

/// Takes an action as it was decided.
void TraceGenerator::advance(NodeId id, const Decisions& decisions) {
  const TraceNode& node = graph_.node(id);
  if (node.parent == no_node) {
    states_.push_back(*start_at(id));
  } else {
    ir::Interpreter interpreter(states_.back(), decisions);
    const auto error = interpreter.execute(node.action->statement);
    INVARIANT(!error, "what was decided should be possible");
    states_.push_back(std::move(interpreter).state());
  }
  at_.push_back(id);
  taken_.push_back(decisions);
  is_feasible_[id] = true;
}

/// Decides how a step is taken from the last state.
bool TraceGenerator::find_step(std::span<const NodeId> nodes) {
  std::vector<Decisions>& found = visits_[nodes.back()].decisions;
  ir::Valuation before;
  const bool is_first = graph_.node(nodes.front()).parent == no_node;
  if (is_first) {
    const auto start = start_at(nodes.front());
    if (!start) return false;
    before = *start;
    nodes = nodes.subspan(1);
    if (nodes.empty()) return true;
  } else {
    before = states_.back();
  }
  Passage passage{{}, values_of_(graph_.node(nodes.back()).state)};
  for (const NodeId id : nodes) passage.actions.push_back(graph_.node(id).action);
  auto decisions = runs_.decisions(std::move(before), passage);
  if (!decisions) return false;
  const auto is_empty = [](const Decisions& one) { return one.empty(); };
  if (std::all_of(decisions->begin(), decisions->end(), is_empty)) return true;
  found = *std::move(decisions);
  if (is_first) found.insert(found.begin(), Decisions());
  return true;
}

std::optional<ir::Valuation> TraceGenerator::start_at(NodeId root) const {
  return runs_.start(values_of_(graph_.node(root).state));
}

std::deque<Action> TraceGenerator::strict_actions(const std::vector<NodeId>& path) const {
  std::deque<Action> result;
  for (std::size_t k = 1; k < path.size(); ++k) {
    const TraceNode& node = graph_.node(path[k]);
    result.push_back(*node.action);
    result.back().statement =
        ir::sequence(system_.context(),
                     {node.action->statement, ir::assume(graph_.domain().to_expr(node.state))});
  }
  return result;
}

NodeId TraceGenerator::by_search(const std::vector<NodeId>& path) {
  const std::optional<std::size_t> feasible = concrete_.feasible(path);
  if (!feasible) return by_solver(path);
  for (std::size_t k = 0; k < *feasible; ++k) is_feasible_[path[k]] = true;
  if (*feasible < path.size()) is_infeasible_[path[*feasible]] = true;
  if (*feasible == 0) return no_node;
  const std::size_t length = whole_steps(path, *feasible - 1);
  if (!ends_whole(path, length)) return no_node;
  const NodeId end = path[length];
  const std::vector<NodeId> prefix(path.begin(),
                                   path.begin() + static_cast<std::ptrdiff_t>(length) + 1);
  if (searched_.contains(end) || evaluate(prefix)) return end;
  auto run = concrete_.run(prefix);
  if (!run) return by_solver(path);
  searched_.emplace(end, *std::move(run));
  return end;
}

/// The last position, up to this one, at which a step or the path ends; else 0.
std::size_t TraceGenerator::whole_steps(const std::vector<NodeId>& path, std::size_t length) const {
  while (length > 0 && length + 1 < path.size() && !graph_.node(path[length]).rests) --length;
  return length;
}

bool TraceGenerator::ends_whole(const std::vector<NodeId>& path, std::size_t length) const {
  return graph_.node(path[length]).rests || length + 1 == path.size();
}

NodeId TraceGenerator::by_solver(const std::vector<NodeId>& path) {
  std::size_t at_least = 0;
  std::size_t at_most = path.size() - 1;
  for (std::size_t k = 0; k < path.size(); ++k) {
    if (is_feasible_[path[k]]) at_least = k;
    if (is_infeasible_[path[k]]) {
      if (k == 0) return no_node;
      at_most = k - 1;
      break;
    }
  }
  const std::deque<Action> actions = strict_actions(path);
  FeasiblePrefix prefix = prefixes_.check(pointers(actions), at_least, at_most);
  if (!prefix.is_maximal) why_incomplete_ = "solver unknown";
  if (!prefix.has_initial) {
    is_infeasible_[path.front()] = true;
    return no_node;
  }
  for (std::size_t k = 0; k <= prefix.length; ++k) is_feasible_[path[k]] = true;
  if (prefix.length + 1 < path.size() && prefix.is_maximal)
    is_infeasible_[path[prefix.length + 1]] = true;
  if (!prefix.run) {
    why_incomplete_ = "solver unknown";
    return no_node;
  }
  // Told in whole steps.
  const std::size_t length = whole_steps(path, prefix.length);
  prefix.run->steps.resize(length);
  for (std::size_t k = 0; k < length; ++k)
    prefix.run->steps[k].action = graph_.node(path[k + 1]).action;
  if (!ends_whole(path, length)) return no_node;
  searched_.insert_or_assign(path[length], *std::move(prefix.run));
  return path[length];
}

/// N_pruned without N_included, by abstract states: two nodes may have the same.
void TraceGenerator::find_unreached(const std::vector<NodeId>& leaves) {
  const auto state = [&](NodeId id) {
    return std::pair(graph_.node(id).control, graph_.node(id).rest);
  };
  std::vector<bool> is_included(graph_.size());
  std::set<std::pair<Control, StateId>> included;
  for (const NodeId end : ends_)
    for (NodeId id = end; id != no_node && !is_included[id]; id = graph_.node(id).parent) {
      is_included[id] = true;
      if (graph_.node(id).rests) included.insert(state(id));
    }
  std::vector<ir::Var> candidates = state_variables(system_);
  const VariableSet tracked(options_.tracked);
  std::erase_if(candidates, [&](ir::Var var) { return tracked.contains(var); });
  std::size_t explained = 0;
  std::vector<bool> is_seen = is_included;
  for (const NodeId leaf : leaves) {
    std::vector<NodeId> missed;
    for (NodeId id = leaf; id != no_node && !is_seen[id]; id = graph_.node(id).parent) {
      is_seen[id] = true;
      if (graph_.node(id).rests) missed.push_back(id);
    }
    for (auto id = missed.rbegin(); id != missed.rend(); ++id) {
      if (!included.insert(state(*id)).second) continue;
      unreached_.push_back({*id});
      if (explained++ < most_explained) unreached_.back().blame = blame(*id, candidates);
    }
  }
}

/// Who is told to stop gives no reasons.
std::vector<ir::Var> TraceGenerator::blame(NodeId unreached,
                                           const std::vector<ir::Var>& candidates) {
  if (env_.limits.reason() != StopReason::none) return {};
  try {
    std::vector<NodeId> path = graph_.path_to(unreached);
    std::vector<ir::Var> result = concrete_.blame(path, candidates);
    if (!result.empty()) return result;
    const auto stuck =
        std::find_if(path.begin(), path.end(), [&](NodeId node) { return is_infeasible_[node]; });
    if (stuck != path.end()) path.erase(stuck + 1, path.end());
    return prefixes_.blame(pointers(strict_actions(path)), candidates);
  } catch (const LimitReached&) {
    return {};
  }
}

std::vector<Unreached> TraceGenerator::missed_by(std::span<const std::size_t> traces) const {
  std::set<std::pair<Control, StateId>> reached;
  std::vector<bool> is_seen(graph_.size());
  std::vector<Unreached> first_reached;
  const auto reach = [&](NodeId end) {
    for (NodeId id = end; id != no_node && !is_seen[id]; id = graph_.node(id).parent) {
      is_seen[id] = true;
      const TraceNode& node = graph_.node(id);
      if (node.rests && reached.emplace(node.control, node.rest).second)
        first_reached.push_back({id});
    }
  };
  for (const std::size_t trace : traces) reach(ends_[trace]);
  first_reached.clear();
  for (const NodeId end : ends_) reach(end);
  return first_reached;
}

ConcreteTrace TraceGenerator::trace(std::size_t number, std::size_t from) {
  const NodeId end = ends_[number];
  const auto found = searched_.find(end);
  if (found == searched_.end()) return evaluated(end, from);
  ConcreteTrace result = found->second;
  if (from > 0) {
    result.initial = result.steps[from - 1].state;
    result.steps.erase(result.steps.begin(),
                       result.steps.begin() + static_cast<std::ptrdiff_t>(from));
  }
  return result;
}

const ConcreteTrace* TraceGenerator::own_run(std::size_t number) const {
  const auto found = searched_.find(ends_[number]);
  return found == searched_.end() ? nullptr : &found->second;
}

std::optional<ConcreteTrace> TraceGenerator::run_to(NodeId node) {
  const std::vector<NodeId> path = graph_.path_to(node);
  if (evaluate(path)) return evaluated(node, 0);
  if (by_search(path) != node) return std::nullopt;
  const auto found = searched_.find(node);
  return found == searched_.end() ? evaluated(node, 0) : found->second;
}

ConcreteTrace TraceGenerator::evaluated(NodeId end, std::size_t from) {
  const bool has_run = evaluate(graph_.path_to(end));
  INVARIANT(has_run, "a trace should have a run");
  ConcreteTrace result{states_[from], {}};
  for (std::size_t k = from + 1; k < at_.size(); ++k)
    result.steps.push_back({graph_.node(at_[k]).action, taken_[k], states_[k]});
  return result;
}

}  // namespace arges::analysis
