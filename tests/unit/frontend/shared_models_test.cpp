// Every model of the shared data parses; skipped where the data is absent.
#include <gtest/gtest.h>

#include "frontend/cfa/cfa_parser.h"
#include "frontend/xsts/xsts_parser.h"
#include "support/errors_of.h"
#include "support/shared_data.h"

namespace arges::frontend {
namespace {

TEST(SharedModels, Cfa) {
  const auto files = test::shared_files("models", {".cfa", ".theta"});
  if (files.empty()) GTEST_SKIP() << "no " << test::shared_data();
  for (const std::string& file : files) {
    const SourcePtr source = read_source(file);
    const std::string errors = test::errors_of([&] {
      ir::Context context;
      parse_cfa(context, source);
    });
    if (file.ends_with(".lisp.cfa"))
      EXPECT_NE(errors.find("s-expressions are not supported"), std::string::npos) << errors;
    else
      EXPECT_EQ(errors, "") << file;
  }
}

TEST(SharedModels, Xsts) {
  const auto files = test::shared_files("models", {".xsts"});
  if (files.empty()) GTEST_SKIP() << "no " << test::shared_data();
  for (const std::string& file : files) {
    const SourcePtr source = read_source(file);
    EXPECT_EQ(test::errors_of([&] {
                ir::Context context;
                parse_xsts(context, source);
              }),
              "")
        << file;
  }
}

}  // namespace
}  // namespace arges::frontend
