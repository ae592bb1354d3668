#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <sys/types.h>

#include "base/descriptor.h"
#include "campaign/limits.h"
#include "campaign/outcome.h"

namespace arges::campaign {

/// A program to be run.
struct RunRequest {
  std::vector<std::string> command;
  std::string folder = {};   ///< to run in; empty: where we are
  std::string scratch = {};  ///< a folder to be removed once nobody has the LimitedRun any more
  RunLimits limits = {};
  std::vector<int> cores = {};  ///< the only ones that it may use; empty: all
  /// What it gets besides what this process has, or instead.
  std::map<std::string, std::string> environment = {};
  /// What it leaves in its scratch folder that is worth keeping.
  struct Kept {
    std::vector<std::string> patterns = {};  ///< as of a shell, from there
    std::string folder = {};                 ///< where such files are copied to
  };
  Kept kept = {};
};

/// A program that runs under limits, kept by a process of its own: all that descends from the
/// program is its, is measured and limited together, and ends when the program does, when this
/// object does, or when this process does, however that may happen.
class LimitedRun {
 public:
  /// Starts it; throws std::system_error where the system has no more processes or descriptors.
  explicit LimitedRun(const RunRequest& request);
  ~LimitedRun();
  LimitedRun(LimitedRun&& other) noexcept;
  LimitedRun& operator=(LimitedRun&&) = delete;

  /// Can be read from once there is an outcome, or a part of one.
  int descriptor() const { return result_.get(); }
  /// The outcome, if there is one by now.
  std::optional<Outcome> receive();
  /// Waits for it.
  Outcome wait();

 private:
  void end_orphans() const;

  pid_t keeper_ = -1;
  Descriptor alive_;   ///< closing it ends the run
  Descriptor result_;  ///< where the outcome comes from
  std::string received_;
};

}  // namespace arges::campaign
