#pragma once

#include <compare>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "ir/valuation.h"
#include "model/statechart/system.h"

namespace arges::model::statechart {

/// Where a system is between two steps. Both executions have the same places and steps.
///
/// cycles:  start ─init→ ready ─inputs→ input ─cycle→ ready
/// events:  start(m) ─init→ busy(m), in which it goes on until nothing is left to do:
///            busy(m) ─microstep→ busy(m)   transitions without a trigger, if any is enabled
///            busy(m) ─next→ react(m)       else the first event of the internal queue
///            busy(m) ─settle→ idle         else; or waiting, if messages wait in queues
///            busy(m), waiting, idle ─perform→ busy(m)  what a state does, once it was entered
///            react(m) ─react→ busy(m)      to the event taken
///            waiting ─take→ react(m)       a deferred event that is deferred no more, or else the
///                                          first event of the external queue
///            idle ─event→ react(m)         of the environment
///            idle ─time→ idle, waiting     one time step; only if a timer runs
///            idle ─wait→ idle              nothing comes; only if no timer runs
///          While machines before the last one start, `booting` and `booting_react` stand for
///          `busy` and `react`, and settling leads to the start of the next one. A machine in a
///          final child of its root has ended: it leaves busy by ─end→ (exit actions of all active
///          states, which stay active) to idle or waiting; if all machines have, to `ended`.
/// turns:   start ─init→ ready; ready ─arrive→ ready: the environment sends a message;
///          ready ─turn→ ready: of one component; ready ─time→ ready; ready ─wait→ ready: nothing
///          comes, if no turn is possible and no timer runs
///
/// A step after which there is a Problem leads to the same place; no step follows.
enum class Phase : std::uint8_t {
  start,
  ready,
  input,
  booting,
  booting_react,
  busy,
  react,
  waiting,
  idle,
  ended,
};
struct Place {
  Phase phase = Phase::start;
  MachineId machine = 0;  ///< 0 where no machine is meant
  auto operator<=>(const Place&) const = default;
};
std::string to_string(const System& system, const Place& place);
/// Whether only the environment or time can make the system go on, or nothing.
bool is_stable(const Place& place);

enum class StepKind : std::uint8_t {
  init,
  inputs,
  cycle,
  microstep,
  next,
  react,
  settle,
  end,
  event,
  take,
  time,
  wait,
  arrive,
  turn,
  perform,
};

/// A step and what the environment decides in it.
struct StepChoice {
  StepKind kind = StepKind::init;
  MachineId machine = 0;
  ComponentId component = 0;  ///< of a turn
  EventId event = none;       ///< of `event` and `arrive`
  NodeId node = none;         ///< of `perform`
  std::vector<ir::Value> arguments = {};
  /// Of `inputs`: those that are present, each with its arguments.
  std::vector<std::pair<EventRef, std::vector<ir::Value>>> inputs = {};
};

/// Why a run can't be followed any further.
enum class Problem : std::uint8_t {
  nothing,  ///< is in the way
  internal_queue_full,
  external_queue_full,
  deferred_queue_full,
  timer_running,  ///< an event timer was started again while it runs
  no_branch,      ///< of a choice holds
};
const char* describe(Problem problem);

/// An event in a queue.
struct Message {
  EventId event = none;
  std::vector<ir::Value> arguments = {};
  bool operator==(const Message&) const = default;
};
/// A message in the queue of an adapter.
struct RoutedMessage {
  EventRef event;
  std::vector<ir::Value> arguments = {};
  bool operator==(const RoutedMessage&) const = default;
};

/// A running timer.
struct RunningTimer {
  std::int64_t remaining = 0;  ///< milliseconds
  std::vector<ir::Value> arguments = {};
};

struct MachineState {
  std::vector<bool> active;  ///< by nodes; states and regions
  std::vector<bool> doing;   ///< by nodes: the state's activity is still to happen
  /// By nodes, of histories: what was active, states whose parents are not histories' own; empty:
  /// nothing is known. Of a shallow history the child of its parent, of a deep one all states and
  /// regions below its parent.
  std::vector<std::vector<NodeId>> history;
  std::deque<Message> internal;
  std::deque<Message> external;
  std::deque<Message> deferred;
  EventId current = none;  ///< the event that was reacted to last; none: there was none yet
  std::vector<std::optional<RunningTimer>> timers;  ///< by timers; of a level timer: not elapsed
  /// The event timers that run, in the order in which they will send.
  std::vector<TimerId> sending = {};
};

/// Two branches of a choice, by their positions, the smaller first.
struct BranchPair {
  NodeId choice = none;
  std::uint32_t first = 0;
  std::uint32_t second = 0;

  auto operator<=>(const BranchPair&) const = default;
};

/// The state of a system as the interpreter has it.
struct State {
  Place place;
  std::vector<MachineState> machines;
  std::vector<std::deque<RoutedMessage>> queues;  ///< of adapters
  /// Permanent variables, parameters; of machines in cycles also which events are present.
  ir::Valuation data;
  Problem problem = Problem::nothing;
  std::vector<std::pair<MachineId, AssertionId>> failed;  ///< sorted, each once; ever

  // Since the system was last idle or ready: sorted, each once.
  std::vector<std::pair<MachineId, TransitionId>> fired;  ///< before there was a problem
  /// Branches of choices that were taken: the choice, and the branch's position.
  std::vector<std::pair<MachineId, std::pair<NodeId, std::uint32_t>>> branched;
  std::vector<std::pair<MachineId, NodeId>> entered;  ///< states; they may have been left again
  /// Pairs of transitions of one state that were enabled at once, the smaller number first. That
  /// an else waits for the others and that one has a larger priority that counts is no conflict;
  /// the order of the document is no priority here.
  std::vector<std::pair<MachineId, std::pair<TransitionId, TransitionId>>> conflicts;
  std::vector<std::pair<MachineId, BranchPair>> branch_conflicts;  ///< the same of choices
  /// Events that triggered nothing: that were taken, those deferred and internal ones apart; of a
  /// machine in cycles the inputs of one in which nothing fired.
  std::vector<EventRef> lost;
  /// Events of the environment that a transition fired by: its trigger, as it is when the
  /// transition is taken, would not hold without the event.
  std::vector<EventRef> caused;
};

}  // namespace arges::model::statechart
