#include "base/descriptor.h"

#include <array>
#include <cerrno>
#include <system_error>

#include <fcntl.h>

namespace arges {

Pipe make_pipe() {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0)
    throw std::system_error(errno, std::generic_category(), "pipe2");
  return {Descriptor(ends[0]), Descriptor(ends[1])};
}

}  // namespace arges
