#pragma once

#include <vector>

#include "base/library.h"

namespace arges::output {

/// What computes hashes.
std::vector<Library> libraries();

}  // namespace arges::output
