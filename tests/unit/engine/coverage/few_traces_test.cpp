#include "engine/coverage/few_traces.h"

#include <gtest/gtest.h>

namespace arges::engine {
namespace {

using Traces = std::vector<std::size_t>;

/// The greedy choice begins with trace 2, and needs two more.
const std::vector<Traces> by_goals{{0, 3}, {0, 2}, {0, 2}, {1, 2}, {1, 2}, {1, 4}};

TEST(FewTracesTest, AreAsFewAsThereCanBe) {
  const Limits limits;
  EXPECT_EQ(few_traces(limits, 5, by_goals), (Traces{0, 1}));
}

TEST(FewTracesTest, AreChosenGreedilyOnceALimitIsReached) {
  Limits limits;
  limits.request_stop(StopReason::timeout);
  EXPECT_EQ(few_traces(limits, 5, by_goals), (Traces{0, 1, 2}));
}

TEST(FewTracesTest, HaveAllThatAreTheOnlyOnes) {
  const Limits limits;
  EXPECT_EQ(few_traces(limits, 4, {{3}, {}, {1, 3}, {0}}), (Traces{0, 3}));
  EXPECT_EQ(few_traces(limits, 4, {{}, {}}), Traces{});
}

TEST(FewTracesTest, MoreGoalsThanFitIntoAWord) {
  const Limits limits;
  std::vector<Traces> goals(200, Traces{0, 1});
  goals[63] = goals[64] = {1, 2};
  goals[199] = {0, 2};
  EXPECT_EQ(few_traces(limits, 3, goals).size(), 2U);
  goals[199] = {1, 2};
  EXPECT_EQ(few_traces(limits, 3, goals), Traces{1});
}

}  // namespace
}  // namespace arges::engine
