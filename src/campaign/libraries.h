#pragma once

#include <vector>

#include "base/library.h"

namespace arges::campaign {

/// What keeps and reads results.
std::vector<Library> libraries();

}  // namespace arges::campaign
