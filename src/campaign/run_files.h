#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "campaign/seen_files.h"
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
  /// All that a run depends on.
  std::vector<InputFile> of(const Task& task, const Column& column) const;
  /// The file that makes a run another than it was when the set was read, if there is one.
  std::optional<std::string> changed(const Task& task, const Column& column);
  std::vector<std::string> names() const;

 private:
  /// A file with those that it includes.
  struct Entry {
    std::string digest;  ///< of all
    std::vector<InputFile> files;
  };

  void add(const std::string& path);

  std::map<std::string, Entry> entries_;
  SeenFiles seen_;
};

}  // namespace arges::campaign
