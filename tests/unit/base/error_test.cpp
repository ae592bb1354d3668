#include "base/error.h"

#include <gtest/gtest.h>

namespace arges {
namespace {

TEST(Error, DiagnosticsShowTheLineWithACaret) {
  const auto text = std::make_shared<const SourceText>("m.cfa", "one\n\ttwo three\n");
  const Diagnostic d{{text.get(), 9}, "what is 'three'?", "try 3"};
  EXPECT_EQ(d.render(),
            "m.cfa:2:6: error: what is 'three'?\n"
            "   two three\n"
            "       ^\n"
            "  hint: try 3");
}

TEST(Error, LongAndBinaryLinesAreCutAndCleaned) {
  const std::string long_line(100000, 'x');
  const SourceText text("m", long_line + "\x01\xff.");
  const std::string shown = Diagnostic{{&text, 100002}, "odd", ""}.render();
  EXPECT_LT(shown.size(), 400U);
  EXPECT_NE(shown.find("?"
                       "?."),
            std::string::npos);
}

TEST(Error, ColumnsCountCharactersNotBytes) {
  const SourceText text("m", "äöü x");
  EXPECT_EQ(text.position(7).column, 5U);
}

TEST(Error, InputErrorKeepsItsTextAlive) {
  try {
    const auto text = std::make_shared<const SourceText>("gone.cfa", "text that goes away");
    throw InputError({text.get(), 5}, "here");
  } catch (const InputError& error) {
    EXPECT_EQ(error.diagnostics()[0].render().substr(0, 13), "gone.cfa:1:6:");
  }
}

TEST(Error, SeveralExitCodesBecomeTheWorst) {
  EXPECT_EQ(worse(ExitCode::success, ExitCode::unknown), ExitCode::unknown);
  EXPECT_EQ(worse(ExitCode::violated, ExitCode::unknown), ExitCode::violated);
  EXPECT_EQ(worse(ExitCode::input, ExitCode::violated), ExitCode::input);
  EXPECT_EQ(worse(ExitCode::usage, ExitCode::input), ExitCode::usage);
  EXPECT_EQ(worse(ExitCode::defect, ExitCode::usage), ExitCode::defect);
}

TEST(Error, DiagnosticsSayAThingOnce) {
  const auto source = std::make_shared<const SourceText>("m.sm", "ab");
  Diagnostics diagnostics;
  for (int reading = 0; reading < 2; ++reading) {
    diagnostics.error({source.get(), 0}, "wrong");
    diagnostics.error({source.get(), 1}, "wrong");
    diagnostics.error({source.get(), 1}, "wrong as well");
  }
  EXPECT_EQ(diagnostics.errors().size(), 3U);
}

}  // namespace
}  // namespace arges
