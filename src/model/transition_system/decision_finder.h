#pragma once

#include <optional>
#include <vector>

#include "ir/interpreter.h"

namespace arges::model {

/// Finds how the nondeterminism of a statement may be resolved so that it leads from one state to
/// another, by trying concretely; for statements whose free values end up in the state. Nothing if
/// none was found with reasonable effort.
std::optional<std::vector<ir::Decision>> find_decisions(ir::Stmt statement,
                                                        const ir::Valuation& from,
                                                        const ir::Valuation& to,
                                                        const std::vector<ir::Var>& variables);

}  // namespace arges::model
