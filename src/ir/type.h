#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace arges::ir {

enum class TypeKind : std::uint8_t {
  boolean,
  integer,
  rational,
  bitvector,
  floating,
  enumeration,
  array,
};

class Type;

/// The interned record behind a Type; made by Context only.
struct TypeRecord;

/// An interned type of the language; equal types are the same record.
class Type {
 public:
  Type() = default;
  explicit Type(const TypeRecord* record) : record_(record) {}

  TypeKind kind() const;
  bool is_bool() const { return kind() == TypeKind::boolean; }
  bool is_int() const { return kind() == TypeKind::integer; }
  bool is_rational() const { return kind() == TypeKind::rational; }
  bool is_numeric() const { return is_int() || is_rational(); }
  bool is_bitvector() const { return kind() == TypeKind::bitvector; }
  bool is_floating() const { return kind() == TypeKind::floating; }
  bool is_enum() const { return kind() == TypeKind::enumeration; }
  bool is_array() const { return kind() == TypeKind::array; }

  std::uint32_t width() const;          ///< of a bit-vector; of all bits of a floating point number
  std::uint32_t exponent_bits() const;  ///< of floating point
  std::uint32_t significand_bits() const;            ///< of floating point, with the hidden bit
  Type index() const;                                ///< of an array
  Type element() const;                              ///< of an array
  const std::string& name() const;                   ///< of an enumeration
  const std::vector<std::string>& literals() const;  ///< of an enumeration, in order

  /// How many values the type has, numbered from 0, if at most `limit`; 0 otherwise and for
  /// floating point.
  std::uint64_t cardinality(std::uint64_t limit) const;

  std::uint32_t id() const;
  explicit operator bool() const { return record_ != nullptr; }
  bool operator==(const Type&) const = default;
  /// As the core syntax writes it: bool, int, rat, bv[8], fp[8,24], [int] -> bool, an enumeration's
  /// name.
  std::string to_string() const;

 private:
  const TypeRecord* record_ = nullptr;
};

struct TypeRecord {
  TypeKind kind;
  std::uint32_t id;
  std::size_t hash;
  std::uint32_t width = 0;
  std::uint32_t exponent_bits = 0;
  Type index = {};
  Type element = {};
  std::string name = {};
  std::vector<std::string> literals = {};
};

inline TypeKind Type::kind() const { return record_->kind; }
inline std::uint32_t Type::id() const { return record_->id; }
inline std::uint32_t Type::width() const { return record_->width; }
inline std::uint32_t Type::exponent_bits() const { return record_->exponent_bits; }
inline std::uint32_t Type::significand_bits() const { return width() - exponent_bits(); }
inline Type Type::index() const { return record_->index; }
inline Type Type::element() const { return record_->element; }
inline const std::string& Type::name() const { return record_->name; }
inline const std::vector<std::string>& Type::literals() const { return record_->literals; }

}  // namespace arges::ir
