#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "ir/context.h"
#include "ir/traversal.h"
#include "ir/valuation.h"
#include "model/statechart/state.h"

namespace arges::model::statechart {

/// What a lowered system tells beside its state, for properties that ask about it.
struct Observers {
  enum class Watch : std::uint8_t { off, on };
  Watch transitions = Watch::off;  ///< which fired
  Watch conflicts = Watch::off;    ///< which, and which branches, were enabled at once
  Watch lost = Watch::off;         ///< which events triggered nothing
  Watch stability = Watch::off;    ///< whether only the environment or time can make it go on
  Watch causes = Watch::off;       ///< which of the environment's events triggered something
  Watch entries = Watch::off;      ///< which states were entered
  Watch branches = Watch::off;     ///< which branches of choices were taken
  Watch reads = Watch::off;        ///< where expressions are read that assign nothing

  bool operator==(const Observers&) const = default;
};

/// The slots of a bounded queue: which event waits, and its arguments by columns. Messages are in
/// the first slots, the others are empty and have default values.
struct QueueSlots {
  struct Slot {
    ir::Var event = nullptr;  ///< the enumeration's first literal: empty
    std::vector<ir::Var> columns = {};
  };
  std::vector<EventRef> events = {};  ///< by literals, from the second on
  /// By events: the column of each parameter.
  std::vector<std::vector<std::uint32_t>> columns = {};
  std::vector<Slot> slots = {};

  bool exists() const { return !slots.empty(); }
  /// The literal of an event, or 0 if it never waits here.
  std::uint32_t literal(EventRef event) const;
};

/// The variables of one machine.
struct MachineLayout {
  std::vector<ir::Var> child;   ///< by nodes, of compounds: the active child
  std::vector<ir::Var> marked;  ///< by nodes: of some children of parallel nodes, whether active
  std::vector<ir::Var> doing;   ///< by nodes: its activity is still to happen; null: it has none
  /// By nodes, of histories: the children that were active, by the compounds they are of.
  std::vector<std::map<NodeId, ir::Var>> memory;
  std::vector<ir::Var> known;  ///< by nodes, of histories in parallel nodes: is there a memory
  ir::Var current = nullptr;   ///< the event being reacted to; the first literal: none
  std::vector<std::uint32_t> current_literal = {};  ///< by events; 0: never current
  QueueSlots internal = {};
  QueueSlots external = {};
  QueueSlots deferred = {};
  std::vector<ir::Var> remaining = {};  ///< by timers; 0: not running
  /// By timers: of event timers, how many that are due at the same time were sent before. 0 for all
  /// that are due alone, so that states tell no more than what matters. Null: it never does.
  std::vector<ir::Var> rank = {};
  std::vector<std::vector<ir::Var>> timer_arguments = {};  ///< by timers
  std::vector<ir::Var> failed = {};                        ///< by assertions
  std::vector<ir::Var> fired = {};                         ///< by transitions, if observed
  std::vector<ir::Var> lost = {};                          ///< by events, if observed
  std::vector<ir::Var> caused = {};   ///< by events, of the environment's if observed
  std::vector<ir::Var> entered = {};  ///< by nodes, of states if observed
  /// By nodes, of choices: by their branches, if observed.
  std::vector<std::vector<ir::Var>> branched = {};
  /// If reads are observed: always false, and set anew, by a statement with the place of the text,
  /// where the machine reads an expression there.
  ir::Var reading = nullptr;
  std::vector<std::pair<TransitionId, TransitionId>> possible_conflicts = {};
  std::vector<ir::Var> conflicts = {};  ///< by those, if observed
  std::vector<BranchPair> possible_branch_conflicts = {};
  std::vector<ir::Var> branch_conflicts = {};  ///< by those, if observed
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
  ir::Expr lower(ir::Expr expr) const { return ir::substitute(expr, stand_ins_); }
  /// The state as values of the variables.
  ir::Valuation encode(const State& state) const;

