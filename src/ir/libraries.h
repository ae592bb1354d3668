#pragma once

#include <vector>

#include "base/library.h"

namespace arges::ir {

/// What computes with numbers.
std::vector<Library> libraries();

}  // namespace arges::ir
