#include "ir/multiprecision.h"

#include <algorithm>

namespace arges::ir {

MpfrNumber::MpfrNumber(const FloatParts& parts) {
  const int sign = parts.sign == Sign::minus ? -1 : 1;
  const std::size_t bits = mpz_sizeinbase(parts.significand.get_mpz_t(), 2);
  mpfr_init2(number_, static_cast<mpfr_prec_t>(std::max<std::size_t>(bits, MPFR_PREC_MIN)));
  if (parts.is_nan())
    mpfr_set_nan(number_);
  else if (parts.is_infinite())
    mpfr_set_inf(number_, sign);
  else if (parts.is_zero())
    mpfr_set_zero(number_, sign);
  else
    mpfr_set_z_2exp(number_, mpz_class(sign * parts.significand).get_mpz_t(), parts.exponent,
                    MPFR_RNDN);
}

FloatParts MpfrNumber::parts(int order) const {
  FloatParts result;
  result.sign = mpfr_signbit(number_) != 0 ? Sign::minus : Sign::plus;
  if (mpfr_nan_p(number_) != 0) {
    result.kind = FloatParts::Kind::nan;
  } else if (mpfr_inf_p(number_) != 0) {
    result.kind = FloatParts::Kind::infinity;
  } else if (mpfr_zero_p(number_) == 0) {
    result.exponent = mpfr_get_z_2exp(result.significand.get_mpz_t(), number_) - 1;
    result.significand = 2 * abs(result.significand) + (order == 0 ? 0 : 1);
  }
  return result;
}

std::string MpfrNumber::decimal(int digits) const {
  char* text = nullptr;
  mpfr_asprintf(&text, "%.*Rg", digits, number_);
  std::string result = text;
  mpfr_free_str(text);
  return result;
}

}  // namespace arges::ir
