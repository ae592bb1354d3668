#pragma once

#include <memory>

#include "engine/coverage/recorder.h"

namespace arges::engine {

/// Executes traces of statecharts by the Interpreter and reads what happened from its occurrences.
std::unique_ptr<CoverageRecorder> make_chart_recorder(const TraceModel& model, GoalTable& table);

}  // namespace arges::engine
