#include "analysis/refine/trace_checker.h"

#include "analysis/refine/fixture.h"
#include "base/invariant.h"
#include "ir/interpreter.h"

namespace arges::analysis {
namespace {

class TraceCheckerTest : public RefuterTest {
 protected:
  TraceStatus check(const TraceEncoding& encoding,
                    std::optional<Refutation> refutation = std::nullopt) {
    FixedRefuter refuter("fixed", std::move(refutation), refuter_calls_);
    return SolverTraceChecker(env_, system_, *solvers_, refuter).check(encoding.trace());
  }
  ir::Value value(const ir::Valuation& state, const char* name) {
    return state.get(system_.scope.find(name)->var);
  }
  int refuter_calls_ = 0;
};

TEST_F(TraceCheckerTest, AFeasibleTraceHasARunWithValues) {
  const TraceStatus status = check(trace("x = 4", {"y := x + 1", "x := 2 * y", "assume x > 9"}));
  ASSERT_TRUE(status.run);
  EXPECT_FALSE(status.refutation);
  EXPECT_EQ(refuter_calls_, 0);
  ASSERT_EQ(status.run->steps.size(), 3U);
  EXPECT_EQ(value(status.run->initial, "x"), ir::Value::small(4));
  EXPECT_EQ(value(status.run->steps[0].state, "x"), ir::Value::small(4));
  EXPECT_EQ(value(status.run->steps[0].state, "y"), ir::Value::small(5));
  EXPECT_EQ(value(status.run->steps[1].state, "x"), ir::Value::small(10));
  EXPECT_EQ(status.run->steps[1].action->label, "1 -> 2");
}

TEST_F(TraceCheckerTest, TheRunTellsEveryDecision) {
  const TraceStatus status =
      check(trace("x = 0", {"choice { x := 1 } or { x := 2 } or { x := 3 }; havoc y",
                            "if (x = 2) { choice { p := true } or { p := false } }",
                            "assume x = 2 and y = 17 and not p"}));
  ASSERT_TRUE(status.run);
  const std::vector<ir::Decision>& first = status.run->steps[0].decisions;
  ASSERT_EQ(first.size(), 2U);
  EXPECT_EQ(first[0].branch, 1U);
  EXPECT_EQ(first[1].value, ir::Value::small(17));
  const std::vector<ir::Decision>& second = status.run->steps[1].decisions;
  ASSERT_EQ(second.size(), 1U);
  EXPECT_EQ(second[0].branch, 1U);
  EXPECT_TRUE(status.run->steps[2].decisions.empty());
}

TEST_F(TraceCheckerTest, AnInfeasibleTraceIsExplainedByTheRefuter) {
  const TraceStatus status = check(trace("x = 0", {"x := x + 1", "assume x > 1"}),
                                   refutation({"x <= 0", "x <= 1", "false"}));
  EXPECT_FALSE(status.run);
  ASSERT_TRUE(status.refutation);
  EXPECT_EQ(text(*status.refutation), "x <= 0 | x <= 1 | false");
  EXPECT_EQ(status.unknown_reason, "");
}

TEST_F(TraceCheckerTest, WithoutAnExplanationThereIsNoProgress) {
  const TraceStatus status = check(trace("x = 0", {"assume x = 1"}));
  EXPECT_FALSE(status.run);
  EXPECT_FALSE(status.refutation);
  EXPECT_EQ(status.unknown_reason, "no refinement progress");
}

#ifdef ARGES_SELF_CHECKS
TEST_F(TraceCheckerTest, WrongExplanationsAreDefects) {
  const TraceEncoding& encoding = trace("x = 0", {"x := x + 1", "assume x > 1"});
  EXPECT_THROW(check(encoding, refutation({"x < 0", "x <= 1", "false"})), InternalError);
  EXPECT_THROW(check(encoding, refutation({"x <= 0", "x <= 0", "false"})), InternalError);
  EXPECT_THROW(check(encoding, refutation({"x <= 0", "x <= 2", "false"})), InternalError);
  EXPECT_THROW(check(encoding, refutation({"x <= 0", "x <= 1", "x < 2"})), InternalError);
  system_.integer("temporary");
  EXPECT_THROW(check(encoding, refutation({"x <= 0", "x <= 1 and (temporary < 0 or temporary >= 0)",
                                           "false"})),
               InternalError)
      << "not a variable of the system";
}
#endif

}  // namespace
}  // namespace arges::analysis
