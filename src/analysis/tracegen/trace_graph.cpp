#include "analysis/tracegen/trace_graph.h"

#include <algorithm>

#include "base/invariant.h"
#include "ir/reference_evaluator.h"

namespace arges::analysis {

namespace {

constexpr std::uint32_t no_action = static_cast<std::uint32_t>(-1);

}  // namespace

TraceGraph::TraceGraph(Env& env, const System& system, Domain& domain, RunView view,
                       ValuesOf values_of)
    : env_(env),
      system_(system),
      domain_(domain),
      view_(std::move(view)),
      values_of_(std::move(values_of)),
      start_{.id = no_action,
             .source = system.initial_control(),
             .target = system.initial_control(),
             .statement = ir::assume(system.initial_condition()),
             .label = "initial"},
      at_rest_(domain.make_cover_index()),
      under_way_(domain.make_cover_index()) {
  std::sort(view_.transient.begin(), view_.transient.end(), ir::declared_before);
}

void TraceGraph::build(Precision& precision, const Bounds& bounds) {
  const Timer::Scope timing(env_.statistics.timer("tracegen::graph_time"));
  step_bound_ = bounds.steps;
  NodeId whole = 0;        // nodes of steps that were taken in all ways
  std::uint64_t ends = 0;  // of traces
  try {
    start(precision);
    whole = size();
    while (!waiting_.empty()) {
      if (bounds.targets == Targets::first && !targets_.empty()) break;
      const NodeId next = waiting_.front();
      if (bounds.nodes != 0 && nodes_.size() >= bounds.nodes) {
        why_incomplete_ = "the bound on nodes";
        break;
      }
      // What waits is the beginning of one trace more, unless it is a step that may not be shown.
      if (bounds.ends != 0 && ends >= bounds.ends && !nodes_[next].is_quiet) {
        why_incomplete_ = "the bound on traces";
        is_stopped_ = has_enough_ends_ = true;
        break;
      }
      waiting_.pop_front();
      const bool is_shown = bounds.too_long == Bounds::TooLong::shown;
      if (bounds.steps == 0 || nodes_[next].step < bounds.steps) {
        expand_step(next, precision);
        if (bounds.ends != 0) ends += count_ends(whole, next, bounds.dead_ends);
      } else if (is_shown && nodes_[next].step == bounds.steps) {
        expand_step(next, precision);
      } else if (is_shown) {
        continue;  // is one too many already
      } else if (goes_on(next, precision, bounds.dead_ends)) {
        why_incomplete_ = "the bound on the length of traces";
        break;
      }
      whole = size();
      if (look_) look_();
    }
  } catch (const LimitReached& limit) {
    why_incomplete_ = to_string(limit.reason());
    is_stopped_ = true;
    drop_from(whole);
  }
  env_.statistics.counter("tracegen::nodes").set(nodes_.size());
}

/// Nodes of a step under way do not yet tell what they are.
void TraceGraph::drop_from(NodeId first) {
  for (; size() > first; nodes_.pop_back()) {
    const NodeId parent = nodes_.back().parent;
    if (parent == no_node) continue;
    if (!nodes_.back().is_cut) --nodes_[parent].children;
    nodes_[parent].is_expanded = false;
  }
  const auto is_dropped = [&](NodeId id) { return id >= first; };
  std::erase_if(targets_, is_dropped);
  std::erase_if(waiting_, is_dropped);
  within_.clear();
}

/// What follows a state that is new is not known, so that is enough.
bool TraceGraph::goes_on(NodeId id, Precision& precision, DeadEnds dead_ends) {
  const NodeId first = size();
  expand_step(id, precision);
  cut_from(first, dead_ends);
  const bool is_new = !waiting_.empty() && waiting_.back() >= first;
  if (!is_new && nodes_[id].children == 0) return false;
  drop_from(first);
  return true;
}

void TraceGraph::start(Precision& precision) {
  for (const StateId state : domain_.initial(start_, precision))
    add(start_.target, state, no_node, nullptr, precision);
  // Before its first step a model may be under way already.
  while (!within_.empty()) {
    const NodeId next = within_.back();
    within_.pop_back();
    expand(next, precision);
  }
}

void TraceGraph::expand_step(NodeId from, Precision& precision) {
  under_way_->clear();
  ends_of_step_.clear();
  expand(from, precision);
  // In the order in which they were made, so that ways are told in the order of the model.
  for (std::size_t i = 0; i < within_.size(); ++i) expand(within_[i], precision);
  within_.clear();
}

void TraceGraph::expand(NodeId id, Precision& precision) {
  const Control control = nodes_[id].control;
  nodes_[id].is_expanded = true;
  if (system_.is_target(control)) return;
  for (const Action* action : system_.actions(control)) {
    env_.limits.check();
    for (const StateId state : domain_.post({nodes_[id].rest, *action, precision, nullptr}))
      add(action->target, state, id, action, precision);
  }
}

NodeId TraceGraph::add(Control control, StateId state, NodeId parent, const Action* action,
                       Precision& precision) {
  const auto id = static_cast<NodeId>(nodes_.size());
  TraceNode node{.control = control, .state = state, .rest = state};
  node.parent = parent;
  node.action = action;
  node.rests = view_.rests(control) || system_.is_target(control);
  if (parent != no_node) {
    node.depth = nodes_[parent].depth + 1;
    node.step = nodes_[parent].step;
    ++nodes_[parent].children;
  }
  nodes_.push_back(node);
  if (system_.is_target(control)) targets_.push_back(id);
  if (node.rests) {
    arrive(id, precision);
    return id;
  }
  if (const auto older = under_way_->find(control, state)) {
    nodes_[id].covered_by = *older;
    return id;
  }
  under_way_->insert(id, control, state);
  within_.push_back(id);
  return id;
}

/// A step ends: what it told is forgotten, and the next one is taken unless it was from elsewhere.
void TraceGraph::arrive(NodeId id, Precision& precision) {
  TraceNode& node = nodes_[id];
  ++node.step;
  const ir::Valuation values = values_of_(node.state);
  const std::vector<StateId> rest =
      domain_.post({node.state, forgetting(node, values), precision, nullptr});
  INVARIANT(rest.size() == 1, "to forget should lead to one state");
  node.rest = rest.front();
  if (const auto older = at_rest_->find(node.control, node.rest)) {
    node.covered_by = *older;
    node.is_repeated = !ends_of_step_.insert(told(id, values)).second;
  } else {
    ends_of_step_.insert(told(id, values));
    at_rest_->insert(id, node.control, node.rest);
    waiting_.push_back(id);
  }
  node.is_quiet = is_quiet(id, values);
}

const Action& TraceGraph::forgetting(const TraceNode& node, const ir::Valuation& values) {
  std::vector<ir::Var> stale;
  for (const RunView::Stale& one : view_.stale)
    if (const auto holds = ir::reference_evaluate(one.when, values); holds && holds->is_true())
      stale.push_back(one.var);
  const auto [known, fresh] = forgetting_.try_emplace({node.control, stale});
  Action& action = known->second;
  if (!fresh) return action;
  action.id = no_action;
  action.source = action.target = node.control;
  action.statement = ir::skip(system_.context());
  action.label = "rest";
  action.dead = view_.transient;
  action.dead.insert(action.dead.end(), stale.begin(), stale.end());
  std::sort(action.dead.begin(), action.dead.end(), ir::declared_before);
  return action;
}

/// Nothing fired; where the model does not tell, nothing changed.
bool TraceGraph::is_quiet(NodeId id, const ir::Valuation& values) const {
  const TraceNode& node = nodes_[id];
  const NodeId before = previous_rest(id);
  if (before == no_node || system_.is_target(node.control)) return false;
  const auto is_false = [&](ir::Var flag) {
    const ir::Value value = values.get(flag);
    return !value.is_unknown() && value.is_false();
  };
  if (!view_.flags.empty()) return std::all_of(view_.flags.begin(), view_.flags.end(), is_false);
  if (node.control != nodes_[before].control || node.rest != nodes_[before].rest) return false;
  const ir::Valuation values_before = values_of_(nodes_[before].state);
  const auto is_unchanged = [&](ir::Var output) {
    return values.get(output) == values_before.get(output);
  };
  return std::all_of(view_.outputs.begin(), view_.outputs.end(), is_unchanged);
}

bool TraceGraph::is_below(NodeId id, NodeId other) const {
  while (id != no_node && id != other) id = nodes_[id].parent;
  return id == other;
}

void TraceGraph::cut_from(NodeId first, DeadEnds dead_ends) {
  // Children are younger than their parents.
  for (NodeId id = size(); id-- > first;) {
    TraceNode& node = nodes_[id];
    if (node.is_cut || node.children != 0 || node.parent == no_node) continue;
    if (!shows_nothing(id, dead_ends)) continue;
    node.is_cut = true;
    --nodes_[node.parent].children;
  }
}

/// A step that is not possible after all, or one that another way leads to as well. One that comes
/// back to itself never ends, which is worth telling.
bool TraceGraph::shows_nothing(NodeId id, DeadEnds dead_ends) const {
  const TraceNode& node = nodes_[id];
  const bool is_no_step =
      !node.rests &&
      (node.is_expanded || (node.covered_by != no_node && !is_below(id, node.covered_by)));
  // What would follow a new state behind the bound is not known.
  const bool is_dead_end = node.is_quiet && !(is_too_long(id) && is_open(id));
  return is_no_step || node.is_repeated || (is_dead_end && dead_ends == DeadEnds::cut);
}

std::size_t TraceGraph::count_ends(NodeId first, NodeId parent, DeadEnds dead_ends) const {
  std::size_t result = 0;
  std::vector<std::uint32_t> left;  // children that show something
  for (NodeId id = first; id < size(); ++id) left.push_back(nodes_[id].children);
  std::uint32_t left_of_parent = nodes_[parent].children;
  for (NodeId id = size(); id-- > first;) {
    const TraceNode& node = nodes_[id];
    const bool is_waiting = node.rests && node.covered_by == no_node;
    if (left[id - first] != 0 || is_waiting) continue;
    if (!shows_nothing(id, dead_ends))
      ++result;
    else
      --(node.parent >= first ? left[node.parent - first] : left_of_parent);
  }
  if (left_of_parent == 0 && !shows_nothing(parent, dead_ends)) ++result;
  return result;
}

bool TraceGraph::adopt(const std::vector<Adoption>& adoptions) {
  if (step_bound_ != 0 || adoptions.empty()) return false;
  std::map<NodeId, NodeId> by;  // who adopts what follows a node
  for (const Adoption& one : adoptions) {
    if (!by.emplace(one.from, one.by).second) continue;
    TraceNode& from = nodes_[one.from];
    TraceNode& to = nodes_[one.by];
    to.covered_by = no_node;
    to.is_expanded = from.is_expanded;
    to.children = from.children;
    from.is_expanded = false;
    from.children = 0;
    from.covered_by = one.by;
  }
  for (NodeId id = 0; id < size(); ++id) {
    TraceNode& node = nodes_[id];
    if (const auto found = by.find(node.parent); found != by.end()) node.parent = found->second;
    if (const auto found = by.find(node.covered_by); found != by.end() && found->second != id)
      node.covered_by = found->second;
  }
  count_depths();
  last_path_.clear();
  return true;
}

/// A parent may be younger than its children now.
void TraceGraph::count_depths() {
  std::vector<bool> is_counted(size());
  std::vector<NodeId> way;
  for (NodeId id = 0; id < size(); ++id) {
    for (NodeId at = id; at != no_node && !is_counted[at]; at = nodes_[at].parent)
      way.push_back(at);
    for (; !way.empty(); way.pop_back()) {
      TraceNode& node = nodes_[way.back()];
      is_counted[way.back()] = true;
      if (node.parent == no_node) continue;
      node.depth = nodes_[node.parent].depth + 1;
      node.step = nodes_[node.parent].step + (node.rests ? 1 : 0);
    }
  }
}

/// The actions, the outcome, and what the model itself says; inputs that make no difference to
/// these need no trace of their own.
std::vector<std::uint64_t> TraceGraph::told(NodeId id, const ir::Valuation& values) const {
  std::vector<std::uint64_t> result{nodes_[id].rest};
  for (NodeId at = id; at == id || (at != no_node && !nodes_[at].rests); at = nodes_[at].parent)
    result.push_back(nodes_[at].action == nullptr ? no_action : nodes_[at].action->id);
  for (const std::vector<ir::Var>* variables : {&view_.flags, &view_.outputs})
    for (const ir::Var var : *variables) result.push_back(ir::stable_hash(values.get(var)));
  return result;
}

std::vector<NodeId> TraceGraph::path_to(NodeId id) const {
  std::size_t at = nodes_[id].depth;
  const std::size_t known = last_path_.size();
  last_path_.resize(at + 1);
  // Above the first node that is where it was, all are.
  for (; id != no_node && (at >= known || last_path_[at] != id); id = nodes_[id].parent)
    last_path_[at--] = id;
  return last_path_;
}

NodeId TraceGraph::previous_rest(NodeId id) const {
  do id = nodes_[id].parent;
  while (id != no_node && !nodes_[id].rests);
  return id;
}

}  // namespace arges::analysis
