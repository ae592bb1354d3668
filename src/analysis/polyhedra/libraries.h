#pragma once

#include <vector>

#include "base/library.h"

namespace arges::analysis::polyhedra {

/// What computes with polyhedra.
std::vector<Library> libraries();

}  // namespace arges::analysis::polyhedra
