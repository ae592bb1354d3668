#include "analysis/tracegen/trace_generator.h"

#include <algorithm>
#include <chrono>
#include <tuple>

#include "analysis/system/state_variables.h"
#include "analysis/tracegen/kept_ends.h"
#include "base/invariant.h"

namespace arges::analysis {

namespace {

/// Explanations cost solver calls, and few are read.
constexpr std::size_t most_explained = 20;
/// Ways to a state that are looked at for the shortest one.
constexpr std::size_t most_ways = 8;
/// What a run that is told to stop may take to find traces in what it has.
constexpr std::chrono::milliseconds last_words{250};
/// How many nodes of a trace without an end are told, where a limit ends the graph.
constexpr std::size_t most_open_nodes = 10'000;

std::vector<const Action*> pointers(const std::deque<Action>& actions) {
  std::vector<const Action*> result;
  for (const Action& action : actions) result.push_back(&action);
  return result;
}

}  // namespace

TraceGenerator::TraceGenerator(Env& env, TraceGraph& graph, smt::SolverFactory& solvers,
                               TraceGraph::ValuesOf values_of, Options options)
    : env_(env),
      graph_(graph),
      system_(graph.system()),
      values_of_(std::move(values_of)),
      options_(std::move(options)),
      prefixes_(env, system_, solvers),
      concrete_(env, graph, solvers, values_of_),
      evaluated_(graph, values_of_),
      is_feasible_(graph.size()),
      is_infeasible_(graph.size()) {}

void TraceGenerator::run() {
  const Timer::Scope timing(env_.statistics.timer("tracegen::traces_time"));
  why_incomplete_ = graph_.why_incomplete();
  std::vector<NodeId> all = leaves();
  find_ends(all);
  if (is_length_bounded_ && why_incomplete_.empty())
    why_incomplete_ = "the bound on the length of traces";
  // What is below a state that this way has no run to may have one by another way.
  while (why_incomplete_.empty() && adopt()) {
    all = leaves();
    find_ends(all);
  }
  if (why_incomplete_.empty()) find_unreached(all);
  env_.statistics.counter("tracegen::traces").set(ends_.size());
}

void TraceGenerator::find_ends(const std::vector<NodeId>& leaves) {
  const std::vector<Wanted> wanted = graph_.is_stopped() ? that_fit(leaves) : all_of(leaves);
  KeptEnds kept(graph_);
  std::size_t next = 0;
  try {
    while (next < wanted.size() && keep(kept, wanted[next], end_of(wanted[next].end))) ++next;
  } catch (const LimitReached& limit) {
    // A limit that ended the graph is the one that someone set.
    if (why_incomplete_.empty()) why_incomplete_ = to_string(limit.reason());
    keep_known(kept, std::span(wanted).subspan(next));
  }
  ends_ = std::move(kept).ends();
  is_bounded_ = is_bounded_ || (graph_.has_enough_ends() && ends_.size() >= options_.most_traces);
}

bool TraceGenerator::keep(KeptEnds& kept, const Wanted& wanted, NodeId end) {
  if (options_.most_traces != 0 && kept.size() >= options_.most_traces && kept.is_new(end)) {
    why_incomplete_ = "the bound on traces";
    is_bounded_ = true;
    return false;
  }
  kept.add(end, wanted.place);
  return true;
}

NodeId TraceGenerator::end_of(NodeId leaf) {
  const std::vector<NodeId> path = graph_.path_to(leaf);
  const bool is_evaluated =
      evaluated_.follow(path, [&] { return env_.limits.reason() == StopReason::none; });
  env_.limits.check();
  return within_bound(in_whole_steps(is_evaluated ? leaf : by_search(path)));
}

/// Who is told to stop still tells what is known, as far as that takes no time: of a trace that
/// would have to be searched for there is its beginning.
void TraceGenerator::keep_known(KeptEnds& kept, std::span<const Wanted> wanted) {
  const auto started = std::chrono::steady_clock::now();
  const auto has_time = [&] { return std::chrono::steady_clock::now() - started < last_words; };
  for (const Wanted& one : wanted) {
    if (!has_time()) break;
    const bool is_whole = evaluated_.follow(graph_.path_to(one.end), has_time);
    const NodeId end = is_whole ? in_whole_steps(one.end) : evaluated_.last_rest();
    if (!keep(kept, one, within_bound(end))) break;
  }
}

bool TraceGenerator::adopt() {
  std::vector<TraceGraph::Adoption> adoptions;
  std::set<NodeId> adopted;
  for (NodeId id = 0; id < graph_.size(); ++id) {
    const NodeId older = graph_.node(id).covered_by;
    if (older == no_node || !graph_.node(id).rests || graph_.node(id).is_cut || !has_run(id))
      continue;
    if (has_run(older) || graph_.node(older).children == 0 || !adopted.insert(older).second)
      continue;
    adoptions.push_back({id, older});
  }
  if (!graph_.adopt(adoptions)) return false;
  // What was found out about the nodes below is of another way.
  std::vector<bool> is_below(graph_.size());
  for (const TraceGraph::Adoption& one : adoptions) is_below[one.by] = true;
  const std::vector<bool> is_root = is_below;
  std::vector<NodeId> way;
  std::vector<bool> is_known(graph_.size());
  for (NodeId id = 0; id < graph_.size(); ++id) {
    NodeId at = id;
    for (; at != no_node && !is_known[at] && !is_root[at]; at = graph_.node(at).parent)
      way.push_back(at);
    const bool is_moved = at != no_node && is_below[at];
    for (; !way.empty(); way.pop_back()) {
      is_known[way.back()] = true;
      is_below[way.back()] = is_moved;
    }
  }
  for (NodeId id = 0; id < graph_.size(); ++id)
    if (is_below[id] && !is_root[id]) forget(id);
  return true;
}

void TraceGenerator::forget(NodeId node) {
  is_feasible_[node] = is_infeasible_[node] = false;
  searched_.erase(node);
  evaluated_.forget(node);
  concrete_.forget(node);
}

/// Depth first, so that traces that begin alike follow one another.
std::vector<NodeId> TraceGenerator::leaves() const {
  std::vector<NodeId> first(graph_.size(), no_node);  // children of a node
  std::vector<NodeId> next(graph_.size(), no_node);   // of the same parent, in reverse
  std::vector<NodeId> todo;
  for (NodeId id = 0; id < graph_.size(); ++id) {
    if (graph_.node(id).is_cut) continue;
    const NodeId parent = graph_.node(id).parent;
    if (parent == no_node) {
      todo.push_back(id);
      continue;
    }
    next[id] = first[parent];
    first[parent] = id;
  }
  std::reverse(todo.begin(), todo.end());
  std::vector<NodeId> result;
  while (!todo.empty()) {
    const NodeId id = todo.back();
    todo.pop_back();
    if (graph_.is_leaf(id)) result.push_back(id);
    for (NodeId child = first[id]; child != no_node; child = next[child]) todo.push_back(child);
  }
  return result;
}

std::vector<TraceGenerator::Wanted> TraceGenerator::all_of(const std::vector<NodeId>& leaves) {
  std::vector<Wanted> result;
  for (std::size_t i = 0; i < leaves.size(); ++i) result.push_back({i, leaves[i]});
  return result;
}

std::vector<TraceGenerator::Wanted> TraceGenerator::that_fit(
    const std::vector<NodeId>& leaves) const {
  // There may be millions, of which few fit.
  std::vector<std::tuple<bool, std::uint32_t, std::size_t>> order;
  order.reserve(leaves.size());
  for (std::size_t i = 0; i < leaves.size(); ++i)
    order.emplace_back(graph_.is_open(leaves[i]), graph_.node(leaves[i]).depth, i);
  if (order.size() > most_last_nodes) {
    std::nth_element(order.begin(), order.begin() + most_last_nodes, order.end());
    order.resize(most_last_nodes);
  }
  std::sort(order.begin(), order.end());
  std::vector<Wanted> result;
  std::size_t left = most_last_nodes;
  for (const auto& [is_open, depth_of_leaf, i] : order) {
    const std::size_t depth = depth_of_leaf;
    const bool is_whole = !is_open && depth < left;
    const std::size_t wanted = is_whole ? depth : std::min(depth, most_open_nodes);
    if (wanted >= left) break;
    const NodeId end = wanted == depth ? leaves[i] : beginning_of(leaves[i], wanted);
    if (end != no_node) result.push_back({i, end});
    left -= wanted;
  }
  // If not all of them are wanted, the first ones are those to keep.
  if (options_.most_traces == 0)
    std::sort(result.begin(), result.end(),
              [](const Wanted& a, const Wanted& b) { return a.place < b.place; });
  return result;
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
  if (searched_.contains(end) || evaluated_.follow(prefix)) return end;
  auto run = concrete_.run(prefix);
  if (!run) return by_solver(path);
  searched_.emplace(end, *std::move(run));
  return end;
}

/// A step that comes back to where it was, as far as is tracked, may end all the same: only one
/// that really does is told, others are left out.
NodeId TraceGenerator::in_whole_steps(NodeId end) {
  if (end == no_node || graph_.node(end).rests || graph_.node(end).covered_by == no_node)
    return end;
  const auto run = run_to(end);
  if (run && comes_back(*run, graph_.node(graph_.node(end).covered_by).depth)) return end;
  return run ? shortened(end, *run) : no_node;
}

/// A trace that is too long is there as far as it is not, and there are longer ones.
NodeId TraceGenerator::within_bound(NodeId end) {
  if (end == no_node || !graph_.is_too_long(end)) return end;
  is_length_bounded_ = true;
  const auto run = run_to(end);
  return run ? shortened(end, *run) : no_node;
}

/// Without the last step of a run to this node.
NodeId TraceGenerator::shortened(NodeId end, const ConcreteTrace& run) {
  const NodeId whole = graph_.previous_rest(end);
  if (whole == no_node || evaluated_.follow(graph_.path_to(whole))) return whole;
  ConcreteTrace prefix = run;
  prefix.steps.resize(graph_.node(whole).depth);
  searched_.insert_or_assign(whole, std::move(prefix));
  return whole;
}

/// Whether the last state of a run is the one after so many of its actions.
bool TraceGenerator::comes_back(const ConcreteTrace& run, std::size_t actions) const {
  const ir::Valuation& before = actions == 0 ? run.initial : run.steps[actions - 1].state;
  const ir::Valuation& after = run.steps.back().state;
  const std::vector<ir::Var> variables = state_variables(system_);
  return std::all_of(variables.begin(), variables.end(),
                     [&](ir::Var var) { return before.get(var) == after.get(var); });
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
    if (has_run(path[k])) at_least = k;
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

/// N_pruned without N_included, by abstract states: two nodes may have the same. Of several ways to
/// one, that with the fewest variables to blame is told.
void TraceGenerator::find_unreached(const std::vector<NodeId>& leaves) {
  const auto state = [&](NodeId id) {
    return std::pair(graph_.node(id).control, graph_.node(id).rest);
  };
  std::vector<bool> is_seen(graph_.size());
  std::set<std::pair<Control, StateId>> included;
  for (const NodeId end : ends_)
    for (NodeId id = end; id != no_node && !is_seen[id]; id = graph_.node(id).parent) {
      is_seen[id] = true;
      if (graph_.node(id).rests) included.insert(state(id));
    }
  std::map<std::pair<Control, StateId>, std::size_t> places;
  std::vector<std::vector<NodeId>> ways;  // to the states that no trace gets to
  for (const NodeId leaf : leaves) {
    std::vector<NodeId> missed;
    for (NodeId id = leaf; id != no_node && !is_seen[id]; id = graph_.node(id).parent) {
      is_seen[id] = true;
      if (graph_.node(id).rests && !included.contains(state(id))) missed.push_back(id);
    }
    for (auto id = missed.rbegin(); id != missed.rend(); ++id) {
      const auto [known, fresh] = places.try_emplace(state(*id), ways.size());
      if (fresh) ways.emplace_back();
      ways[known->second].push_back(*id);
    }
  }
  std::vector<ir::Var> candidates = state_variables(system_);
  const VariableSet tracked(options_.tracked);
  std::erase_if(candidates, [&](ir::Var var) { return tracked.contains(var); });
  for (const std::vector<NodeId>& nodes : ways) {
    unreached_.push_back({nodes.front()});
    if (unreached_.size() > most_explained) continue;
    for (std::size_t i = 0; i < nodes.size() && i < most_ways; ++i) {
      std::vector<ir::Var> found = blame(nodes[i], candidates);
      std::vector<ir::Var>& best = unreached_.back().blame;
      if (!found.empty() && (best.empty() || found.size() < best.size())) best = std::move(found);
      if (best.size() == 1) break;
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
  if (evaluated_.follow(path)) return evaluated(node, 0);
  if (by_search(path) != node) return std::nullopt;
  const auto found = searched_.find(node);
  return found == searched_.end() ? evaluated(node, 0) : found->second;
}

ConcreteTrace TraceGenerator::evaluated(NodeId end, std::size_t from) {
  const bool has_run = evaluated_.follow(graph_.path_to(end));
  INVARIANT(has_run, "a trace should have a run");
  return evaluated_.run(from);
}

}  // namespace arges::analysis
