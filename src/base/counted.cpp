#include "base/counted.h"

#include <fmt/format.h>

namespace arges {

std::string counted(std::size_t number, std::string_view noun) {
  return fmt::format("{} {}{}", number, noun, number == 1 ? "" : "s");
}

}  // namespace arges
