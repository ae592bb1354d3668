#include "cli/bench_files.h"

#include <filesystem>

#include <fmt/format.h>

#include "base/error.h"

namespace arges::cli {

namespace {

namespace fs = std::filesystem;

/// Whether both names are of one file, by whatever links. What is no file (/dev/null) may be
/// written to as often as one likes.
bool is_same(const std::string& one, const std::string& other) {
  std::error_code error;
  const bool are_there = fs::exists(one, error) && fs::exists(other, error);
  if (are_there) return fs::is_regular_file(one, error) && fs::equivalent(one, other, error);
  const fs::path first = fs::weakly_canonical(fs::absolute(one, error), error);
  const fs::path second = fs::weakly_canonical(fs::absolute(other, error), error);
  return first == second;
}

[[noreturn]] void refuse(const std::string& written, const std::string& path,
                         const std::string& read) {
  throw UsageError(fmt::format("{}: '{}' is {} and would be overwritten", written, path, read),
                   "another name");
}

}  // namespace

void BenchFiles::add_read(const std::string& path, const std::string& what) {
  for (const File& file : written_)
    if (is_same(file.path, path)) refuse(file.what, file.path, what);
  read_.push_back({path, what});
}

void BenchFiles::add_written(const std::string& path, const std::string& what) {
  for (const File& file : read_)
    if (is_same(path, file.path)) refuse(what, path, file.what);
  for (const File& file : written_)
    if (is_same(path, file.path))
      throw UsageError(fmt::format("{} and {} name the same file, '{}'", file.what, what, path),
                       "another name for one of them");
  written_.push_back({path, what});
}

}  // namespace arges::cli
