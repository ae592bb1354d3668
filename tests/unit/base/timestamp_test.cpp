#include "base/timestamp.h"

#include <cstdlib>

#include <gtest/gtest.h>

namespace arges {
namespace {

TEST(Timestamp, IsWhatReproducibleBuildsWant) {
  setenv("SOURCE_DATE_EPOCH", "86399", 1);
  EXPECT_EQ(utc_timestamp(), "1970-01-01T23:59:59Z");
  unsetenv("SOURCE_DATE_EPOCH");
  EXPECT_GT(utc_timestamp(), "2020-01-01T00:00:00Z");
}

}  // namespace
}  // namespace arges
