// The part of Elaborator that gives unary and binary operators their meaning.
#include <fmt/format.h>

#include "base/invariant.h"
#include "ir/text/elaborator.h"

namespace arges::ir {

using syntax::NodeId;

namespace {

/// The operation that a run of operators makes one flat node of.
enum class Run : std::uint8_t { none, conjunction, disjunction, sum, product };

Run run_of(TextOp op) {
  switch (op) {
    case TextOp::and_:
      return Run::conjunction;
    case TextOp::or_:
      return Run::disjunction;
    case TextOp::add:
    case TextOp::sub:
      return Run::sum;
    case TextOp::mul:
      return Run::product;
    default:
      return Run::none;
  }
}

/// The operator of the same job for bit-vectors, for hints.
std::string_view for_bit_vectors(TextOp op) {
  switch (op) {
    case TextOp::add:
      return "'bvadd'";
    case TextOp::sub:
      return "'bvsub'";
    case TextOp::mul:
      return "'bvmul'";
    case TextOp::minus:
      return "'bvneg'";
    case TextOp::slash:
    case TextOp::div:
      return "'bvudiv' or 'bvsdiv'";
    case TextOp::mod:
    case TextOp::rem:
      return "'bvurem', 'bvsrem' or 'bvsmod'";
    case TextOp::lt:
      return "'bvult' or 'bvslt'";
    case TextOp::le:
      return "'bvule' or 'bvsle'";
    case TextOp::gt:
      return "'bvugt' or 'bvsgt'";
    case TextOp::ge:
      return "'bvuge' or 'bvsge'";
    case TextOp::and_:
      return "'bvand'";
    case TextOp::or_:
      return "'bvor'";
    case TextOp::xor_:
      return "'bvxor'";
    case TextOp::not_:
      return "'bvnot'";
    default:
      return "";
  }
}

}  // namespace

/// The value of a chain read so far; puts off flat operations until their run ends, because
/// building them operand by operand would take quadratic time and memory.
class Elaborator::ChainValue {
 public:
  Type type() const { return pending_.front().type(); }
  bool takes(Run run, Expr operand) const {
    const bool typed = run == Run::conjunction || run == Run::disjunction
                           ? operand.type().is_bool()
                           : operand.type().is_numeric();
    return run != Run::none && typed && type() == operand.type() &&
           (run_ == run || run_ == Run::none);
  }
  void append(Run run, Expr operand) {
    run_ = run;
    pending_.push_back(operand);
  }
  void replace(Expr value) {
    wrong_ = wrong_ || !value;
    run_ = Run::none;
    pending_.assign(1, value);
  }
  Expr value() const {
    if (wrong_) return {};
    switch (run_) {
      case Run::conjunction:
        return and_(pending_);
      case Run::disjunction:
        return or_(pending_);
      case Run::sum:
        return add(pending_);
      case Run::product:
        return mul(pending_);
      case Run::none:
        break;
    }
    return pending_.front();
  }
  bool wrong() const { return wrong_; }
  void set_wrong() { wrong_ = true; }

