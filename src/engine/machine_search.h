#pragma once

#include "engine/checker.h"
#include "engine/machine_task.h"

namespace arges::engine {

/// Checks a property of state machines by looking at all configurations, and certifies the verdict:
/// a violation as a run of the lowered system, a proof as a set of configurations that nothing
/// leaves.
void check_by_search(Env& env, Task& task, std::size_t property, const Configuration& configuration,
                     const CheckOptions& options, output::PropertyResult& result);

/// Re-checks such a set from a file.
analysis::Check validate_states(Env& env, Task& task, std::size_t property,
                                const analysis::StateSet& proof);

}  // namespace arges::engine
