#include "model/machines/interval_operators.h"

#include <algorithm>
#include <cstdlib>

#include "base/invariant.h"

namespace arges::model::machines {

bool Results::Numbers::meets(Range cell) const {
  const Value lo = std::max(cell.lo, range.lo);
  const Value hi = std::min(cell.hi, range.hi);
  if (lo > hi) return false;
  const Value steps = (lo - range.lo + stride - 1) / stride;
  return range.lo + steps * stride <= hi;
}

namespace {

using Numbers = Results::Numbers;

/// Adds what of the numbers has 32 bits; the rest overflows.
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

void multiply(Results& results, Range a, Range b) {
  if (!a.is_single() && b.is_single()) std::swap(a, b);
  const Range all = hull({a.lo * b.lo, a.lo * b.hi, a.hi * b.lo, a.hi * b.hi});
  const Value stride = a.is_single() ? std::max<Value>(std::abs(a.lo), 1) : 1;
  if (!a.is_single()) results.precision = Results::Precision::over;
  add(results, {all, stride});
}

/// By numbers of one sign.
void divide(Results& results, Range a, Range b) {
  if (b.lo > b.hi) return;
  Range all = hull({a.lo / b.lo, a.lo / b.hi, a.hi / b.lo, a.hi / b.hi});
  if (a.contains(0)) all = {std::min<Value>(all.lo, 0), std::max<Value>(all.hi, 0)};
  if (!b.is_single() && !all.is_single()) results.precision = Results::Precision::over;
  add(results, {all});
}

/// Of numbers that are not negative by one that is positive.
void remainder_of(Results& results, Range a, Value by, Value sign) {
  const auto put = [&](Value lo, Value hi) {
    add(results, {sign > 0 ? Range{lo, hi} : Range{-hi, -lo}});
  };
  if (a.hi - a.lo + 1 >= by) return put(0, by - 1);
  if (a.lo % by <= a.hi % by) return put(a.lo % by, a.hi % by);
  put(0, a.hi % by);
  put(a.lo % by, by - 1);
}

void remainder(Results& results, Range a, Range b) {
  const Value largest = std::max(std::abs(b.lo), std::abs(b.hi));
  if (largest == 0) return;
  const Range below{-std::min<Value>(a.hi, -1), -a.lo};  // of the negative ones, without the sign
  const Range above{std::max<Value>(a.lo, 0), a.hi};
  if (b.is_single()) {
    if (a.lo < 0) remainder_of(results, below, largest, -1);
    if (a.hi >= 0) remainder_of(results, above, largest, 1);
    return;
  }
  results.precision = Results::Precision::over;
  const Value least = a.lo < 0 ? std::max(a.lo, -(largest - 1)) : 0;
  const Value most = a.hi > 0 ? std::min(a.hi, largest - 1) : 0;
  add(results, {{least, most}});
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
      if (b.contains(0)) results.faults.push_back(Fault::division_by_zero);
      divide(results, a, {b.lo, std::min<Value>(b.hi, -1)});
      divide(results, a, {std::max<Value>(b.lo, 1), b.hi});
      break;
    case Operator::remainder:
      if (b.contains(0)) results.faults.push_back(Fault::division_by_zero);
      remainder(results, a, b);
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
