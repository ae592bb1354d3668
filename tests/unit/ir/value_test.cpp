#include "ir/value.h"

#include <gtest/gtest.h>

#include "ir/context.h"

namespace arges::ir {
namespace {

TEST(Value, SmallNumbersAreInlineAndBigOnesInterned) {
  Context context;
  ValuePool& pool = context.values();
  EXPECT_TRUE(pool.integer(5).is_small());
  EXPECT_EQ(pool.integer(-5).as_small(), -5);
  const mpz_class big("123456789012345678901234567890");
  EXPECT_TRUE(pool.integer(big).is_big());
  EXPECT_EQ(pool.integer(big), pool.integer(big));
  EXPECT_EQ(pool.integer(big).integer(), big);
  EXPECT_EQ(pool.integer((mpz_class(1) << 61) - 1).integer(), (mpz_class(1) << 61) - 1);
  EXPECT_EQ(pool.integer(mpz_class(1) << 61).integer(), mpz_class(1) << 61);
  EXPECT_EQ(pool.integer(-(mpz_class(1) << 70)).integer(), -(mpz_class(1) << 70));
}

TEST(Value, WholeRationalsAreTheIntegersOfTheSameNumber) {
  Context context;
  EXPECT_EQ(context.values().rational(mpq_class(4, 2)), Value::small(2));
  EXPECT_EQ(context.values().rational(mpq_class(2, 6)), context.values().rational(mpq_class(1, 3)));
}

TEST(Value, OrderIsByNumberWhateverTheRepresentation) {
  Context context;
  ValuePool& pool = context.values();
  const Value big = pool.integer(mpz_class(1) << 80);
  EXPECT_TRUE(compare(Value::small(3), big) < 0);
  EXPECT_TRUE(compare(pool.integer(-(mpz_class(1) << 80)), Value::small(-3)) < 0);
  EXPECT_TRUE(compare(pool.rational(mpq_class(1, 2)), Value::small(1)) < 0);
  EXPECT_TRUE(compare(big, big) == 0);
}

TEST(Value, EqualArraysAreOneValueHoweverTheyWereWritten) {
  Context context;
  ValuePool& pool = context.values();
  const Type type = context.array_type(context.int_type(), context.int_type());
  const Value zero = pool.array(type, Value::small(0), {});
  const Value a = pool.array_set(type, pool.array_set(type, zero, Value::small(1), Value::small(7)),
                                 Value::small(2), Value::small(8));
  const Value b =
      pool.array(type, Value::small(0),
                 {{Value::small(2), Value::small(8)}, {Value::small(1), Value::small(7)}});
  EXPECT_EQ(a, b);
  EXPECT_EQ(pool.array_set(type, a, Value::small(1), Value::small(0)),
            pool.array(type, Value::small(0), {{Value::small(2), Value::small(8)}}));
  EXPECT_EQ(array_get(a, Value::small(2)), Value::small(8));
  EXPECT_EQ(array_get(a, Value::small(3)), Value::small(0));
}

TEST(Value, TheFallbackOfAFullyNamedFiniteArrayDoesNotTellArraysApart) {
  Context context;
  ValuePool& pool = context.values();
  const Type type = context.array_type(context.bool_type(), context.int_type());
  const std::vector<std::pair<Value, Value>> entries = {{Value::boolean(false), Value::small(1)},
                                                        {Value::boolean(true), Value::small(2)}};
  EXPECT_EQ(pool.array(type, Value::small(5), entries), pool.array(type, Value::small(6), entries));
  EXPECT_EQ(pool.array(type, Value::small(1), entries), pool.array(type, Value::small(6), entries));
  EXPECT_EQ(pool.array(type, Value::small(2), entries), pool.array(type, Value::small(6), entries));
}

}  // namespace
}  // namespace arges::ir
