#include "output/coverage_report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "output/fake_system.h"

namespace arges::output {
namespace {

using testing::HasSubstr;
using Status = GoalResult::Status;

class CoverageReportTest : public testing::Test {
 protected:
  CoverageReportTest() {
    set_.model = "a_b.xsts";
    set_.subject.system = &system_;
    set_.size = 3;
    set_.trace = [](std::size_t) { return analysis::ConcreteTrace(); };
    set_.criteria = {{"states",
                      {{"A|B", {}, Status::covered, {0, 1, 2}},
                       {"<far>", {}, Status::infeasible, {}, "x < 9"},
                       {"C", {}, Status::covered, {1}}}}};
  }

  std::string text_of(void (*write)(const TraceSet&, const Sink&)) const {
    std::string text;
    write(set_, [&](std::string_view part) { text += part; });
    return text;
  }

  test::FakeSystem system_;
  TraceSet set_;
};

TEST_F(CoverageReportTest, NeighboursAreRanges) {
  EXPECT_EQ(ranges_text({}), "");
  EXPECT_EQ(ranges_text({0, 1, 2, 6, 8, 9}), "1-3, 7, 9-10");
}

TEST_F(CoverageReportTest, MarkdownIsEscaped) {
  const std::string text = text_of(write_coverage_markdown);
  EXPECT_THAT(text, HasSubstr("# Coverage of a\\_b.xsts\n"));
  EXPECT_THAT(text, HasSubstr("| states | 3 | 2 | 1 | 0 |\n"));
  EXPECT_THAT(text, HasSubstr("| states | \\<far\\> | infeasible | x \\< 9 |  |\n"));
  EXPECT_THAT(text, HasSubstr("| A\\|B | 1-3 |\n"));
  EXPECT_THAT(text, HasSubstr("| 2 | start | 2 | 1 |\n"));
}

TEST_F(CoverageReportTest, CsvIsAMatrix) {
  EXPECT_EQ(text_of(write_coverage_csv),
            "criterion,goal,place,status,reason,trace 1,trace 2,trace 3\n"
            "states,A|B,,covered,,1,1,1\n"
            "states,<far>,,infeasible,x < 9,0,0,0\n"
            "states,C,,covered,,0,1,0\n");
}

}  // namespace
}  // namespace arges::output
