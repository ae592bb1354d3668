#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <gmpxx.h>

namespace arges::frontend::c {

enum class TypeKind : std::uint8_t {
  void_,
  integer,  ///< also characters and enumerations
  boolean,  ///< _Bool
  floating,
  pointer,
  array,
  structure,
  union_,
  function,
};

struct TypeRecord;
/// A C type without its qualifiers; types of the same spelling are the same record.
using Type = const TypeRecord*;

struct Field {
  std::string name;  ///< empty: an unnamed structure or union
  Type type;
  std::uint64_t offset;  ///< in bytes; of a bit-field, that of its first bit
};

struct TypeRecord {
  TypeKind kind;
  std::string spelling;
  std::uint64_t size = 0;              ///< in bytes; 0 if not known
  bool is_signed = false;              ///< of an integer
  std::uint32_t width = 0;             ///< of a bit-field, in bits; 0: it has all of its bytes
  std::uint32_t significand_bits = 0;  ///< of floating point, with the hidden bit
  Type element = nullptr;  ///< what a pointer points to, an array has, a function returns
  std::optional<std::uint64_t> length = {};  ///< of an array, unless it is variable or open
  std::vector<Field> fields = {};            ///< of a structure or union
  std::vector<Type> parameters = {};         ///< of a function
  bool is_variadic = false;                  ///< a function that takes more, or any, arguments
  /// Of an enumeration, its constants.
  std::vector<std::pair<std::string, mpz_class>> constants = {};

  bool is(TypeKind wanted) const { return kind == wanted; }
  /// Integers, _Bool.
  bool is_integral() const { return is(TypeKind::integer) || is(TypeKind::boolean); }
  bool is_floating() const { return is(TypeKind::floating); }
  bool is_record() const { return is(TypeKind::structure) || is(TypeKind::union_); }
  /// What fits one variable.
  bool is_scalar() const { return is_integral() || is(TypeKind::pointer) || is_floating(); }
  bool is_bitfield() const { return width != 0; }
  std::uint32_t bits() const { return width != 0 ? width : static_cast<std::uint32_t>(8 * size); }
  /// The least and the greatest value of an integral type.
  mpz_class min() const {
    return is_signed ? mpz_class(-(mpz_class(1) << (bits() - 1))) : mpz_class(0);
  }
  mpz_class max() const {
    if (is(TypeKind::boolean)) return 1;
    return (mpz_class(1) << (is_signed ? bits() - 1 : bits())) - 1;
  }
};

}  // namespace arges::frontend::c
