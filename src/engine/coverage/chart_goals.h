#pragma once

#include "engine/coverage/goals.h"
#include "model/statechart/lowering.h"

namespace arges::engine {

/// The number of a branch among those of all choices of a machine, as marks have it.
std::uint32_t branch_number(const model::statechart::Machine& machine,
                            model::statechart::NodeId choice, std::uint32_t branch);

/// Adds the goals of a statechart: its states, transitions, guards and actions. Branches of choices
/// are transitions to those who draw them.
void add_chart_goals(const model::statechart::Lowering& chart, const CoverageRequest& request,
                     GoalTable& table);

}  // namespace arges::engine
