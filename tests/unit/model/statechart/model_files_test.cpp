#include <gtest/gtest.h>

#include "base/error.h"
#include "frontend/gamma/gamma_parser.h"
#include "frontend/scxml/scxml_parser.h"
#include "support/execution_comparison.h"
#include "support/shared_data.h"

namespace arges::model::statechart {
namespace {

struct Compared {
  std::size_t systems = 0;
  std::size_t steps = 0;
};

/// Both executions along a random run of each model; those that can't be read are left out.
Compared compare_all(const std::vector<std::string>& files, std::size_t length) {
  Compared result;
  for (const std::string& file : files) {
    ir::Context context;
    System system;
    try {
      const SourcePtr source = read_source(file);
      system = file.ends_with(".gcd")
                   ? frontend::parse_gamma(context, source)
                   : frontend::parse_scxml(context, source, {{}, frontend::ScxmlRules::lenient});
    } catch (const std::runtime_error&) {
      continue;
    }
    ++result.systems;
    test::ExecutionComparison comparison(context, system, 1, {0, 1, 2, 3});
    EXPECT_EQ(comparison.run(length, result.steps), "") << file;
  }
  return result;
}

TEST(ModelFiles, ExecutionsAgreeOnOurOwn) {
  std::vector<std::string> files =
      test::files_below(test::source_root() / "examples", {".scxml", ".gcd"});
  const auto more = test::files_below(test::source_root() / "tests", {".scxml", ".gcd"});
  files.insert(files.end(), more.begin(), more.end());
  const Compared compared = compare_all(files, 40);
  EXPECT_GE(compared.systems, 3U);
  EXPECT_GE(compared.steps, 20 * compared.systems);
}

TEST(ModelFiles, ExecutionsAgreeOnSharedScxml) {
  const auto files = test::shared_files("scxml", {".scxml"});
  if (files.empty()) GTEST_SKIP() << "no " << test::shared_data();
  EXPECT_GE(compare_all(files, 12).systems, 200U);
}

TEST(ModelFiles, ExecutionsAgreeOnSharedGamma) {
  const auto files = test::shared_files("gamma", {".gcd"});
  if (files.empty()) GTEST_SKIP() << "no " << test::shared_data();
  EXPECT_GE(compare_all(files, 6).systems, 200U);
}

}  // namespace
}  // namespace arges::model::statechart
