#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/source.h"
#include "base/syntax/tree.h"
#include "model/machines/model.h"

namespace arges::frontend::machines {

// A file as it is written. Expressions are nodes of its tree.

using syntax::no_node;
using syntax::NodeId;

struct Name {
  std::string text;
  SourceLocation location = {};
  explicit operator bool() const { return !text.empty(); }
};

/// int, bool or the name of a class or an enumeration.
struct TypeText {
  enum class Kind : std::uint8_t { integer, boolean, named } kind = Kind::integer;
  Name name = {};
};

struct VariableText {
  TypeText type;
  Name name;
  NodeId value = no_node;
  NodeId least = no_node;  ///< of `int x in LEAST..LARGEST`
  NodeId largest = no_node;
};

struct EnumerationText {
  Name name;
  std::vector<Name> literals = {};
};

struct SignalText {
  Name name;
  model::machines::Signal::Origin origin = model::machines::Signal::Origin::system;
  std::vector<VariableText> parameters = {};
};

struct EffectText {
  model::machines::Effect::Kind kind = model::machines::Effect::Kind::assign;
  enum class Update : std::uint8_t { set, add, subtract } update = Update::set;  ///< =, +=, -=
  NodeId target = no_node;
  NodeId value = no_node;
  Name signal = {};
  std::vector<NodeId> arguments = {};
  SourceLocation location = {};
};

/// `on signal(a, int b) [guard] -> Target { effects }`
struct TransitionText {
  Name signal = {};  ///< empty: no trigger
  struct Parameter {
    std::optional<TypeText> type;  ///< declares a variable that lives as long as the transition
    Name name;
  };
  std::vector<Parameter> parameters = {};
  NodeId guard = no_node;
  enum class Guard : std::uint8_t { condition, otherwise } guard_kind = Guard::condition;
  Name target = {};  ///< empty: nothing is left
  /// Whether the target is looked for beside the source first, or has the names of all around it.
  enum class Target : std::uint8_t { near, absolute } target_kind = Target::near;
  std::vector<EffectText> effects = {};
  SourceLocation location = {};
};

struct StateText {
  /// A choice is passed through: what leads there and what leads on is one transition.
  enum class Kind : std::uint8_t { state, choice } kind = Kind::state;
  /// When transitions of a state with others inside that have no trigger fire: anywhere inside, or,
  /// as in UML, once what is inside has ended.
  enum class Completion : std::uint8_t { anywhere, at_end } completion = Completion::anywhere;
  enum class Initial : std::uint8_t { no, yes } initial = Initial::no;
  model::machines::State::End end = model::machines::State::End::no;
  model::machines::State::Flush flush = model::machines::State::Flush::yes;
  Name name;
  std::vector<Name> defers = {};
  std::vector<EffectText> entry = {};
  std::vector<EffectText> exit = {};
  std::vector<TransitionText> transitions = {};
  std::vector<StateText> children;
};

struct ClassText {
  Name name;
  std::vector<VariableText> variables = {};
  NodeId capacity = no_node;
  std::vector<StateText> states = {};
};

struct ObjectText {
  Name name;
  NodeId count = no_node;  ///< of `name[COUNT]`: so many objects
  Name type;
  struct Setting {
    Name variable;
    NodeId value = no_node;
  };
  std::vector<Setting> settings = {};
};

/// `check NAME`, `invariant EXPRESSION`, `reachable EXPRESSION` or `ltl FORMULA`
struct PropertyText {
  enum class Kind : std::uint8_t { check, invariant, reachable, formula } kind = Kind::check;
  Name check = {};
  NodeId condition = no_node;  ///< of invariant and reachable
  std::string text = {};       ///< as it is written
  SourceLocation location = {};
};

struct FileText {
  explicit FileText(const SourceText& source) : tree(source), start{&source, 0} {}
  syntax::Tree tree;
  SourceLocation start;
  std::vector<VariableText> constants = {};
  std::vector<EnumerationText> enumerations = {};
  std::vector<SignalText> signals = {};
  std::vector<ClassText> classes = {};
  std::vector<ObjectText> objects = {};
  std::vector<PropertyText> properties = {};
};

}  // namespace arges::frontend::machines
