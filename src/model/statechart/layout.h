#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "ir/context.h"
#include "ir/valuation.h"
#include "model/statechart/state.h"

namespace arges::model::statechart {

/// What a lowered system tells beside its state, for properties that ask about it.
struct Observers {
  enum class Watch : std::uint8_t { off, on };
  Watch transitions = Watch::off;  ///< which fired
  Watch conflicts = Watch::off;    ///< which were enabled at once
  Watch lost = Watch::off;         ///< which events triggered nothing
};

/// The slots of a bounded queue: which event waits, and its arguments by columns.
struct QueueSlots {
  struct Slot {
    ir::Var event = nullptr;  ///< the enumeration's first literal: empty
    std::vector<ir::Var> columns;
  };
  std::vector<EventRef> events;  ///< by literals, from the second on
  /// By events: the column of each parameter.
  std::vector<std::vector<std::uint32_t>> columns;
  std::vector<Slot> slots;
};

/// The variables a lowered system has, and what they say of a State.
class Layout {
 public:
  Layout(ir::Context& context, const System& system, const Observers& observers);

  ir::Context& context() const { return context_; }
  const System& system() const { return system_; }
  const Observers& observers() const { return observers_; }

  /// Every variable of a state, in the order of the system.
  const std::vector<ir::Var>& variables() const { return variables_; }
  /// Those that say which states are active.
  const std::vector<ir::Var>& control_variables() const { return control_; }
  /// Before the first step.
  ir::Expr initial_condition() const;

  /// The expression with what stands for states, events and timers replaced by what they are here.
  ir::Expr lower(ir::Expr expr) const;
  /// The state as values of the variables.
  ir::Valuation encode(const State& state) const;

  ir::Expr is_active(MachineId machine, NodeId node) const;
  ir::Expr no_problem() const;
  ir::Expr has_problem(Problem problem) const;
  ir::Expr has_failed(MachineId machine, AssertionId assertion) const;
  // Of what is observed:
  ir::Expr has_fired(MachineId machine, TransitionId transition) const;
  ir::Expr was_lost(EventRef event) const;
  /// The pairs of transitions that may be enabled at once, as far as can be seen from the text.
  const std::vector<std::pair<TransitionId, TransitionId>>& possible_conflicts(
      MachineId machine) const;
  ir::Expr had_conflict(MachineId machine, std::pair<TransitionId, TransitionId> pair) const;

 private:
  ir::Context& context_;
  const System& system_;
  Observers observers_;
  std::vector<ir::Var> variables_;
  std::vector<ir::Var> control_;
};

}  // namespace arges::model::statechart
