#pragma once

#include <vector>

#include "base/library.h"

namespace arges::engine {

/// What everything from front ends to solvers is made with.
std::vector<Library> libraries();

}  // namespace arges::engine
