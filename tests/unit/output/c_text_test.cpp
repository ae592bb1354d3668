#include "output/c_text.h"

#include <gtest/gtest.h>

namespace arges::output {
namespace {

TEST(CTextTest, StringsAreAsciiWithoutTrigraphs) {
  EXPECT_EQ(c_string("a\"b\\c\nd"), "\"a\\\"b\\\\c\\nd\"");
  EXPECT_EQ(c_string("what?\?="), "\"what\\?\\?=\"");
  EXPECT_EQ(c_string("\xC3\xA1"
                     "1\x01"),
            "\"\\303\\2411\\001\"");
}

TEST(CTextTest, CommentsCannotBeLeft) {
  EXPECT_EQ(c_comment("a */ b /* c\nd"), "a * / b / * c d");
  EXPECT_EQ(c_comment("a?"
                      "?/b")
                .find("?"
                      "?"),
            std::string::npos);
}

}  // namespace
}  // namespace arges::output
