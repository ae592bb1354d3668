#include "synth/parallel/state_bound.h"

#include <gtest/gtest.h>

namespace arges::synth {
namespace {

TEST(StateBound, IsWorthMoreThanWasAllowedButNotFarMore) {
  EXPECT_EQ(worth_counting(6), 100'000U);
  EXPECT_EQ(worth_counting(50'000), 500'000U);
  EXPECT_EQ(worth_counting(1'500'000), 2'000'000U);
  EXPECT_EQ(worth_counting(5'000'000), 5'000'000U);
}

}  // namespace
}  // namespace arges::synth
