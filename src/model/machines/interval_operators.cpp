#include "model/machines/interval_operators.h"

#include <algorithm>
#include <cstdlib>

#include "base/invariant.h"

namespace arges::model::machines {

std::optional<Range> Results::Numbers::within(Range cell) const {
  const Value lo = std::max(cell.lo, range.lo);
  const Value hi = std::min(cell.hi, range.hi);
  if (lo > hi) return std::nullopt;
  const Value first = range.lo + (lo - range.lo + stride - 1) / stride * stride;
  if (first > hi) return std::nullopt;
  return Range{first, range.lo + (hi - range.lo) / stride * stride};
}

bool Results::meets(Range cell) const {
  return std::any_of(numbers.begin(), numbers.end(),
                     [&](const Numbers& some) { return some.within(cell).has_value(); });
}

bool Results::certainly_meets(Range cell) const {
  return std::any_of(numbers.begin(), numbers.end(), [&](const Numbers& some) {
    return some.kind == Numbers::Kind::results && some.within(cell).has_value();
  });
}

namespace {

using Numbers = Results::Numbers;

/// An operand with no more numbers than this is tried number by number.
constexpr Value few = 64;

Value count(Range range) { return range.hi - range.lo + 1; }

/// Adds what of the numbers has 32 bits; the rest overflows. Both bounds must be results.
void add(Results& results, Numbers numbers) {
  if (numbers.range.lo < least_int || numbers.range.hi > largest_int)
    results.faults.push_back(Fault::overflow);
  if (numbers.range.lo < least_int) {
    const Value steps = (least_int - numbers.range.lo + numbers.stride - 1) / numbers.stride;
    numbers.range.lo += steps * numbers.stride;
  }
  numbers.range.hi = std::min(numbers.range.hi, largest_int);
  if (numbers.range.lo <= numbers.range.hi) results.numbers.push_back(numbers);
}

Range hull(std::initializer_list<Value> values) { return {std::min(values), std::max(values)}; }

/// By one number: multiples of it.
void multiply_by(Results& results, Value factor, Range b) {
  add(results, {hull({factor * b.lo, factor * b.hi}), std::max<Value>(std::abs(factor), 1)});
}

/// Products of many numbers by many: the bounds are results, and so are the multiples of the
/// bounds; what else is between may have no factors there.
void multiply(Results& results, Range a, Range b) {
  if (count(a) > count(b)) std::swap(a, b);
  if (count(a) <= few) {
    for (Value factor = a.lo; factor <= a.hi; ++factor) multiply_by(results, factor, b);
    return;
  }
  for (const Value factor : {a.lo, a.hi}) multiply_by(results, factor, b);
  for (const Value factor : {b.lo, b.hi}) multiply_by(results, factor, a);
  if (a.contains(0) || b.contains(0)) add(results, {Range::of(0)});
  add(results,
      {hull({a.lo * b.lo, a.lo * b.hi, a.hi * b.lo, a.hi * b.hi}), 1, Numbers::Kind::candidates});
}

/// Numbers that are not negative, divided by positive ones; the results are negated if asked for.
class Quotients {
 public:
  Quotients(Results& results, Value sign) : results_(results), sign_(sign) {}

  void divide(Range a, Range b) const {
    // Quotients by neighbours are far apart only where the divisor is small.
    Value by = b.lo;
    for (; by <= b.hi && by - b.lo < few; ++by) put({a.lo / by, a.hi / by});
    if (by > b.hi) return;
    // With a.hi / (n + 1) >= a.lo / n for one divisor n, and so for all larger ones, no quotient
    // is left out between them; nor if they differ by one at most.
    const bool has_no_gaps = a.hi * by >= a.lo * (by + 1) || by * (by + 1) >= a.hi;
    put({a.lo / b.hi, a.hi / by}, has_no_gaps ? Numbers::Kind::results : Numbers::Kind::candidates);
    put({a.lo / b.hi, a.hi / b.hi});
  }

