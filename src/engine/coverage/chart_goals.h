#pragma once

#include "engine/coverage/goals.h"
#include "model/statechart/lowering.h"

namespace arges::engine {

/// Adds the goals of a statechart: its states, transitions, guards and actions.
void add_chart_goals(const model::statechart::Lowering& chart, const CoverageRequest& request,
                     GoalTable& table);

}  // namespace arges::engine
