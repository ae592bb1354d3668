#pragma once

#include <optional>
#include <vector>

#include "ir/interpreter.h"

namespace arges::ir {

/// Finds how the nondeterminism of a statement may be resolved so that it leads from one state to
/// another, by trying concretely; for statements whose free values end up in the state. Variables
/// that are unknown in the latter may end with any value. Nothing if none was found with reasonable
/// effort.
std::optional<std::vector<Decision>> find_decisions(Stmt statement, const Valuation& from,
                                                    const Valuation& to,
                                                    const std::vector<Var>& variables);

}  // namespace arges::ir
