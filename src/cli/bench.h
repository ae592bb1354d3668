#pragma once

#include "engine/options.h"

namespace arges::cli {

/// The values of `arges bench --executor`.
const engine::Choices& bench_executors();

}  // namespace arges::cli
