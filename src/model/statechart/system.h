#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/source.h"
#include "model/statechart/chart.h"

namespace arges::model::statechart {

using MachineId = std::uint32_t;
using ComponentId = std::uint32_t;
using QueueId = std::uint32_t;

/// An event of one machine.
struct EventRef {
  MachineId machine = 0;
  EventId event = none;
  bool operator==(const EventRef&) const = default;
};

/// From an output of one machine to an input of another, or of itself; the parameters are the same.
struct Channel {
  EventRef from;
  EventRef to;
};

/// A bounded queue of an asynchronous adapter.
struct MessageQueue {
  enum class Discard : std::uint8_t { incoming, oldest };
  std::string name;
  std::vector<EventRef> events;  ///< inputs of machines below the adapter that wait here
  std::int64_t priority = 0;     ///< larger first, then in order
  std::uint32_t capacity = 4;
  Discard discard = Discard::incoming;
};

/// How machines make up a system: a tree whose leaves are machines.
struct Component {
  enum class Kind : std::uint8_t {
    machine,
    /// All children step on the inputs as of the start; channels deliver after that.
    synchronous,
    /// One child after the other, in the order of `execution`; channels deliver after each.
    cascade,
    /// Takes one message at a time from its queues to its only child, which then takes a step if a
    /// rule says so.
    adapter,
    /// Asynchronous children, in turns or as it comes: adapters (or composites of them), or
    /// machines for one event at a time, which have queues of their own.
    scheduled,
    asynchronous,
  };
  /// Of an adapter: whether a message makes the child take a step.
  struct Rule {
    std::vector<EventRef> events;  ///< those that it is about; empty: any
  };
  Kind kind = Kind::machine;
  std::string name;
  MachineId machine = 0;                    ///< of kind machine
  std::vector<ComponentId> children = {};   ///< in order of declaration
  std::vector<ComponentId> execution = {};  ///< of a cascade or scheduled: children, may repeat
  std::vector<ComponentId> initial_execution = {};  ///< of a cascade: steps as part of the start
  /// Those that this component delivers. Of kind machine: to itself, after its own step.
  std::vector<Channel> channels = {};
  std::vector<QueueId> queues = {};  ///< of an adapter
  std::vector<Rule> rules = {};      ///< of an adapter
  SourceLocation location = {};
};

/// A statechart or a system of them.
struct System {
  std::string name;
  std::vector<SourcePtr> sources;  ///< what the locations point into
  std::vector<ir::Type> enumerations;
  std::vector<Machine> machines;
  std::vector<MessageQueue> queues;
  std::vector<Component> components;  ///< a child comes before its parent; the last is the root
  std::uint32_t time_step = 0;        ///< milliseconds; 0: nothing depends on time
  /// Warnings for whoever wrote the model, found while it was read.
  struct Warning {
    SourceLocation location;
    std::string text;
  };
  std::vector<Warning> warnings;

  const Component& root() const { return components.back(); }
  /// How runs call a turn of a component: "turn", or "turn of NAME".
  std::string turn_name(ComponentId component) const;
};

/// How the system takes its steps: by the kind of its root and its machines' reactions.
enum class Execution : std::uint8_t {
  cycles,  ///< inputs are chosen, then everything takes a step: synchronous and cascade systems
  events,  ///< machines for one event at a time, each with queues of its own; one or several
  turns,   ///< adapters that take messages from queues
};
Execution execution_of(const System& system);

/// Whether a state may be entered and left again within one step, so that it is active in no place.
bool may_pass_through_states(const System& system);

}  // namespace arges::model::statechart
