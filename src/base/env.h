#pragma once

#include <cstdint>

#include "base/limits.h"
#include "base/log.h"
#include "base/statistics.h"

namespace arges {

/// What a run hands down to everything it calls instead of globals.
struct Env {
  Log log;
  Statistics statistics;
  Limits limits;
  std::uint64_t seed = 1;  ///< every random choice derives from it
};

}  // namespace arges
