#pragma once

#include <vector>

#include "campaign/inputs.h"
#include "campaign/set.h"
#include "campaign/task.h"
#include "frontend/yaml/cursor.h"

namespace arges::campaign {

/// The tasks of one entry below `tasks` of a set: definitions, a list of them, a table, a folder of
/// models, or a specification of tasks to be synthesized. Throws InputError.
std::vector<Task> read_tasks(const frontend::YamlCursor& at, Synthesizer& synthesizer,
                             Inputs& inputs);

}  // namespace arges::campaign
