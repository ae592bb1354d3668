#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "campaign/set.h"

namespace arges::campaign {

/// The files that the words of a tool and its options name: scripts, precisions, lists of formulas.
std::vector<std::string> files_named_by(const Column& column);

/// Those that such words name which are not here, from where they are looked for, but in a folder.
std::vector<std::string> files_misplaced_in(const std::string& folder, const Column& column);

/// The contents of the files that runs depend on, as they were when the set was read, and whether
/// they still are that.
class RunFiles {
 public:
  /// Reads the files of all runs of a set, with those that they include.
  explicit RunFiles(const Set& set);

  /// What the content of one was, with those that it includes; nothing for what is no file.
  const std::string& digest(const std::string& path) const;
  /// The file that makes a run another than it was when the set was read, if there is one. Contents
  /// are read only where size, time or place have changed since they were last.
  std::optional<std::string> changed(const Task& task, const Column& column);
  std::vector<std::string> names() const;

 private:
  /// What can be told of a file without reading it; zeros if it is not there.
  using Stamp = std::array<std::int64_t, 7>;
  struct Part {
    std::string path;
    Stamp stamp;
    std::string digest;
  };
  /// A file with those that it includes.
  struct Entry {
    std::string digest;
    std::vector<Part> first;  ///< when the set was read
    std::vector<Part> last;   ///< when they were last read
  };

  static Stamp stamp_of(const std::string& path);
  static std::vector<Part> parts_of(const std::string& path);
  void add(const std::string& path);
  std::optional<std::string> changed(const std::string& path);

  std::map<std::string, Entry> entries_;
};

}  // namespace arges::campaign
