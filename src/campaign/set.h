#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/source.h"
#include "campaign/limits.h"
#include "campaign/task.h"
#include "campaign/tool.h"

namespace arges::campaign {

/// What a campaign is about: tasks, the columns they are run by, and what a run may use.
struct Set {
  std::string name;
  RunLimits limits;
  std::vector<Task> tasks;
  std::vector<Column> columns;
  std::vector<std::string> files = {};  ///< all that it was read from, and those of its tasks
};

/// Tasks that are made, not found: makes those of a specification and of so many seeds in a folder
/// (`arges synth`), and returns the list of their definitions.
class Synthesizer {
 public:
  virtual ~Synthesizer() = default;
  virtual std::filesystem::path make(const std::string& specification, std::uint64_t first_seed,
                                     std::uint32_t count) = 0;
};

/// Reads a description (docs/bench.md); throws InputError. `program` is that of arges.
Set read_set(const SourcePtr& source, const std::string& program, Synthesizer& synthesizer);

}  // namespace arges::campaign
