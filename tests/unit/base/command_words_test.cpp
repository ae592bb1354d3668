#include "base/command_words.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace arges {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Optional;

TEST(SplitWords, MeansWhatAShellDoes) {
  EXPECT_THAT(split_words(" a  b\tc\n"), Optional(ElementsAre("a", "b", "c")));
  EXPECT_THAT(split_words("'a b'\"c d\" e\\ f"), Optional(ElementsAre("a bc d", "e f")));
  EXPECT_THAT(split_words("'' x"), Optional(ElementsAre("", "x")));
  EXPECT_THAT(split_words("'a\\' \"b\\\"\""), Optional(ElementsAre("a\\", "b\"")));
  EXPECT_THAT(split_words("  "), Optional(IsEmpty()));
}

TEST(SplitWords, WantsEveryQuoteToEnd) {
  EXPECT_EQ(split_words("a 'b"), std::nullopt);
  EXPECT_EQ(split_words("\"a"), std::nullopt);
}

}  // namespace
}  // namespace arges
