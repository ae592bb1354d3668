#pragma once

#include <string>

#include <mpfr.h>

#include "ir/floating.h"

namespace arges::ir {

/// A number of the MPFR library, which computes with any precision and hardly limited exponents.
class MpfrNumber {
 public:
  /// Zero, with so many bits.
  explicit MpfrNumber(std::uint32_t precision) { mpfr_init2(number_, precision); }
  /// Exactly this number.
  explicit MpfrNumber(const FloatParts& parts);
  ~MpfrNumber() { mpfr_clear(number_); }
  MpfrNumber(const MpfrNumber&) = delete;
  MpfrNumber& operator=(const MpfrNumber&) = delete;

  mpfr_ptr get() { return number_; }
  mpfr_srcptr get() const { return number_; }

  /// The number as fp_rounded takes it. It was rounded towards zero; `order` is what MPFR returned:
  /// 0 if it is exact.
  FloatParts parts(int order) const;
  /// With so many significant digits, as printf's %g writes it.
  std::string decimal(int digits) const;

 private:
  mpfr_t number_;
};

}  // namespace arges::ir
