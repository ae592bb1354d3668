#pragma once

#include <set>

#include "model/machines/canal/analysis_trace.h"

namespace arges::model::machines::canal {

/// Both models at one point of an analysis trace, seen from one object: what the functions of
/// Figures 5.5 to 5.16 take as C_c, C_a, F, o_c and o_a. An expression and its abstract version
/// have the same number.
class Point {
 public:
  Point(const Models& models, const AnalysisStep& step) : models_(models), step_(step) {}

  const Model& model() const { return models_.model; }
  const Expression& expression(ExprId id) const { return models_.model.expression(id); }

  /// eval in the concrete and in the abstract model.
  Evaluated concrete(ExprId expression) const;
  Evaluated abstract(ExprId expression) const;
  /// The cell that the abstract value is in, which has a value; EVAL_CORR compares with that.
  Range abstract_cell(ExprId expression) const;
  /// EVAL_CORR (Figure 5.5): the concrete value is in the abstract cell.
  bool corresponds(ExprId expression) const;
  /// SAFE_RESOLVE (Figure 5.8): the location that a name stands for, or the one where the models
  /// begin to disagree about it.
  Location safe_resolve(const Expression& name) const;
  /// resolve in each of the models.
  std::optional<Location> concrete_location(ExprId name) const;
  std::optional<Location> abstract_location(ExprId name) const;
  /// COLLECT_LOCATIONS (Figure 5.7): all that appear in an expression.
  std::set<Location> locations(ExprId expression) const;
  /// RELEVANT (Figure 5.6): those to look at where an expression does not correspond.
  std::set<Location> relevant(ExprId expression) const;
  /// REF (Figure 5.12): those that its evaluation uses, in either model.
  std::set<Location> used(ExprId expression) const;

 private:
  const Models& models_;
  const AnalysisStep& step_;
};

}  // namespace arges::model::machines::canal
