#include "frontend/machines/sm_parser.h"

#include <set>

#include <fmt/format.h>

#include "base/syntax/suggest.h"
#include "frontend/machines/sm_builder.h"
#include "frontend/machines/sm_dialect.h"
#include "frontend/machines/sm_flatten.h"
#include "frontend/machines/sm_reader.h"

namespace arges::frontend {

using machines::BuildFailure;
using machines::ClassText;
using machines::FileText;
using machines::Name;
using machines::no_node;
using machines::ObjectText;
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
using model::machines::Signal;
using model::machines::Type;
using model::machines::Value;
using model::machines::Variable;
using model::machines::VarId;

namespace {

/// Puts a model together from a file as it is written.
class Builder {
 public:
  Builder(const FileText& file, Diagnostics& diagnostics)
      : file_(file),
        diagnostics_(diagnostics),
        expressions_(result_.model, file.tree, diagnostics) {}

  MachineSystem build() {
    Model& model = result_.model;
    for (const ClassText& text : file_.classes) {
      Class type;
      type.name = declare(text.name, "class");
      type.location = text.name.location;
      if (text.capacity) type.capacity = *text.capacity;
      if (type.capacity == 0)
        diagnostics_.error(text.name.location, "a queue holds at least one message");
      model.classes.push_back(std::move(type));
    }
    for (const SignalText& text : file_.signals) add_signal(text);
    declare_objects();
    for (ClassId i = 0; i < file_.classes.size(); ++i) add_variables(i);
    machines();
    for (std::size_t i = 0; i < file_.objects.size(); ++i) initialize(i);
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
                         "classes, signals and objects have different names");
    return name.text;
  }

  Type type_of(const TypeText& text) {
    if (text.kind == TypeText::Kind::integer) return {Type::Kind::integer};
    if (text.kind == TypeText::Kind::boolean) return {Type::Kind::boolean};
    return {Type::Kind::reference, find_class(text.name)};
  }

  ClassId find_class(const Name& name) {
    syntax::Suggestion suggestion(name.text);
    for (ClassId i = 0; i < result_.model.classes.size(); ++i) {
      if (result_.model.classes[i].name == name.text) return i;
      suggestion.consider(result_.model.classes[i].name);
    }
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

  void declare_objects() {
    for (const ObjectText& text : file_.objects) {
      Object object;
      object.name = declare(text.name, "object");
      object.location = text.name.location;
      try {
        object.type = find_class(text.type);
      } catch (const BuildFailure&) {
      }
      result_.model.objects.push_back(std::move(object));
    }
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
      expressions_.fail(text.name.location,
                        fmt::format("the class has another variable '{}'", variable.name));
    }
    if (text.value != no_node) variable.initial = expressions_.constant(text.value, variable.type);
    type.variables.push_back(std::move(variable));
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
    }
    expressions_.set_scope(none);
  }

  void initialize(std::size_t i) {
    Object& object = result_.model.objects[i];
    if (object.type >= result_.model.classes.size()) return;
    const Class& type = result_.model.classes[object.type];
    for (const Variable& variable : type.variables) object.initial.push_back(variable.initial);
    for (const ObjectText::Setting& setting : file_.objects[i].settings) try {
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
        object.initial[var] = expressions_.constant(setting.value, type.variables[var].type);
      } catch (const BuildFailure&) {
      }
  }

  void properties() {
    for (const auto& text : file_.properties) try {
        MachineSystem::Property property;
        property.text = text.text;
        property.location = text.check.location;
        if (text.invariant != no_node) {
          property.invariant = expressions_.build(text.invariant, {Type::Kind::boolean});
          property.location = file_.tree.begin(text.invariant);
        }
        result_.properties.push_back(std::move(property));
      } catch (const BuildFailure&) {
      }
  }

  const FileText& file_;
  Diagnostics& diagnostics_;
  MachineSystem result_;
  SmExpressions expressions_;
  std::set<std::string> names_;
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

model::machines::ExprId parse_machine_condition(Model& model, const SourceText& source) {
  Diagnostics diagnostics;
  syntax::TokenStream tokens(machines::sm_dialect(), source, diagnostics);
  syntax::Tree tree(source);
  model::machines::ExprId result = none;
  try {
    const syntax::NodeId node = syntax::ExpressionParser(tokens, tree).expression();
    if (!tokens.at_end()) tokens.fail_expected("the end of the expression");
    SmExpressions expressions(model, tree, diagnostics);
    result = expressions.build(node, {Type::Kind::boolean});
  } catch (const syntax::SyntaxFailure&) {
  } catch (const BuildFailure&) {
  }
  diagnostics.throw_if_errors();
  return result;
}

}  // namespace arges::frontend
