#pragma once

#include <map>
#include <set>
#include <string>

#include "base/source.h"

namespace arges {

/// While it lives, files read by this thread have these texts instead of what is on the disk, as an
/// editor has texts that are not saved; and it notes which files were read. Of several, the one
/// made last counts. It is a matter of the thread, not an argument, as most readers of files are
/// far below whoever has such texts, and all others should know nothing of it.
class SourceOverlay {
 public:
  /// By absolute paths.
  using Texts = std::map<std::string, SourcePtr>;
  explicit SourceOverlay(Texts texts);
  ~SourceOverlay();
  SourceOverlay(const SourceOverlay&) = delete;
  SourceOverlay& operator=(const SourceOverlay&) = delete;

  /// Absolute paths of the files that were asked for, whether they are there or not.
  const std::set<std::string>& read() const { return read_; }

  /// The text that this thread's overlay has for a file; null: it is to be read.
  static SourcePtr find(const std::string& path);
  /// As the texts are named: absolute, without dots and links.
  static std::string key(const std::string& path);

 private:
  Texts texts_;
  std::set<std::string> read_;
  SourceOverlay* outer_;
};

}  // namespace arges
