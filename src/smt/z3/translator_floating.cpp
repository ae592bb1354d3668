#include <algorithm>

#include "base/invariant.h"
#include "smt/z3/translator.h"

// What values and operators of floating point are in Z3.

namespace arges::smt {

using ir::Expr;
using ir::Op;

namespace {

Z3_ast rounding_mode(Z3_context z3, ir::Rounding rounding) {
  switch (rounding) {
    case ir::Rounding::nearest_even:
      return Z3_mk_fpa_rne(z3);
    case ir::Rounding::nearest_away:
      return Z3_mk_fpa_rna(z3);
    case ir::Rounding::up:
      return Z3_mk_fpa_rtp(z3);
    case ir::Rounding::down:
      return Z3_mk_fpa_rtn(z3);
    case ir::Rounding::zero:
      return Z3_mk_fpa_rtz(z3);
  }
  UNREACHABLE("a rounding mode should be a known one");
}

}  // namespace

z3::expr Translator::floating_value(const mpz_class& bits, ir::Type type) {
  if (bits == ir::fp_nan_bits(type)) return checked(Z3_mk_fpa_nan(z3_, sort(type)));
  const auto field = [&](std::uint32_t low, std::uint32_t width) {
    mpz_class part = bits >> low;
    mpz_fdiv_r_2exp(part.get_mpz_t(), part.get_mpz_t(), width);
    return z3_.bv_val(part.get_str().c_str(), width);
  };
  const std::uint32_t stored = type.significand_bits() - 1;
  const z3::expr sign = field(type.width() - 1, 1);
  const z3::expr exponent = field(stored, type.exponent_bits());
  const z3::expr significand = field(0, stored);
  // Folded at once: rewriting knows what to do with numbers only.
  return checked(Z3_mk_fpa_fp(z3_, sign, exponent, significand)).simplify();
}

z3::expr Translator::build_floating(Expr expr) {
  const Z3_ast a = operands_[0];
  const Z3_ast b = operands_.size() > 1 ? operands_[1] : nullptr;
  const z3::expr mode = checked(rounding_mode(z3_, expr.rounding()));
  switch (expr.op()) {
    case Op::fp_neg:
      return checked(Z3_mk_fpa_neg(z3_, a));
    case Op::fp_abs:
      return checked(Z3_mk_fpa_abs(z3_, a));
    case Op::fp_add:
      return checked(Z3_mk_fpa_add(z3_, mode, a, b));
    case Op::fp_mul:
      return checked(Z3_mk_fpa_mul(z3_, mode, a, b));
    case Op::fp_div:
      return checked(Z3_mk_fpa_div(z3_, mode, a, b));
    case Op::fp_rem:
      return checked(Z3_mk_fpa_rem(z3_, a, b));
    case Op::fp_sqrt:
      return checked(Z3_mk_fpa_sqrt(z3_, mode, a));
    case Op::fp_round:
      return build_rounded(expr);
    case Op::fp_eq:
      return checked(Z3_mk_fpa_eq(z3_, a, b));
    case Op::fp_lt:
      return checked(Z3_mk_fpa_lt(z3_, a, b));
    case Op::fp_le:
      return checked(Z3_mk_fpa_leq(z3_, a, b));
    case Op::fp_to_fp:
      return checked(Z3_mk_fpa_to_fp_float(z3_, mode, a, sort(expr.type())));
    case Op::fp_from_sbv:
      return checked(Z3_mk_fpa_to_fp_signed(z3_, mode, a, sort(expr.type())));
    case Op::fp_from_ubv:
      return checked(Z3_mk_fpa_to_fp_unsigned(z3_, mode, a, sort(expr.type())));
    case Op::fp_from_bits:
      return checked(Z3_mk_fpa_to_fp_bv(z3_, a, sort(expr.type())));
    default:
      return build_integer_of(expr);
  }
}

/// In a wider format where Z3 4.8.12 can't make a circuit, which takes a significand longer than
/// the exponent by two bits, and where the integer above the greatest number is out of range.
z3::expr Translator::build_rounded(Expr expr) {
  const z3::expr mode = checked(rounding_mode(z3_, expr.rounding()));
  const ir::Type type = expr.type();
  const std::uint32_t significand = type.significand_bits();
  const bool greatest_is_integral = (1U << (type.exponent_bits() - 1)) >= significand;
  const std::uint32_t exponent = type.exponent_bits() + (greatest_is_integral ? 0 : 1);
  const ir::Type wider = ir_.fp_type(exponent, std::max(significand, exponent + 2));
  const z3::expr a = operand(expr, 0);
  if (wider == type) return checked(Z3_mk_fpa_round_to_integral(z3_, mode, a));
  const z3::expr exact = checked(Z3_mk_fpa_to_fp_float(z3_, mode, a, sort(wider)));
  const z3::expr rounded = checked(Z3_mk_fpa_round_to_integral(z3_, mode, exact));
  return checked(Z3_mk_fpa_to_fp_float(z3_, mode, rounded, sort(type)));
}

/// What Z3 makes of numbers out of range is any function; ours is 0. It does not survive a width
/// of one bit, so it gets two.
z3::expr Translator::build_integer_of(Expr expr) {
  const bool is_signed = expr.op() == Op::fp_to_sbv;
  INVARIANT(is_signed || expr.op() == Op::fp_to_ubv, "operator should have a translation");
  const ir::Type from = expr.child(0).type();
  const std::uint32_t width = expr.type().width();
  const ir::FloatRange range = ir::fp_range(expr);
  const z3::expr a = operand(expr, 0);
  const z3::expr mode = checked(rounding_mode(z3_, expr.rounding()));
  const z3::expr in_range = checked(Z3_mk_fpa_leq(z3_, floating_value(range.least, from), a)) &&
                            checked(Z3_mk_fpa_leq(z3_, a, floating_value(range.greatest, from)));
  const std::uint32_t wider = std::max(width, 2U);
  const z3::expr integer = checked(is_signed ? Z3_mk_fpa_to_sbv(z3_, mode, a, wider)
                                             : Z3_mk_fpa_to_ubv(z3_, mode, a, wider))
                               .extract(width - 1, 0);
  return z3::ite(in_range, integer, z3_.bv_val(0, width));
}

}  // namespace arges::smt
