#include "campaign/report/tally.h"

#include <gtest/gtest.h>

#include "campaign/report/sample.h"

namespace arges::campaign {
namespace {

using testing::run;

TEST(Tally, CountsEveryEndingOnce) {
  const Results results = testing::sample();
  const Tally expl = tally_of(results, 0);
  EXPECT_EQ(expl.runs, 6U);
  EXPECT_EQ(expl.correct_true, 1U);
  EXPECT_EQ(expl.correct_false, 1U);
  EXPECT_EQ(expl.wrong, 1U);
  EXPECT_EQ(expl.unconfirmed, 1U);
  EXPECT_EQ(expl.unknown, 1U);
  EXPECT_EQ(expl.timeout, 0U);
  EXPECT_EQ(expl.error, 1U);
  EXPECT_EQ(expl.missing, 0U);
  const Tally pred = tally_of(results, 1);
  EXPECT_EQ(pred.timeout, 1U);
  EXPECT_EQ(pred.out_of_memory, 1U);
  EXPECT_EQ(pred.missing, 1U);
  EXPECT_EQ(pred.correct() + pred.wrong + pred.unconfirmed + pred.unknown + pred.timeout +
                pred.out_of_memory + pred.error + pred.missing,
            pred.runs);
}

TEST(Tally, HasThePointsOfSvComp) {
  const Results results = testing::sample();
  // A proof, a counterexample, and a proof of what is false.
  EXPECT_EQ(tally_of(results, 0).points, 2 + 1 - 32);
  // A proof, a counterexample, and one of what is true.
  EXPECT_EQ(tally_of(results, 1).points, 2 + 1 - 16);
  EXPECT_EQ(tally_of(results, 1).most_points, 2 + 1 + 1 + 2);
}

TEST(Tally, TimesAreThoseOfWhatWasAnswered) {
  const Results results = testing::sample();
  EXPECT_DOUBLE_EQ(tally_of(results, 0).correct_seconds, 1 + 2);
  EXPECT_DOUBLE_EQ(tally_of(results, 0).solved_seconds, 1 + 2 + 8);
  EXPECT_EQ(tally_of(results, 0).solved(), 3U);
}

TEST(Tally, FamiliesComeInTheOrderOfTheSet) {
  const Results results = testing::sample();
  const std::vector<Family> families = families_of(results);
  ASSERT_EQ(families.size(), 2U);
  EXPECT_EQ(families[0].name, "locks");
  EXPECT_EQ(families[0].tasks, (std::vector<std::size_t>{0, 1, 5}));
  EXPECT_EQ(families[1].name, "ssh");
  EXPECT_EQ(tally_of(results, 1, families[1]).correct(), 1U);
  EXPECT_EQ(tally_of(results, 1, families[1]).wrong, 1U);
}

TEST(Tally, WrongAnswersHaveNames) {
  const Results results = testing::sample();
  const std::vector<RunPlace> wrong = wrong_answers(results);
  ASSERT_EQ(wrong.size(), 2U);
  EXPECT_EQ(wrong_text(results, wrong[0]), "c by expl says true, expected false");
  EXPECT_EQ(wrong_text(results, wrong[1]), "d by pred says false, expected true");
}

TEST(Tally, ContradictionsAreNotSolved) {
  Results results = testing::sample();
  EXPECT_TRUE(disputed_tasks(results).empty());
  results.runs[4][1] = run(Status::violated, 5);
  ASSERT_EQ(disputed_tasks(results), std::vector<std::size_t>{4});
  EXPECT_EQ(dispute_text(results, 4), "e: true by expl; false by pred");
  EXPECT_EQ(mark_of(results, 4, 0), Mark::disputed);
  EXPECT_EQ(tally_of(results, 0).unconfirmed, 1U);
  EXPECT_EQ(tally_of(results, 0).solved(), 2U);
  // Where the answer is known, it says who is right.
  EXPECT_EQ(mark_of(results, 2, 1), Mark::correct);
}

}  // namespace
}  // namespace arges::campaign
