#include "engine/portfolio/schedule.h"

#include <gtest/gtest.h>

namespace arges::engine {
namespace {

constexpr double soon = Schedule::head_start_seconds / 2;
constexpr double later = Schedule::head_start_seconds * 2;

TEST(ScheduleTest, TheFirstMemberHasAHeadStart) {
  Schedule schedule(2);
  EXPECT_EQ(schedule.next(0)->member, 0U);
  EXPECT_FALSE(schedule.next(soon));
  EXPECT_EQ(schedule.next(later)->member, 1U);
  EXPECT_FALSE(schedule.next(later));
}

TEST(ScheduleTest, TheNextDoesNotWaitForOneThatGaveUp) {
  Schedule schedule(2);
  schedule.next(0);
  schedule.retire();
  EXPECT_EQ(schedule.next(soon)->member, 1U);
}

TEST(ScheduleTest, TurnsGoRoundAndGrow) {
  Schedule schedule(2);
  const double first = schedule.next(later)->seconds;
  schedule.ran_out(0);
  EXPECT_EQ(schedule.next(later)->member, 1U);
  schedule.ran_out(1);
  const auto again = schedule.next(later);
  EXPECT_EQ(again->member, 0U);
  EXPECT_EQ(again->seconds, first * Schedule::growth);
}

TEST(ScheduleTest, TheFirstMembersSlicesAreAsLongAsWanted) {
  Schedule schedule(2, 10);
  EXPECT_EQ(schedule.next(soon)->seconds, 10);
  EXPECT_EQ(schedule.next(later)->seconds, Schedule::first_slice_seconds);
}

TEST(ScheduleTest, IsOverOnceAllGaveUp) {
  Schedule schedule(2);
  schedule.next(later);
  schedule.next(later);
  schedule.retire();
  EXPECT_FALSE(schedule.is_over());
  schedule.ran_out(1);
  EXPECT_FALSE(schedule.is_over());
  EXPECT_EQ(schedule.next(later)->member, 1U);
  schedule.retire();
  EXPECT_TRUE(schedule.is_over());
  EXPECT_FALSE(schedule.next(later));
}

}  // namespace
}  // namespace arges::engine
