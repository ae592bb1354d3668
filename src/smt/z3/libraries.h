#pragma once

#include <vector>

#include "base/library.h"

namespace arges::smt {

/// The solver.
std::vector<Library> libraries();

}  // namespace arges::smt
