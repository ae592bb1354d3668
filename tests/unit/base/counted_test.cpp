#include "base/counted.h"

#include <gtest/gtest.h>

namespace arges {
namespace {

TEST(Counted, TellsOneFromMany) {
  EXPECT_EQ(counted(0, "task"), "0 tasks");
  EXPECT_EQ(counted(1, "task"), "1 task");
  EXPECT_EQ(counted(2, "wrong answer"), "2 wrong answers");
}

}  // namespace
}  // namespace arges
