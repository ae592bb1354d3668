// What the printer writes, the parser reads back as the same expression.
#include <gtest/gtest.h>

#include "ir/text/core_parser.h"
#include "support/random_expr.h"

namespace arges::ir {
namespace {

class RoundTrip : public ::testing::Test {
 protected:
  Expr parse(const std::string& text) {
    const SourceText source("test", text);
    Diagnostics diagnostics;
    const Expr result = parse_expression(scope, source, diagnostics);
    for (const Diagnostic& error : diagnostics.errors()) ADD_FAILURE() << error.render();
    return result;
  }
  Var declare(const std::string& name, Type type) {
    const Var var = context.declare(name, type);
    scope.declare(var);
    return var;
  }
  void expect_text(Expr e, const std::string& text) {
    EXPECT_EQ(e.to_string(), text);
    EXPECT_EQ(parse(text), e) << text;
  }

  Context context;
  Scope scope{context};
};

TEST_F(RoundTrip, ArithmeticReadsAsPeopleWriteIt) {
  const Expr x = context.var(declare("x", context.int_type()));
  const Expr y = context.var(declare("y", context.int_type()));
  const Expr two = context.int_literal(2);
  expect_text(sub(x, y), "x - y");
  expect_text(sub(x, two), "x - 2");
  expect_text(neg(x), "-x");
  expect_text(neg(add(x, y)), "-(x + y)");
  expect_text(sub(x, add(y, two)), "x - (y + 2)");
  expect_text(sub(x, mul(two, y)), "x - 2 * y");
  expect_text(sub(neg(x), mul(std::array{two, x, y})), "-x - 2 * x * y");
  expect_text(sub(x, mul(x, y)), "x - x * y");
  expect_text(mul(context.int_literal(-1), mul(x, y)), "-1 * x * y");
  expect_text(sub(x, binary(Op::div, y, two)), "x - y div 2");
  expect_text(sub(x, mul(binary(Op::div, y, two), x)), "x - y div 2 * x");
  expect_text(mul(x, binary(Op::mod, y, two)), "x * (y mod 2)");
  expect_text(binary(Op::rem, x, context.int_literal(-3)), "x rem -3");
  expect_text(gt(x, y), "y < x");
}

TEST_F(RoundTrip, LogicReadsAsPeopleWriteIt) {
  const Expr a = context.var(declare("a", context.bool_type()));
  const Expr b = context.var(declare("b", context.bool_type()));
  expect_text(implies(a, b), "not a or b");
  expect_text(not_(and_(a, b)), "not (a and b)");
  expect_text(and_(a, or_(a, b)), "a and (a or b)");
  expect_text(neq(a, b), "a /= b");
  expect_text(eq(eq(a, b), a), "(a = b) = a");
  expect_text(eq(not_(a), b), "(not a) = b");
  expect_text(ite(a, b, ite(b, a, b)), "if a then b else if b then a else b");
  expect_text(and_(ite(a, b, a), b), "(if a then b else a) and b");
  const std::array bound{scope.bound_variable("n", context.int_type())};
  const Expr n = context.var(bound[0]);
  expect_text(and_(a, quantifier(Op::exists, bound, lt(n, n))), "a and (exists (n : int) n < n)");
}

TEST_F(RoundTrip, NamesThatAreNoneAreQuoted) {
  for (const std::string name : {"if", "a b", "1x", "", "|", "\\", "a\\|b", "ä", "bv", "x@1"}) {
    const Expr x = context.var(declare(name, context.int_type()));
    EXPECT_EQ(x.to_string().front(), '|') << name;
    EXPECT_EQ(parse(x.to_string()), x) << name;
  }
  const Expr plain = context.var(declare("$main.x_1", context.int_type()));
  expect_text(plain, "$main.x_1");
}

TEST_F(RoundTrip, VersionsAreMarked) {
  const Var x = declare("x", context.int_type());
  expect_text(context.var(x, 3), "x@3");
}

TEST_F(RoundTrip, LiteralsKeepTheirType) {
  expect_text(context.rat_literal(2), "2%1");
  expect_text(context.rat_literal(mpq_class(-1, 3)), "-1%3");
  expect_text(context.int_literal(-7), "-7");
  expect_text(context.bv_literal(100, mpz_class("1267650600228229401496703205375")),
              "100'd1267650600228229401496703205375");
  const Type colors = context.enum_type("My Color", {"red", "or"});
  scope.add_type(colors);
  expect_text(context.enum_literal(colors, 1), "|My Color.or|");
}

TEST_F(RoundTrip, ArraysKeepTheirIndexType) {
  const Type type = context.array_type(context.bv_type(4), context.rat_type());
  ValuePool& values = context.values();
  const Value half = values.rational(mpq_class(1, 2));
  expect_text(context.literal(type, values.array(type, half, {})), "[<bv[4]> default <- 1%2]");
  expect_text(context.literal(type, values.array(type, half, {{Value::small(3), Value::small(1)}})),
              "[4'd3 <- 1%1, <bv[4]> default <- 1%2]");
  const Expr r = context.var(declare("r", context.rat_type()));
  expect_text(select(const_array(type, r), context.bv_literal(4, 1)),
              "[<bv[4]> default <- r][4'd1]");
}

TEST_F(RoundTrip, BitVectorSlicesExcludeTheirUpperBound) {
  const Expr b = context.var(declare("b", context.bv_type(8)));
  expect_text(bv_extract(b, 3, 2), "b[5:3]");
  expect_text(bv_zext(bv_extract(b, 0, 2), 9), "b[2:0] bv_zero_extend bv[9]");
  expect_text(bv_extract(bv_sext(b, 9), 0, 1), "(b bv_sign_extend bv[9])[1:0]");
  expect_text(bv_sub(b, b), "b bvadd bvneg b");
}

TEST_F(RoundTrip, RandomExpressions) {
  test::RandomExpr random(scope, 42);
  for (int i = 0; i < 4000; ++i) {
    const Expr e = random.any(1 + i % 5);
    const std::string text = e.to_string();
    ASSERT_EQ(parse(text), e) << text;
  }
}

TEST_F(RoundTrip, RandomValues) {
  test::RandomExpr random(scope, 7);
  for (int i = 0; i < 2000; ++i) {
    const Type type = random.type();
    const Expr e = context.literal(type, random.value(type));
    EXPECT_EQ(to_string(e.value(), type), e.to_string());
    ASSERT_EQ(parse(e.to_string()), e) << e.to_string();
  }
}

TEST_F(RoundTrip, PrintingMakesNoExpressions) {
  test::RandomExpr random(scope, 11);
  std::vector<Expr> made;
  for (int i = 0; i < 200; ++i) made.push_back(random.any(4));
  const std::size_t before = context.num_expressions();
  for (const Expr e : made) e.to_string();
  EXPECT_EQ(context.num_expressions(), before);
}

TEST_F(RoundTrip, DeepExpressionsPrint) {
  Expr e = context.var(declare("b", context.bv_type(8)));
  for (int i = 0; i < 200000; ++i) e = bv_not(e);
  EXPECT_EQ(e.to_string().size(), 200000 * 6 + 1);
}

TEST_F(RoundTrip, Types) {
  test::RandomExpr random(scope, 1);
  for (const Type type : random.types()) {
    const SourceText source("type", type.to_string());
    Diagnostics diagnostics;
    EXPECT_EQ(parse_type(scope, source, diagnostics), type) << type.to_string();
  }
}

class StatementRoundTrip : public RoundTrip {
 protected:
  void expect_statement(const std::string& text) {
    const SourceText source("test", text);
    Diagnostics diagnostics;
    const Stmt result = parse_statement(scope, source, diagnostics);
    for (const Diagnostic& error : diagnostics.errors()) ADD_FAILURE() << error.render();
    ASSERT_TRUE(result);
    EXPECT_EQ(result.to_string(), text);
  }
};

TEST_F(StatementRoundTrip, EveryKind) {
  declare("x", context.int_type());
  declare("p", context.bool_type());
  declare("a b", context.bool_type());
  declare("a", context.array_type(context.int_type(), context.int_type()));
  expect_statement("{}");
  expect_statement("x := x + 1; assume x < 5 or p; havoc x");
  expect_statement("choice { x := 1; |a b| := p } or { havoc x } or {}");
  expect_statement("if (p) { x := 1 } else { x := 2; x := 3 }");
  expect_statement("if (p) { x := 1 }; p := false");
  expect_statement("for i from 0 to x do { x := x + i; for j from i to 3 do {} }");
  expect_statement("x := 0; { local var x : int; local var q : [int] -> bool; x := 2 }; x := 1");
  expect_statement("a := a[x <- 2]");
}

TEST_F(StatementRoundTrip, ArrayAssignmentIsAWrite) {
  declare("a", context.array_type(context.int_type(),
                                  context.array_type(context.int_type(), context.bool_type())));
  const SourceText source("test", "a[1][2] := true");
  Diagnostics diagnostics;
  EXPECT_EQ(parse_statement(scope, source, diagnostics).to_string(),
            "a := a[1 <- a[1][2 <- true]]");
}

}  // namespace
}  // namespace arges::ir
