#include "ir/expr.h"

#include <algorithm>
#include <array>
#include <vector>

#include "base/invariant.h"
#include "ir/context.h"

namespace arges::ir {

const char* to_string(Op op) {
  static constexpr std::array names = {
      "literal",     "variable",  "not",       "and",          "or",         "eq",
      "ite",         "add",       "mul",       "lt",           "le",         "div",
      "mod",         "rem",       "rat_div",   "int_to_rat",   "bv_add",     "bv_mul",
      "bv_neg",      "bv_udiv",   "bv_sdiv",   "bv_urem",      "bv_srem",    "bv_smod",
      "bv_and",      "bv_or",     "bv_xor",    "bv_not",       "bv_shl",     "bv_lshr",
      "bv_ashr",     "bv_rol",    "bv_ror",    "bv_concat",    "bv_extract", "bv_zext",
      "bv_sext",     "bv_ult",    "bv_ule",    "bv_slt",       "bv_sle",     "fp_neg",
      "fp_abs",      "fp_add",    "fp_mul",    "fp_div",       "fp_rem",     "fp_sqrt",
      "fp_round",    "fp_eq",     "fp_lt",     "fp_le",        "fp_to_fp",   "fp_from_sbv",
      "fp_from_ubv", "fp_to_sbv", "fp_to_ubv", "fp_from_bits", "select",     "store",
      "const_array", "forall",    "exists"};
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

bool rounds(Op op) {
  switch (op) {
    case Op::fp_add:
    case Op::fp_mul:
    case Op::fp_div:
    case Op::fp_sqrt:
    case Op::fp_round:
    case Op::fp_to_fp:
    case Op::fp_from_sbv:
    case Op::fp_from_ubv:
    case Op::fp_to_sbv:
    case Op::fp_to_ubv:
      return true;
    default:
      return false;
  }
}

namespace {

std::uint32_t mode(Op op, Rounding rounding) {
  return rounds(op) ? static_cast<std::uint32_t>(rounding) : 0;
}

}  // namespace

Expr fp_unary(Op op, Expr a, Rounding rounding) {
  INVARIANT(op == Op::fp_neg || op == Op::fp_abs || op == Op::fp_sqrt || op == Op::fp_round,
            "operator should be unary");
  INVARIANT(a.type().is_floating(), "operand should be floating point");
  if (op == Op::fp_neg && a.op() == Op::fp_neg) return a.child(0);
  return make(op, a.type(), {a}, mode(op, rounding));
}

Expr fp_binary(Op op, Expr a, Expr b, Rounding rounding) {
  INVARIANT(a.type().is_floating() && a.type() == b.type(), "operands should be floating point");
  const bool is_comparison = op == Op::fp_eq || op == Op::fp_lt || op == Op::fp_le;
  INVARIANT(is_comparison || (op >= Op::fp_add && op <= Op::fp_rem), "operator should be binary");
  return make(op, is_comparison ? a.context().bool_type() : a.type(), {a, b}, mode(op, rounding));
}

Expr fp_convert(Op op, Expr a, Type to, Rounding rounding) {
  switch (op) {
    case Op::fp_to_fp:
      INVARIANT(a.type().is_floating() && to.is_floating(), "operand should be floating point");
      if (a.type() == to) return a;
      break;
    case Op::fp_from_bits:
      INVARIANT(a.type().is_bitvector() && to.is_floating() && a.type().width() == to.width(),
                "there should be as many bits");
      break;
    case Op::fp_from_sbv:
    case Op::fp_from_ubv:
      INVARIANT(a.type().is_bitvector() && to.is_floating(), "operand should be a bit-vector");
      break;
    default:
      INVARIANT((op == Op::fp_to_sbv || op == Op::fp_to_ubv) && a.type().is_floating() &&
                    to.is_bitvector(),
                "operator should convert");
  }
  return make(op, to, {a}, mode(op, rounding));
}

FloatRange fp_range(Expr conversion) {
  const bool is_signed = conversion.op() == Op::fp_to_sbv;
  INVARIANT(is_signed || conversion.op() == Op::fp_to_ubv, "a range should be of integers");
  const mpz_class end = mpz_class(1) << (conversion.type().width() - (is_signed ? 1 : 0));
  return fp_rounding_between(conversion.child(0).type(), is_signed ? mpz_class(-end) : mpz_class(0),
                             end - 1, conversion.rounding());
}

Expr fp_sub(Expr a, Expr b, Rounding rounding) {
  return fp_binary(Op::fp_add, a, fp_unary(Op::fp_neg, b), rounding);
}

Expr fp_is_nan(Expr a) {
  Context& context = a.context();
  return eq(a, context.fp_literal(a.type(), fp_nan_bits(a.type())));
}

Expr fp_min(Expr a, Expr b) { return ite(or_(fp_is_nan(b), fp_binary(Op::fp_lt, a, b)), a, b); }

Expr fp_max(Expr a, Expr b) { return ite(or_(fp_is_nan(b), fp_binary(Op::fp_lt, b, a)), a, b); }

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
