#include "base/descriptor.h"

#include <fcntl.h>
#include <gtest/gtest.h>

namespace arges {
namespace {

bool is_open(int number) { return fcntl(number, F_GETFD) >= 0; }

TEST(Descriptor, IsClosedWithItsObject) {
  int from = -1;
  int to = -1;
  {
    Pipe pipe = make_pipe();
    from = pipe.from.get();
    to = pipe.to.get();
    ASSERT_TRUE(is_open(from));
    EXPECT_NE(fcntl(from, F_GETFD) & FD_CLOEXEC, 0);
    pipe.to.reset();
    EXPECT_FALSE(is_open(to));
    EXPECT_FALSE(pipe.to.is_open());
  }
  EXPECT_FALSE(is_open(from));
}

TEST(Descriptor, HasOneOwner) {
  Pipe pipe = make_pipe();
  const int number = pipe.from.get();
  Descriptor other = std::move(pipe.from);
  EXPECT_EQ(other.get(), number);
  EXPECT_TRUE(is_open(number));
  pipe.to = std::move(other);
  EXPECT_EQ(pipe.to.get(), number);
  EXPECT_EQ(pipe.to.release(), number);
  EXPECT_TRUE(is_open(number));
  close(number);
}

}  // namespace
}  // namespace arges
