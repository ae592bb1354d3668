// The part of SmExpressions that finds what names mean: variables through references, constants,
// objects and, in properties, states.
#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "base/syntax/suggest.h"
#include "frontend/machines/sm_dialect.h"
#include "frontend/machines/sm_expressions.h"

namespace arges::frontend::machines {

using model::machines::ClassId;
using model::machines::ExprId;
using model::machines::none;
using model::machines::ObjectId;
using model::machines::StateId;
using model::machines::Type;
using model::machines::Variable;
using model::machines::VarId;
using syntax::NodeKind;

namespace {

constexpr Type integer_type{Type::Kind::integer};
constexpr Type boolean_type{Type::Kind::boolean};

}  // namespace

std::vector<NodeId> SmExpressions::names(NodeId node) {
  std::vector<NodeId> result;
  NodeId at = node;
  while (tree_[at].kind == NodeKind::member) {
    result.push_back(at);
    at = tree_.child(at, 0);
  }
  const bool is_self = tree_[at].kind == NodeKind::constant && tree_[at].op == id(SmOp::self);
  const bool is_indexed = tree_[at].kind == NodeKind::read &&
                          tree_[tree_.child(at, 0)].kind == NodeKind::name && scope_ == none;
  if (tree_[at].kind != NodeKind::name && !is_self && !is_indexed)
    fail(tree_.location(at), "only objects have members", "write NAME.NAME");
  if (is_self && scope_ == none)
    fail(tree_.location(at), "'self' is an object only within a class", "write the object's name");
  if (!is_self) result.push_back(at);
  std::reverse(result.begin(), result.end());
  return result;
}

VarId SmExpressions::find_variable(ClassId type, NodeId name) {
  const auto& variables = model_.classes[type].variables;
  for (VarId var = 0; var < variables.size(); ++var)
    if (variables[var].name == tree_[name].text) return var;
  fail_member(type, name);
}

ExprId SmExpressions::named_constant(NodeId node) {
  const std::string_view name = tree_[node].text;
  Expression result;
  result.type = integer_type;
  if (index_ && name == "index") {
    result.value = *index_;
    return add(result, node);
  }
  for (const auto& constant : model_.constants) {
    if (constant.name != name) continue;
    result.type = constant.type;
    result.value = constant.value;
    return add(result, node);
  }
  return none;
}

namespace {

/// How to name one of several that were declared at once, if there are some of that name.
std::string index_hint(const model::machines::Model& model, std::string_view name) {
  std::size_t count = 0;
  const auto has = [&](const std::string& object) {
    return std::any_of(model.objects.begin(), model.objects.end(),
                       [&](const auto& one) { return one.name == object; });
  };
  while (has(fmt::format("{}{}", name, count))) ++count;
  if (count == 0) return "";
  return fmt::format("there {} {}[0]{}", count == 1 ? "is" : "are", name,
                     count == 1 ? "" : fmt::format(" to {}[{}]", name, count - 1));
}

}  // namespace

/// `name`, or `name[i]` of several that were declared at once: name0, name1, …
ObjectId SmExpressions::find_object(NodeId node, std::string_view what) {
  const bool is_one_of_many = tree_[node].kind == NodeKind::read;
  const NodeId named = is_one_of_many ? tree_.child(node, 0) : node;
  std::string name(tree_[named].text);
  if (is_one_of_many) name += std::to_string(constant_integer(tree_.child(node, 1)));
  syntax::Suggestion suggestion(name);
  for (ObjectId object = 0; object < model_.objects.size(); ++object) {
    if (model_.objects[object].name == name) return object;
    suggestion.consider(model_.objects[object].name);
  }
  if (scope_ == none && !is_one_of_many)
    for (const auto& constant : model_.constants) suggestion.consider(constant.name);
  if (!is_one_of_many) refuse_enumeration(named);
  // Constants and the sizes of queues are computed before there are objects.
  const bool has_objects = !model_.objects.empty();
  std::string hint = index_hint(model_, tree_[named].text);
  if (hint.empty()) hint = suggestion.hint();
  if (hint.empty() && !has_objects) hint = "constants are declared before they are used";
  fail(tree_.location(named),
       fmt::format("there is no {} '{}'", has_objects ? what : "constant", name), std::move(hint));
}

namespace {

/// Whether a name is that of a state, or of one around it.
bool is_or_is_around(std::string_view name, std::string_view state) {
  return state.starts_with(name) && (state.size() == name.size() || state[name.size()] == '.');
}

/// The names that a state and those around it have and that end like this one: `Out.In` of
/// `Out.In.A`, for `In`.
std::set<std::string> longer_names(std::string_view name, const std::string& state) {
  std::set<std::string> result;
  for (std::size_t end = 0; end != std::string::npos;) {
    end = state.find('.', end + 1);
    const std::string whole = state.substr(0, end);
    if (whole.ends_with("." + std::string(name))) result.insert(whole);
  }
  return result;
}

}  // namespace

std::vector<StateId> SmExpressions::find_states(ClassId type, const std::string& name,
                                                NodeId node) {
  const auto& states = model_.classes[type].states;
  const auto of_name = [&](const std::string& whole) {
    std::vector<StateId> result;
    for (StateId state = 0; state < states.size(); ++state)
      if (is_or_is_around(whole, states[state].name)) result.push_back(state);
    return result;
  };
  std::vector<StateId> result = of_name(name);
  if (!result.empty()) return result;
  const auto& variables = model_.classes[type].variables;
  const bool is_variable = std::any_of(variables.begin(), variables.end(),
                                       [&](const auto& variable) { return variable.name == name; });
  if (is_variable) return {};
  std::set<std::string> meant;
  for (const auto& state : states) meant.merge(longer_names(name, state.name));
  if (meant.size() > 1)
    fail(tree_.location(node),
         fmt::format("'{}' may be one of several states of the class '{}'", name,
                     model_.classes[type].name),
         fmt::format("write one of: {}", fmt::join(meant, ", ")));
  return meant.empty() ? std::vector<StateId>() : of_name(*meant.begin());
}

ExprId SmExpressions::in_states(const Expression& path, const std::vector<StateId>& states,
                                NodeId node) {
  ExprId result = none;
  for (const StateId state : states) {
    Expression one = path;
    one.kind = Expression::Kind::in_state;
    one.type = boolean_type;
    one.state = state;
    const ExprId here = add(std::move(one), node);
    result = result == none ? here : either(result, here);
  }
  return result;
}

/// Literals are written alone: `Right`, not `Way.Right` as in Java.
void SmExpressions::refuse_enumeration(NodeId name) {
  for (const auto& enumeration : model_.enumerations)
    if (enumeration.name == tree_[name].text)
      fail(
          tree_.location(name), fmt::format("'{}' is an enumeration", enumeration.name),
          fmt::format("its literals are written alone: {}", fmt::join(enumeration.literals, ", ")));
}

/// What is neither a variable nor, in a property, a state.
void SmExpressions::fail_member(ClassId type, NodeId name) {
  const model::machines::Class& of = model_.classes[type];
  syntax::Suggestion suggestion(tree_[name].text);
  for (const auto& variable : of.variables) suggestion.consider(variable.name);
  if (tree_[name].kind == NodeKind::name) {  // not behind a dot
    refuse_enumeration(name);
    for (const auto& constant : model_.constants) suggestion.consider(constant.name);
  }
  if (scope_ == none)
    for (const auto& state : of.states) {
      suggestion.consider(state.name);
      for (std::size_t dot = state.name.find('.'); dot != std::string::npos;
           dot = state.name.find('.', dot + 1)) {
        suggestion.consider(state.name.substr(0, dot));
        suggestion.consider(state.name.substr(dot + 1));
      }
    }
  fail(tree_.location(name),
       scope_ == none
           ? fmt::format("the class '{}' has no variable or state '{}'", of.name, tree_[name].text)
           : fmt::format("the class '{}' has no variable '{}'", of.name, tree_[name].text),
       suggestion.hint());
}

ExprId SmExpressions::path(NodeId node) {
  const std::vector<NodeId> parts = names(node);
  Expression result;
  result.kind = Expression::Kind::name;
  ClassId at = scope_;
  std::size_t next = 0;
  if (scope_ == none) {
    result.root = find_object(parts[0], parts.size() == 1 ? "object or constant" : "object");
    at = model_.objects[result.root].type;
    next = 1;
    if (parts.size() == 1) {
      result.kind = Expression::Kind::literal;
      result.type = {Type::Kind::reference, at};
      result.value = result.root;
      result.root = none;
      return add(result, node);
    }
  }
  for (; next < parts.size(); ++next) {
    const bool is_last = next + 1 == parts.size();
    if (scope_ == none) {
      std::string rest;
      for (std::size_t i = next; i < parts.size(); ++i)
        rest += (rest.empty() ? "" : ".") + std::string(tree_[parts[i]].text);
      const std::vector<StateId> states = find_states(at, rest, node);
      if (!states.empty()) return in_states(result, states, node);
    }
    const VarId var = find_variable(at, parts[next]);
    const bool is_seen = scope_ != none && next == 0 && parameters_.count(var) != 0;
    if (model_.classes[at].variables[var].scope == Variable::Scope::transition && !is_seen)
      fail(tree_.location(parts[next]),
           fmt::format("'{}' is a parameter of other transitions", tree_[parts[next]].text),
           "parameters live as long as their transition");
    result.path.push_back(var);
    result.type = model_.classes[at].variables[var].type;
    if (!is_last && !result.type.is_reference())
      fail(tree_.location(parts[next]),
           fmt::format("'{}' is no reference, so it has no members", tree_[parts[next]].text));
    at = result.type.target;
  }
  return add(result, node);
}

ExprId SmExpressions::build_name(NodeId node) {
  const NodeKind kind = tree_[node].kind;
  if (kind != NodeKind::name && kind != NodeKind::member)
    fail(tree_.begin(node), "only variables can be assigned to");
  return path(node);
}

}  // namespace arges::frontend::machines
