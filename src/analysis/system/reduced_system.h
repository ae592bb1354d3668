#pragma once

#include <optional>
#include <vector>

#include "analysis/system/system.h"
#include "analysis/trace/concrete_trace.h"

namespace arges::analysis {

/// A System made smaller for the analysis: its actions stand for paths of another one, the
/// original. What is found here is told, and checked, in terms of the original. A control point has
/// the same number in both.
class ReducedSystem : public System {
 public:
  virtual const System& original() const = 0;
  /// The original actions along a run from the initial control point. Nothing if an expression's
  /// value can't be told where that decides which way a block went.
  ///
  /// What was dropped from statements has no values in the run, so it is no run of the original
  /// yet: the original's statements along these actions have one, which a TraceChecker finds.
  virtual std::optional<std::vector<const Action*>> lift(const ConcreteTrace& run) const = 0;
  /// The original actions that begin the paths an action stands for, each once.
  virtual std::vector<const Action*> first_actions(const Action& action) const = 0;
  /// Where a proof for the original has nodes: the control points that are still here, and those
  /// that were found to be unreachable.
  virtual std::vector<Control> cut_points() const = 0;
  /// What holds of variables that are no longer here, as far as it was used.
  virtual ir::Expr facts(Control control) const = 0;
};

}  // namespace arges::analysis
