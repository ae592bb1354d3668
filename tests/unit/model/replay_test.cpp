#include "model/replay.h"

#include <gtest/gtest.h>

#include "support/core_text.h"

namespace arges::model {
namespace {

using analysis::Action;
using analysis::ActionRole;
using analysis::ConcreteTrace;
using ir::Decision;

class ReplayTest : public testing::Test, protected test::CoreText {
 protected:
  ir::Valuation state(int x) const {
    ir::Valuation result;
    result.set(x_, ir::Value::small(x));
    return result;
  }
  void step(ConcreteTrace& trace, const Action& action, std::vector<Decision> decisions, int x) {
    trace.steps.push_back({&action, std::move(decisions), state(x)});
  }
  static std::string branches(const ModelStep& step) {
    std::string result;
    for (const Decision& decision : step.decisions) result += std::to_string(decision.branch);
    return result;
  }
  /// What is wrong with a statement as the only step of a run from x = 0.
  std::string error(const std::string& statement, std::vector<Decision> decisions, int x) {
    const Action action;
    ConcreteTrace trace;
    step(trace, action, std::move(decisions), x);
    Replay replay(state(0), variables_);
    const auto wrong = replay.execute(model_steps(trace).front(), stmt(statement));
    return wrong ? wrong->message : "";
  }

  const ir::Var x_ = integer("x");
  const std::vector<ir::Var> variables_{x_};
};

TEST_F(ReplayTest, FragmentsMakeOneStepAndChecksNone) {
  Action whole;
  whole.branches = {3};
  Action fragment;
  fragment.role = ActionRole::fragment;
  fragment.branches = {1, 2};
  Action check;
  check.role = ActionRole::check;
  ConcreteTrace trace;
  step(trace, whole, {Decision::take(0)}, 10);
  step(trace, fragment, {Decision::take(7)}, 20);
  step(trace, whole, {Decision::take(5)}, 30);
  step(trace, check, {Decision::take(9)}, 30);
  const std::vector<ModelStep> steps = model_steps(trace);
  ASSERT_EQ(steps.size(), 2U);
  EXPECT_EQ(branches(steps[0]), "30") << "what the action settles comes first";
  EXPECT_EQ(branches(steps[1]), "12735");
  EXPECT_EQ(steps[0].number, 1U);
  EXPECT_EQ(steps[1].number, 3U) << "where it ends in the run";
  EXPECT_EQ(steps[1].end.state.get(x_), ir::Value::small(30));
}

TEST_F(ReplayTest, AStepMustBePossibleAsTold) {
  EXPECT_EQ(error("x := x + 1", {}, 1), "");
  EXPECT_EQ(error("choice { x := 1 } or { x := 2 }", {Decision::take(1)}, 2), "");
  EXPECT_EQ(error("x := x + 1", {}, 2), "step 1: x is 1, not 2");
  EXPECT_EQ(error("x := x + 1", {Decision::take(0)}, 1), "step 1: decisions left over");
  EXPECT_NE(error("assume x > 3", {}, 0), "");
}

TEST_F(ReplayTest, OneStepGoesOnWhereTheLastEnded) {
  const Action action;
  ConcreteTrace trace;
  step(trace, action, {}, 1);
  step(trace, action, {}, 2);
  Replay replay(state(0), variables_);
  for (ModelStep& next : model_steps(trace))
    EXPECT_FALSE(replay.execute(std::move(next), stmt("x := x + 1")));
  EXPECT_FALSE(replay.check_violation(expr("x < 2")));
  EXPECT_TRUE(replay.check_violation(expr("x < 3")));
}

}  // namespace
}  // namespace arges::model