  void remainder(Range a, Range b) const {
    if (b.hi > a.hi) put(a);  // divisors that are larger leave the number as it is
    b.hi = std::min(b.hi, a.hi);
    if (b.lo > b.hi) return;
    Value by = b.lo;
    for (; by <= b.hi && by - b.lo < few; ++by) remainder_by(a, by);
    if (by > b.hi) return;
    remainder_by(a, b.hi);
    put({0, b.hi - 1}, Numbers::Kind::candidates);
  }

 private:
  void remainder_by(Range a, Value by) const {
    if (count(a) >= by) return put({0, by - 1});
    if (a.lo % by <= a.hi % by) return put({a.lo % by, a.hi % by});
    put({0, a.hi % by});
    put({a.lo % by, by - 1});
  }
  void put(Range range, Numbers::Kind kind = Numbers::Kind::results) const {
    add(results_, {sign_ > 0 ? range : Range{-range.hi, -range.lo}, 1, kind});
  }

  Results& results_;
  Value sign_;
};

/// The parts of an operand by their signs, without the sign.
std::vector<std::pair<Range, Value>> magnitudes(Range range) {
  std::vector<std::pair<Range, Value>> result;
  if (range.hi >= 0) result.push_back({{std::max<Value>(range.lo, 0), range.hi}, 1});
  if (range.lo < 0) result.push_back({{-std::min<Value>(range.hi, -1), -range.lo}, -1});
  return result;
}

void divide(Results& results, Operator op, Range a, Range b) {
  if (b.contains(0)) results.faults.push_back(Fault::division_by_zero);
  for (const auto& [dividend, sign_of_dividend] : magnitudes(a))
    for (auto [divisor, sign_of_divisor] : magnitudes(b)) {
      divisor.lo = std::max<Value>(divisor.lo, 1);
      if (divisor.lo > divisor.hi) continue;
      if (op == Operator::divide)
        Quotients(results, sign_of_dividend * sign_of_divisor).divide(dividend, divisor);
      else
        Quotients(results, sign_of_dividend).remainder(dividend, divisor);
    }
}

void shift(Results& results, Operator op, Range a, Range bits) {
  if (bits.lo < 0 || bits.hi > 31) results.faults.push_back(Fault::bad_shift);
  bits = {std::max<Value>(bits.lo, 0), std::min<Value>(bits.hi, 31)};
  for (Value by = bits.lo; by <= bits.hi; ++by) {
    const Value factor = Value{1} << by;
    if (op == Operator::shift_left)
      add(results, {{a.lo * factor, a.hi * factor}, factor});
    else
      add(results, {{a.lo >> by, a.hi >> by}});
  }
}

}  // namespace

Results apply(Operator op, Range a, Range b) {
  Results results;
  switch (op) {
    case Operator::negate:
      add(results, {{-a.hi, -a.lo}});
      break;
    case Operator::add:
      add(results, {{a.lo + b.lo, a.hi + b.hi}});
      break;
    case Operator::subtract:
      add(results, {{a.lo - b.hi, a.hi - b.lo}});
      break;
    case Operator::multiply:
      multiply(results, a, b);
      break;
    case Operator::divide:
    case Operator::remainder:
      divide(results, op, a, b);
      break;
    case Operator::shift_left:
    case Operator::shift_right:
      shift(results, op, a, b);
      break;
    default:
      UNREACHABLE("the operator should be one of arithmetic");
  }
  std::sort(results.faults.begin(), results.faults.end());
  results.faults.erase(std::unique(results.faults.begin(), results.faults.end()),
                       results.faults.end());
  return results;
}

Truths compare(Operator op, Range a, Range b) {
  switch (op) {
    case Operator::less:
      return {a.lo < b.hi, a.hi >= b.lo};
    case Operator::less_equal:
      return {a.lo <= b.hi, a.hi > b.lo};
    case Operator::greater:
      return compare(Operator::less, b, a);
    case Operator::greater_equal:
      return compare(Operator::less_equal, b, a);
    case Operator::equal:
      return {a.lo <= b.hi && b.lo <= a.hi, !(a.is_single() && a == b)};
    case Operator::not_equal: {
      const Truths equal = compare(Operator::equal, a, b);
      return {equal.may_fail, equal.may_hold};
    }
    default:
      UNREACHABLE("the operator should be a comparison");
  }
}

}  // namespace arges::model::machines
