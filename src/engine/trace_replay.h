#pragma once

#include "base/env.h"
#include "engine/task.h"
#include "output/trace_comparison.h"

namespace arges::engine {

/// Asks the model itself what became of traces that a comparison of sets does not find any more: a
/// set is small because it does not repeat what it has shown. A statechart's interpreter gets the
/// inputs of each; what it still does is `kept`, what it does otherwise `changed`, and of what it
/// refuses there is the reason. Where it can't tell, because the model leaves a choice or
/// components take turns, the comparison stays as it is.
output::TraceComparison with_replays(Env& env, const LoadRequest& model,
                                     const output::RecordedTraces& before,
                                     output::TraceComparison comparison);

}  // namespace arges::engine
