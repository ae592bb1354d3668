#include "campaign/verdict.h"

#include <gtest/gtest.h>

namespace arges::campaign {
namespace {

TEST(Score, IsThatOfSvComp) {
  EXPECT_EQ(score({Status::holds}, true), 2);
  EXPECT_EQ(score({Status::violated}, false), 1);
  EXPECT_EQ(score({Status::holds}, false), -32);
  EXPECT_EQ(score({Status::violated}, true), -16);
  EXPECT_EQ(score({Status::unknown}, true), 0);
  EXPECT_EQ(score({Status::timeout}, false), 0);
  EXPECT_EQ(score({Status::holds}, std::nullopt), 0);
}

TEST(Judgement, NeedsAnAnswerAndAnExpectation) {
  EXPECT_EQ(judge({Status::holds}, true), Judgement::correct);
  EXPECT_EQ(judge({Status::violated}, true), Judgement::wrong);
  EXPECT_EQ(judge({Status::violated}, std::nullopt), Judgement::unconfirmed);
  EXPECT_EQ(judge({Status::error}, true), Judgement::none);
}

TEST(Judgement, ComparesPartsOfAProperty) {
  const Expected deref(false, "valid-deref");
  EXPECT_EQ(judge({Status::violated, "valid-deref"}, deref), Judgement::correct);
  EXPECT_EQ(judge({Status::violated, "valid-free"}, deref), Judgement::wrong);
  EXPECT_EQ(score({Status::violated, "valid-free"}, deref), -16);
  // Who names none, or says something else, is not known to be wrong.
  EXPECT_EQ(judge({Status::violated}, deref), Judgement::correct);
  EXPECT_EQ(judge({Status::violated, "line 7"}, deref), Judgement::correct);
  EXPECT_EQ(judge({Status::violated, "valid-free"}, false), Judgement::correct);
  EXPECT_EQ(judge({Status::unknown, "valid-free"}, deref), Judgement::none);
}

TEST(Expected, IsToldInWords) {
  EXPECT_EQ(Expected(false, "valid-free").to_string(), "false (valid-free)");
  EXPECT_EQ(Expected(true).to_string(), "true");
  EXPECT_EQ(Expected().to_string(), "");
}

TEST(Status, HasWordsThatCanBeReadBack) {
  for (const Status status : {Status::holds, Status::violated, Status::unknown, Status::timeout,
                              Status::out_of_memory, Status::error})
    EXPECT_EQ(status_of(to_string(status)), status);
  EXPECT_THROW(status_of("maybe"), std::invalid_argument);
}

}  // namespace
}  // namespace arges::campaign
