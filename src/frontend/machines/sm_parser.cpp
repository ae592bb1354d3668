#include "frontend/machines/sm_parser.h"

#include <algorithm>
#include <optional>
#include <set>

#include <fmt/format.h>

#include "base/syntax/suggest.h"
#include "frontend/machines/sm_builder.h"
#include "frontend/machines/sm_dialect.h"
#include "frontend/machines/sm_flatten.h"
#include "frontend/machines/sm_reader.h"
#include "model/machines/total_condition.h"

namespace arges::frontend {

using machines::BuildFailure;
using machines::ClassText;
using machines::EnumerationText;
using machines::FileText;
using machines::Name;
using machines::no_node;
using machines::ObjectText;
using machines::PropertyText;
using machines::SignalText;
using machines::SmExpressions;
using machines::SmFlattener;
using machines::StateText;
using machines::TransitionText;
using machines::TypeText;
using machines::VariableText;
using model::machines::Class;
using model::machines::ClassId;
using model::machines::Model;
using model::machines::none;
using model::machines::null_object;
using model::machines::Object;
using model::machines::ObjectId;
using model::machines::Signal;
using model::machines::Type;
using model::machines::Value;
using model::machines::Variable;
using model::machines::VarId;

namespace {

/// More are hardly meant.
constexpr Value most_messages = 1000;
constexpr Value most_objects = 1000;

/// Puts a model together from a file as it is written.
class Builder {
 public:
  Builder(const FileText& file, Diagnostics& diagnostics)
      : file_(file),
        diagnostics_(diagnostics),
        expressions_(result_.model, file.tree, diagnostics) {}

  MachineSystem build() {
    Model& model = result_.model;
    for (const EnumerationText& text : file_.enumerations) add_enumeration(text);
    for (const VariableText& text : file_.constants) add_constant(text);
    for (const ClassText& text : file_.classes) declare_class(text);
    for (const SignalText& text : file_.signals) add_signal(text);
    for (const ObjectText& text : file_.objects) declare_objects(text);
    for (ClassId i = 0; i < file_.classes.size(); ++i) add_variables(i);
    machines();
    for (ObjectId i = 0; i < model.objects.size(); ++i) initialize(i);
    properties();
    if (model.objects.empty() && !diagnostics_.has_errors())
      diagnostics_.error(file_.classes.empty() ? file_.start : file_.classes.back().name.location,
                         "the system has no objects", "write 'object NAME : CLASS;'");
    return std::move(result_);
  }

 private:
  /// Names of classes, signals and objects differ from each other.
  std::string declare(const Name& name, std::string_view what) {
    if (!names_.insert(name.text).second)
      diagnostics_.error(name.location,
                         fmt::format("the {} '{}' has the name of something else", what, name.text),
                         "constants, literals, classes, signals and objects have different names");
    return name.text;
  }

  void add_enumeration(const EnumerationText& text) {
    Model& model = result_.model;
    const auto number = static_cast<std::uint32_t>(model.enumerations.size());
    model.enumerations.push_back({declare(text.name, "enumeration"), {}, text.name.location});
    for (const Name& literal : text.literals) {
      const auto value = static_cast<Value>(model.enumerations[number].literals.size());
      model.enumerations[number].literals.push_back(declare(literal, "literal"));
      model.constants.push_back(
          {literal.text, {Type::Kind::integer, number}, value, literal.location});
    }
  }

  void add_constant(const VariableText& text) try {
    const std::string name = declare(text.name, "constant");
    const Type type = type_of(text.type);
    if (type.is_reference())
      expressions_.fail(text.type.name.location, "a constant is an int, a bool or a literal");
    result_.model.constants.push_back(
        {name, type, expressions_.constant(text.value, type), text.name.location});
  } catch (const BuildFailure&) {
  }

