#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <gmpxx.h>

#include "ir/type.h"

namespace arges::ir {

struct BigValue;

/// A value of some type in one machine word; what does not fit is interned in a ValuePool, so
/// equality is that of words. The type is known from where the value stands, not from the word.
///
/// bool 0/1 · enum: its literal's position · bit-vector: unsigned · int · rational · array ·
/// floating point: the bits of IEEE 754, unsigned, of NaN only those of ir/floating.h.
/// A special form means "unknown", tagged with a number (see ExplicitDomain).
class Value {
 public:
  /// Unknown, with tag 0.
  constexpr Value() = default;

  static constexpr bool fits(std::int64_t number) {
    return number >= -(std::int64_t{1} << 61) && number < (std::int64_t{1} << 61);
  }
  static constexpr Value small(std::int64_t number) {
    return Value(static_cast<std::uint64_t>(number) << 1U);
  }
  static constexpr Value boolean(bool value) { return small(value ? 1 : 0); }
  static constexpr Value unknown(std::uint64_t tag = 0) { return Value(tag << 2U | 3U); }
  static Value big(const BigValue* value) {
    return Value(reinterpret_cast<std::uint64_t>(value) | 1U);
  }

  constexpr bool is_small() const { return (word_ & 1U) == 0; }
  constexpr bool is_unknown() const { return (word_ & 3U) == 3U; }
  constexpr bool is_big() const { return (word_ & 3U) == 1U; }

  constexpr std::int64_t as_small() const { return static_cast<std::int64_t>(word_) >> 1U; }
  constexpr bool is_true() const { return word_ == 2; }
  constexpr bool is_false() const { return word_ == 0; }
  constexpr std::uint64_t unknown_tag() const { return word_ >> 2U; }
  const BigValue& as_big() const { return *reinterpret_cast<const BigValue*>(word_ ^ 1U); }

  /// The number of an int, bit-vector or enum value, the bits of a floating point one.
  mpz_class integer() const;
  /// The number of an int or rational value.
  mpq_class rational() const;

  /// Good for hashing and equality only; not the same from run to run for big values.
  constexpr std::uint64_t word() const { return word_; }
  constexpr bool operator==(const Value&) const = default;

 private:
  constexpr explicit Value(std::uint64_t word) : word_(word) {}
  std::uint64_t word_ = 3;
};

/// The contents of an array value: `fallback` everywhere but at `entries` (sorted by index, none
/// equal to the fallback), so that equal arrays have equal contents.
struct ArrayValue {
  Value fallback;
  std::vector<std::pair<Value, Value>> entries;
};

/// An interned value that does not fit a word: a big integer, a proper fraction, or an array.
struct BigValue {
  enum class Kind : std::uint8_t { integer, rational, array } kind;
  std::size_t hash = 0;
  mpz_class integer = {};
  mpq_class rational = {};
  ArrayValue array = {};
};

/// A total order that is the same on every run: by number, arrays by contents.
std::strong_ordering compare(Value a, Value b);

/// A hash that is the same on every run.
std::size_t stable_hash(Value value);

/// The value at an index.
Value array_get(Value array, Value index);

/// As the core syntax writes a literal of that type ("?" for unknown).
std::string to_string(Value value, Type type);

}  // namespace arges::ir
