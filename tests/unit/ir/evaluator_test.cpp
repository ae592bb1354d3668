#include "ir/evaluator.h"

#include <gtest/gtest.h>

#include "ir/reference_evaluator.h"
#include "support/core_text.h"
#include "support/random_expr.h"

namespace arges::ir {
namespace {

class EvaluatorTest : public testing::Test, protected test::CoreText {
 protected:
  void SetUp() override {
    x_ = integer("x");
    y_ = integer("y");
    p_ = boolean("p");
  }
  std::string value(const std::string& text, const std::unordered_map<Var, Value>& valuation = {}) {
    const Expr e = expr(text);
    return to_string(evaluate(e, valuation), e.type());
  }
  Var x_;
  Var y_;
  Var p_;
};

TEST_F(EvaluatorTest, DivisionIsEuclideanAndTotal) {
  EXPECT_EQ(value("-5 div 3"), "-2");
  EXPECT_EQ(value("-5 div -3"), "2");
  EXPECT_EQ(value("5 div -3"), "-1");
  EXPECT_EQ(value("-5 mod 3"), "1");
  EXPECT_EQ(value("-5 mod -3"), "1");
  EXPECT_EQ(value("5 rem -3"), "-2");
  EXPECT_EQ(value("-5 rem 3"), "1");
  EXPECT_EQ(value("7 div 0"), "0");
  EXPECT_EQ(value("7 mod 0"), "7");
  EXPECT_EQ(value("7 rem 0"), "7");
}

TEST_F(EvaluatorTest, NumbersGrowPastMachineWords) {
  EXPECT_EQ(value("4611686018427387904 * 4611686018427387904"),
            "21267647932558653966460912964485513216");
  EXPECT_EQ(value("x + 1", {{x_, Value::small((std::int64_t{1} << 61) - 1)}}),
            "2305843009213693952");
}

TEST_F(EvaluatorTest, UnknownOperandsMatterOnlyWhereTheyDo) {
  EXPECT_EQ(value("p and false"), "false");
  EXPECT_EQ(value("p or true"), "true");
  EXPECT_EQ(value("p and true"), "?");
  EXPECT_EQ(value("x * 0"), "0");
  EXPECT_EQ(value("if p then 3 else 3"), "3");
  EXPECT_EQ(value("if p then 3 else 4"), "?");
  EXPECT_EQ(value("x = x"), "?") << "an unknown without a tag may be any value";
  EXPECT_EQ(value("x = y", {{x_, Value::unknown(4)}, {y_, Value::unknown(4)}}), "true");
}

TEST_F(EvaluatorTest, QuantifiersOverFiniteTypesAreDecided) {
  EXPECT_EQ(value("forall (b : bool) (b or not b)"), "true");
  EXPECT_EQ(value("exists (b : bv[4]) b = 4'd9"), "true");
  EXPECT_EQ(value("forall (i : int) i = i + 1"), "?");
}

TEST_F(EvaluatorTest, AgreesWithTheReferenceOnRandomExpressions) {
  Context fresh;
  Scope names(fresh);
  test::RandomExprOptions options;
  options.versions = false;
  test::RandomExpr random(names, 11, options);
  for (int i = 0; i < 5000; ++i) {
    const Expr e = random.any(4);
    std::unordered_map<Var, Value> map;
    Valuation valuation;
    for (const Var v : random.variables()) {
      if (random.below(6) == 0) continue;  // some stay unknown
      map[v] = random.value(v->type);
      valuation.set(v, map[v]);
    }
    const Value compiled = evaluate(e, map);
    const auto reference = reference_evaluate(e, valuation);
    if (reference && !compiled.is_unknown()) {
      EXPECT_EQ(compiled, *reference) << e.to_string();
    }
    if (map.size() == random.variables().size()) {
      EXPECT_EQ(reference.has_value(), !compiled.is_unknown()) << e.to_string();
    }
  }
}

}  // namespace
}  // namespace arges::ir
