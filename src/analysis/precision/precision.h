#pragma once

#include <map>
#include <string>
#include <vector>

#include "analysis/system/system.h"
#include "ir/expr.h"
#include "ir/var_map.h"

namespace arges::analysis {

/// Where facts are tracked: everywhere, or at the control points they were found for.
enum class Granularity : std::uint8_t { global, local };

/// What is tracked at one scope.
class Facts {
 public:
  /// False if it was there.
  bool add_variable(ir::Var var);
  bool tracks(ir::Var var) const { return tracked_.get(var); }
  /// In the order of declaration.
  const std::vector<ir::Var>& variables() const { return variables_; }

 private:
  ir::VarMap<bool> tracked_;
  std::vector<ir::Var> variables_;
};

/// The amount of detail of the abstraction: scope → facts. It only grows during a run.
class Precision {
 public:
  explicit Precision(Granularity granularity) : granularity_(granularity) {}

  const Facts& at(Control control) const;
  bool add_variable(Control control, ir::Var var);
  /// Counts the additions: equal versions mean equal precisions.
  std::uint32_t version() const { return version_; }
  Granularity granularity() const { return granularity_; }
  /// Facts over all scopes, for statistics.
  std::size_t size() const;

 private:
  Control scope(Control control) const { return granularity_ == Granularity::global ? 0 : control; }
  Granularity granularity_;
  std::map<Control, Facts> facts_;
  std::uint32_t version_ = 0;
};

}  // namespace arges::analysis