  void declare_class(const ClassText& text) {
    Class type;
    type.name = declare(text.name, "class");
    type.location = text.name.location;
    if (text.capacity != no_node) try {
        const Value capacity = expressions_.constant_integer(text.capacity);
        if (capacity < 1 || capacity > most_messages)
          expressions_.fail(file_.tree.begin(text.capacity),
                            fmt::format("a queue holds 1 to {} messages", most_messages));
        type.capacity = static_cast<std::uint32_t>(capacity);
      } catch (const BuildFailure&) {
      }
    result_.model.classes.push_back(std::move(type));
  }

  Type type_of(const TypeText& text) {
    if (text.kind == TypeText::Kind::integer) return {Type::Kind::integer};
    if (text.kind == TypeText::Kind::boolean) return {Type::Kind::boolean};
    const auto& enumerations = result_.model.enumerations;
    for (std::uint32_t i = 0; i < enumerations.size(); ++i)
      if (enumerations[i].name == text.name.text) return {Type::Kind::integer, i};
    return {Type::Kind::reference, find_class(text.name)};
  }

  ClassId find_class(const Name& name) {
    syntax::Suggestion suggestion(name.text);
    for (ClassId i = 0; i < result_.model.classes.size(); ++i) {
      if (result_.model.classes[i].name == name.text) return i;
      suggestion.consider(result_.model.classes[i].name);
    }
    for (const auto& enumeration : result_.model.enumerations)
      suggestion.consider(enumeration.name);
    expressions_.fail(name.location, fmt::format("there is no class '{}'", name.text),
                      suggestion.hint());
  }

  void add_signal(const SignalText& text) {
    Signal signal;
    signal.name = declare(text.name, "signal");
    signal.origin = text.origin;
    signal.location = text.name.location;
    if (signal.origin == Signal::Origin::external && !text.parameters.empty())
      diagnostics_.error(text.name.location, "external signals have no parameters",
                         "declare one signal for each case");
    for (const VariableText& parameter : text.parameters) try {
        signal.parameters.push_back(type_of(parameter.type));
        signal.parameter_names.push_back(parameter.name.text);
      } catch (const BuildFailure&) {
      }
    result_.model.signals.push_back(std::move(signal));
  }

  void declare_objects(const ObjectText& text) try {
    const ClassId type = find_class(text.type);
    if (text.count == no_node) return declare_object(text, text.name, type, {});
    const Value count = expressions_.constant_integer(text.count);
    if (count < 1 || count > most_objects)
      expressions_.fail(file_.tree.begin(text.count),
                        fmt::format("there are 1 to {} objects", most_objects));
    for (Value i = 0; i < count; ++i)
      declare_object(text, {fmt::format("{}{}", text.name.text, i), text.name.location}, type, i);
  } catch (const BuildFailure&) {
  }

  void declare_object(const ObjectText& text, const Name& name, ClassId type,
                      std::optional<Value> index) {
    Object object;
    object.name = declare(name, "object");
    object.type = type;
    object.location = name.location;
    result_.model.objects.push_back(std::move(object));
    object_texts_.push_back({&text, index});
  }

  void add_variables(ClassId i) {
    expressions_.set_scope(none);
    for (const VariableText& text : file_.classes[i].variables) try {
        add_variable(i, text, Variable::Scope::object);
      } catch (const BuildFailure&) {
      }
    for (const StateText& state : file_.classes[i].states) add_parameters(i, state);
  }

  void add_variable(ClassId i, const VariableText& text, Variable::Scope scope) {
    Class& type = result_.model.classes[i];
    Variable variable;
    variable.name = text.name.text;
    variable.type = type_of(text.type);
    variable.scope = scope;
    variable.location = text.name.location;
    variable.initial = variable.type.is_reference() ? null_object : 0;
    for (const Variable& other : type.variables) {
      if (other.name != variable.name) continue;
      // Transitions may share the name of what they take.
      if (scope == Variable::Scope::transition && other.scope == scope &&
          other.type == variable.type)
        return;
      const bool is_parameter = other.scope == Variable::Scope::transition;
      expressions_.fail(text.name.location,
                        is_parameter
                            ? fmt::format("another transition of the class has a parameter '{}' "
                                          "of type {}",
                                          variable.name, expressions_.name_of(other.type))
                            : fmt::format("the class has another variable '{}'", variable.name),
                        is_parameter ? "call one of them something else" : "");
    }
    // Others that mention it have nothing to do with what may be wrong with its values.
    type.variables.push_back(std::move(variable));
    set_values(text, type.variables.back());
  }

