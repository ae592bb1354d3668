#include <algorithm>
#include <cstdio>
#include <map>
#include <regex>

#include <gtest/gtest.h>

#include "base/error.h"
#include "frontend/scxml/scxml_parser.h"
#include "support/shared_data.h"

namespace arges::frontend {
namespace {

/// What the first complaint about a file is, without what is special to it; "" if it loads.
std::string reason(const std::string& path) {
  try {
    ir::Context context;
    parse_scxml(context, read_source(path));
    return "";
  } catch (const InputError& error) {
    return error.diagnostics().front().message;
  }
}

TEST(ScxmlShared, Table) {
  std::map<std::string, std::map<std::string, std::vector<std::string>>> table;
  for (const std::string folder : {"scxml/scion", "scxml/irp/ecma", "scxml/alexzhornyak", "scxml/itemis-scxml-examples"})
    for (const std::string& path : test::shared_files(folder, {".scxml"})) {
      const std::filesystem::path file = path;
      table[folder == "scxml/scion" ? (file.parent_path().filename() == "w3c-ecma" ? "w3c" : "scion") : folder][reason(path)].push_back(file.parent_path().filename().string() + "/" + file.stem().string());
    }
  for (const auto& [group, reasons] : table) {
    std::printf("== %s\n", group.c_str());
    for (const auto& [why, files] : reasons) {
      std::printf("%4zu  %s\n", files.size(), why.empty() ? "loads" : why.c_str());
      if (!why.empty()) for (const auto& f : files) std::printf("          %s\n", f.c_str());
    }
  }
}

}  // namespace
}  // namespace arges::frontend
