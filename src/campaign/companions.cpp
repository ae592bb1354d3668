#include "campaign/companions.h"

#include <filesystem>
#include <set>

#include "base/source.h"
#include "campaign/regular_expression.h"
#include "frontend/c/rers_alphabet.h"
#include "frontend/gamma/packages.h"

namespace arges::campaign {

namespace {

namespace fs = std::filesystem;

/// Those that a file names itself.
std::vector<std::string> named_in(const fs::path& file) {
  static const RegularExpression include(R"re((?m)^[ \t]*#[ \t]*include[ \t]*"([^"\n]+)")re");
  static const RegularExpression imported(R"re(\bimport\s+"([^"\n]+)")re");
  static const RegularExpression part(R"re(\bsrc\s*=\s*["']([^"'\n]+)["'])re");
  const std::string text(read_source(file)->text());
  const std::string ending = file.extension();
  std::vector<std::string> result;
  if (ending == ".gcd" || ending == ".gpd") {
    for (const std::string& name : imported.groups_in(text))
      if (auto found = frontend::gamma::find_import(file, name)) result.push_back(*found);
    return result;
  }
  const RegularExpression& mention = ending == ".scxml" ? part : include;
  for (const std::string& name : mention.groups_in(text))
    result.push_back((file.parent_path() / name).lexically_normal());
  if (ending == ".c" || ending == ".i")
    result.push_back(frontend::c::RersAlphabet::file_beside(file));
  return result;
}

}  // namespace

std::vector<std::string> files_read_with(const std::string& path) {
  std::vector<std::string> result;
  std::set<std::string> seen;
  const auto add = [&](const std::string& file) {
    std::error_code ignored;
    if (fs::is_regular_file(file, ignored) && seen.insert(fs::weakly_canonical(file)).second)
      result.push_back(file);
  };
  add(path);
  for (std::size_t i = 0; i < result.size(); ++i)
    for (const std::string& file : named_in(result[i])) add(file);
  return result;
}

}  // namespace arges::campaign