  void set_values(const VariableText& text, Variable& variable) {
    for (const auto& constant : result_.model.constants)
      if (constant.name == variable.name)
        expressions_.fail(
            text.name.location,
            fmt::format("the variable '{}' has the name of a constant", variable.name));
    if (text.least != no_node) variable.bounds = bounds_of(text, variable);
    if (text.value != no_node)
      variable.initial = initial_value(text.value, variable);
    else if (variable.bounds)
      variable.initial = std::clamp<Value>(0, variable.bounds->least, variable.bounds->largest);
  }

  Variable::Bounds bounds_of(const VariableText& text, const Variable& variable) {
    if (variable.type != Type{Type::Kind::integer})
      expressions_.fail(text.name.location, "only integers have bounds");
    const Variable::Bounds result{expressions_.constant_integer(text.least),
                                  expressions_.constant_integer(text.largest)};
    if (result.least > result.largest)
      expressions_.fail(
          file_.tree.begin(text.least),
          fmt::format("there is no number from {} to {}", result.least, result.largest));
    return result;
  }

  Value initial_value(machines::NodeId value, const Variable& variable) {
    const Value result = expressions_.constant(value, variable.type);
    const auto& bounds = variable.bounds;
    if (bounds && (result < bounds->least || result > bounds->largest))
      expressions_.fail(file_.tree.begin(value),
                        fmt::format("'{}' is in {}..{}, which {} is not", variable.name,
                                    bounds->least, bounds->largest, result));
    return result;
  }

  /// Variables that triggers declare.
  void add_parameters(ClassId i, const StateText& state) {
    for (const TransitionText& transition : state.transitions)
      for (const TransitionText::Parameter& parameter : transition.parameters)
        if (parameter.type) try {
            add_variable(i, {*parameter.type, parameter.name}, Variable::Scope::transition);
          } catch (const BuildFailure&) {
          }
    for (const StateText& child : state.children) add_parameters(i, child);
  }

  void machines() {
    std::vector<SmFlattener> flatteners;
    for (ClassId i = 0; i < file_.classes.size(); ++i) {
      flatteners.emplace_back(result_.model, i, file_.classes[i], expressions_, diagnostics_);
      flatteners.back().declare_states();
    }
    for (ClassId i = 0; i < file_.classes.size(); ++i) {
      expressions_.set_scope(i);
      flatteners[i].add_transitions();
      result_.internal.push_back(flatteners[i].internal());
      for (const Name& choice : flatteners[i].unreached_choices())
        result_.warnings.push_back(
            {choice.location,
             fmt::format("nothing leads to the choice '{}', so it is left out", choice.text)});
    }
    expressions_.set_scope(none);
  }

  void initialize(ObjectId i) {
    Object& object = result_.model.objects[i];
    const auto& [text, index] = object_texts_[i];
    expressions_.set_index(index);
    const Class& type = result_.model.classes[object.type];
    for (const Variable& variable : type.variables) object.initial.push_back(variable.initial);
    for (const ObjectText::Setting& setting : text->settings) try {
        VarId var = 0;
        syntax::Suggestion suggestion(setting.variable.text);
        for (; var < type.variables.size(); ++var) {
          if (type.variables[var].scope != Variable::Scope::object) continue;
          if (type.variables[var].name == setting.variable.text) break;
          suggestion.consider(type.variables[var].name);
        }
        if (var == type.variables.size())
          expressions_.fail(
              setting.variable.location,
              fmt::format("the class '{}' has no variable '{}'", type.name, setting.variable.text),
              suggestion.hint());
        object.initial[var] = initial_value(setting.value, type.variables[var]);
      } catch (const BuildFailure&) {
      }
    expressions_.set_index({});
  }

