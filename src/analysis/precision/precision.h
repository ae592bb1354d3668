#pragma once

#include <map>
#include <optional>
#include <unordered_set>
#include <vector>

#include "analysis/system/system.h"
#include "ir/expr.h"
#include "ir/var_map.h"

namespace arges::analysis {

/// Where facts are tracked: everywhere, or at the control points they were found for.
enum class Granularity : std::uint8_t { global, local };

/// Something to be tracked: a variable's value or a predicate.
struct PrecisionFact {
  std::optional<Control> control;  ///< nothing: everywhere
  ir::Var variable = nullptr;
  ir::Expr predicate = {};
};

/// What is tracked at one scope.
class Facts {
 public:
  bool tracks(ir::Var var) const { return tracked_.get(var); }
  /// In the order of declaration.
  const std::vector<ir::Var>& variables() const { return variables_; }
  /// In the order in which they were found.
  const std::vector<ir::Expr>& predicates() const { return predicates_; }

 private:
  friend class Precision;
  /// False if it was there; so for the others.
  bool add(ir::Var var);
  bool add(ir::Expr predicate);
  bool remove(ir::Var var);

  ir::VarMap<bool> tracked_;
  std::vector<ir::Var> variables_;
  std::unordered_set<ir::Expr> known_;
  std::vector<ir::Expr> predicates_;
};

/// The amount of detail of the abstraction: scope → facts. Predicates are only added; a variable
/// that takes too many values may be dropped, and then never comes back (Bajkai 2018, Chapter 3).
class Precision {
 public:
  explicit Precision(Granularity granularity) : granularity_(granularity) {}

  const Facts& at(Control control) const;
  /// With one entry, for control point 0, if it is global.
  const std::map<Control, Facts>& scopes() const { return facts_; }
  /// False if nothing changed: it was there already, or was dropped.
  bool add_variable(Control control, ir::Var var);
  bool add_predicate(Control control, ir::Expr predicate);
  /// Stops tracking the variable's values anywhere.
  void drop(ir::Var var);
  bool is_dropped(ir::Var var) const { return dropped_.get(var); }

  /// Notes a change that only the domain knows of.
  void touch() { ++version_; }

  /// Counts the changes: equal versions mean equal precisions.
  std::uint32_t version() const { return version_; }
  Granularity granularity() const { return granularity_; }
  /// Facts over all scopes, for statistics.
  std::size_t size() const;

 private:
  Control scope(Control control) const { return granularity_ == Granularity::global ? 0 : control; }
  Granularity granularity_;
  std::map<Control, Facts> facts_;
  ir::VarMap<bool> dropped_;
  std::uint32_t version_ = 0;
};

}  // namespace arges::analysis
