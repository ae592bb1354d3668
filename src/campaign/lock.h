#pragma once

#include <string>

#include "base/descriptor.h"

namespace arges::campaign {

/// Keeps other processes from a campaign: the lock of a file beside its results, which the system
/// gives up however this process ends.
class Lock {
 public:
  /// `results` is the campaign's file, which need not be there. Throws UsageError if another
  /// process is at it, or if its folder can't be written to.
  explicit Lock(std::string results);
  ~Lock();
  Lock(const Lock&) = delete;
  Lock& operator=(const Lock&) = delete;

  /// The file that is kept for this process.
  const std::string& results() const { return results_; }

 private:
  bool is_still_there() const;

  std::string results_;
  std::string path_;
  Descriptor file_;
};

}  // namespace arges::campaign
