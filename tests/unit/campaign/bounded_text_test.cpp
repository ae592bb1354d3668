#include "campaign/bounded_text.h"

#include <gtest/gtest.h>

namespace arges::campaign {
namespace {

TEST(BoundedText, KeepsWhatFits) {
  BoundedText text(3, 4);
  text.append("abcd");
  text.append("efg");
  EXPECT_EQ(text.text(), "abcdefg");
}

TEST(BoundedText, KeepsBeginningAndEnd) {
  BoundedText text(3, 4);
  for (const char* piece : {"ab", "cdefgh", "i", "jklmnopqrst", "u"}) text.append(piece);
  EXPECT_EQ(text.text(), "abc\n[...]\nrstu");
}

}  // namespace
}  // namespace arges::campaign
