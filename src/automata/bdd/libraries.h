#pragma once

#include <vector>

#include "base/library.h"

namespace arges::automata {

/// What has decision diagrams.
std::vector<Library> libraries();

}  // namespace arges::automata
