#include "frontend/machines/sm_expressions.h"

#include <algorithm>

#include <fmt/format.h>

#include "frontend/machines/sm_dialect.h"
#include "ir/text/operators.h"
#include "model/machines/concrete_evaluator.h"

namespace arges::frontend::machines {

using ir::TextOp;
using model::machines::ExprId;
using model::machines::none;
using model::machines::null_object;
using model::machines::Value;
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

Value SmExpressions::constant(NodeId node, Type type) {
  return constant(node, type, "initial values are constants or names of objects");
}

Value SmExpressions::constant(NodeId node, Type type, const char* wanted) {
  const ExprId id = build(node, type);
  if (!is_constant(model_, id)) fail(tree_.begin(node), wanted);
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

Value SmExpressions::constant_integer(NodeId node) {
  return constant(node, integer_type, "this number has to be constant");
}

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
