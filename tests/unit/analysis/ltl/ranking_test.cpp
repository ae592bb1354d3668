#include "analysis/ltl/ranking.h"

#include <gtest/gtest.h>

#include "analysis/ltl/rank_oracle.h"
#include "smt/z3/factory.h"
#include "support/tiny_system.h"

namespace arges::analysis {
namespace {

class RankingTest : public testing::Test {
 protected:
  /// Steps about whose states nothing is known.
  std::optional<FoundRanking> find(std::initializer_list<const Action*> actions) {
    std::vector<RankedStep> steps;
    for (const Action* action : actions) steps.push_back({action, anything(), anything()});
    return find_ranking(env_, system_, steps, steps.size());
  }
  ir::Expr anything() const { return system_.context().true_expr(); }

  Env env_;
  test::TinySystem system_;
};

TEST_F(RankingTest, WhatCountsDownIsRanked) {
  system_.add_integer("x");
  const Action& down = system_.edge(0, 0, "assume x > 0; x := x - 1");
  const auto found = find({&down});
  ASSERT_TRUE(found);
  const auto solvers = smt::make_z3_factory(env_, system_.context());
  RankOracle oracle(system_.context(), *solvers);
  EXPECT_TRUE(oracle.add(found->family));
  EXPECT_FALSE(oracle.add(found->family)) << "it is known";
  const RankingMarks marks = oracle.marks(down, anything(), anything());
  EXPECT_EQ(marks.decreasing, 1U);
  EXPECT_EQ(marks.increasing, 0U);
}

TEST_F(RankingTest, WhatNeedNotEndIsNotRanked) {
  system_.add_integer("x");
  EXPECT_FALSE(find({&system_.edge(0, 0, "x := x - 1")})) << "no bound";
  EXPECT_FALSE(find({&system_.edge(0, 0, "assume x > 0; havoc x")}));
  EXPECT_FALSE(find({&system_.edge(0, 0, "assume x > 0")}));
}

/// One term for a whole loop would grow on the way.
TEST_F(RankingTest, EveryControlPointHasItsTerm) {
  system_.add_integer("x");
  const Action& up = system_.edge(0, 1, "assume x > 0; x := x + 1");
  const Action& down = system_.edge(1, 0, "x := x - 2");
  const auto found = find({&up, &down});
  ASSERT_TRUE(found);
  const auto solvers = smt::make_z3_factory(env_, system_.context());
  RankOracle oracle(system_.context(), *solvers);
  oracle.add(found->family);
  RankingMarks marks = oracle.marks(up, anything(), anything());
  const RankingMarks other = oracle.marks(down, anything(), anything());
  EXPECT_EQ(marks.decreasing | other.decreasing, 1U);
  EXPECT_EQ(marks.increasing | other.increasing, 0U);
}

TEST_F(RankingTest, WhatIsKnownOfStatesHelps) {
  system_.add_integer("x");
  system_.add_integer("step");
  const Action& down = system_.edge(0, 0, "assume x > 0; x := x - step");
  EXPECT_FALSE(find({&down}));
  const RankedStep known{&down, system_.expr("step >= 1"), anything()};
  EXPECT_TRUE(find_ranking(env_, system_, {&known, 1}, 1));
}

/// Where a control point has no term, nothing is known of the edge.
TEST_F(RankingTest, WithoutATermAnEdgeMayIncrease) {
  system_.add_integer("x");
  const Action& edge = system_.edge(0, 1, "x := x - 1");
  const auto solvers = smt::make_z3_factory(env_, system_.context());
  RankOracle oracle(system_.context(), *solvers);
  oracle.add({{0, system_.expr("x")}});
  const RankingMarks marks = oracle.marks(edge, anything(), anything());
  EXPECT_EQ(marks.decreasing, 0U);
  EXPECT_EQ(marks.increasing, 1U);
}

}  // namespace
}  // namespace arges::analysis
