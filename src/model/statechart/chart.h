#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/source.h"
#include "ir/context.h"

namespace arges::model::statechart {

// Numbers are positions in the vectors of a Machine.
using NodeId = std::uint32_t;
using TransitionId = std::uint32_t;
using EventId = std::uint32_t;
using TimerId = std::uint32_t;
using AssertionId = std::uint32_t;
inline constexpr std::uint32_t none = 0xFFFFFFFF;

/// What a Node is. The tree is that of SCXML: an orthogonal state of UML or Gamma is a `parallel`
/// node whose children are its regions, `compound` nodes marked as such; also where there is one
/// region only.
enum class NodeKind : std::uint8_t {
  basic,     ///< a state without states inside
  compound,  ///< of its children one is active
  parallel,  ///< of its children all are active
  final,
  terminate,  ///< entering it ends the machine; what is active is not left
  shallow_history,
  deep_history,
  entry,   ///< a way into its compound: leads on by its own path, once the compound is active
  choice,  ///< its branches' guards are read on arrival, after the effects on the way to it
  /// Its branches' guards are read before anything fires, as parts of those of the transitions that
  /// lead to it. For front ends: `complete` replaces what leads there, and no execution sees it.
  junction,
};
constexpr bool is_state(NodeKind kind) { return kind <= NodeKind::terminate; }
constexpr bool is_history(NodeKind kind) {
  return kind == NodeKind::shallow_history || kind == NodeKind::deep_history;
}

struct Action;
/// Actions one after another.
using Block = std::vector<Action>;

/// One of several ways an action may go on.
struct Branch {
  ir::Expr guard;  ///< null: always, or where no other holds
  Block body;
  SourceLocation location = {};  ///< of the guard
};

/// An elementary or structured action of an entry, an exit or a transition.
struct Action {
  enum class Kind : std::uint8_t {
    assign,     ///< variable := expr
    raise,      ///< event with arguments; where it goes is said by the event's direction
    start,      ///< the timer, with expr milliseconds, and arguments of its event
    stop,       ///< the timer; its event is not sent
    log,        ///< text, with the values of arguments where it has {}; that of expr unless null
    branch,     ///< the first of the branches whose guard holds, or none
    choose,     ///< any of the branches whose guard holds; none: nothing happens
    loop,       ///< for variable from expr to bound (exclusive, both read once) the body
    assertion,  ///< expr, or else the machine's assertion of that number has failed
  };
  Kind kind = Kind::assign;
  SourceLocation location = {};
  ir::Var variable = nullptr;
  ir::Expr expr = {};
  ir::Expr bound = {};
  EventId event = none;
  std::vector<ir::Expr> arguments = {};
  TimerId timer = none;
  AssertionId assertion = none;
  std::string text = {};
  std::vector<Branch> branches = {};
  Block body = {};
};

/// What happens on the way out of states, before those around them are left.
struct WayOut {
  NodeId node = none;  ///< once this one has been left; none: before anything is
  Block effect = {};
};

/// Where control goes by itself: from a region's beginning, a history without memory, a choice, a
/// junction.
struct Path {
  std::vector<NodeId> targets;  ///< states, histories, or one choice or junction
  std::string name = {};        ///< of a branch, for people; unique as that of a Transition
  ir::Expr guard = {};          ///< of a branch; null: where no other holds
  std::int64_t priority = 0;    ///< of a branch, as of a Transition
  /// Of a branch of a junction. What happens before the branch belongs to the first of them.
  std::vector<WayOut> ways_out = {};
  Block effect = {};
  SourceLocation location = {};
  /// Of what `complete` made of several segments: where each stands, in their order.
  std::vector<SourceLocation> segments = {};
};

/// A state, a region, or a pseudostate. Numbers are in document order, a parent before its
/// children, and what is inside a node comes before what follows it.
struct Node {
  NodeKind kind = NodeKind::basic;
  std::string name;                   ///< as the model writes it
  std::string full_name;              ///< unique within the machine: an id, or Region.State
  NodeId parent = none;               ///< none: the root
  std::vector<NodeId> children = {};  ///< states and regions, not pseudostates, in order
  bool is_region = false;             ///< it is no state of its own
  Block entry = {};
  Block exit = {};
  /// What the state does for a while once it was entered: it happens at any time while the state is
  /// active, between two steps, or not at all; the state is complete only after that.
  std::optional<Block> activity = {};
  /// Of a compound; of a history: where nothing is known; of an entry: where it leads.
  std::optional<Path> initial = {};
  std::vector<Path> branches = {};  ///< of a choice or junction, by priority
  /// Of a choice: its branches are orders in which one thing is done, not alternatives.
  bool chooses_order = false;
  EventId done = none;                      ///< raised when the state is complete; none: nothing
  std::vector<EventId> deferred = {};       ///< kept for later while it is active
  std::vector<TransitionId> outgoing = {};  ///< in order of priority
  ir::Var active = nullptr;  ///< of states and regions: stands for "is active" in expressions
  SourceLocation location = {};
};

/// What makes a transition possible.
struct Trigger {
  enum class Kind : std::uint8_t {
    nothing,  ///< is needed
    events,   ///< one of these events is being reacted to
    formula,  ///< holds, over what stands for events being present and timers elapsed
  };
  Kind kind = Kind::nothing;
  std::vector<EventId> events = {};
  ir::Expr formula = {};
  std::string text = {};  ///< for people: which events it was written for, be there some or none
};

struct Transition {
  enum class Kind : std::uint8_t {
    external,  ///< leaves and enters its source, also to a target inside
    local,     ///< to targets inside of a compound source, which is not left
    internal,  ///< leaves nothing; has no targets
  };
  Kind kind = Kind::external;
  std::string name;  ///< for people; unique within the machine, also among branches
  NodeId source = none;
  std::vector<NodeId> other_sources = {};  ///< of a join: must be active as well
  std::vector<NodeId> targets = {};        ///< states, histories, or one choice or junction
  Trigger trigger = {};
  ir::Expr guard = {};        ///< null: true
  bool is_else = false;       ///< only where no other transition of the source with that trigger is
  std::int64_t priority = 0;  ///< larger first, where the semantics says that values count
  /// Of segments to a join or an exit point; need Semantics::Firing::one_by_one.
  std::vector<WayOut> ways_out = {};
  Block effect = {};
  SourceLocation location = {};
  /// Of what `complete` made of several segments: where each stands, in their order.
  std::vector<SourceLocation> segments = {};
};

/// A value that an event carries.
struct Parameter {
  std::string name;
  /// Holds the value while the event is reacted to; of an output, while it is present.
  ir::Var value = nullptr;
  ir::Expr initial = {};       ///< where the event is not present
  bool is_persistent = false;  ///< keeps its value until the event comes again
  ir::Expr lowest = {};        ///< of what the environment sends; null: any
  ir::Expr highest = {};
  std::uint32_t length = 0;  ///< of an array: as of a Variable
};

enum class Direction : std::uint8_t {
  input,     ///< from the environment, a channel or a timer, through the external queue if any
  output,    ///< to the environment and to channels
  internal,  ///< raised by the machine for itself: the internal queue
  self,      ///< sent by the machine to itself: the external queue
};

struct Event {
  /// How the model speaks of an event; what is there because a user wants to send it may not occur.
  enum class Mention : std::uint8_t {
    named,
    by_wildcard,  ///< only what reacts to any event reacts to it
    nowhere,
  };
  std::string name;
  Direction direction = Direction::input;
  bool is_environment = false;  ///< an input that the environment may send
  bool is_for_adapter = false;  ///< only makes an adapter run: no transition can be about it
  Mention mention = Mention::named;
  std::vector<Parameter> parameters = {};
  /// Stands for "is being reacted to" (of an output: was raised in this step) in expressions.
  ir::Var present = nullptr;
  SourceLocation location = {};
};

struct Variable {
  enum class Lifetime : std::uint8_t {
    permanent,
    reset_after,   ///< every step
    reset_before,  ///< every step
    local,         ///< to an action: no part of the state
    chosen,        ///< a Boolean that has any value, anew whenever an event is taken
  };
  ir::Var var = nullptr;
  ir::Expr initial = {};  ///< null: any value
  Lifetime lifetime = Lifetime::permanent;
  /// Of reset_before: only in such cycles, over what stands for events and timers; null: always.
  ir::Expr reset_when = {};
  /// Of an array: how many elements it was declared with; 0: that is not known. What is behind them
  /// is as at first unless the machine itself writes there.
  std::uint32_t length = 0;
};

struct Timer {
  enum class Kind : std::uint8_t {
    level,  ///< has elapsed from then on until started again, and before the first start
    event,  ///< raises its event once, then stops; may be running only once
  };
  Kind kind = Kind::level;
  std::string name;
  ir::Var elapsed = nullptr;  ///< of a level timer: stands for "has elapsed" in expressions
  EventId event = none;       ///< of an event timer: an input, or one with direction self
  std::string sender = {};    ///< the name that cancelling uses
  SourceLocation location = {};
};

struct Assertion {
  std::string text;  ///< for people
  SourceLocation location = {};
};

/// What languages of statecharts disagree about (shared notes, RTC-semantics).
struct Semantics {
  enum class Reaction : std::uint8_t {
    one_event,   ///< an event at a time; the machine has queues
    all_events,  ///< in cycles, to all inputs that are present
  } reaction = Reaction::one_event;
  enum class Priority : std::uint8_t { inner_first, outer_first } priority = Priority::inner_first;
  /// Which of several enabled transitions of one state is taken. If any, so it is with those of
  /// several regions that leave something in common.
  enum class Conflict : std::uint8_t { first, largest, any } conflict = Conflict::first;
  /// In which order regions take their steps.
  enum class Regions : std::uint8_t { document_order, any_order } regions = Regions::document_order;
  /// In which order the regions of one node are entered, and left: each wholly before the next.
  enum class Crossing : std::uint8_t {
    document_order,
    any_order
  } crossing = Crossing::document_order;
  /// How a set of transitions fires: all exits, then all effects, then all entries; or one wholly
  /// after the other.
  enum class Firing : std::uint8_t { together, one_by_one } firing = Firing::together;
  /// Of one event at a time: idle after each event, those of the internal queue too (there are no
  /// transitions without a trigger); or only once nothing is enabled without an event or by an
  /// internal one. Cycles are one step each.
  enum class Step : std::uint8_t { once, until_stable } step = Step::until_stable;
  /// When triggers and guards of a cycle are read: when it is a region's turn, or all at first.
  enum class Guards : std::uint8_t { on_the_fly, at_first } guards = Guards::on_the_fly;
};

/// One state machine: a statechart with its own data, as an instance of a system.
struct Machine {
  std::string name;  ///< of the instance, as a path; empty: the model is this machine alone
  Semantics semantics;
  std::vector<Node> nodes;              ///< the first is the root, a compound or parallel node
  std::vector<Transition> transitions;  ///< in document order
  std::vector<Event> events;
  std::vector<Variable> variables;
  std::vector<Timer> timers;
  std::vector<Assertion> assertions;
  std::uint32_t internal_capacity = 8;  ///< of the queues of a machine for one event at a time
  std::uint32_t external_capacity = 4;
  std::uint32_t deferred_capacity = 4;
  SourceLocation location = {};

  /// "name.what", or "what" where the machine has no name.
  std::string qualified(std::string_view what) const;
};

}  // namespace arges::model::statechart
