#pragma once

#include <optional>
#include <string>
#include <vector>

#include "analysis/trace/concrete_trace.h"
#include "base/env.h"
#include "engine/coverage/goal_watcher.h"
#include "engine/task.h"

namespace arges::engine {

/// Looks for runs that meet goals which no trace meets yet, and proves that others have none: the
/// model's System is made to notice goals, and then checked as any other, with certificates.
class GoalSearch {
 public:
  /// All must outlive it.
  GoalSearch(Env& env, Task& task, const TraceModel& model, const GoalTable& table);

  struct Answer {
    std::optional<analysis::ConcreteTrace> run = {};  ///< that meets one of them
    bool is_proved = false;                           ///< no run meets any of them
    std::string reason = {};  ///< how that was proved, or why nothing is known
  };
  /// `wanted` is by goals. Takes about so many seconds at most.
  Answer find(const std::vector<bool>& wanted, double seconds);

 private:
  using Purpose = GoalWatcher::Purpose;
  struct How {
    EngineKind engine;
    Purpose purpose;
  };
  /// Looks at states one by one until there is a run.
  Answer explore(const std::vector<bool>& wanted, double seconds);
  Answer check(const std::vector<bool>& wanted, const How& how, double seconds);
  /// Whether it ends where a step does.
  bool is_whole(const analysis::ConcreteTrace& run) const;
  void take_over(analysis::ConcreteTrace& run) const;

  Env& env_;
  Task& task_;
  const TraceModel& model_;
  GoalWatcher watcher_;
};

}  // namespace arges::engine
