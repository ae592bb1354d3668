#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "base/source.h"

namespace arges::model::machines {

using ClassId = std::uint32_t;
using VarId = std::uint32_t;  ///< within its class
using SignalId = std::uint32_t;
using StateId = std::uint32_t;       ///< within its class
using TransitionId = std::uint32_t;  ///< within its class
using ObjectId = std::uint32_t;
using ExprId = std::uint32_t;
inline constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

/// A number, 0 or 1 of a Boolean, or of a reference null or the object; of an abstract integer the
/// least number of its cell.
using Value = std::int64_t;
inline constexpr Value least_int = std::numeric_limits<std::int32_t>::min();
inline constexpr Value largest_int = std::numeric_limits<std::int32_t>::max();
inline constexpr Value null_object = -1;

/// int, boolean or reference (Section 2.1.1).
struct Type {
  enum class Kind : std::uint8_t { integer, boolean, reference } kind = Kind::integer;
  /// Of a reference: the class of the objects; of null: none. Of an integer that is a literal of an
  /// enumeration: which one.
  std::uint32_t target = none;

  bool is_int() const { return kind == Kind::integer; }
  bool is_bool() const { return kind == Kind::boolean; }
  bool is_reference() const { return kind == Kind::reference; }
  bool operator==(const Type&) const = default;
};

enum class Operator : std::uint8_t {
  negate,
  not_,
  add,
  subtract,
  multiply,
  divide,     ///< towards zero
  remainder,  ///< with the sign of the dividend
  shift_left,
  shift_right,  ///< of the two's complement: rounds down
  less,
  less_equal,
  greater,
  greater_equal,
  equal,
  not_equal,
  and_,  ///< short circuit
  or_,   ///< short circuit
  conditional,
};
const char* to_string(Operator op);

/// A node of an expression's parse tree; its place in Model::expressions is the paper's unique
/// identifier, by which F knows it.
struct Expression {
  enum class Kind : std::uint8_t {
    literal,
    self,      ///< the object that evaluates
    name,      ///< a variable, of this object or through references
    in_state,  ///< of a property: the object at the end of the path is in a state
    unary,
    infix,
    cond,   ///< && and ||
    tcond,  ///< ?:
  };
  Kind kind = Kind::literal;
  Type type = {};
  ClassId scope = none;  ///< the class of the object that evaluates; of a property: none
  Operator op = Operator::add;
  std::vector<ExprId> operands = {};
  Value value = 0;               ///< of a literal
  ObjectId root = none;          ///< of a name: begins at this object; none: at the evaluating one
  std::vector<VarId> path = {};  ///< of a name: references, then the variable
  StateId state = none;          ///< of in_state
  SourceLocation location = {};
};

struct Variable {
  std::string name;
  Type type;
  Value initial = 0;
  struct Bounds {
    Value least;
    Value largest;
  };
  /// Its author says that it stays within; that is checked by assertions like any others.
  std::optional<Bounds> bounds = {};
  /// A parameter that a trigger declares: it has its initial value again when the transition ends.
  enum class Scope : std::uint8_t { object, transition } scope = Scope::object;
  SourceLocation location = {};
};

struct Signal {
  std::string name;
  std::vector<Type> parameters = {};
  std::vector<std::string> parameter_names = {};
  /// System signals are sent by objects; external ones come from the environment and have no
  /// parameters.
  enum class Origin : std::uint8_t { system, external } origin = Origin::system;
  SourceLocation location = {};
};

/// SEND, ASSIGN or ASSERT; or, which the paper does not have, the guard of a choice that the
/// transition leads through: where it does not hold after the effects before it, the transition is
/// not enabled.
struct Effect {
  enum class Kind : std::uint8_t { send, assign, assert_, require } kind = Kind::assign;
  SignalId signal = none;              ///< of send
  std::vector<ExprId> arguments = {};  ///< of send
  ExprId target = none;                ///< of send: the receiver; of assign: the left side, a name
  ExprId value = none;                 ///< of assign: the right side; of others: the condition
  SourceLocation location = {};
};

struct Trigger {
  SignalId signal = none;
  std::vector<VarId> parameters = {};  ///< variables that the message's arguments go to
};

/// A choice that a transition leads through, as a reader is told about it.
struct PassedChoice {
  std::string name;
  /// The effect that asserts that one of its branches is open; none: one always is.
  std::uint32_t open_check = none;
  std::uint32_t chosen = 0;  ///< so many effects come before a branch is taken
};

struct Transition {
  StateId source = 0;
  StateId target = 0;
  std::optional<Trigger> trigger = {};
  ExprId guard = none;  ///< none: true
  std::vector<Effect> effects = {};
  std::vector<PassedChoice> choices = {};  ///< one after another
  std::string label = {};                  ///< as a user calls it
  SourceLocation location = {};

  /// So many effects decide whether it is enabled: those up to the last guard of a choice.
  std::size_t deciding() const {
    std::size_t result = effects.size();
    while (result > 0 && effects[result - 1].kind != Effect::Kind::require) --result;
    return result;
  }
};

struct State {
  std::string name;
  std::vector<SignalId> defers = {};
  /// Whether entering it moves deferred messages back to the input queue.
  enum class Flush : std::uint8_t { yes, no } flush = Flush::yes;
  enum class End : std::uint8_t { no, allowed } end = End::no;  ///< an object may stay here
  SourceLocation location = {};
};

/// A class with its state machine.
struct Class {
  std::string name;
  std::vector<Variable> variables = {};
  StateId initial = 0;
  std::vector<State> states = {};
  std::vector<Transition> transitions = {};
  std::uint32_t capacity = 4;  ///< of each queue of an object
  SourceLocation location = {};
};

struct Object {
  std::string name;
  ClassId type = 0;
  std::vector<Value> initial = {};  ///< by the variables of its class
  SourceLocation location = {};
};

/// Names for integers: the first literal is 0.
struct Enumeration {
  std::string name;
  std::vector<std::string> literals = {};
  SourceLocation location = {};
};

/// A name for a value, be it a literal of an enumeration.
struct Constant {
  std::string name;
  Type type;
  Value value = 0;
  SourceLocation location = {};
};

/// A condition of a property that has no value in some configurations.
struct PartialCondition {
  ExprId given = none;
  ExprId has_value = none;  ///< a condition that always has one
  ExprId total = none;      ///< the same: it has a value, and is true
};

/// A model (Section 2.1.3); what is found by numbers here is found by names in the paper.
struct Model {
  std::vector<Signal> signals;
  std::vector<Class> classes;
  std::vector<Object> objects;
  std::vector<Expression> expressions;
  // What only names in a text mean.
  std::vector<Enumeration> enumerations = {};
  std::vector<Constant> constants = {};
  // What only readers of results are told.
  std::vector<PartialCondition> partial_conditions = {};

  const Class& class_of(ObjectId object) const { return classes[objects[object].type]; }
  const Expression& expression(ExprId id) const { return expressions[id]; }
  /// The variable that a name stands for.
  const Variable& variable_of(const Expression& name) const;
  /// The class that has it.
  ClassId owner_of(const Expression& name) const;
  /// `peer.count`, `(x + 1)`
  std::string text(ExprId id) const;
  /// The same, without brackets around the whole.
  std::string plain_text(ExprId id) const;
  /// A value as a user writes it: `3`, `true`, `Red`, `null`, the name of an object.
  std::string text(const Type& type, Value value) const;
};

}  // namespace arges::model::machines
