#include "ir/reference_floating.h"

#include "base/invariant.h"

namespace arges::ir {

namespace {

mpz_class two_to(long exponent) { return mpz_class(1) << static_cast<mp_bitcnt_t>(exponent); }

mpq_class power(long exponent) {
  return exponent >= 0 ? mpq_class(two_to(exponent)) : mpq_class(1, two_to(-exponent));
}

mpz_class floor(const mpq_class& q) {
  mpz_class result;
  mpz_fdiv_q(result.get_mpz_t(), q.get_num_mpz_t(), q.get_den_mpz_t());
  return result;
}

/// What a floating point number is: a fraction whose zero has a sign, or none.
struct Real {
  enum class Kind : std::uint8_t { finite, infinite, nan } kind = Kind::finite;
  bool negative = false;
  mpq_class size = 0;

  bool is_finite() const { return kind == Kind::finite; }
  bool is_zero() const { return is_finite() && size == 0; }
  mpq_class value() const { return negative ? mpq_class(-size) : size; }
};

const Real not_a_number{Real::Kind::nan, false, 0};

Real finite(const mpq_class& value, bool negative_zero) {
  return {Real::Kind::finite, value == 0 ? negative_zero : value < 0, abs(value)};
}

Real infinite(bool negative) { return {Real::Kind::infinite, negative, 0}; }

/// A format and its limits.
struct Format {
  explicit Format(Type type)
      : fraction(static_cast<long>(type.significand_bits()) - 1),
        greatest((1L << (type.exponent_bits() - 1)) - 1),
        exponents(1L << type.exponent_bits()) {}

  long fraction;   ///< bits behind the point
  long greatest;   ///< exponent
  long exponents;  ///< values of the exponent's field

  Real read(const mpz_class& bits) const {
    const mpz_class field = bits / two_to(fraction) % exponents;
    const mpz_class rest = bits % two_to(fraction);
    const bool negative = bits >= exponents * two_to(fraction);
    if (field == exponents - 1) return rest == 0 ? infinite(negative) : not_a_number;
    const mpq_class part = mpq_class(rest) * power(-fraction);
    if (field == 0) return {Real::Kind::finite, negative, part * power(1 - greatest)};
    return {Real::Kind::finite, negative, (1 + part) * power(field.get_si() - greatest)};
  }

  mpz_class write(bool negative, const mpz_class& field, const mpz_class& rest) const {
    return (negative ? mpz_class(exponents * two_to(fraction)) : mpz_class(0)) +
           field * two_to(fraction) + rest;
  }

