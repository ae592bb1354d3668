#include "analysis/arg/arg_builder.h"

#include <algorithm>

#include "base/invariant.h"

namespace arges::analysis {

namespace {

constexpr std::uint32_t no_action = static_cast<std::uint32_t>(-1);

/// The states from a root of the graph to a node.
class PathInGraph : public Path {
 public:
  PathInGraph(const Arg& arg, NodeId node) : arg_(arg), node_(node) {}
  void for_each_state(const std::function<void(StateId)>& visit) const override {
    for (NodeId id = node_; id != no_node; id = arg_.node(id).parent) visit(arg_.node(id).state);
  }

 private:
  const Arg& arg_;
  NodeId node_;
};

}  // namespace

ArgBuilder::ArgBuilder(Env& env, const System& system, Domain& domain, SearchKind search,
                       std::span<Monitor* const> monitors)
    : env_(env),
      system_(system),
      domain_(domain),
      start_{.id = no_action,
             .source = system.initial_control(),
             .target = system.initial_control(),
             .statement = ir::assume(system.initial_condition()),
             .label = "initial"},
      monitors_(monitors.begin(), monitors.end()),
      waitlist_(make_waitlist(search, arg_, system)),
      cover_index_(domain.make_cover_index()),
      nodes_(env.statistics.counter("arg::nodes")),
      nodes_created_(env.statistics.counter("arg::nodes_created")),
      nodes_covered_(env.statistics.counter("arg::nodes_covered")),
      time_(env.statistics.timer("arg::time")) {}

std::vector<NodeId> ArgBuilder::build(Precision& precision, Targets targets) {
  const Timer::Scope timing(time_);
  if (arg_.size() == 0) start(precision);
  // One of several targets made by one action may be left from before.
  std::vector<NodeId> result = take_found(targets);
  while (result.empty() || targets == Targets::all) {
    auto next = waitlist_->take();
    if (!next) break;
    env_.limits.check();
    // A coverer that waits itself has the turn of what it covers: in an endless row of nodes, each
    // covered by the one after it, none would ever be expanded.
    while (needs_expanding(*next) && arg_.node(*next).children.empty()) {
      const auto coverer = try_cover(*next);
      if (!coverer) break;
      next = coverer;
    }
    if (!needs_expanding(*next)) continue;
    expand(*next, precision);
    std::ranges::move(take_found(targets), std::back_inserter(result));
  }
  return result;
}

std::vector<NodeId> ArgBuilder::take_found(Targets targets) {
  std::erase_if(found_, [&](const auto& it) { return arg_.node(it.node).serial != it.serial; });
  const auto end = targets == Targets::all || found_.empty() ? found_.end() : found_.begin() + 1;
  std::vector<NodeId> result;
  std::transform(found_.begin(), end, std::back_inserter(result),
                 [](const auto& entry) { return entry.node; });
  found_.erase(found_.begin(), end);
  return result;
}

void ArgBuilder::start(Precision& precision) {
  for (const StateId state : domain_.initial(start_, precision))
    created(arg_.add_root(start_.target, state, precision.version()));
}

NodeId ArgBuilder::created(NodeId id) {
  nodes_created_.add();
  nodes_.raise_to(arg_.size());
  const ArgNode& node = arg_.node(id);
  // A node without actions has nothing to expand, but it can cover.
  cover_index_->insert(id, node.control, node.state);
  if (system_.is_target(node.control)) found_.push_back({id, node.serial});
  if (!is_expanded(node)) waitlist_->add(id);
  for (Monitor* monitor : monitors_) monitor->node_created(arg_, id);
  return id;
}

bool ArgBuilder::is_expanded(const ArgNode& node) const {
  if (system_.is_target(node.control)) return true;
  return node.again.empty() && node.next_action == system_.actions(node.control).size();
}

const Action* ArgBuilder::take_action(NodeId id) {
  ArgNode& node = arg_.node(id);
  if (is_expanded(node)) return nullptr;
  if (node.again.empty()) return system_.actions(node.control)[node.next_action++];
  const Action* action = node.again.back();
  node.again.pop_back();
  return action;
}

bool ArgBuilder::needs_expanding(NodeId id) const {
  const ArgNode& node = arg_.node(id);
  return node.covered_by == no_node && !is_expanded(node);
}

std::optional<NodeId> ArgBuilder::try_cover(NodeId id) {
  const ArgNode& node = arg_.node(id);
  // Mitigation may take one coverer after another away: what lost one waits for no newer node.
  const auto is_fair = [&](NodeId other) {
    const ArgNode& coverer = arg_.node(other);
    return !node.coverer_gone_past || coverer.serial < node.serial || !coverer.children.empty() ||
           is_expanded(coverer);
  };
  cover_index_->remove(id, node.control, node.state);
  const auto coverer = cover_index_->find(node.control, node.state, is_fair);
  if (!coverer) {
    cover_index_->insert(id, node.control, node.state);
    return std::nullopt;
  }
  arg_.cover(id, *coverer);
  nodes_covered_.add();
  return coverer;
}

void ArgBuilder::expand(NodeId id, Precision& precision) {
  while (const Action* action = take_action(id)) {
    env_.limits.check();
    const PathInGraph path(arg_, id);
    const std::size_t found = found_.size();
    for (const StateId state : domain_.post({arg_.node(id).state, *action, precision, &path}))
      created(arg_.add_child(id, *action, state, precision.version()));
    if (found_.size() == found) continue;
    if (!is_expanded(arg_.node(id))) waitlist_->add(id);
    return;
  }
}

void ArgBuilder::forget_subtree(NodeId top) {
  forget_targets(arg_.node(top).parent, arg_.node(top).targets_gone_past);
  std::vector<NodeId> todo{top};
  while (!todo.empty()) {
    const ArgNode& node = arg_.node(todo.back());
    const NodeId id = todo.back();
    todo.pop_back();
    if (node.covered_by == no_node) cover_index_->remove(id, node.control, node.state);
    todo.insert(todo.end(), node.children.begin(), node.children.end());
  }
  reopen(arg_.remove_subtree(top));
}

void ArgBuilder::reopen(std::span<const NodeId> uncovered) {
  for (const NodeId id : uncovered) {
    cover_index_->insert(id, arg_.node(id).control, arg_.node(id).state);
    waitlist_->add(id);
  }
}

void ArgBuilder::forget_targets(NodeId above, std::uint32_t gone_past) {
  if (gone_past == 0) return;
  for (NodeId id = above; id != no_node; id = arg_.node(id).parent) {
    ArgNode& node = arg_.node(id);
    node.targets_gone_past -= gone_past;
    if (node.may_cover()) cover_index_->insert(id, node.control, node.state);
  }
}

void ArgBuilder::go_past(NodeId target) {
  for (NodeId id = target; id != no_node; id = arg_.node(id).parent) {
    ArgNode& node = arg_.node(id);
    if (node.may_cover()) cover_index_->remove(id, node.control, node.state);
    ++node.targets_gone_past;
    const std::vector<NodeId> uncovered = arg_.uncover_all(id);
    for (const NodeId one : uncovered) arg_.node(one).coverer_gone_past = true;
    reopen(uncovered);
  }
}

std::vector<NodeId> ArgBuilder::targets() const {
  std::vector<NodeId> result;
  for (NodeId id = 0; id < arg_.end(); ++id)
    if (arg_.node(id).alive() && system_.is_target(arg_.node(id).control)) result.push_back(id);
  return result;
}

bool ArgBuilder::is_complete() const {
  for (NodeId id = 0; id < arg_.end(); ++id) {
    const ArgNode& node = arg_.node(id);
    if (node.alive() && node.covered_by == no_node && !is_expanded(node)) return false;
  }
  return true;
}

void ArgBuilder::prune(NodeId id) {
  const NodeId parent = arg_.node(id).parent;
  if (parent == no_node) {
    prune_all();
    return;
  }
  // The action is repeated as a whole: its other successors were computed with the same facts.
  const Action* action = arg_.node(id).action;
  std::vector<NodeId> doomed;
  for (const NodeId child : arg_.node(parent).children)
    if (arg_.node(child).action == action) doomed.push_back(child);
  for (const NodeId child : doomed) forget_subtree(child);
  arg_.node(parent).again.push_back(action);
  waitlist_->add(parent);
}

void ArgBuilder::prune_all() {
  arg_.clear();
  waitlist_->clear();
  found_.clear();
  cover_index_->clear();
  domain_.start_over();
}

}  // namespace arges::analysis
