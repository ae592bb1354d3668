#pragma once

#include <string>
#include <vector>

namespace arges::cli {

/// The files that a campaign reads and writes, none of which may be written in place of another.
class BenchFiles {
 public:
  /// Throw UsageError if what is read would be overwritten, or one file would be written twice.
  /// `what` says what it is: "the set", "--csv".
  void add_read(const std::string& path, const std::string& what);
  void add_written(const std::string& path, const std::string& what);

 private:
  struct File {
    std::string path;
    std::string what;
  };
  std::vector<File> read_;
  std::vector<File> written_;
};

}  // namespace arges::cli
