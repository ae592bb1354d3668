#include "ir/expr.h"

#include <algorithm>
#include <array>
#include <vector>

#include "base/invariant.h"
#include "ir/context.h"

namespace arges::ir {

const char* to_string(Op op) {
  static constexpr std::array names = {
      "literal", "variable",    "not",     "and",    "or",     "eq",        "ite",
      "add",     "mul",         "lt",      "le",     "div",    "mod",       "rem",
      "rat_div", "int_to_rat",  "bv_add",  "bv_mul", "bv_neg", "bv_udiv",   "bv_sdiv",
      "bv_urem", "bv_srem",     "bv_smod", "bv_and", "bv_or",  "bv_xor",    "bv_not",
      "bv_shl",  "bv_lshr",     "bv_ashr", "bv_rol", "bv_ror", "bv_concat", "bv_extract",
      "bv_zext", "bv_sext",     "bv_ult",  "bv_ule", "bv_slt", "bv_sle",    "select",
      "store",   "const_array", "forall",  "exists"};
  static_assert(names.size() == static_cast<std::size_t>(Op::exists) + 1);
  return names[static_cast<std::size_t>(op)];
}

namespace {

Expr make(Op op, Type type, std::initializer_list<Expr> children, std::uint32_t number = 0) {
  return children.begin()->context().make(op, type, {children.begin(), children.size()}, number);
}

/// The operands with nested applications of the same operator spliced in.
std::vector<Expr> flatten(Op op, std::span<const Expr> operands) {
  std::vector<Expr> flat;
  for (const Expr operand : operands) {
    if (operand.op() == op)
      flat.insert(flat.end(), operand.children().begin(), operand.children().end());
    else
      flat.push_back(operand);
  }
  return flat;
}

Expr boolean_nary(Op op, std::span<const Expr> operands) {
  INVARIANT(!operands.empty(), "a connective should have operands");
  std::vector<Expr> flat = flatten(op, operands);
  for (const Expr e : flat) INVARIANT(e.type().is_bool(), "operands should be Boolean");
  if (flat.size() == 1) return flat.front();
  Context& context = flat.front().context();
  return context.make(op, context.bool_type(), flat);
}

Expr number(Context& context, Type type, const mpq_class& value) {
  return context.literal(type, context.values().rational(value));
}

/// A flat sum or product with its literals folded into one: last in a sum, first in a product.
Expr arithmetic_nary(Op op, std::span<const Expr> operands) {
  INVARIANT(!operands.empty(), "a sum or product should have operands");
  const Type type = operands.front().type();
  INVARIANT(type.is_numeric(), "operands should be numbers");
  const mpq_class neutral = op == Op::add ? 0 : 1;
  mpq_class constant = neutral;
  std::vector<Expr> rest;
  for (const Expr e : flatten(op, operands)) {
    INVARIANT(e.type() == type, "operands should have one type");
    if (!e.is_literal())
      rest.push_back(e);
    else if (op == Op::add)
      constant += e.value().rational();
    else
      constant *= e.value().rational();
  }
  Context& context = operands.front().context();
  if (rest.empty() || (op == Op::mul && constant == 0)) return number(context, type, constant);
  // −1·(a + b) stays a product; 2·(3·a) was flattened above.
  if (constant != neutral)
    rest.insert(op == Op::add ? rest.end() : rest.begin(), number(context, type, constant));
  return rest.size() == 1 ? rest.front() : context.make(op, type, rest);
}

}  // namespace

Expr not_(Expr a) {
  INVARIANT(a.type().is_bool(), "operand should be Boolean");
  if (a.op() == Op::not_) return a.child(0);
  if (a.is_literal()) return a.context().bool_literal(a.is_false());
  return make(Op::not_, a.type(), {a});
}

Expr and_(std::span<const Expr> operands) { return boolean_nary(Op::and_, operands); }
Expr or_(std::span<const Expr> operands) { return boolean_nary(Op::or_, operands); }
Expr and_(Expr a, Expr b) { return and_(std::array{a, b}); }
Expr or_(Expr a, Expr b) { return or_(std::array{a, b}); }
Expr implies(Expr a, Expr b) { return or_(not_(a), b); }
Expr xor_(Expr a, Expr b) { return neq(a, b); }

Expr eq(Expr a, Expr b) {
  INVARIANT(a.type() == b.type(), "operands should have one type");
  return make(Op::eq, a.context().bool_type(), {a, b});
}

Expr neq(Expr a, Expr b) { return not_(eq(a, b)); }

Expr ite(Expr condition, Expr then, Expr otherwise) {
  INVARIANT(condition.type().is_bool() && then.type() == otherwise.type(),
            "a conditional should have a Boolean condition and branches of one type");
  return make(Op::ite, then.type(), {condition, then, otherwise});
}

Expr add(std::span<const Expr> operands) { return arithmetic_nary(Op::add, operands); }
Expr add(Expr a, Expr b) { return add(std::array{a, b}); }
Expr sub(Expr a, Expr b) { return add(a, neg(b)); }
Expr neg(Expr a) { return mul(number(a.context(), a.type(), -1), a); }
Expr mul(std::span<const Expr> operands) { return arithmetic_nary(Op::mul, operands); }
Expr mul(Expr a, Expr b) { return mul(std::array{a, b}); }

Expr lt(Expr a, Expr b) {
  INVARIANT(a.type() == b.type() && a.type().is_numeric(), "operands should be numbers");
  return make(Op::lt, a.context().bool_type(), {a, b});
}

Expr le(Expr a, Expr b) {
  INVARIANT(a.type() == b.type() && a.type().is_numeric(), "operands should be numbers");
  return make(Op::le, a.context().bool_type(), {a, b});
}

Expr int_to_rat(Expr a) {
  INVARIANT(a.type().is_int(), "operand should be an integer");
  if (a.is_literal()) return a.context().literal(a.context().rat_type(), a.value());
  return make(Op::int_to_rat, a.context().rat_type(), {a});
}

Expr binary(Op op, Expr a, Expr b) {
  Context& context = a.context();
  switch (op) {
    case Op::div:
    case Op::mod:
    case Op::rem:
      INVARIANT(a.type().is_int() && b.type().is_int(), "operands should be integers");
      return make(op, a.type(), {a, b});
    case Op::rat_div:
      INVARIANT(a.type().is_rational() && b.type().is_rational(), "operands should be rationals");
      return make(op, a.type(), {a, b});
    case Op::bv_concat:
      INVARIANT(a.type().is_bitvector() && b.type().is_bitvector(),
                "operands should be bit-vectors");
      return make(op, context.bv_type(a.type().width() + b.type().width()), {a, b});
    case Op::bv_ult:
    case Op::bv_ule:
    case Op::bv_slt:
    case Op::bv_sle:
      INVARIANT(a.type().is_bitvector() && a.type() == b.type(), "operands should be bit-vectors");
      return make(op, context.bool_type(), {a, b});
    default:
      INVARIANT(op >= Op::bv_add && op <= Op::bv_ror && op != Op::bv_neg && op != Op::bv_not,
                "operator should be binary");
      INVARIANT(a.type().is_bitvector() && a.type() == b.type(), "operands should be bit-vectors");
      return make(op, a.type(), {a, b});
  }
}

Expr bv_neg(Expr a) {
  INVARIANT(a.type().is_bitvector(), "operand should be a bit-vector");
  if (a.op() == Op::bv_neg) return a.child(0);
  return make(Op::bv_neg, a.type(), {a});
}

Expr bv_sub(Expr a, Expr b) { return binary(Op::bv_add, a, bv_neg(b)); }

Expr bv_not(Expr a) {
  INVARIANT(a.type().is_bitvector(), "operand should be a bit-vector");
  return make(Op::bv_not, a.type(), {a});
}

Expr bv_extract(Expr a, std::uint32_t low, std::uint32_t width) {
  INVARIANT(a.type().is_bitvector() && width > 0 && low + width <= a.type().width(),
            "extracted bits should exist");
  return make(Op::bv_extract, a.context().bv_type(width), {a}, low);
}

namespace {

Expr extend(Op op, Expr a, std::uint32_t width) {
  INVARIANT(a.type().is_bitvector() && width >= a.type().width(), "an extension should not shrink");
  if (width == a.type().width()) return a;
  return make(op, a.context().bv_type(width), {a});
}

}  // namespace

Expr bv_zext(Expr a, std::uint32_t width) { return extend(Op::bv_zext, a, width); }
Expr bv_sext(Expr a, std::uint32_t width) { return extend(Op::bv_sext, a, width); }

Expr select(Expr array, Expr index) {
  INVARIANT(array.type().is_array() && array.type().index() == index.type(),
            "an array should be read at an index of its type");
  return make(Op::select, array.type().element(), {array, index});
}

Expr store(Expr array, Expr index, Expr value) {
  INVARIANT(array.type().is_array() && array.type().index() == index.type() &&
                array.type().element() == value.type(),
            "an array should be written with its own types");
  return make(Op::store, array.type(), {array, index, value});
}

Expr const_array(Type type, Expr fallback) {
  INVARIANT(type.is_array() && type.element() == fallback.type(),
            "a constant array should hold its element type");
  if (fallback.is_literal()) {
    Context& context = fallback.context();
    return context.literal(type, context.values().array(type, fallback.value(), {}));
  }
  return make(Op::const_array, type, {fallback});
}

Expr quantifier(Op op, std::span<const Var> bound, Expr body) {
  INVARIANT((op == Op::forall || op == Op::exists) && body.type().is_bool(),
            "a quantifier should bind variables of a formula");
  if (bound.empty()) return body;
  return body.context().make(op, body.type(), std::array{body}, 0, bound);
}

}  // namespace arges::ir
