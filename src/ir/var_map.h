#pragma once

#include <cstddef>
#include <vector>

#include "ir/expr.h"

namespace arges::ir {

/// A map from variables to small values, as an array over their numbers: what was never set is T().
template <typename T>
class VarMap {
 public:
  T get(Var var) const { return var->id < values_.size() ? values_[var->id] : T(); }
  void set(Var var, T value) {
    if (var->id >= values_.size()) values_.resize(var->id + 1);
    values_[var->id] = value;
  }
  void forget(Var var) {
    if (var->id < values_.size()) values_[var->id] = T();
  }
  /// One past the highest number that was set.
  std::size_t size() const { return values_.size(); }

 private:
  std::vector<T> values_;
};

}  // namespace arges::ir