  mpz_class round(const Real& real, Rounding rounding) const;
};

/// Whether the integer above n is nearer, or taken for another reason.
bool goes_up(const mpz_class& n, const mpq_class& rest, bool negative, Rounding rounding) {
  if (rest == 0) return false;
  const mpq_class half(1, 2);
  switch (rounding) {
    case Rounding::nearest_even:
      return rest > half || (rest == half && n % 2 != 0);
    case Rounding::nearest_away:
      return rest >= half;
    case Rounding::up:
      return !negative;
    case Rounding::down:
      return negative;
    case Rounding::zero:
      return false;
  }
  return false;
}

mpz_class round_size(const mpq_class& size, bool negative, Rounding rounding) {
  const mpz_class below = floor(size);
  return goes_up(below, size - below, negative, rounding) ? mpz_class(below + 1) : below;
}

mpz_class Format::round(const Real& real, Rounding rounding) const {
  if (real.kind == Real::Kind::nan) return write(false, exponents - 1, two_to(fraction - 1));
  const mpz_class infinity = write(real.negative, exponents - 1, 0);
  if (real.kind == Real::Kind::infinite) return infinity;
  // The binade, found by trying: 2^exponent <= size < 2^(exponent + 1).
  long exponent = 1 - greatest;
  if (real.size >= power(exponent)) {
    const auto bits = [](const mpz_class& n) {
      return static_cast<long>(mpz_sizeinbase(n.get_mpz_t(), 2));
    };
    exponent = bits(real.size.get_num()) - bits(real.size.get_den());
    if (real.size < power(exponent)) --exponent;
  }
  mpz_class units = round_size(real.size * power(fraction - exponent), real.negative, rounding);
  if (units == two_to(fraction + 1)) {
    units = two_to(fraction);
    ++exponent;
  }
  if (exponent > greatest) {
    const bool away = rounding == Rounding::nearest_even || rounding == Rounding::nearest_away ||
                      rounding == (real.negative ? Rounding::down : Rounding::up);
    return away ? infinity : mpz_class(infinity - 1);
  }
  if (units < two_to(fraction)) return write(real.negative, 0, units);
  return write(real.negative, exponent + greatest, units - two_to(fraction));
}

Real sum(const Real& a, const Real& b, Rounding rounding) {
  if (a.kind == Real::Kind::nan || b.kind == Real::Kind::nan) return not_a_number;
  if (!a.is_finite() && !b.is_finite()) return a.negative == b.negative ? a : not_a_number;
  if (!a.is_finite()) return a;
  if (!b.is_finite()) return b;
  const bool same_sign = a.negative == b.negative;
  return finite(a.value() + b.value(), same_sign ? a.negative : rounding == Rounding::down);
}

Real product(const Real& a, const Real& b) {
  if (a.kind == Real::Kind::nan || b.kind == Real::Kind::nan) return not_a_number;
  const bool negative = a.negative != b.negative;
  if (a.is_finite() && b.is_finite()) return {Real::Kind::finite, negative, a.size * b.size};
  return a.is_zero() || b.is_zero() ? not_a_number : infinite(negative);
}

Real quotient(const Real& a, const Real& b) {
  if (a.kind == Real::Kind::nan || b.kind == Real::Kind::nan) return not_a_number;
  const bool negative = a.negative != b.negative;
  if (!a.is_finite()) return b.is_finite() ? infinite(negative) : not_a_number;
  if (!b.is_finite()) return {Real::Kind::finite, negative, 0};
  if (b.size == 0) return a.size == 0 ? not_a_number : infinite(negative);
  return {Real::Kind::finite, negative, a.size / b.size};
}

Real remainder(const Real& a, const Real& b) {
  if (!a.is_finite() || b.kind == Real::Kind::nan || b.is_zero()) return not_a_number;
  if (!b.is_finite()) return a;
  const mpz_class times = round_size(a.size / b.size, false, Rounding::nearest_even);
  const mpq_class rest = a.size - times * b.size;
  return finite(a.negative ? mpq_class(-rest) : rest, a.negative);
}

/// A root that is no fraction lies strictly between two neighbours of far more bits than the
/// format's; any number there rounds as it does.
Real root(const Real& a, long bits) {
  if (a.kind == Real::Kind::nan || a.is_zero()) return a;
  if (a.negative) return not_a_number;
  if (!a.is_finite()) return a;
  const auto denominator_bits = static_cast<long>(mpz_sizeinbase(a.size.get_den_mpz_t(), 2));
  const long scale = bits + denominator_bits;
  const mpz_class scaled = floor(a.size * power(2 * scale));
  const mpz_class below = sqrt(scaled);
  const bool exact = mpq_class(below * below) == a.size * power(2 * scale);
  const mpq_class between = exact ? mpq_class(below) : below + mpq_class(1, 2);
  return finite(between * power(-scale), false);
}

Real integral(const Real& a, Rounding rounding) {
  if (!a.is_finite()) return a;
  return {Real::Kind::finite, a.negative, round_size(a.size, a.negative, rounding)};
}

bool related(Op op, const Real& a, const Real& b) {
  if (a.kind == Real::Kind::nan || b.kind == Real::Kind::nan) return false;
  // Infinity as more than all finite numbers here.
  const mpq_class beyond = a.size + b.size + 1;
  const auto place = [&](const Real& r) {
    return r.is_finite() ? r.value() : (r.negative ? mpq_class(-beyond) : beyond);
  };
  const mpq_class x = place(a);
  const mpq_class y = place(b);
  return op == Op::fp_eq ? x == y : (op == Op::fp_lt ? x < y : x <= y);
}

mpz_class to_integer(const Real& a, Op op, std::uint32_t width, Rounding rounding) {
  if (!a.is_finite()) return 0;
  const mpz_class number = integral(a, rounding).value().get_num();
  const mpz_class all = two_to(width);
  if (op == Op::fp_to_ubv) return number >= 0 && number < all ? number : mpz_class(0);
  if (2 * number < -all || 2 * number >= all) return 0;
  return number < 0 ? mpz_class(number + all) : number;
}

}  // namespace

Value reference_floating(Expr shape, std::span<const Value> operands) {
  ValuePool& pool = shape.context().values();
  const Type from = shape.child(0).type();
  const mpz_class bits = operands[0].integer();
  const Rounding rounding = shape.rounding();
  if (from.is_bitvector()) {
    const Format to(shape.type());
    if (shape.op() == Op::fp_from_bits) return pool.integer(to.round(to.read(bits), rounding));
    const mpz_class all = two_to(from.width());
    const bool negative = shape.op() == Op::fp_from_sbv && 2 * bits >= all;
    return pool.integer(to.round(finite(negative ? mpz_class(bits - all) : bits, false), rounding));
  }
  const Format format(from);
  Real a = format.read(bits);
  const Real b = operands.size() > 1 ? format.read(operands[1].integer()) : Real();
  switch (shape.op()) {
    case Op::fp_neg:
      a.negative = !a.negative;
      break;
    case Op::fp_abs:
      a.negative = false;
      break;
    case Op::fp_add:
      a = sum(a, b, rounding);
      break;
    case Op::fp_mul:
      a = product(a, b);
      break;
    case Op::fp_div:
      a = quotient(a, b);
      break;
    case Op::fp_rem:
      a = remainder(a, b);
      break;
    case Op::fp_sqrt:
      a = root(a, format.fraction + 8);
      break;
    case Op::fp_round:
      a = integral(a, rounding);
      break;
    case Op::fp_eq:
    case Op::fp_lt:
    case Op::fp_le:
      return Value::boolean(related(shape.op(), a, b));
    case Op::fp_to_fp:
      return pool.integer(Format(shape.type()).round(a, rounding));
    case Op::fp_to_sbv:
    case Op::fp_to_ubv:
      return pool.integer(to_integer(a, shape.op(), shape.type().width(), rounding));
    default:
      UNREACHABLE("operator should be of floating point");
  }
  return pool.integer(format.round(a, rounding));
}

}  // namespace arges::ir