  static MachineSystem::Property::Kind kind_of(PropertyText::Kind kind) {
    using Kind = MachineSystem::Property::Kind;
    switch (kind) {
      case PropertyText::Kind::check:
        return Kind::check;
      case PropertyText::Kind::invariant:
        return Kind::invariant;
      case PropertyText::Kind::reachable:
        return Kind::reachable;
      case PropertyText::Kind::formula:
        break;
    }
    return Kind::formula;
  }

  void properties() {
    for (const auto& text : file_.properties) try {
        MachineSystem::Property property;
        property.kind = kind_of(text.kind);
        property.text = text.text;
        property.location = text.location;
        if (text.condition != no_node)
          property.condition = model::machines::total_condition(
              result_.model, expressions_.build(text.condition, {Type::Kind::boolean}));
        result_.properties.push_back(std::move(property));
      } catch (const BuildFailure&) {
      }
  }

  const FileText& file_;
  Diagnostics& diagnostics_;
  MachineSystem result_;
  SmExpressions expressions_;
  std::set<std::string> names_;
  struct DeclaredObject {
    const ObjectText* text;
    std::optional<Value> index;  ///< of one of several
  };
  std::vector<DeclaredObject> object_texts_;  ///< by the objects
};

}  // namespace

MachineSystem machines::build_machines(const FileText& file, Diagnostics& diagnostics) {
  return Builder(file, diagnostics).build();
}

MachineSystem parse_machines(const SourcePtr& source, const Limits* limits) {
  Diagnostics diagnostics;
  const FileText file = machines::SmReader(*source, diagnostics, limits).read();
  diagnostics.throw_if_errors();
  MachineSystem result = Builder(file, diagnostics).build();
  diagnostics.throw_if_errors();
  result.sources = {source};
  return result;
}

namespace {

/// What can be asked of statecharts: `state S reachable`, `never A and B together`.
bool is_sentence(const syntax::TokenStream& tokens) {
  return tokens.at("state") ||
         (tokens.peek().text == "never" && tokens.peek_second().kind == syntax::TokenKind::name);
}

}  // namespace

model::machines::ExprId parse_machine_condition(Model& model, const SourceText& source) {
  Diagnostics diagnostics;
  syntax::TokenStream tokens(machines::sm_dialect(), source, diagnostics);
  syntax::Tree tree(source);
  model::machines::ExprId result = none;
  try {
    if (is_sentence(tokens))
      tokens.fail_expected("a condition",
                           "sentences are for statecharts: write 'reachable "
                           "OBJECT.STATE', or what is always so");
    const syntax::NodeId node = syntax::ExpressionParser(tokens, tree).expression();
    if (!tokens.at_end()) tokens.fail_expected("the end of the expression");
    SmExpressions expressions(model, tree, diagnostics);
    result =
        model::machines::total_condition(model, expressions.build(node, {Type::Kind::boolean}));
  } catch (const syntax::SyntaxFailure&) {
  } catch (const BuildFailure&) {
  }
  diagnostics.throw_if_errors();
  return result;
}

SourcePtr to_be_reached(const SourceText& text) {
  Diagnostics of_the_condition;  // which whoever reads it complains about
  const syntax::Token first = syntax::Lexer(machines::sm_dialect(), text, of_the_condition).next();
  if (!first.is("reachable")) return nullptr;
  std::string condition(text.text());
  std::fill(condition.begin() + first.offset, condition.begin() + first.end, ' ');
  return std::make_shared<const SourceText>(text.name(), std::move(condition));
}

}  // namespace arges::frontend
