#include <fmt/format.h>

#include "frontend/scxml/scxml_translation.h"
#include "ir/text/operators.h"

// The operators of expressions, see scxml_translation.cpp for the rest.

namespace arges::frontend::scxml {

using ir::Expr;
using ir::TextOp;
using model::statechart::EventId;
using syntax::NodeKind;

Expr Translator::apply(NodeId node) {
  const auto op = static_cast<TextOp>(tree()[node].op);
  const NodeId first = tree().child(node, 0);
  switch (op) {
    case TextOp::not_: {
      const Expr operand = condition(first);
      return operand ? ir::not_(operand) : operand;
    }
    case TextOp::plus:
      return integer(first);
    case TextOp::minus: {
      const Expr operand = integer(first);
      return operand ? ir::neg(operand) : operand;
    }
    case TextOp::eq:
    case TextOp::neq:
      return equality(node);
    default:
      break;
  }
  const Expr left = integer(first);
  const Expr right = integer(tree().child(node, 1));
  if (!left || !right) return {};
  switch (op) {
    case TextOp::lt:
      return ir::lt(left, right);
    case TextOp::le:
      return ir::le(left, right);
    case TextOp::gt:
      return ir::gt(left, right);
    default:
      return ir::ge(left, right);
  }
}

Expr Translator::name_comparison(NodeId node) {
  NodeId name = tree().child(node, 0);
  NodeId literal = tree().child(node, 1);
  if (tree()[name].kind == NodeKind::string) std::swap(name, literal);
  const std::optional<EventField> field = event_field(*expression_, name);
  if (!field || field->kind != EventField::Kind::name || tree()[literal].kind != NodeKind::string)
    return {};
  std::vector<Expr> present;
  for (const EventId id : current_->events)
    if (draft_.alphabet.entry(id).name == tree()[literal].text)
      present.push_back(context_.var(draft_.machine.events[id].present));
  return present.empty()       ? context_.false_expr()
         : present.size() == 1 ? present[0]
                               : ir::or_(present);
}

Expr Translator::equality(NodeId node) {
  const bool is_equal = static_cast<TextOp>(tree()[node].op) == TextOp::eq;
  Expr result = name_comparison(node);
  if (!result) {
    const std::vector<Expr> sides = together({tree().child(node, 0), tree().child(node, 1)}, {});
    if (!sides[0] || !sides[1]) return {};
    if (sides[0].type() != sides[1].type())
      return error(node,
                   fmt::format("'{}' compares the types '{}' and '{}'", tree()[node].text,
                               types_.describe(sides[0].type()), types_.describe(sides[1].type())),
                   "both sides must have one type");
    if (sides[0].type().is_array())
      return error(node, "arrays can't be compared", "ECMAScript compares which array it is");
    result = ir::eq(sides[0], sides[1]);
  }
  return is_equal ? result : ir::not_(result);
}

std::vector<Expr> Translator::together(const std::vector<NodeId>& nodes, ir::Type expected) {
  std::vector<Expr> result(nodes.size());
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    if (tree()[nodes[i]].kind == NodeKind::string) continue;
    result[i] = value(nodes[i], expected);
    if (!expected && result[i]) expected = result[i].type();
  }
  for (std::size_t i = 0; i < nodes.size(); ++i)
    if (tree()[nodes[i]].kind == NodeKind::string) result[i] = value(nodes[i], expected);
  return result;
}

Expr Translator::conditional(NodeId node, ir::Type expected) {
  const Expr test = condition(tree().child(node, 0));
  const std::vector<Expr> branches =
      together({tree().child(node, 1), tree().child(node, 2)}, expected);
  if (!test || !branches[0] || !branches[1]) return {};
  if (branches[0].type() != branches[1].type())
    return error(
        node,
        fmt::format("the branches of '?' have types '{}' and '{}'",
                    types_.describe(branches[0].type()), types_.describe(branches[1].type())),
        "both must have one type");
  return ir::ite(test, branches[0], branches[1]);
}

Expr Translator::logical(NodeId node) {
  const std::vector<NodeId> parts = tree().children(node);
  std::vector<Expr> operands;
  for (std::size_t i = 0; i < parts.size(); i += 2) operands.push_back(condition(parts[i]));
  for (const Expr& one : operands)
    if (!one) return {};
  return static_cast<TextOp>(tree()[node].op) == TextOp::and_ ? ir::and_(operands)
                                                              : ir::or_(operands);
}

Expr Translator::chain(NodeId node) {
  const std::vector<NodeId> parts = tree().children(node);
  const auto op = static_cast<TextOp>(tree()[node].op);
  if (op == TextOp::and_ || op == TextOp::or_) {
    // As a value the result is one of the operands, which is a truth value only if they are.
    for (std::size_t i = 0; i < parts.size(); i += 2) {
      const Expr operand = value(parts[i]);
      if (!operand) return {};
      if (!operand.type().is_bool())
        return error(parts[i],
                     fmt::format("'{}' of values that are no conditions is not supported",
                                 tree()[node].text),
                     "use '?' and ':'");
    }
    return logical(node);
  }
  Expr result = value(parts[0]);
  for (std::size_t i = 1; i < parts.size(); i += 2) {
    const Expr right = value(parts[i + 1]);
    if (!result || !right) return {};
    result = arithmetic(parts[i], result, right, parts[i + 1]);
  }
  return result;
}

Expr Translator::arithmetic(NodeId mark, Expr left, Expr right, NodeId right_node) {
  const auto op = static_cast<TextOp>(tree()[mark].op);
  for (const Expr& one : {left, right})
    if (one.type().is_enum() && op == TextOp::add)
      return error(mark, "putting strings together is not supported");
  for (const Expr& one : {left, right})
    if (!one.type().is_int())
      return error(mark, fmt::format("'{}' is for numbers, but there is a value of type '{}'",
                                     tree()[mark].text, types_.describe(one.type())));
  switch (op) {
    case TextOp::add:
      return ir::add(left, right);
    case TextOp::sub:
      return ir::sub(left, right);
    case TextOp::mul:
      return ir::mul(left, right);
    case TextOp::slash:
      return error(mark, "'/' is not supported: it makes fractions in ECMAScript",
                   "write Math.floor(a / b) or Math.trunc(a / b)");
    default:
      break;
  }
  if (!right.is_literal() || right.value().integer() == 0)
    return error(right_node, "the divisor of '%' must be a number other than 0");
  // The remainder has the sign of the dividend; ours is never negative.
  const auto remainder = [&](Expr a) { return ir::binary(ir::Op::mod, a, right); };
  return ir::ite(ir::ge(left, context_.int_literal(0)), remainder(left),
                 ir::neg(remainder(ir::neg(left))));
}

}  // namespace arges::frontend::scxml
