#pragma once

#include <string>

#include "engine/configuration.h"

namespace arges::cli {

/// What may help where this configuration gave no answer for this reason, as one line; "" if
/// nothing is known to.
std::string advice(const engine::Configuration& configuration, const std::string& reason);

}  // namespace arges::cli
