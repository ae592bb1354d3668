#include "output/progress.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "output/fake_system.h"

namespace arges::output {
namespace {

class ProgressTest : public testing::Test {
 protected:
  void refine(std::uint32_t number) {
    const analysis::Monitor::Iteration iteration{number, arg_, precision_};
    progress_.iteration_started(iteration);
    progress_.counterexample_found(iteration, target_);
    precision_.add_variable(0, system_.n());
    progress_.refined(iteration, {});
  }

  test::FakeSystem system_;
  analysis::Arg arg_;
  analysis::Precision precision_{analysis::Granularity::global};
  analysis::NodeId root_ = arg_.add_root(0, 0, 0);
  analysis::NodeId target_ = arg_.add_child(root_, *system_.find_action(0), 0, 0);
  std::vector<std::string> lines_;
  Progress progress_{[this](const std::string& line) { lines_.push_back(line); }};
};

TEST_F(ProgressTest, OneAlignedLineARefinementBelowALegend) {
  refine(1);
  refine(2);
  ASSERT_EQ(lines_.size(), 4U);
  EXPECT_THAT(lines_[0], testing::HasSubstr("r: refined"));
  EXPECT_THAT(lines_[1], testing::ContainsRegex("iteration +nodes +covered +precision"));
  EXPECT_THAT(lines_[2], testing::MatchesRegex("r +1 +2 +0 +1 +1 +[0-9.]+ +[0-9]+"));
  EXPECT_EQ(lines_[1].size(), lines_[2].size());
  EXPECT_EQ(lines_[2].size(), lines_[3].size());
}

TEST_F(ProgressTest, ThousandsOfRefinementsDoNotFloodTheTerminal) {
  for (std::uint32_t i = 1; i <= 10000; ++i) refine(i);
  EXPECT_LT(lines_.size(), 200U);
}

}  // namespace
}  // namespace arges::output
