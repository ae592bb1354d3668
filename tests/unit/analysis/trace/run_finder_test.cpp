#include "analysis/trace/run_finder.h"

#include <gtest/gtest.h>

#include "support/tiny_system.h"

namespace arges::analysis {
namespace {

class RunFinderTest : public testing::Test {
 protected:
  ir::Valuation values(const std::vector<std::pair<ir::Var, std::int64_t>>& given) {
    ir::Valuation result;
    for (const auto& [var, value] : given) result.set(var, ir::Value::small(value));
    return result;
  }
  std::int64_t value(const ir::Valuation& state, ir::Var var) { return state.get(var).as_small(); }

  test::TinySystem system_;
  ir::Var x_ = system_.add_integer("x");
  ir::Var y_ = system_.add_integer("y");
};

TEST_F(RunFinderTest, WhatTheStartLeavesOpenIsWhatTheConditionSays) {
  system_.set_initial("x = 7 and y >= 0");
  const auto start = RunFinder(system_).start({});
  ASSERT_TRUE(start);
  EXPECT_EQ(value(*start, x_), 7);
  EXPECT_EQ(value(*start, y_), 0);
}

TEST_F(RunFinderTest, AStartThatContradictsTheConditionIsNone) {
  system_.set_initial("x = 7 and y >= 0");
  EXPECT_FALSE(RunFinder(system_).start(values({{x_, 6}})));
}

TEST_F(RunFinderTest, ChoicesFollowTheValuesAfterThem) {
  const Action& action = system_.edge(0, 0, "choice { x := x + 1 } or { x := x + 3 }");
  system_.set_initial("x = 0 and y = 0");
  const std::vector<Passage> way{{{&action}, values({{x_, 3}})}, {{&action}, values({{x_, 4}})}};
  const auto run = RunFinder(system_).run({}, way);
  ASSERT_TRUE(run);
  ASSERT_EQ(run->steps.size(), 2U);
  EXPECT_EQ(run->steps[0].decisions.front().branch, 1U);
  EXPECT_EQ(run->steps[1].decisions.front().branch, 0U);
  EXPECT_EQ(value(run->steps[1].state, x_), 4);
}

/// The first action alone would take the first value that comes to mind.
TEST_F(RunFinderTest, WhatIsOpenIsDecidedTogetherWithWhatRestrictsIt) {
  const Action& free = system_.edge(0, 1, "havoc x");
  const Action& restricting = system_.edge(1, 2, "assume x > 4; y := x");
  system_.set_initial("x = 0 and y = 0");
  const ir::Valuation end = values({{y_, 5}});
  const auto run = RunFinder(system_).run({}, std::vector<Passage>{{{&free, &restricting}, end}});
  ASSERT_TRUE(run);
  EXPECT_EQ(value(run->steps[0].state, x_), 5);
  EXPECT_EQ(run->steps[0].decisions.size(), 1U);
  EXPECT_TRUE(run->steps[1].decisions.empty());
}

TEST_F(RunFinderTest, AWayThatNoRunGoesHasNone) {
  const Action& action = system_.edge(0, 0, "choice { x := x + 1 } or { x := x + 3 }");
  system_.set_initial("x = 0 and y = 0");
  const std::vector<Passage> way{{{&action}, values({{x_, 2}})}};
  EXPECT_FALSE(RunFinder(system_).run({}, way));
}

}  // namespace
}  // namespace arges::analysis
