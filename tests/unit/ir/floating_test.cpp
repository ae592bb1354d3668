// Floating point against the arithmetic of this machine, and both evaluators against each other.
#include <bit>
#include <cfenv>
#include <cmath>
#include <limits>
#include <random>

#include <gtest/gtest.h>

#include "ir/operations.h"
#include "ir/reference_evaluator.h"

namespace arges::ir {
namespace {

constexpr std::array all_roundings = {Rounding::nearest_even, Rounding::nearest_away, Rounding::up,
                                      Rounding::down, Rounding::zero};

class FloatingTest : public ::testing::Test {
 protected:
  Expr literal(float x) {
    return context.fp_literal(single, mpz_class(std::bit_cast<std::uint32_t>(x)));
  }
  Expr literal(double x) {
    return context.fp_literal(twice, mpz_class(std::bit_cast<std::uint64_t>(x)));
  }
  Expr bits(std::uint32_t width, std::int64_t number) {
    return context.bv_literal(width, mpz_class(static_cast<long>(number)));
  }

  /// What both evaluators say.
  std::string valued(Expr e) {
    std::vector<Value> operands;
    for (const Expr child : e.children()) operands.push_back(child.value());
    const Value computed = apply(context.values(), e, operands);
    const std::optional<Value> reference = reference_evaluate(e, {});
    EXPECT_EQ(reference, computed) << e.to_string();
    return to_string(computed, e.type());
  }
  static std::string text(Expr literal) { return to_string(literal.value(), literal.type()); }
  void expect(Expr e, Expr result) { EXPECT_EQ(valued(e), text(result)) << e.to_string(); }
  void expect(Expr e, bool result) {
    EXPECT_EQ(valued(e), result ? "true" : "false") << e.to_string();
  }

  template <typename Number>
  std::vector<Number> corners() {
    using Limits = std::numeric_limits<Number>;
    std::vector<Number> result = {0,
                                  1,
                                  Number(0.5),
                                  Number(1.5),
                                  Number(2.5),
                                  3,
                                  Number(0.1),
                                  Limits::min(),
                                  Limits::denorm_min(),
                                  Limits::max(),
                                  Limits::epsilon(),
                                  Limits::infinity(),
                                  std::nextafter(Limits::min(), Number(0)),
                                  std::nextafter(Number(1), Number(0)),
                                  Number(2147483647),
                                  Number(2147483648.0),
                                  Number(9223372036854775808.0)};
    for (std::size_t i = 0, n = result.size(); i < n; ++i) result.push_back(-result[i]);
    result.push_back(Limits::quiet_NaN());
    return result;
  }

  template <typename Number, typename Bits>
  std::vector<Number> samples(std::size_t count) {
    std::vector<Number> result = corners<Number>();
    for (std::size_t i = 0; i < count; ++i) {
      result.push_back(std::bit_cast<Number>(static_cast<Bits>(random())));
      result.push_back(static_cast<Number>(static_cast<int>(random() % 2000) - 1000) / 8);
    }
    return result;
  }

  template <typename Number>
  void compare_pair(Number x, Number y) {
    const Expr a = literal(x);
    const Expr b = literal(y);
    expect(fp_binary(Op::fp_add, a, b), literal(x + y));
    expect(fp_binary(Op::fp_add, a, literal(-y)), literal(x - y));  // what fp_sub makes
    expect(fp_binary(Op::fp_mul, a, b), literal(x * y));
    expect(fp_binary(Op::fp_div, a, b), literal(x / y));
    expect(fp_binary(Op::fp_rem, a, b), literal(std::remainder(x, y)));
    expect(fp_binary(Op::fp_eq, a, b), x == y);
    expect(fp_binary(Op::fp_lt, a, b), x < y);
    expect(fp_binary(Op::fp_le, a, b), x <= y);
  }

  template <typename Number>
  void compare_single(Number x) {
    const Expr a = literal(x);
    expect(fp_unary(Op::fp_neg, a), literal(-x));
    expect(fp_unary(Op::fp_abs, a), literal(std::fabs(x)));
    expect(fp_unary(Op::fp_sqrt, a), literal(std::sqrt(x)));
    expect(fp_unary(Op::fp_round, a), literal(std::nearbyint(x)));
    expect(fp_unary(Op::fp_round, a, Rounding::nearest_away), literal(std::round(x)));
    expect(fp_unary(Op::fp_round, a, Rounding::up), literal(std::ceil(x)));
    expect(fp_unary(Op::fp_round, a, Rounding::down), literal(std::floor(x)));
    expect(fp_unary(Op::fp_round, a, Rounding::zero), literal(std::trunc(x)));
    const Type int_type = context.bv_type(32);
    const double whole = std::trunc(static_cast<double>(x));
    const bool is_int = whole >= -2147483648.0 && whole <= 2147483647.0;
    expect(fp_convert(Op::fp_to_sbv, a, int_type, Rounding::zero),
           bits(32, is_int ? static_cast<std::int64_t>(whole) : 0));
    const bool is_unsigned = whole >= 0 && whole <= 4294967295.0;
    expect(fp_convert(Op::fp_to_ubv, a, int_type, Rounding::zero),
           bits(32, is_unsigned ? static_cast<std::int64_t>(whole) : 0));
  }

