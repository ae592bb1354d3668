#include "ir/simplify.h"

#include <gtest/gtest.h>

#include "ir/evaluator.h"
#include "ir/reference_evaluator.h"
#include "support/core_text.h"
#include "support/random_expr.h"

namespace arges::ir {
namespace {

class SimplifyTest : public testing::Test, protected test::CoreText {
 protected:
  void SetUp() override {
    for (const char* name : {"x", "y", "z"}) integer(name);
    for (const char* name : {"p", "q"}) boolean(name);
    declare("a", context.array_type(context.int_type(), context.int_type()));
  }
  std::string simplified(const std::string& text) { return simplify(expr(text)).to_string(); }
};

TEST_F(SimplifyTest, FoldsConstantsAndNeutralOperands) {
  EXPECT_EQ(simplified("2 + 3 * 4"), "14");
  EXPECT_EQ(simplified("p and true"), "p");
  EXPECT_EQ(simplified("p or true"), "true");
  EXPECT_EQ(simplified("p and q and p"), "p and q");
  EXPECT_EQ(simplified("p or q or not p"), "true");
  EXPECT_EQ(simplified("if true then x else y"), "x");
  EXPECT_EQ(simplified("if p then x else x"), "x");
}

TEST_F(SimplifyTest, ComparesTheBranchesOfAConditionalWithALiteral) {
  EXPECT_EQ(simplified("(if p then 1 else 2) = 1"), "p");
  EXPECT_EQ(simplified("3 = (if p then 1 else x)"), "not p and x = 3");
  EXPECT_EQ(simplified("(if p then 1 else if q then 2 else x) = 2"), "not p and (q or x = 2)");
  EXPECT_EQ(simplified("(if p then x else y) = 1"), "(if p then x else y) = 1");
}

TEST_F(SimplifyTest, MovesConstantsTogether) {
  EXPECT_EQ(simplified("x + 1 = 4"), "x = 3");
  EXPECT_EQ(simplified("4 = x + 1"), "x = 3");
  EXPECT_EQ(simplified("x + y - 1 < 4"), "x + y < 5");
  EXPECT_EQ(simplified("4 <= x + 1"), "3 <= x");
  EXPECT_EQ(simplified("x + 1 = y"), "x + 1 = y");
}

TEST_F(SimplifyTest, CollectsLikeTerms) {
  EXPECT_EQ(simplified("x + y - x"), "y");
  EXPECT_EQ(simplified("2 * x + 3 * x"), "5 * x");
  EXPECT_EQ(simplified("x + 1 < x + 3"), "true");
  EXPECT_EQ(simplified("x <= x"), "true");
  EXPECT_EQ(simplified("x - y = x - y"), "true");
}

TEST_F(SimplifyTest, ResolvesReadsOfWrites) {
  EXPECT_EQ(simplified("a[1 <- x][1]"), "x");
  EXPECT_EQ(simplified("a[1 <- x][2]"), "a[2]");
  EXPECT_EQ(simplified("a[y <- x][z]"), "a[y <- x][z]");
  EXPECT_EQ(simplified("a[1 <- x][1 <- y]"), "a[1 <- y]");
}

TEST_F(SimplifyTest, RemovesQuantifiersThatBindNothingOrADeterminedValue) {
  EXPECT_EQ(simplified("forall (u : int) p"), "p");
  EXPECT_EQ(simplified("forall (u : int) (u = y imply x < u)"), "x < y");
  EXPECT_EQ(simplified("exists (u : int) (u = y and x < u)"), "x < y");
  EXPECT_EQ(simplified("forall (b : bool) (b or p)"), "p");
}

TEST_F(SimplifyTest, KeepsTheValueOfRandomExpressions) {
  Context fresh;
  Scope names(fresh);
  test::RandomExprOptions options;
  options.versions = false;
  test::RandomExpr random(names, 7, options);
  int compared = 0;
  for (int i = 0; i < 3000; ++i) {
    const Expr e = random.any(4);
    const Expr s = simplify(e);
    Valuation valuation;
    for (const Var v : random.variables()) valuation.set(v, random.value(v->type));
    const auto before = reference_evaluate(e, valuation);
    const auto after = reference_evaluate(s, valuation);
    if (before && after) {
      ++compared;
      EXPECT_EQ(*before, *after) << e.to_string() << "\n  became " << s.to_string();
    }
  }
  EXPECT_GT(compared, 2500);
}

}  // namespace
}  // namespace arges::ir
