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

TEST(Limits, WhatMayTakeSomeTimeOnlyIsInterruptedAndTheRunGoesOn) {
  Limits limits;
  std::atomic<int> interrupts = 0;
  std::atomic<int> others = 0;
  const auto start = std::chrono::steady_clock::now();
  const Limits::Interrupter patient(limits, [&] { ++others; });
  const Limits::Interrupter interrupter(
      limits, [&] { ++interrupts; }, 0.02);
  while (interrupts == 0)
    ASSERT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(20));
  EXPECT_GE(std::chrono::steady_clock::now() - start, std::chrono::milliseconds(20));
  EXPECT_EQ(limits.reason(), StopReason::none);
  EXPECT_EQ(others, 0);
}

TEST(Limits, AShareEndsAndTheRunGoesOn) {
  Limits limits;
  limits.start({60.0, {}});
  {
    const Limits::Share share(limits, 0.01);
    EXPECT_LT(limits.seconds_left(), 1);
    while (limits.reason() == StopReason::none) std::this_thread::yield();
    EXPECT_EQ(limits.reason(), StopReason::timeout);
  }
  EXPECT_EQ(limits.reason(), StopReason::none);
  EXPECT_GT(limits.seconds_left(), 30);
}

TEST(Limits, AShareWithinAShareEndsWithIt) {
  Limits limits;
  limits.start({});
  {
    const Limits::Share outer(limits, 0.01);
    {
      const Limits::Share inner(limits, 60.0);
      EXPECT_LT(limits.seconds_left(), 1);
      while (limits.reason() == StopReason::none) std::this_thread::yield();
    }
    EXPECT_EQ(limits.reason(), StopReason::timeout) << "the outer one is over as well";
  }
  EXPECT_EQ(limits.reason(), StopReason::none);
}

TEST(Limits, AfterAShareWithinAShareTheOuterOneCountsAgain) {
  Limits limits;
  limits.start({});
  std::optional<Limits::Share> outer(std::in_place, limits, 60.0);
  {
    const Limits::Share inner(limits, 0.01);
    while (limits.reason() == StopReason::none) std::this_thread::yield();
  }
  EXPECT_EQ(limits.reason(), StopReason::none);
  EXPECT_LE(limits.seconds_left(), 60);
  EXPECT_GT(limits.seconds_left(), 30);
  const Limits::Share last(limits, 90.0);
  outer.reset();  // in any order
  EXPECT_GT(limits.seconds_left(), 60);
}

TEST(Limits, AfterTheWholeTimeNoShareIsLeft) {
  Limits limits;
  limits.start({0.01, {}});
  {
    const Limits::Share share(limits, 5.0);
    while (limits.reason() == StopReason::none) std::this_thread::yield();
  }
  EXPECT_EQ(limits.reason(), StopReason::timeout);
}

TEST(Limits, AnInterruptionIsNotForgottenWithAShare) {
  Limits limits;
  limits.start({});
  {
    const Limits::Share share(limits, 5.0);
    limits.request_stop(StopReason::interrupted);
  }
  EXPECT_EQ(limits.reason(), StopReason::interrupted);
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
