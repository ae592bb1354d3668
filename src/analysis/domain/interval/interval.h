#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>

#include "ir/type.h"
#include "ir/value.h"

namespace arges::analysis {

/// Whole numbers from one bound to the other, either of which may be missing. Truth values and
/// literals of enumerations are numbers as ir::Value has them. Bounds fit an ir::Value; what lies
/// beyond counts as missing, so that operations may only say too little.
struct Interval {
  static constexpr std::int64_t no_lower = std::numeric_limits<std::int64_t>::min();
  static constexpr std::int64_t no_upper = std::numeric_limits<std::int64_t>::max();
  std::int64_t lo = no_lower;
  std::int64_t hi = no_upper;

  static Interval of(std::int64_t number) { return {number, number}; }
  /// All values of a type; nothing: it has none that are numbers here.
  static std::optional<Interval> all_of(ir::Type type);

  bool is_empty() const { return lo > hi; }
  bool is_single() const { return lo == hi; }
  bool is_bounded() const { return lo != no_lower && hi != no_upper; }
  bool contains(const Interval& other) const { return lo <= other.lo && other.hi <= hi; }
  Interval meet(const Interval& other) const {
    return {std::max(lo, other.lo), std::min(hi, other.hi)};
  }
  bool operator==(const Interval&) const = default;
};

/// Division of whole numbers that rounds down, or up.
std::int64_t floor_division(std::int64_t a, std::int64_t b);
std::int64_t ceiling_division(std::int64_t a, std::int64_t b);

/// A number `factor * base + offset`, the base being one of several unknowns; without a factor it
/// is a constant.
struct LinearTerm {
  std::uint32_t base = 0;
  std::int64_t factor = 0;
  std::int64_t offset = 0;

  static LinearTerm constant(std::int64_t number) { return {0, 0, number}; }
  bool is_constant() const { return factor == 0; }
  /// What it may be if the base is in the interval.
  Interval range(const Interval& of_base) const;
  /// The values of the base for which it is at most the number; it must not be a constant.
  Interval base_if_at_most(std::int64_t number) const;
  /// The value of the base for which it is the number.
  std::optional<std::int64_t> base_if_equal(std::int64_t number) const;
};
/// Nothing where it is no such term: two bases, or numbers too large.
std::optional<LinearTerm> sum(const LinearTerm& a, const LinearTerm& b);
std::optional<LinearTerm> product(const LinearTerm& a, std::int64_t factor);

}  // namespace arges::analysis
