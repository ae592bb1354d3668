#pragma once

#include "engine/coverage/goals.h"

namespace arges::engine {

/// Adds the goals of objects with state machines, in the words of their model: states and
/// transitions of each object, its transitions after one another, and its guards. That messages
/// are lost or deferred, and what goes wrong, is no part of a model that could be covered.
void add_machine_goals(const TraceModel& model, const CoverageRequest& request, GoalTable& table);

}  // namespace arges::engine
