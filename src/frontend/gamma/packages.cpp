#include "frontend/gamma/packages.h"

#include <filesystem>

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

std::optional<std::string> find_import(const std::string& importing, const std::string& path) {
  fs::path wanted = path.starts_with('/') ? path.substr(1) : path;
  if (!wanted.has_extension()) wanted += ".gcd";
  fs::path folder = fs::path(canonical(importing)).parent_path();
  while (true) {
    std::error_code failed;
    if (fs::is_regular_file(folder / wanted, failed)) return (folder / wanted).string();
    if (folder == folder.parent_path() || folder.empty()) return std::nullopt;
    folder = folder.parent_path();
  }
}

const Package& Packages::read(const SourcePtr& source) {
  const Package* first = parse(source);
  // The deque grows while it is walked: imports of imports come behind.
  for (std::size_t i = 0; i < packages_.size(); ++i) follow(packages_[i]);
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
