#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/source.h"
#include "base/syntax/tree.h"

namespace arges::frontend::gamma {

// Packages as they are written. Expressions are nodes of the package's tree; names are without the
// sign that escapes reserved words.

using syntax::no_node;
using syntax::NodeId;

struct Name {
  std::string text;
  SourceLocation location = {};
  explicit operator bool() const { return !text.empty(); }
};

struct Declaration;

/// A type as it is written.
struct TypeTree {
  enum class Kind : std::uint8_t {
    nothing,  ///< void
    boolean,
    integer,
    unsupported,  ///< the name says what
    named,
    enumeration,
    record,
    array,
  };
  Kind kind = Kind::nothing;
  Name name = {};
  std::vector<Name> literals = {};
  std::vector<Declaration> fields;
  NodeId size = no_node;
  std::shared_ptr<const TypeTree> element = {};
  SourceLocation location = {};
};

/// A constant, a type's name, a variable, a parameter or a field.
struct Declaration {
  enum class Lifetime : std::uint8_t { permanent, transient, resettable };
  Name name;
  TypeTree type;
  NodeId value = no_node;
  Lifetime lifetime = Lifetime::permanent;
};

struct Statement;

struct StatementBranch {
  NodeId guard = no_node;  ///< of `switch`: the case's value; none: else
  std::vector<Statement> body;
};

/// An action as it is written.
struct Statement {
  enum class Kind : std::uint8_t {
    block,    ///< body
    assign,   ///< target := value
    raise,    ///< target: an event, maybe with arguments
    set,      ///< name: a timeout; value times factor milliseconds
    local,    ///< declaration
    call,     ///< target
    return_,  ///< value, if there is one
    nothing,
    assertion,  ///< value
    if_,        ///< branches
    choice,     ///< branches
    switch_,    ///< value, branches by cases
    loop,       ///< for declaration from value to bound
  };
  Kind kind = Kind::nothing;
  SourceLocation location = {};
  NodeId target = no_node;
  NodeId value = no_node;
  NodeId bound = no_node;
  int value_offset = 0;  ///< of a loop: what makes the range start with the first
  int bound_offset = 0;  ///< and end before the bound
  std::int64_t factor = 1;
  Name name = {};
  Declaration declaration = {};
  std::vector<Statement> body = {};
  std::vector<StatementBranch> branches = {};
};

/// A procedure, or a lambda: then it is one expression.
struct Procedure {
  Name name;
  std::vector<Declaration> parameters;
  TypeTree result;
  std::vector<Statement> body;
  NodeId expression = no_node;
};

struct EventDeclaration {
  enum class Direction : std::uint8_t { in, out, internal };
  Name name;
  Direction direction = Direction::out;
  bool is_persistent = false;
  std::vector<Declaration> parameters = {};
};

struct Interface {
  Name name;
  std::vector<Name> parents = {};
  std::vector<EventDeclaration> events = {};
  SourceLocation invariant = {};  ///< the first, if there is one
};

struct Port {
  enum class Mode : std::uint8_t { provided, required };
  Name name;
  Mode mode = Mode::provided;
  Name interface;
  SourceLocation invariant = {};  ///< the first, if there is one
};

struct Region;

struct Annotation {
  Name name;
  Name value;  ///< its first word, if there is one
};

/// A state or a pseudostate.
struct StateNode {
  enum class Kind : std::uint8_t {
    state,
    initial,
    choice,
    merge,
    fork,
    join,
    shallow_history,
    deep_history,
  };
  Kind kind = Kind::state;
  Name name;
  std::vector<Annotation> annotations = {};
  std::vector<Statement> entry = {};
  std::vector<Statement> exit = {};
  std::vector<Region> regions;
};

struct Region {
  Name name;
  std::vector<StateNode> nodes = {};
};

struct TransitionText {
  SourceLocation location = {};
  Name id = {};
  std::optional<std::int64_t> priority = {};
  Name from = {};
  Name to = {};
  NodeId trigger = no_node;
  NodeId guard = no_node;
  std::vector<Statement> effect = {};
};

struct InstanceText {
  Name name;
  Name type;
  std::vector<NodeId> arguments = {};
};

/// A port of an instance; of the component itself if there is none.
struct PortReference {
  Name instance;
  Name port;
};

struct Binding {
  Name port;
  PortReference target;
};

struct ChannelText {
  SourceLocation location = {};
  PortReference provider;
  std::vector<PortReference> requirers;
};

/// What an adapter's rule or queue is about: everything, a clock, all of a port, or an event.
struct EventPattern {
  Name port;   ///< empty: any event
  Name event;  ///< empty: any of the port; or it is a clock
  enum class Kind : std::uint8_t { any, port, event, clock } kind = Kind::any;
};

struct RuleText {
  EventPattern pattern;
  Name action;
};

struct QueueText {
  Name name;
  NodeId priority = no_node;
  NodeId capacity = no_node;
  Name discard = {};
  std::vector<EventPattern> patterns = {};
};

/// A statechart, a composite component or an adapter.
struct ComponentText {
  enum class Kind : std::uint8_t { statechart, sync, cascade, async, scheduled, adapter };
  Kind kind = Kind::statechart;
  Name name;
  std::vector<Annotation> annotations = {};
  std::vector<Declaration> parameters = {};
  std::vector<Port> ports = {};

  // of a statechart
  NodeId capacity = no_node;  ///< of the queue of an asynchronous one
  std::vector<Declaration> variables = {};
  std::vector<Name> timeouts = {};
  std::vector<Region> regions = {};
  std::vector<TransitionText> transitions = {};
  std::vector<Procedure> procedures = {};
  SourceLocation invariant = {};  ///< the first, if there is one

  // of a composite; the first instance is what an adapter wraps
  std::vector<InstanceText> instances = {};
  std::vector<Binding> bindings = {};
  std::vector<ChannelText> channels = {};
  std::vector<Name> execution = {};
  std::vector<Name> initial_execution = {};

  // of an adapter
  std::vector<Name> clocks = {};
  std::vector<RuleText> rules = {};
  std::vector<QueueText> queues = {};
};

/// One file.
struct Package {
  explicit Package(SourcePtr text) : source(std::move(text)), tree(*source) {}

  SourcePtr source;
  syntax::Tree tree;
  Name name;
  std::vector<Name> imports;
  std::vector<Declaration> constants;
  std::vector<Declaration> types;
  std::vector<Interface> interfaces;
  std::vector<Procedure> procedures;
  std::vector<ComponentText> components;

  std::vector<const Package*> imported;  ///< those that were found
  std::vector<Name> missing;             ///< imports that were not
};

}  // namespace arges::frontend::gamma
