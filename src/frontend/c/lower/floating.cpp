#include "frontend/c/lower/floating.h"

#include "base/invariant.h"

namespace arges::frontend::c {

ir::Type Floating::format(Type type) {
  const std::uint32_t significand = type->significand_bits;
  const std::uint32_t exponent =
      significand == 11 ? 5 : (significand == 24 ? 8 : (significand == 53 ? 11 : 15));
  return context_.fp_type(exponent, significand);
}

ir::Expr Floating::literal(Type type, const mpz_class& number) {
  const ir::FloatParts parts{.kind = ir::FloatParts::Kind::number,
                             .sign = number < 0 ? ir::Sign::minus : ir::Sign::plus,
                             .significand = abs(number),
                             .exponent = 0};
  const ir::Type to = format(type);
  return context_.fp_literal(to, ir::fp_rounded(to, parts, ir::Rounding::nearest_even));
}

std::optional<ir::Expr> Floating::constant(Type type, const std::string& text) {
  const auto bits = ir::fp_read(format(type), text);
  if (!bits) return std::nullopt;
  return context_.fp_literal(format(type), *bits);
}

ir::Expr Floating::infinity(ir::Type format) {
  return context_.fp_literal(format, ir::fp_infinity_bits(format, ir::Sign::plus));
}

ir::Expr Floating::nan(ir::Type format) {
  return context_.fp_literal(format, ir::fp_nan_bits(format));
}

ir::Expr Floating::binary(BinaryOp op, ir::Expr a, ir::Expr b) {
  switch (op) {
    case BinaryOp::add:
      return ir::fp_binary(ir::Op::fp_add, a, b);
    case BinaryOp::sub:
      return ir::fp_sub(a, b);
    case BinaryOp::mul:
      return ir::fp_binary(ir::Op::fp_mul, a, b);
    case BinaryOp::div:
      return ir::fp_binary(ir::Op::fp_div, a, b);
    default:
      UNREACHABLE("the operator should be arithmetic");
  }
}

ir::Expr Floating::compare(BinaryOp op, ir::Expr a, ir::Expr b) {
  switch (op) {
    case BinaryOp::lt:
      return ir::fp_binary(ir::Op::fp_lt, a, b);
    case BinaryOp::gt:
      return ir::fp_binary(ir::Op::fp_lt, b, a);
    case BinaryOp::le:
      return ir::fp_binary(ir::Op::fp_le, a, b);
    case BinaryOp::ge:
      return ir::fp_binary(ir::Op::fp_le, b, a);
    case BinaryOp::eq:
      return ir::fp_binary(ir::Op::fp_eq, a, b);
    case BinaryOp::ne:
      return ir::not_(ir::fp_binary(ir::Op::fp_eq, a, b));
    default:
      UNREACHABLE("the operator should be a comparison");
  }
}

ir::Expr Floating::is_zero(ir::Expr a) {
  return ir::fp_binary(ir::Op::fp_eq, a, context_.fp_literal(a.type(), 0));
}

ir::Expr Floating::is_negative(ir::Expr a) {
  const ir::Type type = a.type();
  return ir::or_(ir::fp_binary(ir::Op::fp_lt, a, context_.fp_literal(type, 0)),
                 ir::eq(a, context_.fp_literal(type, ir::fp_zero_bits(type, ir::Sign::minus))));
}

ir::Expr Floating::from_vector(ir::Expr bits, ir::Op op, Type to) {
  return ir::fp_convert(op, bits, format(to));
}

ir::Expr Floating::to_vector(ir::Expr a, Type to) {
  return ir::fp_convert(to->is_signed ? ir::Op::fp_to_sbv : ir::Op::fp_to_ubv, a,
                        context_.bv_type(to->bits()), ir::Rounding::zero);
}

ir::Expr Floating::fits(ir::Expr a, Type integer) {
  const ir::Type type = a.type();
  const ir::FloatRange range =
      ir::fp_rounding_between(type, integer->min(), integer->max(), ir::Rounding::zero);
  return ir::and_(ir::fp_binary(ir::Op::fp_le, context_.fp_literal(type, range.least), a),
                  ir::fp_binary(ir::Op::fp_le, a, context_.fp_literal(type, range.greatest)));
}

}  // namespace arges::frontend::c
