#include "frontend/c/lower/math_library.h"

#include <algorithm>
#include <string_view>

namespace arges::frontend::c {

namespace {

struct Row {
  std::string_view name;
  Math what;
};

constexpr Row functions[] = {
    {"fabs", Math::fabs},
    {"sqrt", Math::sqrt},
    {"floor", Math::floor},
    {"ceil", Math::ceil},
    {"trunc", Math::trunc},
    {"round", Math::round},
    {"rint", Math::rint},
    {"nearbyint", Math::rint},
    {"fmin", Math::fmin},
    {"fmax", Math::fmax},
    {"fdim", Math::fdim},
    {"fmod", Math::fmod},
    {"remainder", Math::remainder},
    {"copysign", Math::copysign},
    {"isnan", Math::isnan},
    {"isinf", Math::isinf_sign},
    {"isinf_sign", Math::isinf_sign},
    {"isfinite", Math::isfinite},
    {"finite", Math::isfinite},
    {"isnormal", Math::isnormal},
    {"signbit", Math::signbit},
    {"isgreater", Math::isgreater},
    {"isgreaterequal", Math::isgreaterequal},
    {"isless", Math::isless},
    {"islessequal", Math::islessequal},
    {"islessgreater", Math::islessgreater},
    {"isunordered", Math::isunordered},
    {"fpclassify", Math::fpclassify},
    {"nan", Math::nan},
};

/// Known to compilers only.
constexpr Row builtins[] = {
    {"inf", Math::infinity},
    {"huge_val", Math::infinity},
    {"isinf", Math::isinf},
};

constexpr std::string_view refused[] = {
    "sin",     "cos",       "tan",       "asin",      "acos",  "atan",   "atan2",  "sinh",
    "cosh",    "tanh",      "asinh",     "acosh",     "atanh", "exp",    "exp2",   "expm1",
    "log",     "log10",     "log2",      "log1p",     "pow",   "cbrt",   "hypot",  "erf",
    "erfc",    "lgamma",    "tgamma",    "fma",       "ldexp", "frexp",  "modf",   "scalbn",
    "scalbln", "ilogb",     "logb",      "nextafter", "lrint", "lround", "llrint", "llround",
    "remquo",  "roundeven", "nexttoward"};

template <typename Table>
std::optional<Math> find(const Table& table, std::string_view name) {
  for (const Row& row : table)
    if (row.name == name) return row.what;
  return std::nullopt;
}

std::optional<Math> named(std::string_view name, bool is_builtin) {
  if (is_builtin)
    if (const auto found = find(builtins, name)) return found;
  if (const auto found = find(functions, name)) return found;
  if (std::find(std::begin(refused), std::end(refused), name) != std::end(refused))
    return Math::refused;
  return std::nullopt;
}

/// A question has an answer of type int, all others a number.
bool is_question(Math what) { return what >= Math::isnan && what <= Math::fpclassify; }

}  // namespace

std::optional<Math> math_function(const Function& function) {
  std::string_view name = function.name;
  constexpr std::string_view builtin = "__builtin_";
  const bool is_builtin = name.starts_with(builtin);
  if (is_builtin)
    name.remove_prefix(builtin.size());
  else if (name.starts_with("__"))  // __isnanf of the GNU library
    name.remove_prefix(2);
  std::optional<Math> what = named(name, is_builtin);
  if (!what && !name.empty() && (name.back() == 'f' || name.back() == 'l'))
    what = named(name.substr(0, name.size() - 1), is_builtin);
  if (!what || *what == Math::refused) return what;
  // A function of another kind may have that name.
  const bool fits = is_question(*what) ? function.type->element->is_integral()
                                       : function.type->element->is_floating();
  return fits ? what : std::nullopt;
}

}  // namespace arges::frontend::c
