#include "analysis/certify/way_system.h"

#include <algorithm>

#include <fmt/format.h>

namespace arges::analysis {

namespace {

/// Steps on ways, also on those that lead nowhere.
constexpr std::size_t most_visits = 5'000'000;

}  // namespace

WaySystem::WaySystem(const AcceptingSystem& product, std::set<Control> with_nodes)
    : product_(product), with_nodes_(std::move(with_nodes)) {
  for (const Control control : with_nodes_)
    if (product_.has_control(control) && !problem_) find_ways(control);
}

void WaySystem::find_ways(Control start) {
  struct Frame {
    Control control;
    std::size_t next = 0;
  };
  std::vector<Frame> stack{{start}};
  std::vector<const Action*> way;
  while (!stack.empty()) {
    Frame& frame = stack.back();
    const auto actions = product_.actions(frame.control);
    if (frame.next == actions.size()) {
      stack.pop_back();
      if (!way.empty()) way.pop_back();
      continue;
    }
    const Action* action = actions[frame.next++];
    way.push_back(action);
    if (++visits_ > most_visits) {
      problem_ = {"there are too many ways between its nodes", true};
      return;
    }
    if (!with_nodes_.contains(action->target)) {
      const bool is_round = std::any_of(stack.begin(), stack.end(), [&](const Frame& one) {
        return one.control == action->target;
      });
      if (is_round) {
        problem_ = {fmt::format("there is a way round '{}' that meets no node",
                                product_.control_name(action->target))};
        return;
      }
      stack.push_back({action->target});
      continue;
    }
    add(way);
    way.pop_back();
  }
}

void WaySystem::add(const std::vector<const Action*>& way) {
  std::vector<ir::Stmt> statements;
  std::vector<std::uint32_t> ids;
  Marks marks = 0;
  for (const Action* action : way) {
    statements.push_back(action->statement);
    ids.push_back(action->id);
    marks |= product_.marks(*action);
  }
  const auto id = static_cast<std::uint32_t>(actions_.size());
  const Action& action = actions_.emplace_back(
      Action{.id = id,
             .source = way.front()->source,
             .target = way.back()->target,
             .statement = way.size() == 1 ? statements.front()
                                          : ir::sequence(product_.context(), statements),
             .label = way.front()->label});
  leaving_[action.source].push_back(&action);
  ways_.push_back(way);
  marks_.push_back(marks);
  numbers_.emplace(std::move(ids), id);
}

std::span<const Action* const> WaySystem::actions(Control control) const {
  const auto found = leaving_.find(control);
  if (found == leaving_.end()) return {};
  return found->second;
}

std::optional<std::uint32_t> WaySystem::find_way(const std::vector<std::uint32_t>& actions) const {
  const auto found = numbers_.find(actions);
  return found == numbers_.end() ? std::nullopt : std::optional(found->second);
}

}  // namespace arges::analysis
