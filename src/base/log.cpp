#include "base/log.h"

#include <cstdio>

namespace arges {

void Log::write(const std::string& line) { fmt::print(stderr, "{}\n", line); }

}  // namespace arges
