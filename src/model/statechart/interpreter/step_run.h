#pragma once

#include <vector>

#include "ir/context.h"
#include "model/statechart/interpreter.h"
#include "model/statechart/interpreter/chooser.h"
#include "model/statechart/interpreter/facts.h"

namespace arges::model::statechart {

/// The state while a step is executed, with values of what stands for active states, events and
/// timers, kept up to date; and what happens on the way. All parts of the interpreter work on one.
class StepRun {
 public:
  StepRun(ir::Context& context, const SystemFacts& facts, const State& state, Chooser& chooser,
          Interpreter::Account account);

  const SystemFacts& facts() const { return facts_; }
  const System& system() const { return facts_.system; }
  const MachineFacts& facts(MachineId machine) const { return facts_.machines[machine]; }
  const Machine& machine(MachineId id) const { return facts_.system.machines[id]; }
  Chooser& chooser() { return chooser_; }
  State& state() { return state_; }
  MachineState& of(MachineId machine) { return state_.machines[machine]; }

  /// Throws Interpreter::Undecided if it can't be told.
  ir::Value value(ir::Expr expr) const;
  /// A null expression holds.
  bool holds(ir::Expr expr) const { return !expr || value(expr).is_true(); }
  /// A value of the type that stands where nothing else is said.
  ir::Value default_value(ir::Type type);
  ir::Value integer(const mpz_class& number) { return context_.values().integer(number); }
  ir::Value initial_value(const Parameter& parameter);
  ir::Value get(ir::Var var) const { return state_.data.get(var); }
  void set(ir::Var var, ir::Value value) { state_.data.set(var, value); }
  bool is_present(EventRef event) const;
  void set_present(EventRef event, ir::Value value);

  bool is_active(MachineId machine, NodeId node) const;
  void set_active(MachineId machine, NodeId node);
  void set_inactive(MachineId machine, NodeId node);
  /// Whether a final child of the root is active, or it is terminated.
  bool has_ended(MachineId machine) const;
  bool is_terminated(MachineId machine) const;
  void set_timer(MachineId machine, TimerId timer, std::optional<RunningTimer> running);

  void report(Problem problem);  ///< the first one counts
  void failed(MachineId machine, AssertionId assertion);
  void fired(MachineId machine, TransitionId transition);  ///< to be told before anything is left
  void branched(MachineId machine, NodeId choice, std::uint32_t branch);
  void conflict(MachineId machine, TransitionId first, TransitionId second);
  void conflict(MachineId machine, const BranchPair& branches);
  void lost(EventRef event);
  void occurred(Occurrence occurrence) {
    if (account_ != Interpreter::Account::left_out) occurrences_.push_back(std::move(occurrence));
  }
  void read(MachineId machine, SourceLocation location) {
    occurred({.kind = Occurrence::Kind::read, .machine = machine, .location = location});
  }
  /// Forgets what was observed since the system was last stable.
  void begin_observing();

  /// The result; nothing may be asked after that.
  Outcome finish();

 private:
  void note_causes(MachineId machine, const Trigger& trigger);
  bool holds(MachineId machine, const Trigger& trigger) const;

  ir::Context& context_;
  const SystemFacts& facts_;
  State state_;
  Chooser& chooser_;
  Interpreter::Account account_;
  std::vector<Occurrence> occurrences_;
};

/// Gives what stands for active states, events and timers its values in the state's data.
void show_stand_ins(const SystemFacts& facts, State& state);
/// Forgets what is no part of a state: those values, and local variables.
void hide_stand_ins(const SystemFacts& facts, State& state);

/// The position that is taken of several, whose priorities these are, in order.
std::size_t pick(StepRun& run, Semantics::Conflict conflict,
                 const std::vector<std::int64_t>& priorities);

}  // namespace arges::model::statechart
