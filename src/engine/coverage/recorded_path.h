#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "engine/coverage/goals.h"
#include "ir/valuation.h"

namespace arges::engine {

/// What happened in a run until some point, as far as goals are concerned.
class Progress {
 public:
  explicit Progress(const GoalTable& table) : memories_(table.num_memories, 0) {}

  /// Return by adding to `met`. To pass a mark is to read what came before, and then to write.
  void pass(const GoalTable& table, const Mark& mark, std::vector<GoalId>& met) {
    read(table, mark, met);
    write(table, mark);
  }
  void read(const GoalTable& table, const Mark& mark, std::vector<GoalId>& met) const {
    const auto found = table.marks.find(mark);
    if (found == table.marks.end()) return;
    const MarkEffects& effects = found->second;
    met.insert(met.end(), effects.meets.begin(), effects.meets.end());
    for (const MarkEffects::Access& access : effects.reads)
      if (memories_[access.memory] == access.value)
        met.insert(met.end(), access.goals.begin(), access.goals.end());
  }
  void write(const GoalTable& table, const Mark& mark) {
    const auto found = table.marks.find(mark);
    if (found == table.marks.end()) return;
    for (const MarkEffects::Access& access : found->second.writes)
      memories_[access.memory] = access.value;
  }

 private:
  std::vector<std::uint32_t> memories_;
};

/// The key of points that nobody says are like others; keys that are given count up from 0.
inline constexpr std::uint32_t key_of_its_own = 0xFFFFFFFF;

/// How many actions a path has in common with one of these keys, whole steps only.
template <typename Path>
std::size_t known_actions(const Path& path, std::span<const std::uint32_t> keys) {
  std::size_t same = 0;
  while (same < path.size() && same < keys.size() && path[same].key == keys[same]) ++same;
  while (same > 1 && !path[same - 1].rests) --same;
  return same == 0 ? 0 : same - 1;
}

/// The points of the run being recorded, with what was met on the way. Runs that begin alike have
/// most of it in common, so it is counted as points come and go.
template <typename Position>
class RecordedPath {
 public:
  bool empty() const { return positions_.empty(); }
  std::size_t size() const { return positions_.size(); }
  const Position& operator[](std::size_t i) const { return positions_[i]; }
  const Position& back() const { return positions_.back(); }

  void push(Position position) {
    for (const GoalId goal : position.met) {
      if (goal >= times_.size()) times_.resize(goal + 1);
      ++times_[goal];
    }
    positions_.push_back(std::move(position));
  }
  void shorten(std::size_t size) {
    while (positions_.size() > size) {
      for (const GoalId goal : positions_.back().met) --times_[goal];
      positions_.pop_back();
    }
  }
  /// The goals that were met, ascending.
  std::vector<GoalId> met() const {
    std::vector<GoalId> result;
    for (GoalId goal = 0; goal < times_.size(); ++goal)
      if (times_[goal] > 0) result.push_back(goal);
    return result;
  }

  /// The first point at which a goal was met, which one is.
  std::size_t first_met(GoalId goal) const {
    const auto meets = [&](const Position& at) {
      return std::find(at.met.begin(), at.met.end(), goal) != at.met.end();
    };
    return static_cast<std::size_t>(std::find_if(positions_.begin(), positions_.end(), meets) -
                                    positions_.begin());
  }

 private:
  std::vector<Position> positions_;
  std::vector<std::uint32_t> times_;  ///< by goals: how often they were met
};

/// Adds the goals whose conditions hold in a state at the end of a step.
void meet_at_rest(const GoalTable& table, analysis::Control control, const ir::Valuation& state,
                  std::vector<GoalId>& met);

/// Sets of active states, which are goals once they are seen.
class ConfigurationGoals {
 public:
  GoalId goal_of(const std::vector<std::string>& states, GoalTable& table);

 private:
  std::map<std::string, GoalId> goals_;
};

}  // namespace arges::engine
