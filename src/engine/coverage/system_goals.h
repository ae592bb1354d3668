#pragma once

#include "engine/coverage/goals.h"

namespace arges::engine {

/// Adds the goals of a model that is no statechart: its control points and modes, its actions, and
/// the branches and assignments of their statements.
void add_system_goals(const TraceModel& model, const CoverageRequest& request, GoalTable& table);

}  // namespace arges::engine
