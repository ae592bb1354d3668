#pragma once

#include <utility>
#include <vector>

#include "base/env.h"
#include "engine/task.h"
#include "output/result.h"

namespace arges::engine {

/// What results on properties that were checked together call how many they were.
inline constexpr const char* united_note = "checked-together";

/// What a result on a united property says about those that it unites, by their numbers: if it
/// holds they all do, a violation is one of all of them that forbid where the run comes by, and
/// nothing follows from an unknown one, or from a run that can't be replayed.
std::vector<std::pair<std::size_t, output::PropertyResult>> results_on_parts(
    Env& env, Task& task, std::size_t united, output::PropertyResult result);

}  // namespace arges::engine
