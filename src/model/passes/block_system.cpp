#include "model/passes/block_system.h"

#include <algorithm>

#include <fmt/format.h>

#include "analysis/system/state_variables.h"
#include "base/invariant.h"
#include "ir/interpreter.h"
#include "model/passes/live_variables.h"

namespace arges::model {

using analysis::Action;

BlockSystem::BlockSystem(const BlockGraph& graph)
    : original_(graph.system()),
      variables_(graph.variables),
      auxiliary_(graph.auxiliary_variables),
      initial_condition_(graph.initial_condition) {
  for (const auto& [control, point] : graph.points()) {
    points_[control];
    cut_points_.push_back(control);
    for (const BlockGraph::Edge* edge : point.out) add_action(*edge);
  }
  for (const Action& action : actions_) points_.at(action.source).actions.push_back(&action);
  cut_points_.insert(cut_points_.end(), graph.unreachable().begin(), graph.unreachable().end());
  for (const auto& [control, constants] : graph.constants) {
    std::vector<ir::Expr> parts;
    for (const auto& [var, value] : constants) parts.push_back(ir::eq(context().var(var), value));
    facts_[control] = ir::and_(parts);
  }
  measure_distances(graph);
}

void BlockSystem::add_action(const BlockGraph::Edge& edge) {
  const Action& first = *edge.block->first_actions().front();
  const bool single = edge.block->kind() == Block::Kind::action;
  actions_.push_back({.id = static_cast<std::uint32_t>(actions_.size()),
                      .source = edge.source,
                      .target = edge.target,
                      .statement = edge.block->statement(context()),
                      .role = edge.block->last_action().role,
                      .label = single ? first.label
                                      : fmt::format("{} -> {}", control_name(edge.source),
                                                    control_name(edge.target)),
                      .branches = single ? first.branches : std::vector<std::uint32_t>{},
                      .origin = first.origin,
                      .location = first.location});
  blocks_.push_back(edge.block);
}

void BlockSystem::measure_distances(const BlockGraph& graph) {
  std::deque<Control> todo;
  for (auto& [control, point] : points_) {
    if (!is_target(control)) continue;
    point.distance = 0;
    todo.push_back(control);
  }
  while (!todo.empty()) {
    const Control at = todo.front();
    todo.pop_front();
    for (const BlockGraph::Edge* edge : graph.point(at).in) {
      Point& before = points_.at(edge->source);
      if (before.distance) continue;
      before.distance = *points_.at(at).distance + 1;
      todo.push_back(edge->source);
    }
  }
}

void BlockSystem::mark_dead_variables() {
  const LiveVariables live(*this);
  std::vector<ir::Var> vars = analysis::state_variables(*this);
  std::sort(vars.begin(), vars.end(), ir::declared_before);
  for (Action& action : actions_)
    for (const ir::Var var : vars)
      if (!live.is_live(action.target, var)) action.dead.push_back(var);
}

std::span<const Action* const> BlockSystem::actions(Control control) const {
  const auto found = points_.find(control);
  if (found == points_.end()) return {};
  return found->second.actions;
}

const Action* BlockSystem::find_action(std::uint32_t id) const {
  return id < actions_.size() ? &actions_[id] : nullptr;
}

std::optional<std::uint32_t> BlockSystem::distance_to_target(Control control) const {
  const auto found = points_.find(control);
  return found == points_.end() ? std::nullopt : found->second.distance;
}

std::vector<const Action*> BlockSystem::first_actions(const Action& action) const {
  return block(action).first_actions();
}

ir::Expr BlockSystem::facts(Control control) const {
  const auto found = facts_.find(control);
  return found == facts_.end() ? context().true_expr() : found->second;
}

namespace {

/// Follows a run through blocks, action by action, to see which way it went.
class Follower {
 public:
  explicit Follower(ir::Context& context, ir::Valuation initial)
      : context_(context), state_(std::move(initial)) {}

  /// False if the way can't be told.
  bool follow(const Block& block, std::vector<ir::Decision> decisions) {
    decisions_ = std::move(decisions);
    next_ = 0;
    return walk(block);
  }
  const std::vector<const Action*>& actions() const { return actions_; }

 private:
  bool walk(const Block& block) {
    switch (block.kind()) {
      case Block::Kind::action:
        actions_.push_back(&block.action());
        return execute(block.statement(context_));
      case Block::Kind::sequence:
        return std::all_of(block.parts().begin(), block.parts().end(),
                           [&](const BlockPtr& part) { return walk(*part); });
      case Block::Kind::choice:
        break;
    }
    INVARIANT(next_ < decisions_.size() && decisions_[next_].kind == ir::Decision::Kind::branch &&
                  decisions_[next_].branch < block.parts().size(),
              "a run should tell the way through its blocks");
    return walk(*block.parts()[decisions_[next_++].branch]);
  }

  bool execute(ir::Stmt statement) {
    const std::vector<ir::Decision> rest(decisions_.begin() + static_cast<std::ptrdiff_t>(next_),
                                         decisions_.end());
    ir::Interpreter interpreter(state_, rest);
    const auto error = interpreter.execute(statement);
    INVARIANT(!error || error->undecided, "a run should be one of the blocks' statements");
    if (error) return false;
    next_ = decisions_.size() - interpreter.decisions_left();
    state_ = interpreter.state();
    return true;
  }

  ir::Context& context_;
  ir::Valuation state_;
  std::vector<ir::Decision> decisions_;
  std::size_t next_ = 0;
  std::vector<const Action*> actions_;
};

void append_actions(const Block& block, std::vector<const Action*>& actions) {
  if (block.kind() == Block::Kind::action) actions.push_back(&block.action());
  for (const BlockPtr& part : block.parts()) append_actions(*part, actions);
}

}  // namespace

std::optional<std::vector<const Action*>> BlockSystem::lift(
    const analysis::ConcreteTrace& run) const {
  const bool choices = std::any_of(run.steps.begin(), run.steps.end(), [&](const auto& step) {
    return block(*step.action).has_choice();
  });
  if (!choices) {
    std::vector<const Action*> actions;
    for (const auto& step : run.steps) append_actions(block(*step.action), actions);
    return actions;
  }
  Follower follower(context(), run.initial);
  for (const auto& step : run.steps)
    if (!follower.follow(block(*step.action), step.decisions)) return std::nullopt;
  return follower.actions();
}

}  // namespace arges::model
