#pragma once

#include <functional>

#include "base/limits.h"

namespace arges::cli {

/// If a run does not react to its limits, `give_up` tells what is known (from the watching thread)
/// and the process ends with "unknown".
void tell_if_unresponsive(Limits& limits, std::function<void(StopReason)> give_up);

}  // namespace arges::cli
