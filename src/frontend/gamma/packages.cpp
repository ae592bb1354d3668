#include "frontend/gamma/packages.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <vector>

#include "frontend/gamma/package_parser.h"

namespace arges::frontend::gamma {

namespace fs = std::filesystem;

namespace {

std::string canonical(const std::string& path) {
  std::error_code failed;
  const fs::path result = fs::weakly_canonical(path, failed);
  return failed ? path : result.string();
}

}  // namespace

namespace {

/// The name that a file's package has, as far as that can be seen at a glance.
std::string package_name(const fs::path& path) {
  std::ifstream file(path);
  std::string line;
  while (std::getline(file, line)) {
    constexpr std::string_view word = "package ";
    const std::size_t start = line.find_first_not_of(" \t");
    if (start == std::string::npos || line.compare(start, word.size(), word) != 0) continue;
    const std::size_t name = line.find_first_not_of(" \t^", start + word.size());
    if (name == std::string::npos) return "";
    return line.substr(name, line.find_first_of(" \t\r;/", name) - name);
  }
  return "";
}

/// The only file of a package of that name in the folder and those directly inside of it.
std::optional<std::string> find_package(const fs::path& folder, const std::string& name) {
  std::vector<fs::path> found;
  std::error_code failed;
  for (fs::recursive_directory_iterator at(folder, failed), end; at != end && !failed;
       at.increment(failed)) {
    if (at.depth() > 0) at.disable_recursion_pending();
    if (at->path().extension() == ".gcd" && package_name(at->path()) == name)
      found.push_back(at->path());
  }
  if (found.size() != 1) return std::nullopt;
  return found.front().string();
}

}  // namespace

std::optional<std::string> find_import(const std::string& importing, const std::string& path) {
  fs::path wanted = path.starts_with('/') ? path.substr(1) : path;
  if (!wanted.has_extension()) wanted += ".gcd";
  const fs::path home = fs::path(canonical(importing)).parent_path();
  for (fs::path folder = home;; folder = folder.parent_path()) {
    std::error_code failed;
    if (fs::is_regular_file(folder / wanted, failed)) return (folder / wanted).string();
    if (folder == folder.parent_path() || folder.empty()) break;
  }
  // Some files name a package instead. It is near, or else half of the disk would be read.
  for (const fs::path& folder : {home, home.parent_path(), home.parent_path().parent_path()})
    if (path.find_first_of("/.") == std::string::npos && folder != folder.root_path())
      if (auto found = find_package(folder, path)) return found;
  return std::nullopt;
}

const Package& Packages::read(const SourcePtr& source) {
  const Package* first = parse(source);
  // The deque grows while it is walked: imports of imports come behind.
  std::size_t next = 0;
  while (next < packages_.size()) follow(packages_[next++]);
  return *first;
}

Package* Packages::parse(const SourcePtr& source) {
  Package& package = packages_.emplace_back(source);
  by_path_[canonical(source->name())] = &package;
  PackageParser(package, diagnostics_, limits_).read();
  return &package;
}

void Packages::follow(Package& package) {
  for (const Name& import : package.imports) {
    const std::optional<std::string> path = find_import(package.source->name(), import.text);
    if (!path) {
      package.missing.push_back(import);
      continue;
    }
    const auto known = by_path_.find(canonical(*path));
    package.imported.push_back(known != by_path_.end() ? known->second : parse(read_source(*path)));
  }
}

}  // namespace arges::frontend::gamma
