#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "campaign/results.h"

namespace arges::campaign::testing {

/// A run that took so many seconds of CPU time.
RunResult run(Status status, double cpu_seconds, const std::string& detail = "");

/// Adds a task with a result for every column.
void add(Results& results, const std::string& name, const std::string& family,
         std::optional<bool> expected, std::vector<std::optional<RunResult>> runs);

/// Six tasks of two families by two configurations, with every kind of answer.
Results sample();

/// A campaign of any size in which everything that reports show comes up.
Results large_sample(std::size_t tasks, std::size_t columns);

}  // namespace arges::campaign::testing
