#include "output/drawing_text.h"

#include <gtest/gtest.h>

namespace arges::output {
namespace {

TEST(DrawingTextTest, NamesAreToldWithoutBars) {
  EXPECT_EQ(without_bars("|main::x| := |main::x| + 1"), "main::x := main::x + 1");
  EXPECT_EQ(without_bars(R"(|a\|b\\c| = 1)"), R"(a|b\c = 1)");
  EXPECT_EQ(without_bars("x or y"), "x or y");
}

}  // namespace
}  // namespace arges::output
