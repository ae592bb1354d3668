// Abstract operators against all numbers of their operands' intervals.
#include "model/machines/interval_operators.h"

#include <random>
#include <set>

#include <gtest/gtest.h>

#include "model/machines/partition.h"

namespace arges::model::machines {
namespace {

constexpr Operator arithmetic[] = {Operator::negate,     Operator::add,        Operator::subtract,
                                   Operator::multiply,   Operator::divide,     Operator::remainder,
                                   Operator::shift_left, Operator::shift_right};

/// What one pair of numbers comes to.
Option result_of(Operator op, Value a, Value b) {
  const auto number = [](Value value) {
    return value < least_int || value > largest_int ? Option{0, Fault::overflow} : Option{value};
  };
  switch (op) {
    case Operator::negate:
      return number(-a);
    case Operator::add:
      return number(a + b);
    case Operator::subtract:
      return number(a - b);
    case Operator::multiply:
      return number(a * b);
    case Operator::divide:
      return b == 0 ? Option{0, Fault::division_by_zero} : number(a / b);
    case Operator::remainder:
      return b == 0 ? Option{0, Fault::division_by_zero} : number(a % b);
    case Operator::shift_left:
      return b < 0 || b > 31 ? Option{0, Fault::bad_shift} : number(a * (Value{1} << b));
    default:
      return b < 0 || b > 31 ? Option{0, Fault::bad_shift} : number(a >> b);
  }
}

bool holds(Operator op, Value a, Value b) {
  switch (op) {
    case Operator::less:
      return a < b;
    case Operator::less_equal:
      return a <= b;
    case Operator::greater:
      return a > b;
    case Operator::greater_equal:
      return a >= b;
    case Operator::equal:
      return a == b;
    default:
      return a != b;
  }
}

class Random {
 public:
  explicit Random(unsigned seed) : generator_(seed) {}
  Value pick(Value lo, Value hi) {
    return std::uniform_int_distribution<Value>(lo, hi)(generator_);
  }
  Range range(Value from, Value longest) {
    const Value lo = pick(-from, from);
    return {lo, lo + pick(0, longest)};
  }
  Partition partition(Value reach) {
    Partition result;
    for (Value n = pick(0, 12); n > 0; --n)
      pick(0, 1) == 0 ? result.cut(pick(-reach, reach)) : result.separate(pick(-reach, reach));
    return result;
  }

 private:
  std::mt19937_64 generator_;
};

struct Truth {
  std::set<Value> cells;  ///< by their least numbers
  std::set<Fault> faults;
};

Truth truth(Operator op, Range a, Range b, const Partition& type) {
  Truth result;
  for (Value x = a.lo; x <= a.hi; ++x)
    for (Value y = b.lo; y <= b.hi; ++y) {
      const Option one = result_of(op, x, y);
      if (one.fault == Fault::nothing)
        result.cells.insert(type.cell(one.value).lo);
      else
        result.faults.insert(one.fault);
    }
  return result;
}

Truth claimed(const Results& results, const Partition& type) {
  Truth result;
  for (const Results::Numbers& numbers : results.numbers)
    for (const Range& cell : type.cells(numbers.range, 100'000))
      if (numbers.within(cell)) result.cells.insert(cell.lo);
  result.faults.insert(results.faults.begin(), results.faults.end());
  return result;
}

std::string text(Operator op, Range a, Range b, const Partition& type) {
  return to_string(a) + " " + to_string(op) + " " + to_string(b) + " in " + type.to_string();
}

TEST(IntervalOperators, HaveExactlyTheCellsOfTheirResults) {
  Random random(1);
  for (int round = 0; round < 6000; ++round) {
    const Operator op = arithmetic[static_cast<std::size_t>(random.pick(0, 7))];
    const Range a = random.range(60, 40);
    const Range b = random.range(op == Operator::shift_left ? 12 : 40, 40);
    const Partition type = random.partition(round % 3 == 0 ? 2000 : 60);
    const Truth expected = truth(op, a, b, type);
    const Truth found = claimed(apply(op, a, b), type);
    ASSERT_EQ(found.cells, expected.cells) << text(op, a, b, type);
    ASSERT_EQ(found.faults, expected.faults) << text(op, a, b, type);
  }
}

TEST(IntervalOperators, AreExactAtTheEndsOf32Bits) {
  Random random(2);
  for (int round = 0; round < 3000; ++round) {
    const Operator op = arithmetic[static_cast<std::size_t>(random.pick(0, 7))];
    Range a = random.range(20, 20);
    a = round % 2 == 0 ? Range{largest_int - 40 + std::abs(a.lo), largest_int}
                       : Range{least_int, least_int + std::abs(a.lo)};
    const Range b = random.range(35, 4);
    Partition type;
    for (int n = 0; n < 4; ++n) type.cut(random.pick(least_int, largest_int));
    const Truth expected = truth(op, a, b, type);
    const Truth found = claimed(apply(op, a, b), type);
    ASSERT_EQ(found.cells, expected.cells) << text(op, a, b, type);
    ASSERT_EQ(found.faults, expected.faults) << text(op, a, b, type);
  }
}

TEST(IntervalOperators, OfManyNumbersSayWhichCellsAreCertain) {
  Random random(3);
  int in_vain = 0;
  int exact = 0;
  for (int round = 0; round < 400; ++round) {
    const Operator op = arithmetic[static_cast<std::size_t>(random.pick(3, 5))];
    const Range a = random.range(300, 500);
    const Range b = random.range(300, 500);
    const Partition type = random.partition(round % 2 == 0 ? 90'000 : 300);
    const Truth expected = truth(op, a, b, type);
    const Results results = apply(op, a, b);
    const Truth found = claimed(results, type);
    ASSERT_EQ(found.faults, expected.faults) << text(op, a, b, type);
    for (const Value cell : expected.cells)
      ASSERT_TRUE(found.cells.contains(cell)) << text(op, a, b, type);
    bool all_certain = true;
    for (const Value cell : found.cells) {
      const bool is_certain = results.certainly_meets(type.cell(cell));
      all_certain = all_certain && is_certain;
      ASSERT_TRUE(!is_certain || expected.cells.contains(cell)) << text(op, a, b, type);
    }
    (all_certain ? exact : in_vain)++;
  }
  EXPECT_GT(exact, 200);
  EXPECT_GT(in_vain, 0);  // or the test is none of what can't be told
}

TEST(IntervalOperators, ComparisonsHaveExactlyTheirTruthValues) {
  Random random(4);
  for (int round = 0; round < 6000; ++round) {
    const auto op = static_cast<Operator>(static_cast<int>(Operator::less) + random.pick(0, 5));
    const Range a = random.range(8, 6);
    const Range b = random.range(8, 6);
    bool may_hold = false;
    bool may_fail = false;
    for (Value x = a.lo; x <= a.hi; ++x)
      for (Value y = b.lo; y <= b.hi; ++y) (holds(op, x, y) ? may_hold : may_fail) = true;
    const Truths found = compare(op, a, b);
    ASSERT_EQ(found.may_hold, may_hold) << text(op, a, b, {});
    ASSERT_EQ(found.may_fail, may_fail) << text(op, a, b, {});
  }
}

}  // namespace
}  // namespace arges::model::machines
