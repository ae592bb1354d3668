#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/child_process.h"
#include "campaign/report/report.h"
#include "campaign/report/sample.h"

namespace arges::campaign {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using testing::run;

constexpr const char* node = "/usr/bin/node";

/// What the script of a page shows, and what it answers to its reader: page_runner.js.
std::string shown(const std::string& page) {
  ChildProcess process({node, ARGES_SOURCE_DIR "/tests/unit/campaign/report/page_runner.js"}, page);
  while (process.receive()) {
    ChildProcess* const all[] = {&process};
    ChildProcess::wait_for_any(all, std::chrono::milliseconds(1000));
  }
  EXPECT_EQ(process.wait().exit_code, 0);
  return process.output();
}

/// The tests of what the page's own script does; skipped where there is nothing to run it.
class Page : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!std::filesystem::exists(node)) GTEST_SKIP() << "there is no " << node;
  }
};

TEST_F(Page, CountsPairsAsTheOtherReportsDo) {
  const std::string text = shown(html_report(testing::sample(), nullptr));
  EXPECT_THAT(text, HasSubstr("\n1 | 2 | 1 | 1 | 1.00 | 4.00\n"));
  EXPECT_THAT(text,
              HasSubstr("\npred \\ expl | true | false | wrong | unknown | timeout | memory | "
                        "error | missing\n"
                        "true | 1 | 0 | 0 | 0 | 0 | 0 | 0 | 0\n"
                        "false | 0 | 0 | 1 | 0 | 0 | 0 | 0 | 0\n"
                        "wrong | 0 | 0 | 0 | 1 | 0 | 0 | 0 | 0\n"));
  EXPECT_THAT(text, HasSubstr("\ntimeout | 0 | 1 | 0 | 0 | 0 | 0 | 0 | 0\n"));
  // With the two exchanged; then the first field that only one solved, and its tasks.
  EXPECT_THAT(text, HasSubstr("\n1 | 1 | 2 | 1 | 4.00 | 1.00\n"));
  EXPECT_THAT(text, HasSubstr("only pred: 1 task\n1 to 1 of 1\n"));
  EXPECT_THAT(text, HasSubstr("\nc | ssh | false | false | 0.50 | true | 3.00\n"));
}

TEST_F(Page, LeavesOutOfPairsWhatOneDoesNotTake) {
  Results results = testing::sample();
  results.left_out = {{5, 1}};
  results.tasks[0].expected = Expected(true, "valid-deref");
  const std::string text = shown(html_report(results, nullptr));
  EXPECT_THAT(text,
              HasSubstr("\npred \\ expl | true | false | wrong | unknown | timeout | memory\n"));
  EXPECT_THAT(text, HasSubstr(" | true (valid-deref) | "));
}

TEST_F(Page, DrawsWhatIsSolved) {
  const std::string text = shown(html_report(testing::sample(), nullptr));
  // Two samples of the legend, then a line for each configuration.
  EXPECT_THAT(text, HasSubstr("\npath 1\npath 1\npath 3\npath 2\n"));
  // Tasks a, e with true; b with false; c, d with a wrong answer. Of f a run is missing.
  EXPECT_THAT(text, HasSubstr(" 0 tasks that neither answered are not drawn.\n"));
  EXPECT_THAT(text, HasSubstr("\npath 2\npath 1\npath 2\n"));
  EXPECT_THAT(text, HasSubstr("\ne. expl: true, 8.00 s; pred: memory, 9.00 s.\n"));
}

TEST_F(Page, FindsAndSortsRuns) {
  const std::string text = shown(html_report(testing::sample(), nullptr));
  EXPECT_THAT(text, HasSubstr("== runs\n1 to 11 of 11\n"));
  EXPECT_THAT(text,
              HasSubstr("\nd | ssh | unreach-call | expl | true | unknown (stuck) |  | 3.00 | "
                        "3.50 | 2 | 0 | node1\n"));
  EXPECT_THAT(text, HasSubstr("== runs found, by time\n1 to 3 of 3\n"));
  EXPECT_LT(text.rfind("\nc | ssh"), text.rfind("\nd | ssh"));
  EXPECT_LT(text.rfind("\nd | ssh"), text.rfind("\ne | ssh"));
}

TEST_F(Page, ShowsWhatToolsCount) {
  Results results = testing::sample();
  results.runs[3][0]->figures = {{"iterations", "17"}};
  const std::string text = shown(html_report(results, nullptr));
  EXPECT_THAT(text, HasSubstr(" | 3.50 | 2 | 0 | node1 | 17\n"));
  EXPECT_THAT(text, HasSubstr(" | 0 | node1 | \n"));
}

TEST_F(Page, MayHaveLittleToShow) {
  EXPECT_THAT(shown(html_report({}, nullptr)), HasSubstr("No run fits.\n"));
  Results one;
  one.columns = {{"only", "", ""}};
  testing::add(one, "a", "", true, {run(Status::timeout, 60)});
  const std::string text = shown(html_report(one, &one));
  EXPECT_THAT(text, HasSubstr("== runs\n1 to 1 of 1\n"));
  EXPECT_THAT(text, Not(HasSubstr("== pair")));
  EXPECT_THAT(text, HasSubstr("Nothing differs.\n"));
}

TEST_F(Page, ShowsDifferences) {
  Results now = testing::sample();
  now.runs[1][1] = run(Status::violated, 3);
  const Results earlier = testing::sample();
  EXPECT_THAT(shown(html_report(now, &earlier)),
              HasSubstr("\ngained | b | pred | timeout | false | 60.0 | 3.00 | 0.05\n"));
}

}  // namespace
}  // namespace arges::campaign
