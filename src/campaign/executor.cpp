#include "campaign/executor.h"

#include <filesystem>

#include <fmt/format.h>
#include <unistd.h>

#include "base/error.h"
#include "campaign/pattern.h"

namespace arges::campaign {

ScratchFolder::ScratchFolder(const std::string& name) {
  const auto root = std::filesystem::temp_directory_path();
  path_ = (root / fmt::format("arges-bench-{}-{}-XXXXXX", getpid(), name)).string();
  if (mkdtemp(path_.data()) == nullptr)
    throw UsageError(fmt::format("no folder can be made in '{}'", root.string()),
                     "TMPDIR names another one");
}

ScratchFolder::~ScratchFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

void ScratchFolder::fill_in(RunRequest& request) const {
  const auto fill = [this](std::string& word) {
    for (std::size_t at = 0; (at = word.find(scratch_place, at)) != std::string::npos;)
      word.replace(at, scratch_place.size(), path_);
  };
  for (std::string& word : request.command) fill(word);
  fill(request.folder);
  for (auto& [name, value] : request.environment) fill(value);
  request.environment.emplace("TMPDIR", path_);
  request.scratch = path_;
}

void ScratchFolder::keep(const RunRequest::Kept& kept) const {
  namespace fs = std::filesystem;
  if (kept.patterns.empty()) return;
  const fs::path to = kept.folder;
  try {
    // Of an earlier run.
    fs::remove_all(to);
    // The run may have removed it, or locked parts of it: it has nothing to keep then.
    if (!fs::is_directory(fs::symlink_status(path_))) return;
    for (const auto& entry :
         fs::recursive_directory_iterator(path_, fs::directory_options::skip_permission_denied)) {
      const fs::path name = entry.path().lexically_relative(path_);
      if (!fs::is_regular_file(entry.symlink_status()) || !fits_one(kept.patterns, name)) continue;
      if (access(entry.path().c_str(), R_OK) != 0) continue;
      fs::create_directories((to / name).parent_path());
      fs::copy_file(entry.path(), to / name);
    }
  } catch (const fs::filesystem_error& error) {
    throw UsageError(fmt::format("what a run wrote can't be kept: {}", error.what()),
                     "the same command goes on once that is mended");
  }
}

}  // namespace arges::campaign
