#pragma once

#include <vector>

#include "ir/expr.h"

namespace arges::ir {

/// A partial map from variables to values, in the order of declaration.
class Valuation {
 public:
  /// The variable's value, unknown if it has none.
  Value get(Var var) const { return var->id < values_.size() ? values_[var->id] : Value(); }
  void set(Var var, Value value) {
    if (var->id >= values_.size()) values_.resize(var->id + 1);
    values_[var->id] = value;
  }
  void forget(Var var) {
    if (var->id < values_.size()) values_[var->id] = Value();
  }

 private:
  std::vector<Value> values_;  ///< by variable id
};

}  // namespace arges::ir
