#include "campaign/seen_files.h"

#include <filesystem>

#include <sys/stat.h>

#include "base/error.h"
#include "base/source.h"
#include "output/digest.h"

namespace arges::campaign {

SeenFiles::Stamp SeenFiles::stamp_of(const std::string& path) {
  struct stat status {};
  if (stat(path.c_str(), &status) != 0) return {};
  // Who writes to a file may set its time back, but not that of the change.
  return {static_cast<std::int64_t>(status.st_dev),
          static_cast<std::int64_t>(status.st_ino),
          status.st_size,
          status.st_mtim.tv_sec,
          status.st_mtim.tv_nsec,
          status.st_ctim.tv_sec,
          status.st_ctim.tv_nsec};
}

const std::string& SeenFiles::digest(const std::string& path) {
  // Taken first: what is written meanwhile is noticed later.
  const Stamp stamp = stamp_of(path);
  const auto [known, fresh] = seen_.try_emplace(path);
  Seen& seen = known->second;
  if (!fresh && seen.stamp == stamp) return seen.digest;
  seen = {stamp, ""};
  std::error_code ignored;
  if (std::filesystem::is_regular_file(path, ignored)) try {
      seen.digest = output::sha256(read_source(path)->text());
    } catch (const UsageError&) {
      // It goes as we look.
    }
  return seen.digest;
}

std::optional<std::string> SeenFiles::changed(const std::vector<InputFile>& files) {
  for (const InputFile& file : files)
    if (digest(file.path) != file.digest) return file.path;
  return {};
}

}  // namespace arges::campaign
