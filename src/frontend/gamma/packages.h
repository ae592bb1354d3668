#pragma once

#include <deque>
#include <map>
#include <optional>
#include <string>

#include "base/error.h"
#include "base/limits.h"
#include "frontend/gamma/syntax.h"

namespace arges::frontend::gamma {

/// The file that an import means: below any of the folders that the importing file is in, or the
/// only one nearby with a package of that name; nothing if there is none.
std::optional<std::string> find_import(const std::string& importing, const std::string& path);

/// Reads a file and, each once, those it imports.
class Packages {
 public:
  Packages(Diagnostics& diagnostics, const Limits* limits)
      : diagnostics_(diagnostics), limits_(limits) {}

  /// The package of the file. Imports that are not there are noted in the packages: what they
  /// declare may not be needed.
  const Package& read(const SourcePtr& source);
  /// In the order in which they were come upon.
  const std::deque<Package>& all() const { return packages_; }

 private:
  Package* parse(const SourcePtr& source);
  void follow(Package& package);

  Diagnostics& diagnostics_;
  const Limits* limits_;
  std::deque<Package> packages_;
  std::map<std::string, Package*> by_path_;
};

}  // namespace arges::frontend::gamma
