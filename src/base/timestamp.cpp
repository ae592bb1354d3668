#include "base/timestamp.h"

#include <cstdlib>
#include <ctime>

#include <fmt/chrono.h>

namespace arges {

std::string utc_timestamp() {
  const char* given = std::getenv("SOURCE_DATE_EPOCH");
  const std::time_t now = given != nullptr ? std::strtoll(given, nullptr, 10) : std::time(nullptr);
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(now));
}

}  // namespace arges
