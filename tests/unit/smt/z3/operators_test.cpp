#include <functional>

#include "smt/fixture.h"

namespace arges::smt {
namespace {

using ir::Expr;
using ir::Op;

/// Checks the meaning of operators on known values, as ir/expr.h documents it.
class Z3OperatorsTest : public SmtTest {
 protected:
  using Operation = std::function<Expr(std::vector<Expr>)>;

  /// Both for literals, which Z3 only has to evaluate, and for variables, with which it searches.
  void expect(const Operation& operation, const std::vector<Expr>& operands, Expr expected) {
    const auto solver = factory_->make();
    const Expr closed = operation(operands);
    std::vector<Expr> variables;
    for (const Expr operand : operands) {
      variables.push_back(variable("v", operand.type()));
      solver->add(ir::eq(variables.back(), operand));
    }
    const Expr result = variable("result", expected.type());
    solver->add(ir::eq(result, operation(variables)));
    ASSERT_EQ(solver->check(), Status::sat);
    const auto text = [&](std::optional<ir::Value> value) {
      return value ? ir::to_string(*value, expected.type()) : "nothing";
    };
    const std::string wanted = text(expected.value());
    EXPECT_EQ(text(solver->value(closed)), wanted);
    EXPECT_EQ(text(solver->value(result)), wanted);
    EXPECT_EQ(solver->value(result), expected.value());
    EXPECT_EQ(solver->check(std::array{ir::neq(closed, expected)}), Status::unsat);
    EXPECT_EQ(solver->check(std::array{ir::neq(result, expected)}), Status::unsat);
  }
  void expect(Op op, Expr a, Expr b, Expr expected) {
    SCOPED_TRACE(std::string(ir::to_string(op)) + " " + text(a) + " " + text(b));
    expect([op](const std::vector<Expr>& v) { return ir::binary(op, v[0], v[1]); }, {a, b},
           expected);
  }
  static std::string text(Expr literal) { return ir::to_string(literal.value(), literal.type()); }
  Expr truth(bool value) { return context_.bool_literal(value); }
  Expr byte(int n) { return bits(8, n); }
};

TEST_F(Z3OperatorsTest, Booleans) {
  for (const bool a : {false, true}) {
    expect([](auto v) { return ir::not_(v[0]); }, {truth(a)}, truth(!a));
    for (const bool b : {false, true}) {
      expect([](auto v) { return ir::and_(v); }, {truth(a), truth(b), truth(true)}, truth(a && b));
      expect([](auto v) { return ir::or_(v); }, {truth(a), truth(b), truth(false)}, truth(a || b));
      expect([](auto v) { return ir::eq(v[0], v[1]); }, {truth(a), truth(b)}, truth(a == b));
      expect([](auto v) { return ir::xor_(v[0], v[1]); }, {truth(a), truth(b)}, truth(a != b));
      expect([](auto v) { return ir::implies(v[0], v[1]); }, {truth(a), truth(b)}, truth(!a || b));
    }
    expect([](auto v) { return ir::ite(v[0], v[1], v[2]); }, {truth(a), num(1), num(2)},
           num(a ? 1 : 2));
  }
}

TEST_F(Z3OperatorsTest, Sums) {
  const mpz_class huge("100000000000000000000000000000000");
  expect([](auto v) { return ir::add(v); }, {num(huge), num(huge), num(-1)}, num(2 * huge - 1));
  expect([](auto v) { return ir::sub(v[0], v[1]); }, {num(3), num(huge)}, num(3 - huge));
  expect([](auto v) { return ir::mul(v); }, {num(6), num(-7), num(2)}, num(-84));
  expect([](auto v) { return ir::neg(v[0]); }, {num(6)}, num(-6));
  expect([](auto v) { return ir::add(v); }, {rat("1/2"), rat("1/3")}, rat("5/6"));
  expect([](auto v) { return ir::mul(v); }, {rat("-1/2"), rat("2/3")}, rat("-1/3"));
  expect([](auto v) { return ir::int_to_rat(v[0]); }, {num(-4)}, rat("-4"));
}

TEST_F(Z3OperatorsTest, Comparisons) {
  for (const int b : {1, 2, 3}) {
    expect([](auto v) { return ir::lt(v[0], v[1]); }, {num(2), num(b)}, truth(2 < b));
    expect([](auto v) { return ir::le(v[0], v[1]); }, {num(2), num(b)}, truth(2 <= b));
    expect([](auto v) { return ir::gt(v[0], v[1]); }, {num(2), num(b)}, truth(2 > b));
    expect([](auto v) { return ir::ge(v[0], v[1]); }, {num(2), num(b)}, truth(2 >= b));
    expect([](auto v) { return ir::eq(v[0], v[1]); }, {num(2), num(b)}, truth(2 == b));
  }
  expect([](auto v) { return ir::lt(v[0], v[1]); }, {rat("1/3"), rat("1/2")}, truth(true));
  expect([](auto v) { return ir::le(v[0], v[1]); }, {rat("1/2"), rat("1/3")}, truth(false));
}

TEST_F(Z3OperatorsTest, EuclideanDivision) {
  struct Case {
    int a, b, div, mod, rem;
  };
  for (const Case c : {Case{7, 2, 3, 1, 1}, Case{7, -2, -3, 1, -1}, Case{-7, 2, -4, 1, 1},
                       Case{-7, -2, 4, 1, -1}, Case{6, 3, 2, 0, 0}, Case{-6, -3, 2, 0, 0},
                       Case{0, 5, 0, 0, 0}, Case{7, 0, 0, 7, 7}, Case{-7, 0, 0, -7, -7}}) {
    expect(Op::div, num(c.a), num(c.b), num(c.div));
    expect(Op::mod, num(c.a), num(c.b), num(c.mod));
    expect(Op::rem, num(c.a), num(c.b), num(c.rem));
  }
}

TEST_F(Z3OperatorsTest, DivisionByALiteral) {
  for (const int b : {-3, 0, 3})
    for (const Op op : {Op::div, Op::mod, Op::rem}) {
      const Expr by_literal = ir::binary(op, variable("x", context_.int_type()), num(b));
      const Expr divisor = variable("d", context_.int_type());
      const Expr by_variable = ir::binary(op, by_literal.child(0), divisor);
      const auto solver = factory_->make();
      solver->add(ir::eq(divisor, num(b)));
      solver->add(ir::le(num(-9), by_literal.child(0)));
      solver->add(ir::le(by_literal.child(0), num(9)));
      EXPECT_EQ(solver->check(std::array{ir::neq(by_literal, by_variable)}), Status::unsat)
          << ir::to_string(op) << " by " << b;
    }
}

TEST_F(Z3OperatorsTest, DivisionOfRationals) {
  expect(Op::rat_div, rat("1/2"), rat("-3/4"), rat("-2/3"));
  expect(Op::rat_div, rat("1/2"), rat("0"), rat("0"));
}

TEST_F(Z3OperatorsTest, BitVectorArithmetic) {
  expect(Op::bv_add, byte(200), byte(100), byte(44));
  expect(Op::bv_mul, byte(200), byte(3), byte(88));
  expect([](auto v) { return ir::bv_neg(v[0]); }, {byte(1)}, byte(255));
  expect([](auto v) { return ir::bv_sub(v[0], v[1]); }, {byte(1), byte(2)}, byte(255));
  expect(Op::bv_udiv, byte(200), byte(7), byte(28));
  expect(Op::bv_udiv, byte(200), byte(0), byte(255));
  expect(Op::bv_urem, byte(200), byte(7), byte(4));
  expect(Op::bv_urem, byte(200), byte(0), byte(200));
  expect(Op::bv_sdiv, byte(-7), byte(2), byte(-3));
  expect(Op::bv_sdiv, byte(-128), byte(-1), byte(-128));
  expect(Op::bv_sdiv, byte(-7), byte(0), byte(1));
  expect(Op::bv_sdiv, byte(7), byte(0), byte(-1));
  expect(Op::bv_srem, byte(-7), byte(2), byte(-1));
  expect(Op::bv_srem, byte(7), byte(-2), byte(1));
  expect(Op::bv_srem, byte(-7), byte(0), byte(-7));
  expect(Op::bv_smod, byte(-7), byte(2), byte(1));
  expect(Op::bv_smod, byte(7), byte(-2), byte(-1));
  expect(Op::bv_smod, byte(-7), byte(0), byte(-7));
}

TEST_F(Z3OperatorsTest, BitVectorBits) {
  expect(Op::bv_and, byte(0xCA), byte(0xF0), byte(0xC0));
  expect(Op::bv_or, byte(0xCA), byte(0xF0), byte(0xFA));
  expect(Op::bv_xor, byte(0xCA), byte(0xF0), byte(0x3A));
  expect([](auto v) { return ir::bv_not(v[0]); }, {byte(0xCA)}, byte(0x35));
  expect(Op::bv_shl, byte(0x81), byte(1), byte(2));
  expect(Op::bv_shl, byte(0x81), byte(8), byte(0));
  expect(Op::bv_lshr, byte(0x81), byte(1), byte(0x40));
  expect(Op::bv_ashr, byte(0x81), byte(1), byte(0xC0));
  expect(Op::bv_ashr, byte(0x81), byte(200), byte(0xFF));
  expect(Op::bv_concat, bits(4, 0xA), byte(0xBC), bits(12, 0xABC));
  expect([](auto v) { return ir::bv_extract(v[0], 2, 3); }, {byte(0b10110100)}, bits(3, 0b101));
  expect([](auto v) { return ir::bv_zext(v[0], 12); }, {byte(0x80)}, bits(12, 0x080));
  expect([](auto v) { return ir::bv_sext(v[0], 12); }, {byte(0x80)}, bits(12, 0xF80));
}

TEST_F(Z3OperatorsTest, BitVectorRotationByAnyAmount) {
  expect(Op::bv_rol, byte(0x81), byte(0), byte(0x81));
  expect(Op::bv_rol, byte(0x81), byte(1), byte(0x03));
  expect(Op::bv_rol, byte(0x81), byte(201), byte(0x03));
  expect(Op::bv_ror, byte(0x81), byte(1), byte(0xC0));
  expect(Op::bv_ror, byte(0x81), byte(8), byte(0x81));
  // Seven is no power of two: the amount modulo the width is not its low bits.
  expect(Op::bv_rol, bits(7, 0x41), bits(7, 8), bits(7, 0x03));
  expect(Op::bv_ror, bits(7, 0x41), bits(7, 8), bits(7, 0x60));
  expect(Op::bv_rol, bits(1, 1), bits(1, 1), bits(1, 1));
}

TEST_F(Z3OperatorsTest, BitVectorComparisons) {
  expect(Op::bv_ult, byte(1), byte(255), truth(true));
  expect(Op::bv_slt, byte(1), byte(255), truth(false));
  expect(Op::bv_ule, byte(255), byte(255), truth(true));
  expect(Op::bv_sle, byte(255), byte(255), truth(true));
  expect(Op::bv_ult, byte(255), byte(255), truth(false));
  expect(Op::bv_slt, byte(128), byte(127), truth(true));
}

TEST_F(Z3OperatorsTest, Arrays) {
  const ir::Type type = context_.array_type(context_.int_type(), context_.bool_type());
  const auto array = [&](std::vector<std::pair<ir::Value, ir::Value>> entries) {
    return context_.literal(type,
                            context_.values().array(type, ir::Value::boolean(false), entries));
  };
  const auto at = [](int i) { return std::pair(ir::Value::small(i), ir::Value::boolean(true)); };
  expect([](auto v) { return ir::select(v[0], v[1]); }, {array({at(3)}), num(3)}, truth(true));
  expect([](auto v) { return ir::select(v[0], v[1]); }, {array({at(3)}), num(4)}, truth(false));
  expect([](auto v) { return ir::store(v[0], v[1], v[2]); }, {array({at(3)}), num(4), truth(true)},
         array({at(3), at(4)}));
  expect([](auto v) { return ir::store(v[0], v[1], v[2]); }, {array({at(3)}), num(3), truth(false)},
         array({}));
  expect([&](auto v) { return ir::const_array(type, v[0]); }, {truth(false)}, array({}));
  expect([](auto v) { return ir::eq(v[0], v[1]); }, {array({at(3)}), array({at(3)})}, truth(true));
  expect([](auto v) { return ir::eq(v[0], v[1]); }, {array({at(3)}), array({})}, truth(false));
}

TEST_F(Z3OperatorsTest, Quantifiers) {
  const ir::Type color = context_.enum_type("Color", {"red", "green"});
  const Expr c = variable("c", color);
  const Expr bound = variable("bound", color);
  const auto solver = factory_->make();
  for (const Op op : {Op::forall, Op::exists}) {
    const Expr same = ir::quantifier(op, std::array{bound.var()}, ir::eq(bound, c));
    EXPECT_EQ(solver->check(std::array{same}), op == Op::exists ? Status::sat : Status::unsat);
  }
}

}  // namespace
}  // namespace arges::smt
