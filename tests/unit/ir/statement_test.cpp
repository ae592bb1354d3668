#include <gtest/gtest.h>

#include "ir/interpreter.h"
#include "ir/simplify.h"
#include "ir/traversal.h"
#include "ir/unfold.h"
#include "ir/weakest_precondition.h"
#include "support/core_text.h"

namespace arges::ir {
namespace {

class StatementTest : public testing::Test, protected test::CoreText {
 protected:
  void SetUp() override {
    x_ = integer("x");
    y_ = integer("y");
    p_ = boolean("p");
  }
  Valuation state(int x, int y) const {
    Valuation valuation;
    valuation.set(x_, Value::small(x));
    valuation.set(y_, Value::small(y));
    valuation.set(p_, Value::boolean(false));
    return valuation;
  }
  Decision value(int number) const {
    return Decision::pick(Value::small(number), context.int_type());
  }
  Var x_;
  Var y_;
  Var p_;
};

TEST_F(StatementTest, InterpreterFollowsDecisions) {
  const Stmt s = stmt("choice { x := 1; } or { havoc x; x := x + y; }");
  Interpreter first(state(0, 5), {Decision::take(0)});
  EXPECT_FALSE(first.execute(s));
  EXPECT_EQ(first.state().get(x_), Value::small(1));
  Interpreter second(state(0, 5), {Decision::take(1), value(10)});
  EXPECT_FALSE(second.execute(s));
  EXPECT_EQ(second.state().get(x_), Value::small(15));
  EXPECT_EQ(second.decisions_left(), 0U);
}

TEST_F(StatementTest, InterpreterRefusesWhatTheDecisionsDoNotCover) {
  EXPECT_TRUE(Interpreter(state(0, 0), {}).execute(stmt("havoc x;")));
  EXPECT_TRUE(Interpreter(state(0, 0), {Decision::take(2)})
                  .execute(stmt("choice { x := 1; } or { x := 2; }")));
  EXPECT_TRUE(Interpreter(state(0, 0), {}).execute(stmt("assume x > 0;")));
}

TEST_F(StatementTest, LoopBoundsAreReadOnceAndTheUpperOneIsExclusive) {
  Interpreter interpreter(state(3, 0), {});
  EXPECT_FALSE(interpreter.execute(stmt("for i from 0 to x do { x := x + 1; y := y + i; }")));
  EXPECT_EQ(interpreter.state().get(x_), Value::small(6));
  EXPECT_EQ(interpreter.state().get(y_), Value::small(0 + 1 + 2));
}

TEST_F(StatementTest, UnfoldingNamesEveryWriteAnew) {
  Unfolder unfolder(context);
  const Unfolding unfolding = unfolder.unfold(stmt("x := x + 1; x := x + y;"), {});
  EXPECT_EQ(unfolding.formula.to_string(), "x@1 = x + 1 and x@2 = x@1 + y");
  EXPECT_EQ(unfolding.after.get(x_), 2U);
  EXPECT_EQ(unfolding.after.get(y_), 0U);
}

TEST_F(StatementTest, BranchesOfAnUnfoldingEndInCommonVersions) {
  Unfolder unfolder(context);
  const Unfolding unfolding =
      unfolder.unfold(stmt("if (p) { x := 1; x := 2; } else { y := 3; }"), {});
  EXPECT_EQ(unfolding.after.get(x_), 2U);
  EXPECT_EQ(unfolding.after.get(y_), 1U);
  EXPECT_EQ(unfolding.formula.to_string(),
            "p and x@1 = 1 and x@2 = 2 and y@1 = y or not p and y@1 = 3 and x@2 = x");
}

TEST_F(StatementTest, WeakestPreconditions) {
  const auto wp = [&](const std::string& s, const std::string& post) {
    return simplify(weakest_precondition(stmt(s), expr(post))).to_string();
  };
  EXPECT_EQ(wp("x := y + 1;", "x < 5"), "y < 4");
  EXPECT_EQ(wp("assume p;", "x < 5"), "not p or x < 5");
  EXPECT_EQ(wp("x := 1; assume x = 1;", "false"), "false");
  EXPECT_EQ(wp("x := 1; assume x = 2;", "false"), "true");
  EXPECT_EQ(wp("choice { x := 1; } or { x := 2; }", "x < y"), "1 < y and 2 < y");
  EXPECT_EQ(wp("havoc x; assume x = 3;", "x < y"), "3 < y");
  EXPECT_EQ(wp("for i from 0 to 3 do { x := x + i; }", "x = 3"), "x = 0");
  EXPECT_EQ(wp("havoc y;", "x < 5"), "x < 5");
}

TEST_F(StatementTest, WeakestPreconditionsThatExplodeAreGivenUp) {
  std::string choices;
  for (int i = 0; i < 30; ++i) choices += "choice { x := x + y } or { x := x * y }; ";
  EXPECT_FALSE(weakest_precondition(stmt(choices + "assume p"), expr("x < 5"), 1000));
  EXPECT_TRUE(weakest_precondition(stmt("x := x + y; assume p"), expr("x < 5"), 1000));
}

TEST_F(StatementTest, AccessLeavesOutLocalsAndCounters) {
  const Stmt s = stmt("{ local var t : int; t := x; for i from 0 to t do { y := y + i; } }");
  EXPECT_EQ(written_variables(s), std::vector<Var>{y_});
  EXPECT_EQ(read_variables(s), (std::vector<Var>{x_, y_}));
}

}  // namespace
}  // namespace arges::ir
