#include "frontend/uml/uml_expressions.h"

#include <fmt/format.h>

#include "frontend/machines/sm_dialect.h"
#include "ir/text/operators.h"

namespace arges::frontend::uml {

using ir::TextOp;
using machines::SmOp;
using syntax::NodeKind;

namespace {

constexpr bool is(syntax::OperatorId op, TextOp text) { return op == ir::id(text); }

}  // namespace

void Expressions::fail(SourceLocation location, std::string message, std::string hint) {
  diagnostics_.error(location, std::move(message), std::move(hint));
  throw BuildFailure();
}

void Expressions::require(ir::Expr expr, ir::Type type, SourceLocation location) {
  if (expr.type() == type) return;
  const auto name = [](ir::Type one) { return one.is_bool() ? "bool" : "int"; };
  fail(location,
       fmt::format("expected a value of type {}, found {}", name(type), name(expr.type())));
}

ir::Expr Expressions::build(NodeId node, const Lookup& lookup, ir::Type type) {
  const ir::Expr result = build(node, lookup);
  require(result, type, tree_.begin(node));
  return result;
}

ir::Expr Expressions::build(NodeId node, const Lookup& lookup) {
  switch (tree_[node].kind) {
    case NodeKind::integer:
      return context_.int_literal(mpz_class(std::string(tree_[node].text)));
    case NodeKind::constant:
      if (is(tree_[node].op, TextOp::true_)) return context_.true_expr();
      if (is(tree_[node].op, TextOp::false_)) return context_.false_expr();
      fail(tree_.location(node), "a state machine by itself knows no objects",
           "objects are for systems: see docs/uml.md");
    case NodeKind::name:
    case NodeKind::member:
      return name(node, lookup);
    case NodeKind::chain:
      return chain(node, lookup);
    case NodeKind::conditional:
      return conditional(node, lookup);
    case NodeKind::apply:
      return prefix(node, lookup);
    default:
      fail(tree_.location(node), "this is not an expression of state machines");
  }
}

std::string Expressions::name_of(NodeId node) const {
  if (tree_[node].kind == NodeKind::name) return std::string(tree_[node].text);
  if (tree_[node].kind != NodeKind::member) return "";
  const NodeId of = tree_.child(node, 0);
  const bool is_self =
      tree_[of].kind == NodeKind::constant && tree_[of].op == machines::id(SmOp::self);
  const std::string before = is_self ? "" : name_of(of);
  if (before.empty() && !is_self) return "";
  return is_self ? std::string(tree_[node].text) : fmt::format("{}.{}", before, tree_[node].text);
}

ir::Expr Expressions::name(NodeId node, const Lookup& lookup) {
  const std::string text = name_of(node);
  const ir::Expr result = text.empty() ? ir::Expr() : lookup(text);
  if (!result) {
    const std::string advice = advice_ ? advice_(text) : "";
    fail(tree_.begin(node), fmt::format("there is no attribute '{}'", text),
         advice.empty()
             ? "attributes of the machine's class and of the signal that triggers can be used"
             : advice);
  }
  return result;
}

ir::Expr Expressions::variable(NodeId node, const Lookup& lookup) {
  const ir::Expr result = name(node, lookup);
  if (!result.is_variable()) fail(tree_.begin(node), "only attributes can be assigned to");
  return result;
}

ir::Expr Expressions::chain(NodeId node, const Lookup& lookup) {
  const std::vector<NodeId> parts = tree_.children(node);
  ir::Expr result = build(parts[0], lookup);
  for (std::size_t i = 1; i + 1 < parts.size(); i += 2)
    result = binary(tree_[parts[i]].op, result, build(parts[i + 1], lookup), parts[i]);
  return result;
}

ir::Expr Expressions::prefix(NodeId node, const Lookup& lookup) {
  const NodeId first = tree_.child(node, 0);
  const syntax::OperatorId op = tree_[node].op;
  if (is(op, TextOp::minus)) return ir::neg(build(first, lookup, context_.int_type()));
  if (is(op, TextOp::not_)) return ir::not_(build(first, lookup, context_.bool_type()));
  const ir::Expr a = build(first, lookup);
  return binary(op, a, build(tree_.child(node, 1), lookup), node);
}

ir::Expr Expressions::conditional(NodeId node, const Lookup& lookup) {
  const ir::Expr condition = build(tree_.child(node, 0), lookup, context_.bool_type());
  const ir::Expr then = build(tree_.child(node, 1), lookup);
  return ir::ite(condition, then, build(tree_.child(node, 2), lookup, then.type()));
}

ir::Expr Expressions::binary(syntax::OperatorId op, ir::Expr a, ir::Expr b, NodeId at) {
  const SourceLocation place = tree_.location(at);
  if (is(op, TextOp::eq) || is(op, TextOp::neq)) {
    require(b, a.type(), place);
    const ir::Expr equal = ir::eq(a, b);
    return is(op, TextOp::eq) ? equal : ir::not_(equal);
  }
  const bool logical = is(op, TextOp::and_) || is(op, TextOp::or_);
  for (const ir::Expr operand : {a, b})
    require(operand, logical ? context_.bool_type() : context_.int_type(), place);
  if (is(op, TextOp::and_)) return ir::and_(a, b);
  if (is(op, TextOp::or_)) return ir::or_(a, b);
  if (is(op, TextOp::lt)) return ir::lt(a, b);
  if (is(op, TextOp::le)) return ir::le(a, b);
  if (is(op, TextOp::gt)) return ir::lt(b, a);
  if (is(op, TextOp::ge)) return ir::le(b, a);
  if (is(op, TextOp::add)) return ir::add(a, b);
  if (is(op, TextOp::sub)) return ir::sub(a, b);
  if (is(op, TextOp::mul)) return ir::mul(a, b);
  return division(op, a, b, at);
}

/// Towards zero, as in Java.
ir::Expr Expressions::division(syntax::OperatorId op, ir::Expr a, ir::Expr b, NodeId at) {
  const bool divides = is(op, TextOp::slash);
  const bool is_known = b.is_literal() && b.value().is_small() && b.value().as_small() > 0;
  if ((!divides && op != machines::id(SmOp::remainder)) || !is_known)
    fail(tree_.location(at), "this operator is not supported in a state machine by itself",
         "'/' and '%' are, by a positive number");
  const ir::Op what = divides ? ir::Op::div : ir::Op::mod;
  const ir::Expr zero = context_.int_literal(0);
  return ir::ite(ir::le(zero, a), ir::binary(what, a, b), ir::neg(ir::binary(what, ir::neg(a), b)));
}

}  // namespace arges::frontend::uml
