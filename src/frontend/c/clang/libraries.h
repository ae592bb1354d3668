#pragma once

#include <vector>

#include "base/library.h"

namespace arges::frontend::c {

/// What reads C.
std::vector<Library> libraries();

}  // namespace arges::frontend::c
