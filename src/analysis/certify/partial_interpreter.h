#pragma once

#include <optional>
#include <vector>

#include "ir/stmt.h"
#include "ir/valuation.h"

namespace arges::analysis {

/// All ways a statement can end from a partly known state, each as a partly known state: an
/// over-approximation by the reference evaluator, kept apart from the domains' code. Nothing if
/// there are too many.
std::optional<std::vector<ir::Valuation>> execute_partially(ir::Stmt statement,
                                                            const ir::Valuation& before);

}  // namespace arges::analysis
