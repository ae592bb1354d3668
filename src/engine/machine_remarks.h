#pragma once

#include <optional>
#include <string>

#include "base/env.h"
#include "engine/task.h"

namespace arges::engine {

/// What has to be said of results on communicating machines although it was not asked: that runs
/// which overflow do not count, and where a condition has no value.
class MachineRemarks {
 public:
  /// One line, or "".
  std::string on(Env& env, const Task& task, std::size_t property,
                 const analysis::Verdict& verdict);

 private:
  std::optional<std::string> overflow_;  ///< once it is known
};

}  // namespace arges::engine
