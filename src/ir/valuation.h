#pragma once

#include "ir/value.h"
#include "ir/var_map.h"

namespace arges::ir {

/// A partial map from variables to values; unknown where there is none.
using Valuation = VarMap<Value>;

}  // namespace arges::ir