 private:
  bool wrong_ = false;
  Run run_ = Run::none;
  std::vector<Expr> pending_;
};

Expr Elaborator::chain(NodeId node) {
  ChainValue value;
  chain_into(value, syntax::no_node, node);
  return value.value();
}

void Elaborator::chain_into(ChainValue& value, NodeId mark, NodeId node) {
  NodeId at = tree_[node].first;
  chain_operand(value, mark, at);
  for (mark = tree_[at].next; mark != syntax::no_node; mark = tree_[at].next) {
    at = tree_[mark].next;
    chain_operand(value, mark, at);
  }
}

bool Elaborator::continues_chain(NodeId mark, NodeId node) const {
  if (tree_[node].kind != syntax::NodeKind::chain) return false;
  if (mark == syntax::no_node) return true;
  const Run run = run_of(op(mark));
  if (run == Run::none || op(mark) == TextOp::sub) return false;
  NodeId inner = tree_[tree_[node].first].next;
  while (inner != syntax::no_node && run_of(op(inner)) == run)
    inner = tree_[tree_[inner].next].next;
  return inner == syntax::no_node;
}

void Elaborator::chain_operand(ChainValue& value, NodeId mark, NodeId node) {
  // (a and b) and (c and d) is one conjunction, made at once.
  if (continues_chain(mark, node)) return chain_into(value, mark, node);
  Expr right = expression(node);
  if (mark == syntax::no_node) return value.replace(right);
  // One error breaks the chain, but what is wrong within later operands is still worth knowing.
  if (!right) value.set_wrong();
  if (value.wrong()) return;
  const Run run = run_of(op(mark));
  if (run == Run::sum || run == Run::product) right = coerce(right, value.type());
  if (value.takes(run, right))
    value.append(run, op(mark) == TextOp::sub ? neg(right) : right);
  else
    value.replace(combine(mark, value.value(), right));
}

Expr Elaborator::apply(NodeId node) {
  const NodeId first = tree_[node].first;
  const NodeId next = tree_[first].next;
  const bool has_next = next != syntax::no_node && tree_[next].kind != syntax::NodeKind::setting;
  const NodeId second = has_next ? next : syntax::no_node;
  if (op(node) == TextOp::prime) return unsupported(node, "a primed variable");
  if (second == syntax::no_node) {
    const Expr operand = expression(first);
    return operand ? unary(node, operand) : Expr();
  }
  if (op(node) == TextOp::eq || op(node) == TextOp::neq) {
    const std::vector<Expr> sides = together({first, second}, {});
    return sides[0] && sides[1] ? combine(node, sides[0], sides[1]) : Expr();
  }
  const Expr left = expression(first);
  const Expr right = expression(second);
  return left && right ? combine(node, left, right) : Expr();
}

Expr Elaborator::unary(NodeId node, Expr operand) {
  const Type type = operand.type();
  switch (op(node)) {
    case TextOp::not_:
      if (type.is_bool()) return not_(operand);
      return wrong_operand(node, operand, "it negates a Boolean");
    case TextOp::plus:
    case TextOp::minus:
      if (type.is_numeric()) return op(node) == TextOp::minus ? neg(operand) : operand;
      if (type.is_floating()) return op(node) == TextOp::minus ? negated(operand) : operand;
      return wrong_operand(node, operand, "it takes a number");
    case TextOp::int_to_rat:
      if (type.is_int()) return int_to_rat(operand);
      return wrong_operand(node, operand, "it takes an integer");
    case TextOp::bv_pos:
    case TextOp::bv_neg:
    case TextOp::bv_not:
      if (!type.is_bitvector()) return wrong_operand(node, operand, "it takes a bit-vector");
      if (op(node) == TextOp::bv_pos) return operand;
      return op(node) == TextOp::bv_neg ? bv_neg(operand) : bv_not(operand);
    default:
      return floating_unary(node, operand);
  }
}

Expr Elaborator::combine(NodeId mark, Expr left, Expr right) {
  const TextOp operation = op(mark);
  if (operation >= TextOp::iff && operation <= TextOp::and_) return logical(mark, left, right);
  if (operation == TextOp::eq || operation == TextOp::neq) return equality(mark, left, right);
  if (operation >= TextOp::lt && operation <= TextOp::rem) return arithmetic(mark, left, right);
  return operation >= TextOp::fp_literal ? floating(mark, left, right) : bitwise(mark, left, right);
}

Expr Elaborator::logical(NodeId mark, Expr left, Expr right) {
  if (!left.type().is_bool() || !right.type().is_bool())
    return mismatch(mark, left, right, "it joins Booleans");
  switch (op(mark)) {
    case TextOp::iff:
      return eq(left, right);
    case TextOp::imply:
      return implies(left, right);
    case TextOp::or_:
      return or_(left, right);
    case TextOp::xor_:
      return xor_(left, right);
    default:
      return and_(left, right);
  }
}

Expr Elaborator::equality(NodeId mark, Expr left, Expr right) {
  left = coerce(left, right.type());
  right = coerce(right, left.type());
  if (left.type() != right.type())
    return mismatch(mark, left, right,
                    left.type().is_enum() && right.type().is_enum()
                        ? "values of different enumerations cannot be compared"
                        : "both sides must have one type");
  const Expr equal =
      left.type().is_floating() ? fp_binary(Op::fp_eq, left, right) : eq(left, right);
  return op(mark) == TextOp::eq ? equal : not_(equal);
}

Expr Elaborator::arithmetic(NodeId mark, Expr left, Expr right) {
  left = coerce(left, right.type());
  right = coerce(right, left.type());
  const TextOp operation = op(mark);
  if (left.type().is_floating() && left.type() == right.type()) return floating(mark, left, right);
  if (!left.type().is_numeric() || !right.type().is_numeric())
    return mismatch(mark, left, right, "it takes numbers");
  const bool integers_only =
      operation == TextOp::div || operation == TextOp::mod || operation == TextOp::rem;
  if (integers_only && !left.type().is_int())
    return mismatch(mark, left, right, "it takes integers");
  switch (operation) {
    case TextOp::lt:
      return lt(left, right);
    case TextOp::le:
      return le(left, right);
    case TextOp::gt:
      return gt(left, right);
    case TextOp::ge:
      return ge(left, right);
    case TextOp::add:
      return add(left, right);
    case TextOp::sub:
      return sub(left, right);
    case TextOp::mul:
      return mul(left, right);
    case TextOp::slash:
      return binary(left.type().is_int() ? Op::div : Op::rat_div, left, right);
    case TextOp::div:
      return binary(Op::div, left, right);
    case TextOp::mod:
      return binary(Op::mod, left, right);
    case TextOp::rem:
      return binary(Op::rem, left, right);
    default:
      UNREACHABLE("the operator should be arithmetic");
  }
}

Expr Elaborator::bitwise(NodeId mark, Expr left, Expr right) {
  struct Row {
    TextOp text = TextOp::bv_or;
    Op op = Op::bv_or;
    enum class Order : std::uint8_t { same, swapped } order = Order::same;
  };
  static constexpr Row table[] = {
      {TextOp::bv_or, Op::bv_or},         {TextOp::bv_xor, Op::bv_xor},
      {TextOp::bv_and, Op::bv_and},       {TextOp::bv_shl, Op::bv_shl},
      {TextOp::bv_ashr, Op::bv_ashr},     {TextOp::bv_lshr, Op::bv_lshr},
      {TextOp::bv_rol, Op::bv_rol},       {TextOp::bv_ror, Op::bv_ror},
      {TextOp::bv_add, Op::bv_add},       {TextOp::bv_mul, Op::bv_mul},
      {TextOp::bv_udiv, Op::bv_udiv},     {TextOp::bv_sdiv, Op::bv_sdiv},
      {TextOp::bv_smod, Op::bv_smod},     {TextOp::bv_urem, Op::bv_urem},
      {TextOp::bv_srem, Op::bv_srem},     {TextOp::bv_ult, Op::bv_ult},
      {TextOp::bv_ule, Op::bv_ule},       {TextOp::bv_ugt, Op::bv_ult, Row::Order::swapped},
      {TextOp::bv_slt, Op::bv_slt},       {TextOp::bv_uge, Op::bv_ule, Row::Order::swapped},
      {TextOp::bv_sle, Op::bv_sle},       {TextOp::bv_sgt, Op::bv_slt, Row::Order::swapped},
      {TextOp::bv_concat, Op::bv_concat}, {TextOp::bv_sge, Op::bv_sle, Row::Order::swapped},
  };
  const Type a = left.type();
  const Type b = right.type();
  const TextOp operation = op(mark);
  if (!a.is_bitvector() || !b.is_bitvector() || (operation != TextOp::bv_concat && a != b))
    return mismatch(mark, left, right,
                    operation == TextOp::bv_concat ? "it joins bit-vectors"
                                                   : "it takes bit-vectors of one width");
  if (operation == TextOp::bv_concat && a.width() + b.width() > max_width)
    return mismatch(mark, left, right, fmt::format("a bit-vector has 1 to {} bits", max_width));
  if (operation == TextOp::bv_sub) return bv_sub(left, right);
  for (const Row& row : table)
    if (row.text == operation)
      return row.order == Row::Order::same ? binary(row.op, left, right)
                                           : binary(row.op, right, left);
  UNREACHABLE("the operator should be one of bit-vectors");
}

Expr Elaborator::mismatch(NodeId mark, Expr left, Expr right, std::string hint) {
  const std::string_view instead = for_bit_vectors(op(mark));
  if (left.type().is_bitvector() && right.type().is_bitvector() && !instead.empty())
    hint = fmt::format("for bit-vectors use {}", instead);
  return error(tree_.location(mark),
               fmt::format("operator '{}' cannot be applied to '{}' and '{}'", tree_[mark].text,
                           scope_.describe(left.type()), scope_.describe(right.type())),
               std::move(hint));
}

Expr Elaborator::wrong_operand(NodeId mark, Expr operand, std::string hint) {
  const std::string_view instead = for_bit_vectors(op(mark));
  if (operand.type().is_bitvector() && !instead.empty())
    hint = fmt::format("for bit-vectors use {}", instead);
  return error(tree_.location(mark),
               fmt::format("operator '{}' cannot be applied to '{}'", tree_[mark].text,
                           scope_.describe(operand.type())),
               std::move(hint));
}

}  // namespace arges::ir
