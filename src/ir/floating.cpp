#include "ir/floating.h"

#include <algorithm>
#include <array>

#include "ir/multiprecision.h"

namespace arges::ir {

namespace {

constexpr std::array rounding_names = {"RNE", "RNA", "RTP", "RTN", "RTZ"};

mpz_class two_to(std::uint32_t exponent) { return mpz_class(1) << exponent; }

/// How many bits of the significand are written down.
std::uint32_t stored_bits(Type type) { return type.significand_bits() - 1; }

long bias(Type type) { return (1L << (type.exponent_bits() - 1)) - 1; }

mpz_class assemble(Type type, Sign sign, const mpz_class& biased_exponent,
                   const mpz_class& stored) {
  const mpz_class signed_exponent =
      biased_exponent + (sign == Sign::minus ? two_to(type.exponent_bits()) : mpz_class(0));
  return (signed_exponent << stored_bits(type)) + stored;
}

mpz_class all_ones(Type type) { return two_to(type.exponent_bits()) - 1; }

bool rounds_to_infinity(Rounding rounding, Sign sign) {
  switch (rounding) {
    case Rounding::nearest_even:
    case Rounding::nearest_away:
      return true;
    case Rounding::up:
      return sign == Sign::plus;
    case Rounding::down:
      return sign == Sign::minus;
    case Rounding::zero:
      return false;
  }
  return false;
}

/// Whether the magnitude above is taken, `twice` being the order of twice the rest and one unit.
bool rounds_away(Rounding rounding, Sign sign, bool is_odd, std::strong_ordering twice) {
  switch (rounding) {
    case Rounding::nearest_even:
      return twice > 0 || (twice == 0 && is_odd);
    case Rounding::nearest_away:
      return twice >= 0;
    default:
      return rounds_to_infinity(rounding, sign);
  }
}

/// The significand in units of 2^unit, rounded to an integer.
mpz_class rounded_to_units(const FloatParts& parts, long unit, Rounding rounding) {
  if (unit <= parts.exponent)
    return parts.significand << static_cast<mp_bitcnt_t>(parts.exponent - unit);
  const auto size = mpz_sizeinbase(parts.significand.get_mpz_t(), 2);
  const auto dropped = static_cast<mp_bitcnt_t>(unit - parts.exponent);
  if (dropped > size + 1)  // less than a quarter of a unit
    return rounds_away(rounding, parts.sign, false, std::strong_ordering::less) ? 1 : 0;
  mpz_class result = parts.significand >> dropped;
  const mpz_class rest = parts.significand - (result << dropped);
  if (rest == 0) return result;
  const std::strong_ordering twice = cmp(mpz_class(rest << 1U), mpz_class(1) << dropped) <=> 0;
  if (rounds_away(rounding, parts.sign, mpz_odd_p(result.get_mpz_t()) != 0, twice)) ++result;
  return result;
}

mpz_class overflowed(Type type, Sign sign, Rounding rounding) {
  if (rounds_to_infinity(rounding, sign)) return fp_infinity_bits(type, sign);
  return assemble(type, sign, all_ones(type) - 1, two_to(stored_bits(type)) - 1);
}

}  // namespace

const char* to_string(Rounding rounding) {
  return rounding_names[static_cast<std::size_t>(rounding)];
}

std::optional<Rounding> rounding_of(std::string_view text) {
  const auto found = std::find(rounding_names.begin(), rounding_names.end(), text);
  if (found == rounding_names.end()) return std::nullopt;
  return static_cast<Rounding>(found - rounding_names.begin());
}

bool is_fp_format(std::uint32_t exponent_bits, std::uint32_t significand_bits) {
  // Z3 wants three bits; beyond quadruple precision nothing is in use.
  return exponent_bits >= 2 && exponent_bits <= 15 && significand_bits >= 3 &&
         significand_bits <= 113;
}

mpz_class fp_nan_bits(Type type) {
  return assemble(type, Sign::plus, all_ones(type), two_to(stored_bits(type) - 1));
}

mpz_class fp_infinity_bits(Type type, Sign sign) { return assemble(type, sign, all_ones(type), 0); }

mpz_class fp_zero_bits(Type type, Sign sign) { return assemble(type, sign, 0, 0); }

mpz_class fp_canonical(Type type, const mpz_class& bits) {
  return fp_parts(type, bits).is_nan() ? fp_nan_bits(type) : bits;
}

FloatParts fp_parts(Type type, const mpz_class& bits) {
  const std::uint32_t stored = stored_bits(type);
  FloatParts result;
  result.sign = mpz_tstbit(bits.get_mpz_t(), type.width() - 1) != 0 ? Sign::minus : Sign::plus;
  mpz_fdiv_r_2exp(result.significand.get_mpz_t(), bits.get_mpz_t(), stored);
  mpz_class exponent = bits >> stored;
  mpz_fdiv_r_2exp(exponent.get_mpz_t(), exponent.get_mpz_t(), type.exponent_bits());
  if (exponent == all_ones(type)) {
    result.kind = result.significand == 0 ? FloatParts::Kind::infinity : FloatParts::Kind::nan;
    return result;
  }
  if (exponent != 0) result.significand += two_to(stored);
  const long least = exponent == 0 ? 1 : exponent.get_si();
  result.exponent = least - bias(type) - static_cast<long>(stored);
  return result;
}

mpz_class fp_rounded(Type type, const FloatParts& parts, Rounding rounding) {
  if (parts.is_nan()) return fp_nan_bits(type);
  if (parts.is_infinite()) return fp_infinity_bits(type, parts.sign);
  if (parts.is_zero()) return fp_zero_bits(type, parts.sign);
  const auto stored = static_cast<long>(stored_bits(type));
  const auto size = static_cast<long>(mpz_sizeinbase(parts.significand.get_mpz_t(), 2));
  const long exponent = parts.exponent + size - 1;
  if (exponent > bias(type)) return overflowed(type, parts.sign, rounding);
  const long least_exponent = 1 - bias(type);
  long unit = std::max(exponent, least_exponent) - stored;
  mpz_class units = rounded_to_units(parts, unit, rounding);
  if (units == two_to(type.significand_bits())) {
    units >>= 1U;
    ++unit;
  }
  if (unit + stored > bias(type)) return overflowed(type, parts.sign, rounding);
  if (units < two_to(stored_bits(type))) return assemble(type, parts.sign, 0, units);
  return assemble(type, parts.sign, unit + stored + bias(type), units - two_to(stored_bits(type)));
}

std::optional<mpz_class> fp_read(Type type, const std::string& text) {
  MpfrNumber number(type.significand_bits() + 8);
  char* end = nullptr;
  const int order = mpfr_strtofr(number.get(), text.c_str(), &end, 0, MPFR_RNDZ);
  if (end != text.c_str() + text.size()) return std::nullopt;
  return fp_rounded(type, number.parts(order), Rounding::nearest_even);
}

std::string fp_write(Type type, const mpz_class& bits) {
  const FloatParts parts = fp_parts(type, bits);
  const std::string sign = parts.sign == Sign::minus ? "-" : "";
  if (parts.is_nan()) return "nan";
  if (parts.is_infinite()) return sign + "inf";
  if (parts.is_zero()) return sign + "0.0";
  const MpfrNumber number(parts);
  std::string text;
  for (int digits = 1;; ++digits) {
    text = number.decimal(digits);
    if (fp_read(type, text) == bits) break;
  }
  // C takes a number for floating point only with a point or an exponent.
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  return text;
}

namespace {

/// The least number that rounds to an integer not below this one, which is not positive.
FloatParts least_rounding_to(const mpz_class& integer, Rounding rounding, std::uint32_t precision) {
  // Where that begins, in halves, and whether there or just behind.
  mpz_class halves = 2 * integer;
  bool is_open = true;
  switch (rounding) {
    case Rounding::nearest_even:
      halves -= 1;
      is_open = mpz_odd_p(integer.get_mpz_t()) != 0;
      break;
    case Rounding::nearest_away:
      halves -= 1;
      break;
    case Rounding::down:
      is_open = false;
      break;
    case Rounding::up:
    case Rounding::zero:
      halves -= 2;
      break;
  }
  FloatParts result;
  result.sign = halves < 0 ? Sign::minus : Sign::plus;
  result.significand = (abs(halves) << precision) - (is_open ? 1 : 0);
  result.exponent = -1 - static_cast<long>(precision);
  return result;
}

}  // namespace

FloatRange fp_rounding_between(Type type, const mpz_class& least, const mpz_class& greatest,
                               Rounding rounding) {
  const std::uint32_t precision = 2 * type.significand_bits();
  const Rounding mirrored = rounding == Rounding::up     ? Rounding::down
                            : rounding == Rounding::down ? Rounding::up
                                                         : rounding;
  const FloatParts from = least_rounding_to(least, rounding, precision);
  FloatParts to = least_rounding_to(-greatest, mirrored, precision);
  to.sign = to.sign == Sign::plus ? Sign::minus : Sign::plus;
  return {fp_rounded(type, from, Rounding::up), fp_rounded(type, to, Rounding::down)};
}

}  // namespace arges::ir
