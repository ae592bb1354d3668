#include "output/csv.h"

#include <gtest/gtest.h>

namespace arges::output {
namespace {

TEST(CsvTest, OnlyFieldsThatNeedItAreQuoted) {
  EXPECT_EQ(csv_line({"a", "", "b c"}), "a,,b c\n");
  EXPECT_EQ(csv_line({"a,b", "say \"x\"", "two\nlines", " around "}),
            "\"a,b\",\"say \"\"x\"\"\",\"two\nlines\",\" around \"\n");
}

}  // namespace
}  // namespace arges::output
