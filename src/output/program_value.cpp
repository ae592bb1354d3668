#include "output/program_value.h"

#include <optional>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "ir/floating.h"
#include "output/json.h"

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

namespace {

using Variable = model::ProgramInfo::Variable;

/// Arrays with elements past this one are told by the elements that they have.
constexpr std::uint64_t most_elements = 100;

/// The elements of an array up to the last one that is not like all others; nothing if they are
/// too many.
std::optional<std::vector<ir::Value>> elements_of(ir::Value array) {
  const auto& parts = array.as_big().array;
  std::vector<ir::Value> result;
  for (const auto& [index, element] : parts.entries) {
    const mpz_class at = index.integer();
    if (at < 0 || at >= most_elements) return std::nullopt;
    if (at.get_ui() >= result.size()) result.resize(at.get_ui() + 1, parts.fallback);
    result[at.get_ui()] = element;
  }
  return result;
}

bool is_zero(ir::Value value, ir::Type type) {
  return !value.is_unknown() && (type.is_int() || type.is_bitvector()) && value.integer() == 0;
}

}  // namespace

std::string program_value(ir::Value value, ir::Type type, const Variable& variable) {
  if (value.is_unknown()) return ir::to_string(value, type);
  if (!type.is_array()) {
    const std::string number = program_number(value, type, variable.bits);
    if (variable.constants.empty() || !(type.is_int() || type.is_bitvector())) return number;
    const auto name = variable.constants.find(mpz_class(number));
    return name == variable.constants.end() ? number : name->second;
  }
  if (!value.is_big()) return ir::to_string(value, type);
  const ir::Type element = type.element();
  const ir::Value others = value.as_big().array.fallback;
  std::vector<std::string> parts;
  if (const auto elements = elements_of(value)) {
    for (const ir::Value one : *elements) parts.push_back(program_value(one, element, variable));
  } else {
    for (const auto& [index, one] : value.as_big().array.entries)
      parts.push_back(fmt::format("[{}] = {}", program_number(index, type.index(), 0),
                                  program_value(one, element, variable)));
  }
  const bool are_left_out = is_zero(others, element);
  if (parts.empty() || !are_left_out) parts.push_back(program_value(others, element, variable));
  if (!are_left_out) parts.emplace_back("…");
  return fmt::format("{{{}}}", fmt::join(parts, ", "));
}

nlohmann::ordered_json program_value_json(ir::Value value, ir::Type type,
                                          const Variable& variable) {
  if (value.is_unknown()) return nullptr;
  if (type.is_array() && value.is_big()) {
    const auto elements = elements_of(value);
    if (!elements) return program_value(value, type, variable);
    nlohmann::ordered_json result = nlohmann::ordered_json::array();
    for (const ir::Value one : *elements)
      result.push_back(program_value_json(one, type.element(), variable));
    const ir::Value others = value.as_big().array.fallback;
    if (!is_zero(others, type.element())) {
      result.push_back(program_value_json(others, type.element(), variable));
      result.push_back("…");
    }
    return result;
  }
  const std::string text = program_value(value, type, variable);
  const bool is_number = type.is_int() || type.is_bitvector();
  if (is_number &&
      variable.constants.contains(mpz_class(program_number(value, type, variable.bits))))
    return text;
  return is_number ? nlohmann::ordered_json::parse(text) : to_json(value, type);
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
