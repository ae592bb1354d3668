#include "base/invariant.h"
#include "smt/z3/translator.h"

// What each operator of ir/expr.h is in Z3. Operands are in the cache already.

namespace arges::smt {

using ir::Expr;
using ir::Op;

namespace {

using BinaryMaker = Z3_ast (*)(Z3_context, Z3_ast, Z3_ast);

/// The operators of bit-vectors that Z3 has with the same meaning and no further parameter.
BinaryMaker bitvector_maker(Op op) {
  switch (op) {
    case Op::bv_add:
      return Z3_mk_bvadd;
    case Op::bv_mul:
      return Z3_mk_bvmul;
    case Op::bv_udiv:
      return Z3_mk_bvudiv;
    case Op::bv_sdiv:
      return Z3_mk_bvsdiv;
    case Op::bv_urem:
      return Z3_mk_bvurem;
    case Op::bv_srem:
      return Z3_mk_bvsrem;
    case Op::bv_smod:
      return Z3_mk_bvsmod;
    case Op::bv_and:
      return Z3_mk_bvand;
    case Op::bv_or:
      return Z3_mk_bvor;
    case Op::bv_xor:
      return Z3_mk_bvxor;
    case Op::bv_shl:
      return Z3_mk_bvshl;
    case Op::bv_lshr:
      return Z3_mk_bvlshr;
    case Op::bv_ashr:
      return Z3_mk_bvashr;
    case Op::bv_concat:
      return Z3_mk_concat;
    case Op::bv_ult:
      return Z3_mk_bvult;
    case Op::bv_ule:
      return Z3_mk_bvule;
    case Op::bv_slt:
      return Z3_mk_bvslt;
    case Op::bv_sle:
      return Z3_mk_bvsle;
    default:
      return nullptr;
  }
}

}  // namespace

z3::expr Translator::checked(Z3_ast term) {
  z3_.check_error();
  return z3::expr(z3_, term);
}

z3::expr Translator::operand(Expr expr, std::size_t i) {
  return z3::expr(z3_, terms_[expr.child(i).id()]);
}

z3::expr Translator::build(Expr expr) {
  operands_.clear();
  for (const Expr child : expr.children()) operands_.push_back(terms_[child.id()]);
  const auto count = static_cast<unsigned>(operands_.size());
  const Z3_ast* const args = operands_.data();
  switch (expr.op()) {
    case Op::literal:
      return value(expr.value(), expr.type());
    case Op::variable:
      return z3_.constant(symbols_.constant(expr.var(), expr.version()).c_str(), sort(expr.type()));
    case Op::not_:
      return checked(Z3_mk_not(z3_, args[0]));
    case Op::and_:
      return checked(Z3_mk_and(z3_, count, args));
    case Op::or_:
      return checked(Z3_mk_or(z3_, count, args));
    case Op::eq:
      return equality(operand(expr, 0), operand(expr, 1), expr.child(0).type());
    case Op::ite:
      return checked(Z3_mk_ite(z3_, args[0], args[1], args[2]));
    case Op::add:
      return checked(Z3_mk_add(z3_, count, args));
    case Op::mul:
      return checked(Z3_mk_mul(z3_, count, args));
    case Op::lt:
      return checked(Z3_mk_lt(z3_, args[0], args[1]));
    case Op::le:
      return checked(Z3_mk_le(z3_, args[0], args[1]));
    case Op::div:
    case Op::mod:
    case Op::rem:
    case Op::rat_div:
      return build_division(expr);
    case Op::int_to_rat:
      return checked(Z3_mk_int2real(z3_, args[0]));
    case Op::select:
      return checked(Z3_mk_select(z3_, args[0], args[1]));
    case Op::store:
      return checked(Z3_mk_store(z3_, args[0], args[1], args[2]));
    case Op::const_array:
      return checked(Z3_mk_const_array(z3_, sort(expr.type().index()), args[0]));
    case Op::forall:
    case Op::exists:
      return build_quantifier(expr);
    default:
      return ir::is_floating(expr.op()) ? build_floating(expr) : build_bitvector(expr);
  }
}

/// Z3 4.8.12 takes different constant arrays for equal after some stores if there are less than
/// 2^14 indices: it answers sat with a wrong model. Such arrays are compared index by index.
z3::expr Translator::equality(const z3::expr& a, const z3::expr& b, ir::Type type) {
  constexpr std::uint64_t few = 1U << 14U;
  const bool may_be_few = type.is_array() && !type.index().is_array();
  const std::uint64_t indices = may_be_few ? type.index().cardinality(few - 1) : 0;
  if (indices == 0) return checked(Z3_mk_eq(z3_, a, b));
  z3::expr_vector pointwise(z3_);
  for (std::uint64_t i = 0; i < indices; ++i) {
    const z3::expr index = value(ir::Value::small(static_cast<std::int64_t>(i)), type.index());
    pointwise.push_back(equality(z3::select(a, index), z3::select(b, index), type.element()));
  }
  return z3::mk_and(pointwise);
}

z3::expr Translator::build_bitvector(Expr expr) {
  const Z3_ast a = operands_[0];
  const std::uint32_t width = expr.type().is_bitvector() ? expr.type().width() : 0;
  switch (expr.op()) {
    case Op::bv_neg:
      return checked(Z3_mk_bvneg(z3_, a));
    case Op::bv_not:
      return checked(Z3_mk_bvnot(z3_, a));
    case Op::bv_extract:
      return checked(Z3_mk_extract(z3_, expr.low() + width - 1, expr.low(), a));
    case Op::bv_zext:
      return checked(Z3_mk_zero_ext(z3_, width - expr.child(0).type().width(), a));
    case Op::bv_sext:
      return checked(Z3_mk_sign_ext(z3_, width - expr.child(0).type().width(), a));
    case Op::bv_rol:
    case Op::bv_ror:
      return build_rotation(expr);
    default:
      break;
  }
  const BinaryMaker make = bitvector_maker(expr.op());
  INVARIANT(make != nullptr, "operator should have a translation");
  return checked(make(z3_, a, operands_[1]));
}

/// Z3's own division by zero is any function; ours is fixed, at the price of a conditional where
/// the divisor may be zero. Z3's div and mod are Euclidean as ours, but its rem is left alone.
z3::expr Translator::build_division(Expr expr) {
  const z3::expr a = operand(expr, 0);
  const z3::expr b = operand(expr, 1);
  const z3::expr zero = value(ir::Value::small(0), expr.type());
  z3::expr by_zero = expr.op() == Op::div || expr.op() == Op::rat_div ? zero : a;
  const Expr divisor = expr.child(1);
  const bool is_literal = divisor.is_literal();
  const int literal_sign = is_literal ? sgn(divisor.value().rational()) : 0;
  if (is_literal && literal_sign == 0) return by_zero;

  z3::expr quotient(z3_);
  switch (expr.op()) {
    case Op::div:
    case Op::rat_div:
      quotient = checked(Z3_mk_div(z3_, a, b));
      break;
    case Op::mod:
      quotient = checked(Z3_mk_mod(z3_, a, b));
      break;
    default: {
      const z3::expr mod = checked(Z3_mk_mod(z3_, a, b));
      quotient = is_literal ? (literal_sign > 0 ? mod : -mod) : z3::ite(b < zero, -mod, mod);
    }
  }
  return is_literal ? quotient : z3::ite(b == zero, by_zero, quotient);
}

z3::expr Translator::build_rotation(Expr expr) {
  const bool left = expr.op() == Op::bv_rol;
  const Expr amount = expr.child(1);
  if (!amount.is_literal()) {
    const BinaryMaker make = left ? Z3_mk_ext_rotate_left : Z3_mk_ext_rotate_right;
    return checked(make(z3_, operands_[0], operands_[1]));
  }
  const mpz_class reduced = amount.value().integer() % expr.type().width();
  const auto by = static_cast<unsigned>(reduced.get_ui());
  return checked(left ? Z3_mk_rotate_left(z3_, by, operands_[0])
                      : Z3_mk_rotate_right(z3_, by, operands_[0]));
}

/// The body was translated with its bound variables as constants, which Z3 now abstracts from.
z3::expr Translator::build_quantifier(Expr expr) {
  const z3::expr body = operand(expr, 0);
  z3::expr_vector bound(z3_);
  for (const ir::Var var : expr.bound())
    bound.push_back(z3_.constant(symbols_.constant(var, 0).c_str(), sort(var->type)));
  return expr.op() == Op::forall ? z3::forall(bound, body) : z3::exists(bound, body);
}

}  // namespace arges::smt
