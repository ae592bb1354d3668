#include "output/program_value.h"

#include <fmt/format.h>

namespace arges::output {

std::string program_number(ir::Value value, ir::Type type, std::uint32_t signed_bits) {
  const bool is_number = type.is_int() || type.is_bitvector();
  if (value.is_unknown() || !is_number) return ir::to_string(value, type);
  mpz_class number = value.integer();
  if (type.is_bitvector() && signed_bits != 0 && number >= (mpz_class(1) << (signed_bits - 1)))
    number -= mpz_class(1) << signed_bits;
  return number.get_str();
}

std::string c_literal(ir::Value value, ir::Type type, const std::string& c_type) {
  const bool is_number = type.is_int() || type.is_bitvector();
  if (value.is_unknown() || !is_number) return "0";
  mpz_class number = value.integer();
  const bool is_plain = number >= -2147483647 && number <= 2147483647;
  if (is_plain) return fmt::format("({}){}", c_type, number.get_str());
  // Conversions of what is too large are modulo 2ⁿ with every compiler that there is.
  if (number < 0) number += mpz_class(1) << 64;
  return fmt::format("({}){}ULL", c_type, number.get_str());
}

}  // namespace arges::output
