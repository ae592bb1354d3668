#include "synth/attempts.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace arges::synth {
namespace {

TEST(AttemptsTest, WhatFailedMostIsTold) {
  FailedAttempts failed;
  EXPECT_TRUE(failed.empty());
  failed.add(SynthesisError("there are 300 states", "300", 300));
  failed.add(SynthesisError("no run violates 'F a'", "another property"));
  failed.add(SynthesisError("there are 200 states", "200", 200));
  failed.add(SynthesisError("there are 400 states", "400", 400));
  EXPECT_EQ(failed.text(),
            "4 attempts with other properties each time; of 3 of them: there are 200 states");
  EXPECT_EQ(failed.most_frequent().nearest(), "200");
}

TEST(AttemptsTest, ReasonsThatDifferInFormulasOnlyAreOne) {
  FailedAttempts failed;
  failed.add(SynthesisError("no run violates 'F a'"));
  failed.add(SynthesisError("no run violates 'G b1'"));
  EXPECT_EQ(failed.text(), "2 attempts with other properties each time: no run violates 'G b1'");
}

TEST(AttemptsTest, OneAttemptHasNoOthers) {
  FailedAttempts failed;
  failed.add(SynthesisError("there are 300 states"));
  EXPECT_EQ(failed.text(), "1 attempt: there are 300 states");
}

TEST(AttemptsTest, TheFirstSuccessEndsThem) {
  int calls = 0;
  const int result = first_success(task_attempts, nullptr, [&] {
    if (++calls < 3) throw SynthesisError("not yet");
    return calls;
  });
  EXPECT_EQ(result, 3);
}

TEST(AttemptsTest, WithoutOneTheReasonIsTold) {
  int calls = 0;
  const auto attempt = [&] { throw SynthesisError("not yet", fmt::format("{}", ++calls)); };
  try {
    first_success({3, "machine"}, nullptr, attempt);
    FAIL() << "attempts in vain should be told";
  } catch (const SynthesisError& error) {
    EXPECT_STREQ(
        error.what(),
        "there was no such machine in 3 attempts with other properties each time: not yet");
    EXPECT_EQ(error.nearest(), "3");
  }
}

TEST(AttemptsTest, ALimitSaysWhatWasTried) {
  int calls = 0;
  const auto attempt = [&]() -> int {
    if (++calls < 3) throw SynthesisError("not yet");
    throw LimitReached(StopReason::timeout);
  };
  try {
    first_success(task_attempts, nullptr, attempt);
    FAIL() << "a limit should end attempts";
  } catch (const AttemptsStopped& stopped) {
    EXPECT_EQ(stopped.reason(), StopReason::timeout);
    EXPECT_EQ(stopped.tried(), "2 attempts with other properties each time: not yet");
  }
}

TEST(AttemptsTest, ALimitInTheFirstSaysNothing) {
  const auto attempt = []() -> int { throw LimitReached(StopReason::timeout); };
  try {
    first_success(task_attempts, nullptr, attempt);
    FAIL() << "a limit should end attempts";
  } catch (const AttemptsStopped& stopped) {
    EXPECT_EQ(stopped.tried(), "");
  }
}

}  // namespace
}  // namespace arges::synth
