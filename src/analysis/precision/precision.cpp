#include "analysis/precision/precision.h"

#include <algorithm>

namespace arges::analysis {

bool Facts::add(ir::Var var) {
  if (tracks(var)) return false;
  tracked_.set(var, true);
  variables_.insert(
      std::upper_bound(variables_.begin(), variables_.end(), var, ir::declared_before), var);
  return true;
}

bool Facts::add(ir::Expr predicate) {
  if (!known_.insert(predicate).second) return false;
  predicates_.push_back(predicate);
  return true;
}

bool Facts::remove(ir::Var var) {
  if (!tracks(var)) return false;
  tracked_.set(var, false);
  std::erase(variables_, var);
  return true;
}

const Facts& Precision::at(Control control) const {
  static const Facts none;
  const auto found = facts_.find(scope(control));
  return found == facts_.end() ? none : found->second;
}

bool Precision::add_variable(Control control, ir::Var var) {
  if (is_dropped(var) || !facts_[scope(control)].add(var)) return false;
  ++version_;
  return true;
}

bool Precision::add_predicate(Control control, ir::Expr predicate) {
  if (!facts_[scope(control)].add(predicate)) return false;
  ++version_;
  return true;
}

void Precision::drop(ir::Var var) {
  if (is_dropped(var)) return;
  dropped_.set(var, true);
  for (auto& [scope, facts] : facts_) facts.remove(var);
  ++version_;
}

std::size_t Precision::size() const {
  std::size_t sum = 0;
  for (const auto& [scope, facts] : facts_)
    sum += facts.variables().size() + facts.predicates().size();
  return sum;
}

}  // namespace arges::analysis
