#include "ir/float_operations.h"

#include "base/invariant.h"
#include "ir/multiprecision.h"

namespace arges::ir {

namespace {

/// Enough bits to round what was cut off here: the format's, those of ties, and one that tells of
/// more.
std::uint32_t working_precision(Type type) { return type.significand_bits() + 3; }

/// The sign of a sum that is 0 depends on the mode, so it is computed once more.
FloatParts sum(const MpfrNumber& a, const MpfrNumber& b, Type type, Rounding rounding) {
  MpfrNumber result(working_precision(type));
  const int order = mpfr_add(result.get(), a.get(), b.get(), MPFR_RNDZ);
  if (mpfr_zero_p(result.get()) != 0 && rounding == Rounding::down)
    mpfr_add(result.get(), a.get(), b.get(), MPFR_RNDD);
  return result.parts(order);
}

FloatParts integral(const MpfrNumber& a, Type type, Rounding rounding) {
  MpfrNumber result(working_precision(type));
  switch (rounding) {
    case Rounding::nearest_even:
      mpfr_roundeven(result.get(), a.get());
      break;
    case Rounding::nearest_away:
      mpfr_round(result.get(), a.get());
      break;
    case Rounding::up:
      mpfr_ceil(result.get(), a.get());
      break;
    case Rounding::down:
      mpfr_floor(result.get(), a.get());
      break;
    case Rounding::zero:
      mpfr_trunc(result.get(), a.get());
      break;
  }
  return result.parts(0);  // an integer of the format, so exact
}

FloatParts arithmetic(Expr shape, const MpfrNumber& a, const MpfrNumber& b) {
  const Type type = shape.type();
  MpfrNumber result(working_precision(type));
  switch (shape.op()) {
    case Op::fp_add:
      return sum(a, b, type, shape.rounding());
    case Op::fp_mul:
      return result.parts(mpfr_mul(result.get(), a.get(), b.get(), MPFR_RNDZ));
    case Op::fp_div:
      return result.parts(mpfr_div(result.get(), a.get(), b.get(), MPFR_RNDZ));
    case Op::fp_rem:
      return result.parts(mpfr_remainder(result.get(), a.get(), b.get(), MPFR_RNDZ));
    case Op::fp_sqrt:
      return result.parts(mpfr_sqrt(result.get(), a.get(), MPFR_RNDZ));
    case Op::fp_round:
      return integral(a, type, shape.rounding());
    default:
      UNREACHABLE("operator should be of floating point");
  }
}

bool comparison(Op op, const MpfrNumber& a, const MpfrNumber& b) {
  switch (op) {
    case Op::fp_eq:
      return mpfr_equal_p(a.get(), b.get()) != 0;
    case Op::fp_lt:
      return mpfr_less_p(a.get(), b.get()) != 0;
    default:
      return mpfr_lessequal_p(a.get(), b.get()) != 0;
  }
}

/// The integer as a bit-vector's number, 0 where there is none.
mpz_class to_bitvector(Expr shape, const FloatParts& number) {
  const Type from = shape.child(0).type();
  const std::uint32_t width = shape.type().width();
  const FloatParts parts = integral(MpfrNumber(number), from, shape.rounding());
  if (parts.kind != FloatParts::Kind::number) return 0;
  // Beyond the width before it is shifted: the exponent may be large.
  if (parts.exponent > static_cast<long>(width)) return 0;
  mpz_class integer =
      parts.exponent >= 0
          ? mpz_class(parts.significand << static_cast<mp_bitcnt_t>(parts.exponent))
          : mpz_class(parts.significand >> static_cast<mp_bitcnt_t>(-parts.exponent));
  if (parts.sign == Sign::minus) integer = -integer;
  const bool is_signed = shape.op() == Op::fp_to_sbv;
  const mpz_class size = mpz_class(1) << width;
  const mpz_class end = is_signed ? mpz_class(size / 2) : size;
  if (integer >= end || integer < (is_signed ? mpz_class(-end) : mpz_class(0))) return 0;
  return integer < 0 ? mpz_class(integer + size) : integer;
}

FloatParts from_bitvector(Expr shape, mpz_class number) {
  const std::uint32_t width = shape.child(0).type().width();
  if (shape.op() == Op::fp_from_sbv && mpz_tstbit(number.get_mpz_t(), width - 1) != 0)
    number -= mpz_class(1) << width;
  FloatParts result;
  result.sign = number < 0 ? Sign::minus : Sign::plus;
  result.significand = abs(number);
  return result;
}

}  // namespace

Value apply_floating(ValuePool& pool, Expr shape, std::span<const Value> operands) {
  const Type from = shape.child(0).type();
  const mpz_class bits = operands[0].integer();
  switch (shape.op()) {
    case Op::fp_from_bits:
      return pool.integer(fp_canonical(shape.type(), bits));
    case Op::fp_from_sbv:
    case Op::fp_from_ubv:
      return pool.integer(fp_rounded(shape.type(), from_bitvector(shape, bits), shape.rounding()));
    default:
      break;
  }
  FloatParts first = fp_parts(from, bits);
  switch (shape.op()) {
    case Op::fp_neg:
      first.sign = first.sign == Sign::plus ? Sign::minus : Sign::plus;
      return pool.integer(fp_rounded(from, first, Rounding::zero));
    case Op::fp_abs:
      first.sign = Sign::plus;
      return pool.integer(fp_rounded(from, first, Rounding::zero));
    case Op::fp_to_fp:
      return pool.integer(fp_rounded(shape.type(), first, shape.rounding()));
    case Op::fp_to_sbv:
    case Op::fp_to_ubv:
      return pool.integer(to_bitvector(shape, first));
    default:
      break;
  }
  const MpfrNumber a(first);
  const MpfrNumber b(operands.size() > 1 ? fp_parts(from, operands[1].integer()) : FloatParts());
  if (shape.type().is_bool()) return Value::boolean(comparison(shape.op(), a, b));
  return pool.integer(fp_rounded(shape.type(), arithmetic(shape, a, b), shape.rounding()));
}

}  // namespace arges::ir
