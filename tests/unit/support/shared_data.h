#pragma once

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

namespace arges::test {

/// The repository; tests/unit/CMakeLists.txt tells those who need it.
inline std::filesystem::path source_root() { return ARGES_SOURCE_DIR; }

/// The folder of models and programs written by others, beside the repository or where the
/// environment says; may not exist.
inline std::filesystem::path shared_data() {
  const char* elsewhere = std::getenv("ARGES_SHARED_DATA");
  if (elsewhere != nullptr) return elsewhere;
  return source_root().parent_path() / "shared" / "data";
}

/// The files below a folder with one of the endings, sorted.
inline std::vector<std::string> files_below(const std::filesystem::path& start,
                                            const std::vector<std::string>& endings) {
  std::vector<std::string> result;
  if (!std::filesystem::exists(start)) return result;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(start))
    if (std::find(endings.begin(), endings.end(), entry.path().extension().string()) !=
        endings.end())
      result.push_back(entry.path().string());
  std::sort(result.begin(), result.end());
  return result;
}

/// The files below a folder of the shared data with one of the endings, sorted.
inline std::vector<std::string> shared_files(const std::string& folder,
                                             const std::vector<std::string>& endings) {
  return files_below(shared_data() / folder, endings);
}

}  // namespace arges::test
