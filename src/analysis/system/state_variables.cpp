#include "analysis/system/state_variables.h"

#include <algorithm>

#include "ir/traversal.h"

namespace arges::analysis {

std::vector<ir::Var> state_variables(const System& system) {
  std::vector<ir::Var> result = system.variables();
  const std::vector<ir::Var>& auxiliary = system.auxiliary_variables();
  result.insert(result.end(), auxiliary.begin(), auxiliary.end());
  return result;
}

bool VariableSet::contains_all(std::span<const ir::Var> variables) const {
  return std::all_of(variables.begin(), variables.end(),
                     [&](ir::Var var) { return contains(var); });
}

bool VariableSet::describe(ir::Expr formula) const {
  bool versioned = false;
  ir::for_each_subexpression(
      formula, [&](ir::Expr e) { versioned = versioned || (e.is_variable() && e.version() != 0); });
  return !versioned && contains_all(ir::free_variables(formula));
}

}  // namespace arges::analysis
