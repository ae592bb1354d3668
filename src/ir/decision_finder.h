#pragma once

#include <optional>
#include <span>
#include <vector>

#include "ir/interpreter.h"

namespace arges::ir {

/// Finds how the nondeterminism of statements may be resolved so that they lead, one after the
/// other, from one state to another, by trying concretely; for statements whose free values end up
/// in the state. Variables that are unknown in the latter may end with any value. Nothing if none
/// was found with reasonable effort.
std::optional<std::vector<Decision>> find_decisions(std::span<const Stmt> statements,
                                                    const Valuation& from, const Valuation& to,
                                                    const std::vector<Var>& variables);
inline std::optional<std::vector<Decision>> find_decisions(Stmt statement, const Valuation& from,
                                                           const Valuation& to,
                                                           const std::vector<Var>& variables) {
  return find_decisions(std::span(&statement, 1), from, to, variables);
}

}  // namespace arges::ir
