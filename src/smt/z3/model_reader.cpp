#include "smt/z3/model_reader.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace arges::smt {

using ir::TypeKind;
using ir::Value;

std::optional<Value> ModelReader::read(Z3_ast term, ir::Type type) {
  switch (type.kind()) {
    case TypeKind::boolean:
      switch (Z3_get_bool_value(z3_, term)) {
        case Z3_L_TRUE:
          return Value::boolean(true);
        case Z3_L_FALSE:
          return Value::boolean(false);
        default:
          return std::nullopt;
      }
    case TypeKind::enumeration: {
      const std::optional<std::uint32_t> position = translator_.enum_position(term);
      if (!position) return std::nullopt;
      return Value::small(*position);
    }
    case TypeKind::array:
      return read_array(z3::expr(z3_, term), type);
    case TypeKind::floating:
      return read_floating(term, type);
    case TypeKind::integer:
    case TypeKind::rational:
    case TypeKind::bitvector:
      return read_number(term, type);
  }
  return std::nullopt;
}

std::optional<Value> ModelReader::read_number(Z3_ast term, ir::Type type) {
  if (!Z3_is_numeral_ast(z3_, term)) return std::nullopt;
  std::int64_t number = 0;
  if (Z3_get_numeral_int64(z3_, term, &number) && Value::fits(number)) return Value::small(number);
  const std::string digits = Z3_get_numeral_string(z3_, term);
  z3_.check_error();
  return type.is_rational() ? values_.rational(mpq_class(digits))
                            : values_.integer(mpz_class(digits));
}

/// By way of its bits, which only NaN does not have.
std::optional<Value> ModelReader::read_floating(Z3_ast term, ir::Type type) {
  if (!Z3_is_numeral_ast(z3_, term)) return std::nullopt;
  if (Z3_fpa_is_numeral_nan(z3_, term)) return values_.integer(ir::fp_nan_bits(type));
  const z3::expr bits(z3_, Z3_mk_fpa_to_ieee_bv(z3_, term));
  z3_.check_error();
  return read_number(bits.simplify(), type);
}

/// A chain of stores around a constant array or around a function that Z3 shows as an array.
std::optional<Value> ModelReader::read_array(const z3::expr& term, ir::Type type) {
  std::vector<std::pair<Value, Value>> entries;
  z3::expr rest = term;
  while (rest.is_app() && rest.decl().decl_kind() == Z3_OP_STORE) {
    const std::optional<Value> index = read(rest.arg(1), type.index());
    const std::optional<Value> element = read(rest.arg(2), type.element());
    if (!index || !element) return std::nullopt;
    entries.emplace_back(*index, *element);
    rest = rest.arg(0);
  }
  if (!rest.is_app()) return std::nullopt;
  std::optional<Value> base;
  if (rest.decl().decl_kind() == Z3_OP_CONST_ARRAY) {
    const std::optional<Value> fallback = read(rest.arg(0), type.element());
    if (fallback) base = values_.array(type, *fallback, {});
  } else if (Z3_is_as_array(z3_, rest)) {
    base = read_function(z3::func_decl(z3_, Z3_get_as_array_func_decl(z3_, rest)), type);
  }
  if (!base) return std::nullopt;
  // The outermost store was met first, but the last entry of an index counts.
  const ir::ArrayValue& contents = base->as_big().array;
  entries.insert(entries.end(), contents.entries.rbegin(), contents.entries.rend());
  std::reverse(entries.begin(), entries.end());
  return values_.array(type, contents.fallback, std::move(entries));
}

std::optional<Value> ModelReader::read_function(const z3::func_decl& function, ir::Type type) {
  const z3::func_interp interpretation = model_.get_func_interp(function);
  const std::optional<Value> fallback = read(interpretation.else_value(), type.element());
  if (!fallback) return std::nullopt;
  std::vector<std::pair<Value, Value>> entries;
  for (unsigned i = 0; i < interpretation.num_entries(); ++i) {
    const z3::func_entry entry = interpretation.entry(i);
    const std::optional<Value> index = read(entry.arg(0), type.index());
    const std::optional<Value> element = read(entry.value(), type.element());
    if (!index || !element) return std::nullopt;
    entries.emplace_back(*index, *element);
  }
  return values_.array(type, *fallback, std::move(entries));
}

}  // namespace arges::smt
