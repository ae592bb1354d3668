#pragma once

#include <memory>

#include "base/env.h"
#include "engine/task.h"

namespace arges::engine {

/// If the model is an SV-COMP task definition: makes it that of the program, with the properties
/// and the data model that the definition names, unless others are given. Of a definition that
/// compares two transition systems the second one is returned, else "".
std::string resolve_definition(LoadRequest& request, Configuration& configuration);

/// A C program with the properties asked for.
std::unique_ptr<Task> make_c_task(Env& env, const SourcePtr& source, const LoadRequest& request);

}  // namespace arges::engine
