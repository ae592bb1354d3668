#include "model/xsts/xsts_system.h"

#include <gtest/gtest.h>

#include "support/core_text.h"

namespace arges::model {
namespace {

/// x starts with 0; env havocs y; trans adds y to x, or with its second branch subtracts 1
class XstsSystemTest : public testing::Test, protected test::CoreText {
 protected:
  XstsSystemTest() {
    x_ = integer("x");
    y_ = integer("y");
    xsts_.variables = {{x_, false, context.int_literal(0)}, {y_, false, {}}};
    xsts_.init = {stmt("{}")};
    xsts_.env = {stmt("havoc y")};
    xsts_.trans = {stmt("x := x + y"), stmt("x := x - 1")};
  }
  struct Step {
    const char* label;
    std::vector<ir::Decision> decisions;
    int x;
    int y;
  };
  analysis::ConcreteTrace trace(const analysis::System& system, int y, std::vector<Step> steps) {
    analysis::ConcreteTrace result;
    result.initial.set(x_, ir::Value::small(0));
    result.initial.set(y_, ir::Value::small(y));
    for (const Step& step : steps) {
      ir::Valuation state;
      state.set(x_, ir::Value::small(step.x));
      state.set(y_, ir::Value::small(step.y));
      const analysis::Action* action = nullptr;
      for (std::uint32_t id = 0; system.find_action(id) != nullptr; ++id)
        if (system.find_action(id)->label == step.label) action = system.find_action(id);
      result.steps.push_back({action, step.decisions, state});
    }
    return result;
  }
  ir::Decision pick(int value) {
    return ir::Decision::pick(ir::Value::small(value), context.int_type());
  }
  Xsts xsts_;
  ir::Var x_;
  ir::Var y_;
};

TEST_F(XstsSystemTest, SectionsAlternateAndTheInitialValuesAreAssumed) {
  const auto system = make_system(context, xsts_, expr("x < 5"), CheckPoints::all);
  EXPECT_EQ(system->initial_condition().to_string(), "x = 0");
  const auto labels = [&](analysis::Control control) {
    std::vector<std::string> result;
    for (const auto* action : system->actions(control)) result.push_back(action->label);
    return result;
  };
  EXPECT_EQ(labels(0), std::vector<std::string>{"init"});
  EXPECT_EQ(labels(1), (std::vector<std::string>{"property violated", "env"}));
  EXPECT_EQ(labels(2), (std::vector<std::string>{"property violated", "trans 1", "trans 2"}));
  const auto stable = make_system(context, xsts_, expr("x < 5"), CheckPoints::stable);
  EXPECT_EQ(stable->actions(2).size(), 2U) << "not checked after env";
}

TEST_F(XstsSystemTest, ReplayExecutesTheSections) {
  const ir::Expr property = expr("x < 5");
  const auto system = make_system(context, xsts_, property, CheckPoints::all);
  const XstsReplayer replayer(xsts_, property, CheckPoints::all);
  const std::vector<Step> good = {
      {"init", {}, 0, 3}, {"env", {pick(7)}, 0, 7}, {"trans 1", {}, 7, 7}};
  EXPECT_FALSE(replayer.replay(trace(*system, 3, good)));
  auto wrong_value = good;
  wrong_value[2].x = 8;
  EXPECT_TRUE(replayer.replay(trace(*system, 3, wrong_value)));
  auto no_violation = good;
  no_violation[2] = {"trans 2", {}, -1, 7};
  EXPECT_TRUE(replayer.replay(trace(*system, 3, no_violation)));
  auto wrong_order = good;
  std::swap(wrong_order[1], wrong_order[2]);
  EXPECT_TRUE(replayer.replay(trace(*system, 3, wrong_order)));
  analysis::ConcreteTrace wrong_start = trace(*system, 3, good);
  wrong_start.initial.set(x_, ir::Value::small(1));
  EXPECT_TRUE(replayer.replay(wrong_start));
}

}  // namespace
}  // namespace arges::model
