#include <array>
#include <random>

#include "ir/operations.h"
#include "ir/traversal.h"
#include "smt/fixture.h"

namespace arges::smt {
namespace {

using ir::Expr;
using ir::Op;
using ir::Rounding;

/// Z3 must say of every operator what `ir::apply` computes, when it folds numbers and when it
/// searches.
class Z3FloatingTest : public SmtTest {
 protected:
  Expr number(ir::Type type) {
    // Exponents and significands at their ends are where the corners are.
    const auto field = [&](std::uint32_t width) {
      const mpz_class end = mpz_class(1) << width;
      switch (random_() % 4) {
        case 0:
          return mpz_class(0);
        case 1:
          return mpz_class(end - 1);
        case 2:
          return mpz_class(mpz_class(static_cast<unsigned long>(random_() % 3)) % end);
        default:
          return mpz_class(mpz_class(static_cast<unsigned long>(random_())) % end);
      }
    };
    const std::uint32_t stored = type.significand_bits() - 1;
    const mpz_class sign(static_cast<unsigned>(random_() % 2));
    const mpz_class exponent = random_() % 2 == 0
                                   ? field(type.exponent_bits())
                                   : mpz_class((mpz_class(1) << (type.exponent_bits() - 1)) +
                                               static_cast<int>(random_() % 7) - 3);
    const mpz_class reduced = exponent % (mpz_class(1) << type.exponent_bits());
    return context_.fp_literal(
        type, (((sign << type.exponent_bits()) + reduced) << stored) + field(stored));
  }

  void expect_same(Expr closed) {
    if (closed.is_literal()) return;  // a conversion to its own type
    SCOPED_TRACE(closed.to_string());
    std::vector<ir::Value> operands;
    std::vector<Expr> variables;
    std::vector<Expr> assumptions;
    for (const Expr operand : closed.children()) {
      operands.push_back(operand.value());
      variables.push_back(variable("v", operand.type()));
      assumptions.push_back(ir::eq(variables.back(), operand));
    }
    const ir::Type type = closed.type();
    const Expr expected = context_.literal(type, ir::apply(context_.values(), closed, operands));
    const Expr result = ir::rebuild(closed, variables);
    const auto solver = factory_->make();
    ASSERT_EQ(solver->check(assumptions), Status::sat);
    const auto text = [&](std::optional<ir::Value> value) {
      return value ? ir::to_string(*value, type) : "nothing";
    };
    EXPECT_EQ(text(solver->value(result)), text(expected.value()));
    EXPECT_EQ(text(solver->value(closed)), text(expected.value()));
    // As an assumption, a value is not filled in before the search.
    solver->add(ir::neq(result, expected));
    const Status other = solver->check(assumptions);
    EXPECT_STREQ(to_string(other), to_string(Status::unsat))
        << (other == Status::unknown ? solver->reason_unknown() : "");
  }

  void compare(ir::Type type, int rounds, const std::vector<Op>& binary) {
    for (int i = 0; i < rounds && !HasFailure(); ++i) {
      const auto rounding = static_cast<Rounding>(random_() % 5);
      const Expr a = number(type);
      const Expr b = number(type);
      for (const Op op : binary) expect_same(ir::fp_binary(op, a, b, rounding));
      for (const Op op : {Op::fp_neg, Op::fp_abs, Op::fp_sqrt, Op::fp_round})
        expect_same(ir::fp_unary(op, a, rounding));
      for (const ir::Type to : {context_.fp_type(2, 3), context_.fp_type(4, 9)})
        expect_same(ir::fp_convert(Op::fp_to_fp, a, to, rounding));
      for (const std::uint32_t width : {1U, 3U, 8U, 17U})
        for (const Op op : {Op::fp_to_sbv, Op::fp_to_ubv})
          expect_same(ir::fp_convert(op, a, context_.bv_type(width), rounding));
      for (const std::uint32_t width : {2U, 6U, 33U})
        for (const Op op : {Op::fp_from_sbv, Op::fp_from_ubv})
          expect_same(ir::fp_convert(
              op, context_.bv_literal(width, mpz_class(static_cast<unsigned long>(random_()))),
              type, rounding));
      expect_same(ir::fp_convert(Op::fp_from_bits,
                                 context_.bv_literal(type.width(), a.value().integer() + 1), type));
    }
  }

  std::mt19937_64 random_{11};
  const std::vector<Op> all_{Op::fp_add, Op::fp_mul, Op::fp_div, Op::fp_rem,
                             Op::fp_eq,  Op::fp_lt,  Op::fp_le};
};

TEST_F(Z3FloatingTest, TinyFormats) {
  compare(context_.fp_type(2, 3), 12, all_);
  compare(context_.fp_type(3, 5), 12, all_);
  compare(context_.fp_type(4, 6), 6, all_);
}

/// The circuits of remainders grow with the range of exponents.
TEST_F(Z3FloatingTest, FormatsOfMachines) {
  const std::vector<Op> most{Op::fp_add, Op::fp_mul, Op::fp_div, Op::fp_eq, Op::fp_lt, Op::fp_le};
  compare(context_.fp_type(5, 11), 2, most);
  compare(context_.fp_type(8, 24), 1, most);
  compare(context_.fp_type(11, 53), 1, most);
}

}  // namespace
}  // namespace arges::smt
