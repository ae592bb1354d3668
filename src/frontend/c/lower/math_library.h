#pragma once

#include <cstdint>
#include <optional>

#include "frontend/c/syntax/program.h"

namespace arges::frontend::c {

/// What functions of <math.h> and the compiler's builtins compute, whatever the type they are for.
enum class Math : std::uint8_t {
  refused,  ///< the solver has no such function
  // of one number
  fabs,
  sqrt,
  floor,
  ceil,
  trunc,
  round,
  rint,
  // of two
  fmin,
  fmax,
  fdim,
  fmod,
  remainder,
  copysign,
  // questions
  isnan,
  isinf,
  isinf_sign,  ///< −1 of −∞
  isfinite,
  isnormal,
  signbit,
  isgreater,
  isgreaterequal,
  isless,
  islessequal,
  islessgreater,
  isunordered,
  fpclassify,  ///< with the numbers that the GNU library gives the kinds
  // constants
  infinity,
  nan,
};

/// Which one a function without a body is, if any: sqrt, sqrtf, __builtin_sqrtl.
std::optional<Math> math_function(const Function& function);
inline bool is_math_function(const Function& function) {
  return math_function(function).has_value();
}

}  // namespace arges::frontend::c
