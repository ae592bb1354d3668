#pragma once

#include <span>
#include <vector>

#include "analysis/system/system.h"
#include "ir/var_map.h"

namespace arges::analysis {

/// The variables that a state gives values to: the model's own, then the auxiliary ones.
std::vector<ir::Var> state_variables(const System& system);

/// Some variables, and whether others are among them.
class VariableSet {
 public:
  explicit VariableSet(std::span<const ir::Var> variables) {
    for (const ir::Var var : variables) members_.set(var, true);
  }
  bool contains(ir::Var var) const { return members_.get(var); }
  bool contains_all(std::span<const ir::Var> variables) const;
  /// Whether a formula is about these variables in one state and nothing else: a versioned
  /// variable, a local or a selector would restrict whatever transition the formula is conjoined
  /// with.
  bool describe(ir::Expr formula) const;

 private:
  ir::VarMap<bool> members_;
};

}  // namespace arges::analysis
