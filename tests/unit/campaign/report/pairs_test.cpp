#include "campaign/report/pairs.h"

#include <gtest/gtest.h>

#include "campaign/report/sample.h"

namespace arges::campaign {
namespace {

std::size_t at(const PairTable& table, Ending first, Ending second) {
  return table.endings[static_cast<std::size_t>(first)][static_cast<std::size_t>(second)];
}

TEST(Pairs, CountsWhoSolvedWhat) {
  const PairTable table = pair_table(testing::sample(), 0, 1);
  EXPECT_EQ(table.both, 1U);         // a
  EXPECT_EQ(table.only_first, 2U);   // b, and e without a known answer
  EXPECT_EQ(table.only_second, 1U);  // c
  EXPECT_EQ(table.neither, 1U);      // d; of f a run is missing
  EXPECT_DOUBLE_EQ(table.first_seconds, 1);
  EXPECT_DOUBLE_EQ(table.second_seconds, 4);
}

TEST(Pairs, EndingsAreThoseOfTheSameTask) {
  const PairTable table = pair_table(testing::sample(), 0, 1);
  EXPECT_EQ(at(table, Ending::says_true, Ending::says_true), 1U);
  EXPECT_EQ(at(table, Ending::says_false, Ending::timeout), 1U);
  EXPECT_EQ(at(table, Ending::timeout, Ending::says_false), 0U);
  EXPECT_EQ(at(table, Ending::wrong, Ending::says_false), 1U);
  EXPECT_EQ(at(table, Ending::unknown, Ending::wrong), 1U);
  EXPECT_EQ(at(table, Ending::says_true, Ending::out_of_memory), 1U);
  EXPECT_EQ(at(table, Ending::error, Ending::missing), 1U);
  std::size_t sum = 0;
  for (const auto& row : table.endings)
    for (const std::size_t number : row) sum += number;
  EXPECT_EQ(sum, 6U);
}

TEST(Pairs, LeavesOutWhatOneDoesNotTake) {
  Results results = testing::sample();
  results.left_out = {{5, 1}};
  testing::add(results, "g", "locks", true, {std::nullopt, testing::run(Status::holds, 1)});
  results.left_out.insert({6, 0});
  const PairTable table = pair_table(results, 0, 1);
  EXPECT_EQ(table.both + table.only_first + table.only_second + table.neither, 5U);
  EXPECT_FALSE(table.has(Ending::missing));
}

TEST(Pairs, KnowsWhichEndingsThereAre) {
  Results results = testing::sample();
  results.tasks.resize(1);
  results.runs.resize(1);
  const PairTable table = pair_table(results, 0, 1);
  EXPECT_TRUE(table.has(Ending::says_true));
  EXPECT_FALSE(table.has(Ending::says_false));
  EXPECT_FALSE(table.has(Ending::missing));
}

}  // namespace
}  // namespace arges::campaign
