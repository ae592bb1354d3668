#include "base/limits.h"

#include <chrono>

#include <gtest/gtest.h>

namespace arges {
namespace {

TEST(Limits, TimeRaisesTheFlagAndInterrupts) {
  Limits limits;
  std::atomic<int> interrupts = 0;
  const Limits::Interrupter interrupter(limits, [&] { ++interrupts; });
  limits.start({.timeout_seconds = 0.05, .memory_megabytes = {}});
  const auto start = std::chrono::steady_clock::now();
  try {
    while (true) {
      limits.check();
      ASSERT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(20));
    }
  } catch (const LimitReached& limit) {
    EXPECT_EQ(limit.reason(), StopReason::timeout);
  }
  while (interrupts == 0)
    ASSERT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(20));
}

TEST(Limits, MemoryIsWatched) {
  Limits limits;
  limits.start({.timeout_seconds = {}, .memory_megabytes = 1});
  const auto start = std::chrono::steady_clock::now();
  while (limits.reason() == StopReason::none)
    ASSERT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(20));
  EXPECT_EQ(limits.reason(), StopReason::memory);
}

TEST(Limits, TheFirstReasonCounts) {
  Limits limits;
  limits.request_stop(StopReason::interrupted);
  limits.request_stop(StopReason::timeout);
  EXPECT_EQ(limits.reason(), StopReason::interrupted);
  EXPECT_THROW(limits.check(), LimitReached);
}

}  // namespace
}  // namespace arges
