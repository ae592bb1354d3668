#pragma once

#include <memory>

#include "base/env.h"
#include "engine/task.h"

namespace arges::engine {

/// A statechart, or a system of them, with the properties asked for.
std::unique_ptr<Task> make_statechart_task(Env& env, const SourcePtr& source,
                                           const LoadRequest& request);

}  // namespace arges::engine
