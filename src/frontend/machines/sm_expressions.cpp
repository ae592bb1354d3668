#include "frontend/machines/sm_expressions.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "base/syntax/suggest.h"
#include "frontend/machines/sm_dialect.h"
#include "ir/text/operators.h"
#include "model/machines/concrete_evaluator.h"

namespace arges::frontend::machines {

using ir::TextOp;
using model::machines::ClassId;
using model::machines::ExprId;
using model::machines::none;
using model::machines::null_object;
using model::machines::ObjectId;
using model::machines::StateId;
using model::machines::Value;
using model::machines::VarId;
using syntax::NodeKind;

namespace {

using model::machines::Operator;
using model::machines::Type;

constexpr Type integer_type{Type::Kind::integer};
constexpr Type boolean_type{Type::Kind::boolean};

struct Meaning {
  syntax::OperatorId id;
  Operator op;
};
constexpr Meaning meanings[] = {
    {ir::id(TextOp::or_), Operator::or_},         {ir::id(TextOp::and_), Operator::and_},
    {ir::id(TextOp::eq), Operator::equal},        {ir::id(TextOp::neq), Operator::not_equal},
    {ir::id(TextOp::lt), Operator::less},         {ir::id(TextOp::le), Operator::less_equal},
    {ir::id(TextOp::gt), Operator::greater},      {ir::id(TextOp::ge), Operator::greater_equal},
    {id(SmOp::shift_left), Operator::shift_left}, {id(SmOp::shift_right), Operator::shift_right},
    {ir::id(TextOp::add), Operator::add},         {ir::id(TextOp::sub), Operator::subtract},
    {ir::id(TextOp::mul), Operator::multiply},    {ir::id(TextOp::slash), Operator::divide},
    {id(SmOp::remainder), Operator::remainder},
};

Operator meaning_of(syntax::OperatorId id) {
  return std::find_if(std::begin(meanings), std::end(meanings),
                      [id](const Meaning& one) { return one.id == id; })
      ->op;
}

bool is_condition(Operator op) { return op == Operator::and_ || op == Operator::or_; }
bool is_equality(Operator op) { return op == Operator::equal || op == Operator::not_equal; }
bool is_comparison(Operator op) { return op >= Operator::less && op <= Operator::not_equal; }

}  // namespace

std::string SmExpressions::name_of(Type type) const {
  if (type.is_int()) return type.target == none ? "int" : model_.enumerations[type.target].name;
  if (type.is_bool()) return "bool";
  return type.target == none ? "null" : model_.classes[type.target].name;
}

void SmExpressions::fail(SourceLocation location, std::string message, std::string hint) {
  diagnostics_.error(location, std::move(message), std::move(hint));
  throw BuildFailure();
}

ExprId SmExpressions::add(Expression expression, NodeId node) {
  expression.scope = scope_;
  expression.location = tree_.location(node);
  model_.expressions.push_back(std::move(expression));
  return static_cast<ExprId>(model_.expressions.size() - 1);
}

bool SmExpressions::fits(Type type, Type wanted) const {
  if (type.kind != wanted.kind) return false;
  if (type.is_int()) return type.target == wanted.target;
  return !type.is_reference() || type.target == wanted.target || type.target == none ||
         wanted.target == none;
}

void SmExpressions::require(ExprId expression, Type type) {
  const Expression& e = model_.expressions[expression];
  if (!fits(e.type, type))
    fail(e.location,
         fmt::format("expected a value of type {}, found {}", name_of(type), name_of(e.type)));
}

ExprId SmExpressions::build(NodeId node, Type type) {
  const ExprId result = build(node);
  require(result, type);
  return result;
}

ExprId SmExpressions::build(NodeId node) {
  switch (tree_[node].kind) {
    case NodeKind::integer:
      return integer(node, "");
    case NodeKind::constant:
      return constant_word(node);
    case NodeKind::name:
      if (const ExprId constant = named_constant(node); constant != none) return constant;
      return path(node);
    case NodeKind::member:
    case NodeKind::read:
      return path(node);
    case NodeKind::chain:
      return chain(node);
    case NodeKind::conditional:
      return conditional(node);
    case NodeKind::apply:
      return prefix(node);
    default:
      fail(tree_.location(node), "this is not an expression of state machines");
  }
}

ExprId SmExpressions::integer(NodeId node, std::string_view sign) {
  Value value = 0;
  for (const char digit : tree_[node].text) {
    value = 10 * value + (digit - '0');
    if (value > -model::machines::least_int)
      fail(tree_.location(node), "the number has more than 32 bits");
  }
  if (sign == "-") value = -value;
  if (value > model::machines::largest_int)
    fail(tree_.location(node), "the number has more than 32 bits");
  Expression result;
  result.type = integer_type;
  result.value = value;
  return add(result, node);
}

ExprId SmExpressions::constant_word(NodeId node) {
  Expression result;
  const syntax::OperatorId op = tree_[node].op;
  if (op == id(SmOp::null)) {
    result.type = {Type::Kind::reference};
    result.value = null_object;
  } else if (op == id(SmOp::self)) {
    if (scope_ == none) fail(tree_.location(node), "'self' is an object only within a class");
    result.kind = Expression::Kind::self;
    result.type = {Type::Kind::reference, scope_};
  } else {
    result.type = boolean_type;
    result.value = op == ir::id(TextOp::true_) ? 1 : 0;
  }
  return add(result, node);
}

ExprId SmExpressions::prefix(NodeId node) {
  const NodeId first = tree_.child(node, 0);
  const syntax::OperatorId op = tree_[node].op;
  if (op == ir::id(TextOp::minus)) {
    if (tree_[first].kind == NodeKind::integer) return integer(first, "-");
    Expression result;
    result.kind = Expression::Kind::unary;
    result.type = integer_type;
    result.op = Operator::negate;
    result.operands = {build(first, integer_type)};
    return add(result, node);
  }
  if (op == ir::id(TextOp::not_)) return negated(build(first, boolean_type));
  const ExprId a = build(first);
  const ExprId b = build(tree_.child(node, 1));
  return infix(meaning_of(op), a, b, node);
}

ExprId SmExpressions::negated(ExprId condition) {
  Expression result;
  result.kind = Expression::Kind::unary;
  result.type = boolean_type;
  result.op = Operator::not_;
  result.operands = {condition};
  result.scope = scope_;
  result.location = model_.expressions[condition].location;
  model_.expressions.push_back(std::move(result));
  return static_cast<ExprId>(model_.expressions.size() - 1);
}

ExprId SmExpressions::both(ExprId a, ExprId b) { return add_condition(Operator::and_, a, b); }

ExprId SmExpressions::either(ExprId a, ExprId b) { return add_condition(Operator::or_, a, b); }

ExprId SmExpressions::add_condition(Operator op, ExprId a, ExprId b) {
  Expression result;
  result.kind = Expression::Kind::cond;
  result.type = boolean_type;
  result.op = op;
  result.operands = {a, b};
  result.scope = scope_;
  result.location = model_.expressions[a].location;
  model_.expressions.push_back(std::move(result));
  return static_cast<ExprId>(model_.expressions.size() - 1);
}

ExprId SmExpressions::infix(Operator op, ExprId a, ExprId b, NodeId at) {
  Expression result;
  result.kind = is_condition(op) ? Expression::Kind::cond : Expression::Kind::infix;
  result.op = op;
  result.operands = {a, b};
  result.type = is_condition(op) || is_comparison(op) ? boolean_type : integer_type;
  if (is_equality(op)) {
    const Type type = model_.expressions[a].type;
    require(b, type);
  } else {
    for (const ExprId operand : {a, b})
      require(operand, is_condition(op) ? boolean_type : integer_type);
  }
  return add(result, at);
}

ExprId SmExpressions::chain(NodeId node) {
  const std::vector<NodeId> parts = tree_.children(node);
  ExprId result = build(parts[0]);
  for (std::size_t i = 1; i + 1 < parts.size(); i += 2)
    result = infix(meaning_of(tree_[parts[i]].op), result, build(parts[i + 1]), parts[i]);
  return result;
}

namespace {

/// Whether an expression has the same value in all configurations.
bool is_constant(const model::machines::Model& model, ExprId id) {
  const model::machines::Expression& e = model.expressions[id];
  using Kind = model::machines::Expression::Kind;
  if (e.kind == Kind::self || e.kind == Kind::name || e.kind == Kind::in_state) return false;
  return std::all_of(e.operands.begin(), e.operands.end(),
                     [&](ExprId operand) { return is_constant(model, operand); });
}

}  // namespace

ExprId SmExpressions::conditional(NodeId node) {
  Expression result;
  result.kind = Expression::Kind::tcond;
  result.op = Operator::conditional;
  const ExprId condition = build(tree_.child(node, 0), boolean_type);
  // Of several objects each has its own side: the other may be about one that does not exist.
  if (index_ && is_constant(model_, condition))
    return build(tree_.child(node, value_of(condition, node) != 0 ? 1 : 2));
  const ExprId then = build(tree_.child(node, 1));
  const ExprId otherwise = build(tree_.child(node, 2));
  require(otherwise, model_.expressions[then].type);
  result.type = model_.expressions[then].type;
  if (result.type.is_reference() && result.type.target == none)
    result.type = model_.expressions[otherwise].type;
  result.operands = {condition, then, otherwise};
  return add(result, node);
}

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

/// `name`, or `name[i]` of several that were declared at once: name0, name1, …
ObjectId SmExpressions::find_object(NodeId node) {
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
  fail(tree_.location(named), fmt::format("there is no object '{}'", name), suggestion.hint());
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

/// What is neither a variable nor, in a property, a state.
void SmExpressions::fail_member(ClassId type, NodeId name) {
  const model::machines::Class& of = model_.classes[type];
  syntax::Suggestion suggestion(tree_[name].text);
  for (const auto& variable : of.variables) suggestion.consider(variable.name);
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
    result.root = find_object(parts[0]);
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

Value SmExpressions::constant(NodeId node, Type type) {
  const ExprId id = build(node, type);
  if (!is_constant(model_, id))
    fail(tree_.begin(node), "initial values are constants or names of objects");
  return value_of(id, node);
}

Value SmExpressions::value_of(ExprId id, NodeId node) {
  const model::machines::Resolution nothing;
  model::machines::FixedChooser chooser(nothing);
  const model::machines::Evaluated result =
      model::machines::ConcreteEvaluator(model_).evaluate({}, 0, id, chooser);
  if (!result.ok())
    fail(tree_.begin(node),
         fmt::format("the constant has no value: {}", model::machines::to_string(result.fault)));
  return result.value.lo;
}

Value SmExpressions::constant_integer(NodeId node) { return constant(node, integer_type); }

ExprId SmExpressions::add_infix(Operator op, Type type, ExprId a, ExprId b) {
  Expression result;
  result.kind = Expression::Kind::infix;
  result.op = op;
  result.type = type;
  result.operands = {a, b};
  result.scope = scope_;
  result.location = model_.expressions[a].location;
  model_.expressions.push_back(std::move(result));
  return static_cast<ExprId>(model_.expressions.size() - 1);
}

ExprId SmExpressions::updated(ExprId a, Operator op, ExprId b) {
  for (const ExprId operand : {a, b}) require(operand, integer_type);
  return add_infix(op, integer_type, a, b);
}

ExprId SmExpressions::within(ExprId variable, model::machines::Variable::Bounds bounds) {
  const auto literal = [&](Value value) {
    Expression result;
    result.type = integer_type;
    result.value = value;
    result.scope = scope_;
    result.location = model_.expressions[variable].location;
    model_.expressions.push_back(std::move(result));
    return static_cast<ExprId>(model_.expressions.size() - 1);
  };
  const auto copy = [&] {
    const Expression name = model_.expressions[variable];
    model_.expressions.push_back(name);
    return static_cast<ExprId>(model_.expressions.size() - 1);
  };
  const ExprId low = literal(bounds.least);
  const ExprId above = add_infix(Operator::less_equal, boolean_type, low, copy());
  const ExprId high = literal(bounds.largest);
  const ExprId below = add_infix(Operator::less_equal, boolean_type, copy(), high);
  return both(above, below);
}

}  // namespace arges::frontend::machines
