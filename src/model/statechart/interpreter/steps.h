#pragma once

#include <optional>
#include <vector>

#include "model/statechart/interpreter/step_run.h"

namespace arges::model::statechart {

/// Knows which steps lead on from the place of a run's state, and takes them.
class Steps {
 public:
  explicit Steps(StepRun& run) : run_(run) {}

  std::vector<StepChoice> possible() const;
  /// Whether the step is one of those that are possible, with arguments that the environment may
  /// send.
  bool is_possible(const StepChoice& step) const;
  void take(const StepChoice& step);

 private:
  // Of the steps of machines for one event at a time: state.h, "events".
  StepChoice possible_when_busy(MachineId machine) const;
  /// What states of the machine are still to do.
  void add_activities(MachineId machine, std::vector<StepChoice>& result) const;
  std::vector<StepChoice> with_all_activities(std::vector<StepChoice> result) const;
  std::vector<StepChoice> possible_takes() const;
  std::vector<StepChoice> possible_when_idle() const;
  std::vector<StepChoice> possible_turns() const;
  bool any_timer_runs() const;
  /// The message that ─take→ takes, if any waits.
  std::optional<Message> waiting(MachineId machine) const;
  void drop_waiting(MachineId machine);
  /// The position of the first deferred event that is deferred no more.
  std::optional<std::size_t> released(MachineId machine) const;
  /// Whether a deferred event would be deferred again if it were taken now.
  bool stays_deferred(MachineId machine, const Message& message) const;
  bool is_allowed(EventRef ref, const std::vector<ir::Value>& arguments) const;
  bool is_within_length(const Parameter& parameter, ir::Value array) const;
  /// Those given, then initial values; where those are out of range, the lowest.
  std::vector<ir::Value> arguments_from_outside(EventRef ref, const std::vector<ir::Value>& given);

  void init(MachineId machine);
  void take_inputs(const StepChoice& step);
  void cycle();
  void microstep(MachineId machine);
  void next(MachineId machine);
  void react(MachineId machine);
  void end(MachineId machine);
  void fire(MachineId machine, const std::vector<TransitionId>& transitions);
  void begin_macrostep();
  /// Where a machine that has nothing left to do leads to.
  void leave_busy(MachineId machine);
  /// To idle, unless messages wait.
  void calm_down();
  void go(Phase phase, MachineId machine = 0) { run_.state().place = {phase, machine}; }
  bool is_booting() const;

  StepRun& run_;
};

}  // namespace arges::model::statechart
