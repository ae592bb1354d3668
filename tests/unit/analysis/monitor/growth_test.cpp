#include "analysis/monitor/growth.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/tiny_system.h"

namespace arges::analysis {
namespace {

using testing::HasSubstr;
using testing::Optional;

class GrowthTest : public testing::Test {
 protected:
  Monitor::Iteration iteration(std::uint32_t number) const { return {number, arg_, precision_}; }

  test::TinySystem system_;
  Arg arg_;
  Precision precision_{Granularity::global};
};

/// A clock that tests set, and iterations of given lengths.
class IterationTime : public GrowthTest {
 protected:
  void pass(double seconds) {
    monitor_.iteration_started(iteration(++number_));
    now_ += seconds;
  }

  double now_ = 100;
  std::uint32_t number_ = 0;
  IterationTimeMonitor monitor_{[this] { return now_; }};
};

TEST_F(IterationTime, SteadyIterationsAreNoConcern) {
  for (int i = 0; i < 100; ++i) pass(3);
  EXPECT_EQ(monitor_.concern(), std::nullopt);
}

TEST_F(IterationTime, FastIterationsAreNoConcernHoweverTheyGrow) {
  for (double seconds = 1e-6; seconds < 0.05; seconds *= 1.5) pass(seconds);
  EXPECT_EQ(monitor_.concern(), std::nullopt);
}

TEST_F(IterationTime, LongerAndLongerIterationsAreAConcern) {
  for (int i = 0; i < 5; ++i) pass(1);
  for (int i = 0; i < 5; ++i) pass(4);
  EXPECT_EQ(monitor_.concern(), std::nullopt) << "the tenth is not over";
  pass(0);
  EXPECT_THAT(monitor_.concern(), Optional(HasSubstr("longer and longer: the last 5 took 4.00 s "
                                                     "each, the 5 before them 1.00 s")));
}

TEST_F(IterationTime, AnIterationThatDoesNotEndIsAConcern) {
  pass(0.5);
  pass(4);
  EXPECT_EQ(monitor_.concern(), std::nullopt);
  now_ += 26;
  EXPECT_THAT(monitor_.concern(), Optional(HasSubstr("iteration 2 has taken 30.0 s by now, all "
                                                     "before it 0.5 s together")));
}

/// The first iteration has nothing to be compared with.
TEST_F(IterationTime, ALongFirstIterationIsNoConcern) {
  pass(1000);
  EXPECT_EQ(monitor_.concern(), std::nullopt);
}

class GraphGrowth : public GrowthTest {
 protected:
  void build(std::size_t nodes) {
    arg_.clear();
    monitor_.iteration_started(iteration(++number_));
    for (std::size_t i = 0; i < nodes; ++i) monitor_.node_created(arg_, arg_.add_root(0, 0, 0));
  }

  std::uint32_t number_ = 0;
  GraphGrowthMonitor monitor_;
};

TEST_F(GraphGrowth, LargeGraphsOfOneSizeAreNoConcern) {
  for (int i = 0; i < 20; ++i) build(5000);
  EXPECT_EQ(monitor_.concern(), std::nullopt);
}

TEST_F(GraphGrowth, LargerAndLargerGraphsAreAConcern) {
  for (std::size_t nodes = 100; nodes < 20000; nodes = nodes * 3 / 2) build(nodes);
  EXPECT_THAT(monitor_.concern(), Optional(HasSubstr("the graph gets larger and larger: ")));
}

TEST_F(GraphGrowth, AnIterationThatNeverStopsBuildingIsAConcern) {
  build(100);
  build(60000);
  EXPECT_THAT(monitor_.concern(), Optional(HasSubstr("the graph has 60000 nodes by now, and had at "
                                                     "most 100 in any iteration before")));
}

class PredicateShapes : public GrowthTest {
 protected:
  PredicateShapes() {
    for (const char* name : {"x", "y", "x1"}) system_.add_integer(name);
  }
  void learn(const std::string& predicate, Control control = 0) {
    precision_.add_predicate(control, system_.expr(predicate));
    monitor_.refined(iteration(1), {});
  }

  PredicateShapeMonitor monitor_;
};

TEST_F(PredicateShapes, NumbersThatCountUpAreAConcern) {
  for (int i = -3; i <= 3; ++i) learn("x < " + std::to_string(i));
  learn("y < 3");
  EXPECT_EQ(monitor_.concern(), std::nullopt);
  learn("x < 4");
  EXPECT_THAT(monitor_.concern(),
              Optional(HasSubstr("8 predicates differ only in their numbers (x < _, the last one "
                                 "x < 4)")));
}

TEST_F(PredicateShapes, DigitsInNamesAreNoNumbers) {
  for (int i = 0; i < 20; ++i) {
    const std::string name = "v" + std::to_string(i);
    system_.add_integer(name);
    learn(name + " < 3");
  }
  EXPECT_EQ(monitor_.concern(), std::nullopt);
}

TEST_F(PredicateShapes, OnePredicateAtManyPlacesIsOne) {
  precision_ = Precision(Granularity::local);
  for (Control control = 0; control < 20; ++control) learn("x < 3", control);
  EXPECT_EQ(monitor_.concern(), std::nullopt);
}

}  // namespace
}  // namespace arges::analysis
