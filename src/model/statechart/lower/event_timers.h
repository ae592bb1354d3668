#pragma once

#include <vector>

#include "model/statechart/lower/steps.h"

namespace arges::model::statechart::lower {

/// The event timers of all machines, and what a step of time does to them.
class EventTimers {
 public:
  explicit EventTimers(const StepParts& parts);

  /// Whether time can do anything to them.
  bool exist() const { return !timers_.empty(); }
  ir::Expr any_runs() const;
  /// One step of time: the timers that are due send, the one that was due first first.
  ir::Stmt advance() const;

 private:
  struct TimerRef {
    MachineId machine;
    TimerId timer;
  };
  const MachineLayout& of(const TimerRef& timer) const { return parts_.layout().of(timer.machine); }
  ir::Expr remaining(const TimerRef& timer) const;
  ir::Expr runs(const TimerRef& timer) const;
  ir::Stmt expire(const TimerRef& timer) const;
  /// Of two that are due, by their positions in the list: the first sends before the second.
  ir::Expr goes_before(std::size_t i, std::size_t j) const;
  ir::Stmt send_earliest(const std::vector<ir::Var>& due) const;

  const StepParts& parts_;
  ir::Context& context_;
  std::vector<TimerRef> timers_;
};

}  // namespace arges::model::statechart::lower
