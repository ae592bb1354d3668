#include "model/passes/block_graph.h"

#include <algorithm>

#include "model/passes/statement_rewriter.h"

namespace arges::model {

using analysis::Action;

BlockGraph::BlockGraph(const analysis::System& system, Goals goals)
    : variables(system.variables()),
      auxiliary_variables(system.auxiliary_variables()),
      initial_condition(system.initial_condition()),
      system_(system) {
  explore();
  if (goals == Goals::targets) remove_hopeless();
  loop_heads_ = find_loop_heads();
}

void BlockGraph::explore() {
  std::vector<Control> todo{system_.initial_control()};
  points_[todo.front()];
  while (!todo.empty()) {
    const Control at = todo.back();
    todo.pop_back();
    if (system_.is_target(at)) continue;
    for (const Action* action : system_.actions(at)) {
      if (!points_.contains(action->target)) todo.push_back(action->target);
      add(at, action->target, Block::of(*action));
    }
  }
}

namespace {

using Points = std::map<BlockGraph::Control, BlockGraph::Point>;
using Control = BlockGraph::Control;

/// All control points that `next` leads to from the given ones, these included.
template <typename Next>
std::set<Control> closure(std::vector<Control> todo, const Next& next) {
  std::set<Control> seen(todo.begin(), todo.end());
  while (!todo.empty()) {
    const Control at = todo.back();
    todo.pop_back();
    for (const Control other : next(at))
      if (seen.insert(other).second) todo.push_back(other);
  }
  return seen;
}

std::vector<Control> sources(const BlockGraph::Point& point) {
  std::vector<Control> result;
  for (const auto* edge : point.in) result.push_back(edge->source);
  return result;
}

std::vector<Control> targets(const BlockGraph::Point& point) {
  std::vector<Control> result;
  for (const auto* edge : point.out) result.push_back(edge->target);
  return result;
}

std::vector<Control> all_but(const Points& points, const std::set<Control>& kept) {
  std::vector<Control> result;
  for (const auto& [control, point] : points)
    if (!kept.contains(control)) result.push_back(control);
  return result;
}

}  // namespace

void BlockGraph::remove_hopeless() {
  std::vector<Control> goals;
  for (const auto& [control, point] : points_)
    if (system_.is_target(control)) goals.push_back(control);
  std::set<Control> kept =
      closure(std::move(goals), [&](Control control) { return sources(points_.at(control)); });
  kept.insert(system_.initial_control());
  for (const Control control : all_but(points_, kept)) remove_point(control);
}

void BlockGraph::remove_infeasible() {
  for (auto& [control, point] : points_)
    for (Edge* edge : std::vector<Edge*>(point.out))
      if (is_infeasible(edge->block->statement(system_.context()))) remove(edge);
  const std::set<Control> kept = closure(
      {system_.initial_control()}, [&](Control control) { return targets(points_.at(control)); });
  for (const Control control : all_but(points_, kept)) {
    remove_point(control);
    unreachable_.insert(control);
  }
}

std::set<BlockGraph::Control> BlockGraph::find_loop_heads() const {
  struct Frame {
    Control control;
    std::size_t next;
  };
  std::set<Control> heads;
  std::set<Control> seen;
  std::set<Control> on_stack;
  std::vector<Frame> stack;
  const auto enter = [&](Control control) {
    seen.insert(control);
    on_stack.insert(control);
    stack.push_back({control, 0});
  };
  enter(system_.initial_control());
  while (!stack.empty()) {
    Frame& frame = stack.back();
    const std::vector<Edge*>& out = points_.at(frame.control).out;
    if (frame.next == out.size()) {
      on_stack.erase(frame.control);
      stack.pop_back();
      continue;
    }
    const Control target = out[frame.next++]->target;
    if (on_stack.contains(target)) heads.insert(target);
    if (!seen.contains(target)) enter(target);
  }
  return heads;
}

BlockGraph::Edge* BlockGraph::add(Control source, Control target, BlockPtr block) {
  Edge* edge = &edges_.emplace_back(Edge{source, target, std::move(block)});
  points_[source].out.push_back(edge);
  points_[target].in.push_back(edge);
  return edge;
}

void BlockGraph::remove(Edge* edge) {
  std::erase(points_.at(edge->source).out, edge);
  std::erase(points_.at(edge->target).in, edge);
}

void BlockGraph::remove_point(Control control) {
  const Point& point = points_.at(control);
  for (Edge* edge : std::vector<Edge*>(point.in)) remove(edge);
  for (Edge* edge : std::vector<Edge*>(point.out)) remove(edge);
  points_.erase(control);
}

void BlockGraph::replace(Edge* edge, const std::vector<BlockPtr>& blocks) {
  std::vector<Edge*> instead;
  instead.reserve(blocks.size());
  for (const BlockPtr& block : blocks)
    instead.push_back(&edges_.emplace_back(Edge{edge->source, edge->target, block}));
  for (std::vector<Edge*>* siblings :
       {&points_.at(edge->source).out, &points_.at(edge->target).in}) {
    const auto place = siblings->erase(std::find(siblings->begin(), siblings->end(), edge));
    siblings->insert(place, instead.begin(), instead.end());
  }
}

void BlockGraph::bypass(Control control) {
  const Point point = points_.at(control);
  for (Edge* before : point.in) {
    // The new edges take the old one's place, so that the order of exploration stays.
    std::vector<Edge*>& siblings = points_.at(before->source).out;
    const auto place = std::find(siblings.begin(), siblings.end(), before) - siblings.begin();
    std::vector<Edge*> around;
    for (const Edge* after : point.out)
      around.push_back(&edges_.emplace_back(
          Edge{before->source, after->target, Block::then(before->block, after->block)}));
    siblings.insert(siblings.begin() + place, around.begin(), around.end());
    for (Edge* edge : around) points_.at(edge->target).in.push_back(edge);
  }
  remove_point(control);
}

}  // namespace arges::model
