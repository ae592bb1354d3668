#include "campaign/report/differences.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "campaign/report/sample.h"

namespace arges::campaign {
namespace {

using Kind = Difference::Kind;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::run;

/// What happened to a run, given the answer that is known.
std::optional<Kind> change(const RunResult& then, const RunResult& now,
                           std::optional<bool> expected) {
  Results earlier;
  earlier.columns = {{"c", "", ""}};
  Results later = earlier;
  testing::add(earlier, "t", "", expected, {then});
  testing::add(later, "t", "", expected, {now});
  const Differences found = differences(later, earlier);
  return found.runs.empty() ? std::nullopt : std::optional(found.runs.front().kind);
}

TEST(Differences, AnswersAreGainedAndLost) {
  EXPECT_EQ(change(run(Status::timeout, 60), run(Status::holds, 1), true), Kind::gained);
  EXPECT_EQ(change(run(Status::violated, 1), run(Status::holds, 1), true), Kind::gained);
  EXPECT_EQ(change(run(Status::holds, 1), run(Status::error, 1), true), Kind::lost);
  EXPECT_EQ(change(run(Status::holds, 1), run(Status::unknown, 1), std::nullopt), Kind::lost);
  EXPECT_EQ(change(run(Status::timeout, 60), run(Status::error, 1), true), std::nullopt);
}

TEST(Differences, WrongAnswersAreNewOnlyOnce) {
  EXPECT_EQ(change(run(Status::timeout, 60), run(Status::violated, 1), true), Kind::newly_wrong);
  EXPECT_EQ(change(run(Status::holds, 1), run(Status::violated, 1), true), Kind::newly_wrong);
  EXPECT_EQ(change(run(Status::violated, 1), run(Status::violated, 1), true), std::nullopt);
}

TEST(Differences, OppositeAnswersThatNobodyKnows) {
  EXPECT_EQ(change(run(Status::holds, 1), run(Status::violated, 1), std::nullopt), Kind::turned);
}

TEST(Differences, TimesNeedAFactorAndASecond) {
  EXPECT_EQ(change(run(Status::holds, 2), run(Status::holds, 4), true), Kind::slower);
  EXPECT_EQ(change(run(Status::holds, 4), run(Status::holds, 2), true), Kind::faster);
  EXPECT_EQ(change(run(Status::holds, 2), run(Status::holds, 3.9), true), std::nullopt);
  EXPECT_EQ(change(run(Status::holds, 0.1), run(Status::holds, 0.9), true), std::nullopt);
  EXPECT_EQ(change(run(Status::timeout, 5), run(Status::timeout, 60), true), std::nullopt);
}

TEST(Differences, RunsAreFoundByName) {
  const Results earlier = testing::sample();
  Results now;
  now.name = "later";
  now.columns = {{"new", "", ""}, {"pred", "", ""}};
  testing::add(now, "z", "locks", true, {run(Status::holds, 1), run(Status::holds, 1)});
  testing::add(now, "b", "locks", false, {run(Status::violated, 1), run(Status::violated, 1)});
  testing::add(now, "a", "locks", true, {run(Status::holds, 1), std::nullopt});
  const Differences found = differences(now, earlier);
  EXPECT_EQ(found.compared, 1U);
  ASSERT_EQ(found.runs.size(), 1U);
  EXPECT_EQ(found.runs[0].kind, Kind::gained);
  EXPECT_EQ(found.runs[0].task, 1U);
  EXPECT_EQ(found.runs[0].column, 1U);
  EXPECT_EQ(found.runs[0].then->verdict.status, Status::timeout);
  EXPECT_EQ(found.new_tasks, 1U);
  EXPECT_EQ(found.gone_tasks, 4U);
  EXPECT_EQ(found.count(Kind::gained, 0), 0U);
  EXPECT_EQ(found.count(Kind::gained, 1), 1U);
  EXPECT_THAT(found.new_columns, ElementsAre("new"));
  EXPECT_THAT(found.gone_columns, ElementsAre("expl"));
  EXPECT_THAT(
      remarks(found, now, earlier),
      ElementsAre(HasSubstr("1 run in both"), HasSubstr("none now, 60 s of CPU time"),
                  HasSubstr("1 task only in this"), HasSubstr("4 tasks only in the earlier"),
                  HasSubstr("this campaign: new"), HasSubstr("earlier one: expl")));
}

TEST(Differences, TheWorstComesFirst) {
  Results earlier;
  earlier.columns = {{"c", "", ""}};
  Results now = earlier;
  testing::add(earlier, "slow", "", true, {run(Status::holds, 1)});
  testing::add(now, "slow", "", true, {run(Status::holds, 9)});
  testing::add(earlier, "bad", "", true, {run(Status::holds, 1)});
  testing::add(now, "bad", "", true, {run(Status::violated, 1)});
  const Differences found = differences(now, earlier);
  ASSERT_EQ(found.runs.size(), 2U);
  EXPECT_EQ(found.runs[0].kind, Kind::newly_wrong);
  EXPECT_EQ(found.runs[1].kind, Kind::slower);
}

}  // namespace
}  // namespace arges::campaign
