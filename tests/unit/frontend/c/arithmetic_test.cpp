#include "frontend/c/lower/arithmetic.h"

#include <cstdint>
#include <functional>
#include <optional>

#include <gtest/gtest.h>

#include "ir/reference_evaluator.h"
#include "ir/simplify.h"

namespace arges::frontend::c {
namespace {

const TypeRecord signed_char{TypeKind::integer, "signed char", 1, true};
const TypeRecord unsigned_char{TypeKind::integer, "unsigned char", 1, false};
const TypeRecord short_int{TypeKind::integer, "short", 2, true};
const TypeRecord truth{TypeKind::boolean, "_Bool", 1, false};
const TypeRecord pointer_integer{TypeKind::integer, "unsigned int", 4, false};

/// Values that are at the edges of bytes, and some between.
constexpr int bytes[] = {-128, -127, -100, -17, -2,  -1,  0,   1,   2,   3,   7,
                         8,    31,   64,   100, 126, 127, 128, 129, 200, 254, 255};

class ArithmeticTest : public testing::TestWithParam<Representation> {
 protected:
  /// A variable that holds a number: its bounds say nothing about it.
  Value variable(Type type, int number) {
    const ir::Var var = context_.declare("x", arithmetic_.storage(type));
    const ir::Expr literal =
        arithmetic_.number(arithmetic_.convert(arithmetic_.literal(type, number), type));
    state_.set(var, literal.value());
    return arithmetic_.any(type, context_.var(var));
  }
  ir::Value evaluate(ir::Expr expr) { return ir::reference_evaluate(expr, state_).value(); }
  bool holds(ir::Expr expr) { return !expr || evaluate(expr).is_true(); }
  mpz_class number(const Value& value) {
    const ir::Expr expr = arithmetic_.number(value);
    mpz_class result = evaluate(expr).integer();
    if (expr.type().is_bitvector() && value.type->is_signed && result > value.type->max())
      result -= mpz_class(1) << value.type->bits();
    return result;
  }

  ir::Context context_;
  Arithmetic arithmetic_{context_, GetParam(), &pointer_integer};
  ir::Valuation state_;
};

/// What an operation on mathematical integers gives, if it gives anything.
std::optional<int> exact(BinaryOp op, int a, int b) {
  switch (op) {
    case BinaryOp::mul:
      return a * b;
    case BinaryOp::div:
      return b == 0 ? std::nullopt : std::optional(a / b);
    case BinaryOp::rem:
      return b == 0 ? std::nullopt : std::optional(a % b);
    case BinaryOp::add:
      return a + b;
    case BinaryOp::sub:
      return a - b;
    case BinaryOp::shl:
      return b < 0 || b >= 8 ? std::nullopt : std::optional(a * (1 << b));
    case BinaryOp::shr:
      return b < 0 || b >= 8 ? std::nullopt : std::optional(a >> b);
    case BinaryOp::bit_and:
      return a & b;
    case BinaryOp::bit_xor:
      return a ^ b;
    case BinaryOp::bit_or:
      return a | b;
    default:
      return std::nullopt;
  }
}

TEST_P(ArithmeticTest, OperatesOnBytesAsCDoes) {
  using enum BinaryOp;
  for (const Type type : {&signed_char, &unsigned_char})
    for (const BinaryOp op : {mul, div, rem, add, sub, shl, shr, bit_and, bit_xor, bit_or})
      for (const int a : bytes)
        for (const int b : bytes) {
          if (a < type->min() || a > type->max() || b < type->min() || b > type->max()) continue;
          SCOPED_TRACE(testing::Message()
                       << type->spelling << " " << a << " op " << static_cast<int>(op) << " " << b);
          const Computed computed = arithmetic_.binary(op, variable(type, a), variable(type, b));
          const auto wanted = exact(op, a, b);
          ASSERT_EQ(holds(computed.defined), wanted.has_value());
          if (!wanted) continue;
          const bool fits = *wanted >= type->min() && *wanted <= type->max();
          if (type->is_signed && op != shl) {
            const bool has_quotient = op != rem || a != -128 || b != -1;
            ASSERT_EQ(holds(computed.in_range), fits && has_quotient);
          }
          if (type->is_signed && op == shl) {
            ASSERT_EQ(holds(computed.shifts_in_range), fits);
          }
          const int reduced = type->is_signed ? static_cast<std::int8_t>(*wanted)
                                              : static_cast<std::uint8_t>(*wanted);
          if (fits || !type->is_signed || op == shl) {
            ASSERT_EQ(number(computed.value), reduced);
          }
          // Constants are bounded by themselves, which leads other ways.
          const Value constant = arithmetic_.literal(type, b);
          const Computed with_constant = arithmetic_.binary(op, variable(type, a), constant);
          if (fits || !type->is_signed || op == shl) {
            ASSERT_EQ(number(with_constant.value), reduced);
            ASSERT_LE(with_constant.value.low, reduced);
            ASSERT_GE(with_constant.value.high, reduced);
          }
        }
}

TEST_P(ArithmeticTest, ConvertsAsCDoes) {
  for (const Type from : {&signed_char, &unsigned_char, &short_int})
    for (const Type to : {&signed_char, &unsigned_char, &short_int, &truth})
      for (const int a : {-32768, -129, -128, -1, 0, 1, 127, 128, 255, 256, 32767}) {
        if (a < from->min() || a > from->max()) continue;
        SCOPED_TRACE(testing::Message() << from->spelling << " " << a << " to " << to->spelling);
        const int wanted = to == &truth           ? (a != 0 ? 1 : 0)
                           : to == &signed_char   ? static_cast<std::int8_t>(a)
                           : to == &unsigned_char ? static_cast<std::uint8_t>(a)
                                                  : static_cast<std::int16_t>(a);
        EXPECT_EQ(number(arithmetic_.convert(variable(from, a), to)), wanted);
        EXPECT_EQ(number(arithmetic_.convert(arithmetic_.literal(from, a), to)), wanted);
      }
}

TEST_P(ArithmeticTest, ComparesByTheSignOfTheType) {
  for (const Type type : {&signed_char, &unsigned_char})
    for (const int a : bytes)
      for (const int b : bytes) {
        if (a < type->min() || a > type->max() || b < type->min() || b > type->max()) continue;
        const Value left = variable(type, a);
        const Value right = variable(type, b);
        EXPECT_EQ(holds(arithmetic_.compare(BinaryOp::lt, left, right)), a < b);
        EXPECT_EQ(holds(arithmetic_.compare(BinaryOp::ge, left, right)), a >= b);
        EXPECT_EQ(holds(arithmetic_.compare(BinaryOp::eq, left, right)), a == b);
      }
}

TEST_P(ArithmeticTest, ComplementAndMinus) {
  for (const int a : bytes) {
    if (a >= 0) {
      EXPECT_EQ(number(arithmetic_.complement(variable(&unsigned_char, a)).value),
                static_cast<std::uint8_t>(~a));
    }
    if (a <= 127) {
      EXPECT_EQ(number(arithmetic_.complement(variable(&signed_char, a)).value), ~a);
      const Computed minus = arithmetic_.negate(variable(&signed_char, a));
      EXPECT_EQ(holds(minus.in_range), a != -128);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Kinds, ArithmeticTest,
                         testing::Values(Representation::integers, Representation::bit_vectors),
                         [](const auto& kind) {
                           return kind.param == Representation::integers ? "Integers"
                                                                         : "BitVectors";
                         });

}  // namespace
}  // namespace arges::frontend::c
