#pragma once

#include <string>
#include <vector>

#include "base/source.h"
#include "frontend/yaml/cursor.h"

namespace arges::campaign {

/// Reads the files that a set names, and knows which they were: nothing may be written to them.
class Inputs {
 public:
  /// The file of this path; who can't be read is an InputError where it is named.
  SourcePtr read(const frontend::YamlCursor& at);
  void add(const std::string& path) { names_.push_back(path); }

  const std::vector<std::string>& names() const { return names_; }

 private:
  std::vector<std::string> names_;
};

}  // namespace arges::campaign
