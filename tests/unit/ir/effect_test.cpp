#include "ir/effect.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "support/core_text.h"

namespace arges::ir {
namespace {

class EffectTest : public testing::Test, protected test::CoreText {
 protected:
  void SetUp() override {
    for (const char* name : {"x", "y", "z"}) integer(name);
    for (const char* name : {"p", "q"}) boolean(name);
  }
  Effect effect(const std::string& statement) {
    auto result = effect_of(context, stmt(statement), 1000);
    EXPECT_TRUE(result);
    return result.value_or(Effect{});
  }
  /// What an expression over the state after is before.
  std::string before(const std::string& statement, const std::string& expression) {
    return effect(statement).before(expr(expression)).to_string();
  }
  std::string conditions(const std::string& statement) {
    std::string result;
    for (const Expr condition : effect(statement).conditions)
      result += (result.empty() ? "" : ", ") + condition.to_string();
    return result;
  }
};

TEST_F(EffectTest, AssignmentsAreReadInTermsOfTheStateBefore) {
  EXPECT_EQ(before("x := x + 1; y := x + x;", "y"), "2 * x + 2");
  EXPECT_EQ(before("x := y; y := x;", "y"), "y");
  EXPECT_EQ(before("x := 3;", "x > y"), "y < 3");
  EXPECT_EQ(before("x := 3;", "z"), "z");
}

TEST_F(EffectTest, ConditionsSpeakOfTheStateBefore) {
  EXPECT_EQ(conditions("x := x + 1; assume x = 4 and p;"), "x = 3, p");
  EXPECT_EQ(conditions("x := 1; assume x > 0;"), "");
  EXPECT_EQ(conditions("x := 1; assume x > 1;"), "false");
}

TEST_F(EffectTest, BranchesMeetInConditionalValues) {
  EXPECT_EQ(before("if (p) { x := 1; } else { x := 2; }", "x = 1"), "p");
  EXPECT_EQ(before("if (p) { x := 1; } else { }", "x"), "if p then 1 else x");
  EXPECT_EQ(before("if (p) { x := y; } else { x := y; }", "x"), "y");
  EXPECT_EQ(conditions("if (p) { assume q; } else { assume x = 1; }"), "not p or q, p or x = 1");
}

TEST_F(EffectTest, AConditionIsReadBeforeTheBranchesWrite) {
  EXPECT_EQ(before("if (p) { p := false; x := 1; } else { x := 2; }", "x = 1"), "p");
}

TEST_F(EffectTest, ChosenValuesAndBranchesAreNewSymbols) {
  const Effect havoc = effect("havoc x; y := x; havoc x;");
  EXPECT_NE(havoc.before(expr("x")), havoc.before(expr("y")));
  EXPECT_NE(havoc.before(expr("x")), expr("x"));
  const Expr chosen = effect("choice { x := 1; } or { x := 2; } or { x := 3; }").before(expr("x"));
  EXPECT_EQ(free_variables(chosen), std::vector<Var>{context.selector()});
}

TEST_F(EffectTest, LocalsOfDifferentBranchesAreDifferent) {
  const Effect both =
      effect("local var l : int; if (p) { havoc l; x := l; } else { havoc l; y := l; }");
  EXPECT_NE(both.before(expr("x")).child(1), both.before(expr("y")).child(2));
}

TEST_F(EffectTest, LoopsWithConstantBoundsAreUnrolled) {
  EXPECT_EQ(before("for i from 0 to 3 do { x := x + i; }", "x"), "x + 3");
  EXPECT_EQ(before("for i from 3 to 0 do { x := x + i; }", "x"), "x");
  EXPECT_FALSE(effect_of(context, stmt("for i from 0 to y do { x := x + i; }"), 1000));
  EXPECT_FALSE(effect_of(context, stmt("for i from 0 to 1000 do { x := x + i; }"), 1000));
}

TEST_F(EffectTest, BranchesWithinBranchesUndoTheirOwnWrites) {
  const char* nested =
      "if (p) { x := 1; if (q) { x := 2; y := x; } else { z := x; } } else { y := x; }";
  EXPECT_EQ(before(nested, "x"), "if p then if q then 2 else 1 else x");
  EXPECT_EQ(before(nested, "y"), "if p then if q then 2 else y else x");
  EXPECT_EQ(before(nested, "z"), "if p then if q then z else 1 else z");
}

TEST_F(EffectTest, LargeValuesHaveNone) {
  EXPECT_TRUE(effect_of(context, stmt("x := x + y;"), 3));
  EXPECT_FALSE(effect_of(context, stmt("x := x + y;"), 2));
}

}  // namespace
}  // namespace arges::ir
