#pragma once

#include <vector>

#include "model/statechart/interpreter/step_run.h"

namespace arges::model::statechart {

/// Finds the transitions of one machine that are enabled, and which of them fire.
class Selection {
 public:
  Selection(StepRun& run, MachineId machine)
      : run_(run), machine_(machine), facts_(run.facts(machine)) {}

  /// What transitions are enabled by.
  enum class By : std::uint8_t {
    nothing,  ///< a microstep: those without a trigger
    event,    ///< the event that was taken: those with a trigger
    inputs,   ///< a cycle: those whose trigger holds, or that have none
  };

  bool is_enabled(TransitionId id, By by) const;
  /// Whether any is.
  bool any_enabled(By by) const;
  /// Trigger and guard alone, which Semantics::Guards::at_first reads at the beginning.
  bool condition_holds(TransitionId id, By by) const;
  bool sources_are_active(TransitionId id) const;

  /// The transitions that fire, in order; none of them conflicts with another. Appendix D:
  /// selectEventlessTransitions, selectTransitions.
  std::vector<TransitionId> select(By by) const;
  /// Of enabled transitions of one node: notes conflicts, and decides which one it is.
  TransitionId choose(std::vector<TransitionId> enabled) const;
  /// Whether an active state defers the event without any transition for it there.
  bool is_deferred(EventId event) const;

 private:
  std::vector<NodeId> leaves() const;
  /// From the leaf to the root, or the other way round, as priorities are.
  std::vector<NodeId> way(NodeId leaf) const;
  std::vector<TransitionId> without_conflicts(const std::vector<TransitionId>& selected) const;
  /// Of transitions in order of selection: any set of them that has no conflicts, and in which only
  /// those are missing that are in conflict with one of it which they do not go before.
  std::vector<TransitionId> any_without_conflicts(const std::vector<TransitionId>& selected) const;
  bool exits_meet(TransitionId first, TransitionId second) const;
  bool goes_before(TransitionId first, TransitionId second) const;
  const Transition& transition(TransitionId id) const { return facts_.machine().transitions[id]; }

  StepRun& run_;
  MachineId machine_;
  const MachineFacts& facts_;
};

/// Whether an active state defers the event, whatever transitions there are.
bool has_deferring_state(StepRun& run, MachineId machine, EventId event);

}  // namespace arges::model::statechart
