#include "analysis/precision/precision.h"

#include <algorithm>

namespace arges::analysis {

namespace {

bool declared_before(ir::Var a, ir::Var b) { return a->id < b->id; }

}  // namespace

bool Facts::add_variable(ir::Var var) {
  if (tracks(var)) return false;
  tracked_.set(var, true);
  variables_.insert(std::upper_bound(variables_.begin(), variables_.end(), var, declared_before),
                    var);
  return true;
}

const Facts& Precision::at(Control control) const {
  static const Facts none;
  const auto found = facts_.find(scope(control));
  return found == facts_.end() ? none : found->second;
}

bool Precision::add_variable(Control control, ir::Var var) {
  if (!facts_[scope(control)].add_variable(var)) return false;
  ++version_;
  return true;
}

std::size_t Precision::size() const {
  std::size_t sum = 0;
  for (const auto& [scope, facts] : facts_) sum += facts.variables().size();
  return sum;
}

}  // namespace arges::analysis
