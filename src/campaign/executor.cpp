#include "campaign/executor.h"

#include <array>
#include <filesystem>

#include <fmt/format.h>
#include <unistd.h>

#include "base/error.h"

namespace arges::campaign {

std::string host_name() {
  std::array<char, 256> name{};
  gethostname(name.data(), name.size() - 1);
  return name.data();
}

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
  request.scratch = path_;
}

void ScratchFolder::clear() const {
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator(path_, ignored))
    std::filesystem::remove_all(entry, ignored);
}

}  // namespace arges::campaign
