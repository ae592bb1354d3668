#include "campaign/lock.h"

#include <cerrno>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"

namespace arges::campaign {

Lock::Lock(std::string results) : results_(std::move(results)), path_(results_ + ".lock") {
  do {
    file_.reset(open(path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644));
    if (!file_.is_open())
      throw UsageError(fmt::format("'{}' can't be written: {}", results_,
                                   std::generic_category().message(errno)));
    if (flock(file_.get(), LOCK_EX | LOCK_NB) != 0)
      throw UsageError(fmt::format("another process is at the campaign '{}'", results_),
                       "wait for it, or give this one a file of its own: --out FILE");
  } while (!is_still_there());
}

Lock::~Lock() { unlink(path_.c_str()); }

/// Who had the lock may have removed the file since it was opened here; another would not see that
/// it is locked.
bool Lock::is_still_there() const {
  struct stat opened {};
  struct stat found {};
  return fstat(file_.get(), &opened) == 0 && stat(path_.c_str(), &found) == 0 &&
         opened.st_ino == found.st_ino && opened.st_dev == found.st_dev;
}

}  // namespace arges::campaign
