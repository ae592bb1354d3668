#include "analysis/domain/interval/interval.h"

namespace arges::analysis {

std::optional<Interval> Interval::all_of(ir::Type type) {
  if (type.is_int()) return Interval{};
  if (type.is_bool()) return Interval{0, 1};
  if (type.is_enum()) return Interval{0, static_cast<std::int64_t>(type.literals().size()) - 1};
  return std::nullopt;
}

std::int64_t floor_division(std::int64_t a, std::int64_t b) {
  const std::int64_t quotient = a / b;
  return a % b != 0 && (a < 0) != (b < 0) ? quotient - 1 : quotient;
}

std::int64_t ceiling_division(std::int64_t a, std::int64_t b) {
  const std::int64_t quotient = a / b;
  return a % b != 0 && (a < 0) == (b < 0) ? quotient + 1 : quotient;
}

namespace {

/// factor * number + offset, if that fits.
std::optional<std::int64_t> apply(const LinearTerm& term, std::int64_t number) {
  std::int64_t result = 0;
  if (__builtin_mul_overflow(term.factor, number, &result) || !ir::Value::fits(result))
    return std::nullopt;
  result += term.offset;
  return ir::Value::fits(result) ? std::optional(result) : std::nullopt;
}

}  // namespace

Interval LinearTerm::range(const Interval& of_base) const {
  if (is_constant()) return Interval::of(offset);
  const bool rises = factor > 0;
  const std::int64_t at_lo = rises ? of_base.lo : of_base.hi;
  const std::int64_t at_hi = rises ? of_base.hi : of_base.lo;
  Interval result;
  if (at_lo != Interval::no_lower && at_lo != Interval::no_upper)
    result.lo = apply(*this, at_lo).value_or(Interval::no_lower);
  if (at_hi != Interval::no_lower && at_hi != Interval::no_upper)
    result.hi = apply(*this, at_hi).value_or(Interval::no_upper);
  return result;
}

Interval LinearTerm::base_if_at_most(std::int64_t number) const {
  const std::int64_t rest = number - offset;  // both fit 62 bits
  if (factor > 0) return {Interval::no_lower, floor_division(rest, factor)};
  return {ceiling_division(rest, factor), Interval::no_upper};
}

std::optional<std::int64_t> LinearTerm::base_if_equal(std::int64_t number) const {
  const std::int64_t rest = number - offset;
  if (rest % factor != 0) return std::nullopt;
  return rest / factor;
}

std::optional<LinearTerm> sum(const LinearTerm& a, const LinearTerm& b) {
  if (!a.is_constant() && !b.is_constant() && a.base != b.base) return std::nullopt;
  const LinearTerm result{a.is_constant() ? b.base : a.base, a.factor + b.factor,
                          a.offset + b.offset};
  if (!ir::Value::fits(result.factor) || !ir::Value::fits(result.offset)) return std::nullopt;
  return result;
}

std::optional<LinearTerm> product(const LinearTerm& a, std::int64_t factor) {
  LinearTerm result = a;
  if (__builtin_mul_overflow(a.factor, factor, &result.factor) ||
      __builtin_mul_overflow(a.offset, factor, &result.offset) || !ir::Value::fits(result.factor) ||
      !ir::Value::fits(result.offset))
    return std::nullopt;
  return result;
}

}  // namespace arges::analysis