  Context context;
  Type single = context.fp_type(8, 24);
  Type twice = context.fp_type(11, 53);
  std::mt19937_64 random{7};
};

TEST_F(FloatingTest, FloatsAreTheMachines) {
  const std::vector<float> numbers = samples<float, std::uint32_t>(40);
  for (const float x : numbers) {
    compare_single(x);
    for (const float y : numbers) compare_pair(x, y);
  }
}

TEST_F(FloatingTest, DoublesAreTheMachines) {
  const std::vector<double> numbers = samples<double, std::uint64_t>(20);
  for (const double x : numbers) {
    compare_single(x);
    for (const double y : numbers) compare_pair(x, y);
    expect(fp_convert(Op::fp_to_fp, literal(x), single), literal(static_cast<float>(x)));
  }
  for (const float x : samples<float, std::uint32_t>(40))
    expect(fp_convert(Op::fp_to_fp, literal(x), twice), literal(static_cast<double>(x)));
}

TEST_F(FloatingTest, IntegersBecomeTheMachinesFloats) {
  for (int i = 0; i < 300; ++i) {
    const auto number = static_cast<std::int64_t>(random() >> (random() % 64));
    const Expr word = bits(64, number);
    expect(fp_convert(Op::fp_from_sbv, word, single), literal(static_cast<float>(number)));
    expect(fp_convert(Op::fp_from_sbv, word, twice), literal(static_cast<double>(number)));
    const auto natural = static_cast<std::uint64_t>(number);
    expect(fp_convert(Op::fp_from_ubv, word, single), literal(static_cast<float>(natural)));
    expect(fp_convert(Op::fp_from_ubv, word, twice), literal(static_cast<double>(natural)));
    expect(fp_convert(Op::fp_from_bits, word, twice), literal(std::bit_cast<double>(natural)));
  }
}

/// The machine knows all modes but ties away from zero.
TEST_F(FloatingTest, RoundingModesAreTheMachines) {
  const std::vector<float> numbers = samples<float, std::uint32_t>(25);
  for (const auto& [rounding, mode] :
       {std::pair(Rounding::up, FE_UPWARD), std::pair(Rounding::down, FE_DOWNWARD),
        std::pair(Rounding::zero, FE_TOWARDZERO)})
    for (const float x : numbers)
      for (const float y : numbers) {
        // Volatile, or the compiler computes ahead of the change of mode.
        volatile float a = x;
        volatile float b = y;
        std::fesetround(mode);
        volatile float sum = a + b;
        volatile float product = a * b;
        volatile float quotient = a / b;
        std::fesetround(FE_TONEAREST);
        expect(fp_binary(Op::fp_add, literal(x), literal(y), rounding), literal(float(sum)));
        expect(fp_binary(Op::fp_mul, literal(x), literal(y), rounding), literal(float(product)));
        expect(fp_binary(Op::fp_div, literal(x), literal(y), rounding), literal(float(quotient)));
      }
}

/// All numbers of a tiny format, by both evaluators.
TEST_F(FloatingTest, EvaluatorsAgreeOnATinyFormat) {
  const Type tiny = context.fp_type(3, 4);
  const Type tinier = context.fp_type(2, 3);
  const Type larger = context.fp_type(5, 9);
  std::vector<Expr> numbers;
  for (int i = 0; i < 128; ++i) numbers.push_back(context.fp_literal(tiny, i));
  for (const Rounding rounding : all_roundings)
    for (const Expr a : numbers) {
      for (const Expr b : numbers)
        for (const Op op : {Op::fp_add, Op::fp_mul, Op::fp_div, Op::fp_rem})
          valued(fp_binary(op, a, b, rounding));
      for (const Op op : {Op::fp_sqrt, Op::fp_round}) valued(fp_unary(op, a, rounding));
      for (const Type type : {tinier, larger}) valued(fp_convert(Op::fp_to_fp, a, type, rounding));
      for (const std::uint32_t width : {1U, 3U, 4U, 9U})
        for (const Op op : {Op::fp_to_sbv, Op::fp_to_ubv})
          valued(fp_convert(op, a, context.bv_type(width), rounding));
      for (const Op op : {Op::fp_from_sbv, Op::fp_from_ubv})
        valued(fp_convert(op, bits(7, static_cast<std::int64_t>(a.value().as_small())), tiny,
                          rounding));
    }
}

/// What rounds into a range, number by number.
TEST_F(FloatingTest, RangesOfConversionsAreExact) {
  const Type tiny = context.fp_type(4, 4);
  const auto number = [&](const mpz_class& b) { return context.fp_literal(tiny, b); };
  for (const Rounding rounding : all_roundings)
    for (const std::uint32_t width : {1U, 2U, 3U, 4U, 8U})
      for (const Op op : {Op::fp_to_sbv, Op::fp_to_ubv}) {
        const FloatRange range =
            fp_range(fp_convert(op, number(0), context.bv_type(width), rounding));
        for (int i = 0; i < 256; ++i) {
          const Expr x = number(i);
          const bool inside = valued(fp_binary(Op::fp_le, number(range.least), x)) == "true" &&
                              valued(fp_binary(Op::fp_le, x, number(range.greatest))) == "true";
          // In a wider vector it is never out of range.
          const Op wide = Op::fp_to_sbv;
          const auto whole =
              reference_evaluate(fp_convert(wide, x, context.bv_type(20), rounding), {});
          mpz_class integer = whole->integer();
          if (integer >= (1 << 19)) integer -= 1 << 20;
          const bool is_number = fp_parts(tiny, i).kind == FloatParts::Kind::number;
          const mpz_class end = mpz_class(1) << (op == Op::fp_to_sbv ? width - 1 : width);
          const mpz_class least = op == Op::fp_to_sbv ? mpz_class(-end) : mpz_class(0);
          EXPECT_EQ(inside, is_number && integer >= least && integer < end)
              << text(x) << " " << to_string(rounding) << " " << width;
        }
      }
}

TEST_F(FloatingTest, ConstantsOfCAreReadExactly) {
  const auto read = [&](Type type, const char* text) {
    return to_string(context.values().integer(*fp_read(type, text)), type);
  };
  EXPECT_EQ(read(single, "0.1"), text(literal(0.1F)));
  EXPECT_EQ(read(twice, "0.1"), text(literal(0.1)));
  EXPECT_EQ(read(twice, "1e400"), text(literal(HUGE_VAL)));
  EXPECT_EQ(read(twice, "1e-400"), text(literal(0.0)));
  EXPECT_EQ(read(twice, "4.9e-324"), text(literal(4.9e-324)));
  EXPECT_EQ(read(single, "0x1.8p-3"), text(literal(0x1.8p-3F)));
  EXPECT_EQ(read(single, "16777217"), text(literal(16777216.0F)));
  // Just above a tie that a double would hide.
  EXPECT_EQ(read(single, "1.00000005960464477540"), text(literal(1.00000011920928955F)));
  EXPECT_FALSE(fp_read(twice, "1.5f"));
}

TEST_F(FloatingTest, NumbersAreWrittenSoThatTheyAreReadBack) {
  for (const Type type : {single, twice, context.fp_type(15, 64), context.fp_type(3, 4)})
    for (int i = 0; i < 300; ++i) {
      mpz_class number;
      for (std::uint32_t bit = 0; bit < type.width(); ++bit)
        number = 2 * number + static_cast<int>(random() % 2);
      number = fp_canonical(type, number);
      EXPECT_EQ(fp_read(type, fp_write(type, number)), number) << fp_write(type, number);
    }
  EXPECT_EQ(fp_write(single, literal(0.1F).value().integer()), "0.1");
  EXPECT_EQ(fp_write(single, literal(-3.0F).value().integer()), "-3.0");
  EXPECT_EQ(fp_write(twice, literal(5e-324).value().integer()), "5e-324");
  EXPECT_EQ(fp_write(twice, literal(-0.0).value().integer()), "-0.0");
}

TEST_F(FloatingTest, MinimaPreferNumbersToNaN) {
  const Expr nan = literal(std::nanf(""));
  const Expr one = literal(1.0F);
  const Expr two = literal(2.0F);
  const auto least = [&](Expr a, Expr b) {
    return to_string(*reference_evaluate(fp_min(a, b), {}), single);
  };
  const auto most = [&](Expr a, Expr b) {
    return to_string(*reference_evaluate(fp_max(a, b), {}), single);
  };
  EXPECT_EQ(least(one, two), text(one));
  EXPECT_EQ(least(two, one), text(one));
  EXPECT_EQ(most(one, two), text(two));
  EXPECT_EQ(most(two, one), text(two));
  EXPECT_EQ(least(nan, two), text(two));
  EXPECT_EQ(most(two, nan), text(two));
  EXPECT_EQ(least(nan, nan), text(nan));
  EXPECT_EQ(least(literal(0.0F), literal(-0.0F)), text(literal(-0.0F)));
}

}  // namespace
}  // namespace arges::ir
