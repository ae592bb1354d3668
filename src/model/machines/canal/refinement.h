#pragma once

#include <map>

#include "model/machines/canal/relevant_locations.h"

namespace arges::model::machines::canal {

/// Which variables to refine, and the numbers that are to be cells of their own in them.
struct Refinement {
  std::map<Location, std::set<Value>> numbers = {};
  std::uint32_t step = 0;    ///< of the analysis trace: where the expression is
  ExprId expression = none;  ///< that guides it
  bool empty() const { return numbers.empty(); }
};

/// FIND_REFINEMENT (Ojala 2008, Figure 5.13): looks for the first step that made a relevant
/// location differ between the models, and for the part of its expression to blame.
///
/// Departures. The location that an assignment changes is resolved before it, not after: the
/// assignment may change a reference on the way. Its values are compared in that location of both
/// models, and arguments as they are in the message: coming into another cell when it is stored is
/// a choice of the abstract model, too. The last step may be any effect that has no result in one
/// of the models, not an assertion only.
Refinement find_refinement(const Models& models, const AnalysisTrace& trace,
                           const RelevantLocations& relevant, const Options& options);

/// REF_EXPR (Figure 5.14).
Refinement ref_expr(const Point& point, ExprId expression, const Options& options);

}  // namespace arges::model::machines::canal
