#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/source.h"
#include "frontend/scxml/scxml_document.h"

namespace arges::frontend::uml {

// What a file says of classes, objects and state machines, whatever dialect of XMI it is in.

using scxml::Text;

/// Positions in the vectors of an Outline.
using Index = std::uint32_t;
inline constexpr Index nothing = 0xFFFFFFFF;

/// A value that a behaviour gives an attribute of an operation (PSSM's tests).
struct Assignment {
  Index operation = nothing;
  Index attribute = nothing;
  Text value;
};

/// A behaviour or a guard: text in some language, or only a name.
struct Body {
  std::string name = {};
  std::string language = {};
  std::optional<Text> text = {};
  std::vector<Assignment> assignments = {};
  SourceLocation location = {};
};

/// Whether texts in this language are read: that of `.sm` files, by any of its names. Case does not
/// matter.
bool is_own_language(std::string language);

/// A guard that compares an attribute of what the trigger carries (PSSM's tests).
struct AttributeTest {
  Index signal = nothing;
  Index operation = nothing;
  Index attribute = nothing;
  Text value;
};

struct Trigger {
  Index event = nothing;
  SourceLocation location = {};
};

enum class VertexKind : std::uint8_t {
  state,
  final,
  initial,
  choice,
  junction,
  fork,
  join,
  terminate,
  shallow_history,
  deep_history,
  entry_point,
  exit_point,
  reference,  ///< to entry or exit points of the machine that a state stands for
};
/// As messages name it: "a fork".
const char* describe(VertexKind kind);

struct Vertex {
  VertexKind kind = VertexKind::state;
  std::string name = {};
  Index region = nothing;  ///< that it is in; of a point: none
  Index owner = nothing;   ///< of a point: the state it is on; none: a machine
  std::vector<Index> regions = {};
  std::vector<Index> points = {};
  std::optional<Body> entry = {};
  std::optional<Body> exit = {};
  std::optional<Body> activity = {};
  std::vector<Trigger> deferred = {};
  Index submachine = nothing;          ///< the state stands for that machine
  std::optional<Text> elsewhere = {};  ///< the machine it stands for is in another file
  std::vector<Index> referred = {};    ///< of a reference
  SourceLocation location = {};
};

struct Transition {
  enum class Kind : std::uint8_t { external, local, internal } kind = Kind::external;
  std::string name = {};
  Index source = nothing;
  Index target = nothing;
  std::vector<Trigger> triggers = {};
  std::optional<Body> guard = {};
  std::optional<AttributeTest> test = {};
  std::optional<Body> effect = {};
  SourceLocation location = {};
};

struct Region {
  std::string name = {};
  std::vector<Index> vertices = {};
  std::vector<Index> transitions = {};
  Index state = nothing;  ///< that it is in; none: a machine
  SourceLocation location = {};
};

struct Machine {
  std::string name = {};
  std::vector<Index> regions = {};
  std::vector<Index> points = {};
  SourceLocation location = {};
};

struct TypeRef {
  enum class Kind : std::uint8_t { unknown, integer, boolean, reference } kind = Kind::unknown;
  Index target = nothing;  ///< of a reference: the class
  std::string name = {};   ///< for people
};

/// A literal, an expression or an object; nothing at all is the type's own default.
struct ValueText {
  std::optional<Text> text = {};
  Index instance = nothing;
  SourceLocation location = {};
};

struct Attribute {
  std::string name = {};
  TypeRef type = {};
  ValueText value = {};
  Index owner = nothing;  ///< the class
  SourceLocation location = {};
};

struct Signal {
  std::string name = {};
  std::vector<Attribute> attributes = {};
  SourceLocation location = {};
};

/// What can be called; what comes back are attributes behind those that go in.
struct Operation {
  std::string name = {};
  std::vector<Attribute> attributes = {};
  std::size_t inputs = 0;  ///< how many of them go in
  SourceLocation location = {};
};

struct Event {
  enum class Kind : std::uint8_t { signal, call, time, change, any } kind = Kind::signal;
  std::string name = {};
  Index signal = nothing;
  Index operation = nothing;
  std::optional<Text> time = {};
  SourceLocation location = {};
};

struct Class {
  std::string name = {};
  std::vector<Index> attributes = {};
  Index machine = nothing;
  SourceLocation location = {};
};

struct Slot {
  Index attribute = nothing;
  ValueText value = {};
  SourceLocation location = {};
};

struct Instance {
  std::string name = {};
  Index type = nothing;  ///< none: a link, or of something that is no class
  std::vector<Slot> slots = {};
  SourceLocation location = {};
};

/// All of a file.
struct Outline {
  enum class Dialect : std::uint8_t { uml, pssm } dialect = Dialect::uml;
  std::string name = {};
  std::vector<Vertex> vertices = {};
  std::vector<Transition> transitions = {};
  std::vector<Region> regions = {};
  std::vector<Machine> machines = {};
  std::vector<Signal> signals = {};
  std::vector<Operation> operations = {};
  std::vector<Event> events = {};
  std::vector<Class> classes = {};
  std::vector<Attribute> attributes = {};  ///< of classes
  std::vector<Instance> instances = {};
  SourceLocation location = {};

  /// Of an event about a signal or an operation: what it carries; null: nothing.
  const std::vector<Attribute>* carried(const Event& event) const;
  /// As the environment names it: the signal or the operation, or else the event.
  std::string name_of(const Event& event) const;
  /// The transitions that begin or end at a vertex.
  std::vector<Index> outgoing(Index vertex) const;
  std::vector<Index> incoming(Index vertex) const;
};

}  // namespace arges::frontend::uml
