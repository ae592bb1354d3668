#include "model/cfa/cfa_system.h"

#include <gtest/gtest.h>

#include "support/core_text.h"

namespace arges::model {
namespace {

/// start --x := 0--> loop --x := x + 1--> loop, loop --assume x > 1--> bad
class CfaSystemTest : public testing::Test, protected test::CoreText {
 protected:
  CfaSystemTest() {
    x_ = integer("x");
    cfa_.variables = {x_};
    cfa_.locations = {{"start", CfaLocation::Kind::normal, {}},
                      {"loop", CfaLocation::Kind::normal, {}},
                      {"bad", CfaLocation::Kind::error, {}}};
    cfa_.edges = {{0, 1, stmt("x := 0"), {}},
                  {1, 1, stmt("x := x + 1"), {}},
                  {1, 2, stmt("assume x > 1"), {}}};
  }
  analysis::ConcreteTrace trace(const analysis::System& system,
                                std::vector<std::pair<std::uint32_t, int>> steps) {
    analysis::ConcreteTrace result;
    result.initial.set(x_, ir::Value::small(9));
    for (const auto& [action, x] : steps) {
      ir::Valuation state;
      state.set(x_, ir::Value::small(x));
      result.steps.push_back({system.find_action(action), {}, state});
    }
    return result;
  }
  Cfa cfa_;
  ir::Var x_;
};

TEST_F(CfaSystemTest, LocationsAreControlPointsAndEdgesActions) {
  const auto system = make_system(context, cfa_, {{2}, {}});
  EXPECT_EQ(system->initial_control(), 0U);
  EXPECT_TRUE(system->is_target(2));
  EXPECT_EQ(system->actions(1).size(), 2U);
  EXPECT_EQ(system->actions(1)[0]->label, "loop -> loop");
  EXPECT_EQ(system->distance_to_target(0), 2U);
  EXPECT_TRUE(system->initial_condition().is_true());
}

TEST_F(CfaSystemTest, ReplayAcceptsRunsOfTheModelOnly) {
  const auto system = make_system(context, cfa_, {{2}, {}});
  const CfaReplayer replayer(cfa_, {{2}, {}});
  EXPECT_FALSE(replayer.replay(trace(*system, {{0, 0}, {1, 1}, {1, 2}, {2, 2}})));
  EXPECT_TRUE(replayer.replay(trace(*system, {{0, 0}, {1, 1}, {2, 1}}))) << "x is not > 1";
  EXPECT_TRUE(replayer.replay(trace(*system, {{0, 0}, {1, 2}, {2, 2}}))) << "0 + 1 is not 2";
  EXPECT_TRUE(replayer.replay(trace(*system, {{1, 10}, {2, 10}}))) << "not from the start";
  EXPECT_TRUE(replayer.replay(trace(*system, {{0, 0}, {1, 1}}))) << "not to the error";
}

TEST_F(CfaSystemTest, InvariantsAreCheckedAtEveryLocation) {
  const CfaProperty property{{}, expr("x < 1")};
  const auto system = make_system(context, cfa_, property);
  const CfaReplayer replayer(cfa_, property);
  EXPECT_FALSE(replayer.replay(trace(*system, {}))) << "x starts as 9";
  EXPECT_FALSE(replayer.replay(trace(*system, {{0, 0}, {1, 1}})));
  EXPECT_TRUE(replayer.replay(trace(*system, {{0, 0}})));
}

}  // namespace
}  // namespace arges::model
