#include "output/program_value.h"

#include <fmt/format.h>

#include "ir/floating.h"

namespace arges::output {

std::string program_number(ir::Value value, ir::Type type, std::uint32_t signed_bits) {
  const bool is_number = type.is_int() || type.is_bitvector();
  if (!value.is_unknown() && type.is_floating()) return ir::fp_write(type, value.integer());
  if (value.is_unknown() || !is_number) return ir::to_string(value, type);
  mpz_class number = value.integer();
  if (type.is_bitvector() && signed_bits != 0 && number >= (mpz_class(1) << (signed_bits - 1)))
    number -= mpz_class(1) << signed_bits;
  return number.get_str();
}

std::string c_literal(ir::Value value, ir::Type type, const std::string& c_type) {
  const bool is_number = type.is_int() || type.is_bitvector();
  if (!value.is_unknown() && type.is_floating()) return c_floating(value, type);
  if (value.is_unknown() || !is_number) return "0";
  mpz_class number = value.integer();
  const bool is_plain = number >= -2147483647 && number <= 2147483647;
  if (is_plain) return fmt::format("({}){}", c_type, number.get_str());
  // Conversions of what is too large are modulo 2ⁿ with every compiler that there is.
  if (number < 0) number += mpz_class(1) << 64;
  return fmt::format("({}){}ULL", c_type, number.get_str());
}

std::string c_floating(ir::Value value, ir::Type type) {
  const mpz_class bits = value.integer();
  const ir::FloatParts parts = ir::fp_parts(type, bits);
  // With the suffix of its type, or it would be rounded twice.
  const std::uint32_t significand = type.significand_bits();
  const char* const suffix = significand == 24 ? "f" : (significand == 64 ? "L" : "");
  if (parts.is_nan()) return fmt::format("(0.0{0}/0.0{0})", suffix);
  if (parts.is_infinite())
    return fmt::format("{0}(1.0{1}/0.0{1})", parts.sign == ir::Sign::minus ? "-" : "", suffix);
  return ir::fp_write(type, bits) + suffix;
}

std::string c_result_is(ir::Value value, ir::Type type, std::uint32_t signed_bits) {
  if (value.is_unknown() || !type.is_floating())
    return fmt::format("\\result == {}", program_number(value, type, signed_bits));
  if (ir::fp_parts(type, value.integer()).is_nan()) return "\\result != \\result";
  return fmt::format("\\result == {}", c_floating(value, type));
}

}  // namespace arges::output
