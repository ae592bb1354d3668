#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <gmpxx.h>

#include "ir/type.h"

namespace arges::ir {

// Floating point numbers of any format as the bits of IEEE 754: a sign, the biased exponent, the
// significand without its hidden bit. All NaNs are one: positive, the highest bit of the
// significand set.

/// The rounding modes of IEEE 754, in SMT-LIB's order.
enum class Rounding : std::uint8_t { nearest_even, nearest_away, up, down, zero };

/// As SMT-LIB and CFA write it: RNE, RNA, RTP, RTN, RTZ.
const char* to_string(Rounding rounding);
std::optional<Rounding> rounding_of(std::string_view text);

/// Whether numbers of such a format can be computed with.
bool is_fp_format(std::uint32_t exponent_bits, std::uint32_t significand_bits);

mpz_class fp_nan_bits(Type type);
enum class Sign : std::uint8_t { plus, minus };
mpz_class fp_infinity_bits(Type type, Sign sign);
mpz_class fp_zero_bits(Type type, Sign sign);
/// The same number, of NaN the bits above.
mpz_class fp_canonical(Type type, const mpz_class& bits);

/// A number taken apart: −1^sign · significand · 2^exponent.
struct FloatParts {
  enum class Kind : std::uint8_t { number, infinity, nan } kind = Kind::number;  ///< 0 is a number
  Sign sign = Sign::plus;
  mpz_class significand = 0;
  long exponent = 0;

  bool is_nan() const { return kind == Kind::nan; }
  bool is_infinite() const { return kind == Kind::infinity; }
  bool is_zero() const { return kind == Kind::number && significand == 0; }
};
FloatParts fp_parts(Type type, const mpz_class& bits);
/// The bits of the number, rounded. The significand of one that is only cut off ends with a 1 and
/// is longer than the type's by two bits or more.
mpz_class fp_rounded(Type type, const FloatParts& parts, Rounding rounding);

/// The number that the text is in C (1.5, 1e-3, 0x1.8p3), rounded to nearest; nothing if it is
/// none.
std::optional<mpz_class> fp_read(Type type, const std::string& text);
/// The shortest decimal number that fp_read takes for this one (-0.1, 1e+30); nan, inf, -inf.
std::string fp_write(Type type, const mpz_class& bits);

/// The bits of the least and of the greatest number that rounds to an integer between two others,
/// at most 0 and at least 0.
struct FloatRange {
  mpz_class least;
  mpz_class greatest;
};
FloatRange fp_rounding_between(Type type, const mpz_class& least, const mpz_class& greatest,
                               Rounding rounding);

}  // namespace arges::ir