  ir::Expr is_active(MachineId machine, NodeId node) const;
  ir::Expr has_ended(MachineId machine) const;
  ir::Expr is_terminated(MachineId machine) const;
  bool has_problems() const { return problem_ != nullptr; }
  ir::Expr no_problem() const { return has_problem(Problem::nothing); }
  ir::Expr has_problem(Problem problem) const;
  ir::Expr has_failed(MachineId machine, AssertionId assertion) const;
  // Of what is observed:
  ir::Expr has_fired(MachineId machine, TransitionId transition) const;
  /// Of the choice's branch of that position.
  ir::Expr was_taken(MachineId machine, NodeId choice, std::size_t branch) const;
  ir::Expr was_lost(EventRef event) const;
  /// A state is active, or was so within a step: if entries are not observed, the former.
  ir::Expr is_visited(MachineId machine, NodeId node) const;
  /// Of an event of the environment.
  ir::Expr has_caused(EventRef event) const;
  ir::Expr is_stable() const { return context_.var(stable_); }
  /// The pairs of transitions of one state that may be enabled at once, as far as can be seen from
  /// their triggers and priorities.
  const std::vector<std::pair<TransitionId, TransitionId>>& possible_conflicts(
      MachineId machine) const {
    return machines_[machine].possible_conflicts;
  }
  ir::Expr had_conflict(MachineId machine, std::pair<TransitionId, TransitionId> pair) const;
  /// The same of branches of one choice.
  const std::vector<BranchPair>& possible_branch_conflicts(MachineId machine) const {
    return machines_[machine].possible_branch_conflicts;
  }
  ir::Expr had_conflict(MachineId machine, const BranchPair& pair) const;

  // For the lowering:
  const MachineLayout& of(MachineId machine) const { return machines_[machine]; }
  const QueueSlots& queue(QueueId queue) const { return queues_[queue]; }
  ir::Var problem() const { return problem_; }
  ir::Var stable() const { return stable_; }  ///< null: not observed
  /// The position of a child in the enumeration of its parent; 0: none is active.
  std::uint32_t position(MachineId machine, NodeId child) const;
  /// The parent's variable is this child.
  ir::Expr child_is(MachineId machine, ir::Var variable, NodeId child) const;
  /// The value a type's variables have where nothing else is said.
  ir::Expr default_of(ir::Type type) const;
  /// What a parameter is while its event is absent.
  ir::Expr initial_of(const Parameter& parameter) const;

 private:
  void add(ir::Var var) { variables_.push_back(var); }
  /// Those that the model gives, which no other variable may have: runs are told by names.
  void reserve_names();
  ir::Var declare(std::string name, ir::Type type);
  ir::Var declare(const Machine& machine, std::string_view name, ir::Type type);
  ir::Type child_type(const Machine& machine, NodeId compound);
  void add_nodes(MachineId m);
  void add_histories(MachineId m);
  void add_events(MachineId m);
  void add_queues(MachineId m);
  void add_timers(MachineId m);
  void add_observers(MachineId m);
  QueueSlots make_queue(const std::string& name, std::vector<EventRef> events,
                        std::uint32_t capacity);
  ir::Type event_type(const std::string& name, const std::vector<EventRef>& events);
  void encode_machine(MachineId m, const State& state, ir::Valuation& values) const;
  void encode_history(MachineId m, const State& state, ir::Valuation& values) const;
  template <typename Messages, typename RefOf>
  void encode_queue(const QueueSlots& queue, const Messages& messages, RefOf ref_of,
                    ir::Valuation& values) const;

  ir::Context& context_;
  const System& system_;
  Observers observers_;
  std::vector<ir::Var> variables_;
  std::set<std::string> names_;  ///< of all of them
  std::vector<ir::Var> control_;
  std::vector<MachineLayout> machines_;
  std::vector<QueueSlots> queues_;
  ir::Var problem_ = nullptr;
  ir::Var stable_ = nullptr;
  ir::Substitution stand_ins_;
};

}  // namespace arges::model::statechart
