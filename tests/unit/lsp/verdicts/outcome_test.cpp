#include "lsp/verdicts/outcome.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace arges::lsp {
namespace {

using testing::ElementsAre;

std::vector<std::string> titles(const std::string& output) {
  const Document document("file:///m.cfa", "main process m {}", 1, Encoding::utf16);
  const MarkedCheck check{{}, 10, {}, {0, 4}, "x < 3"};
  std::vector<std::string> result;
  for (const Verdict& one : verdicts_of(document, {}, check, output, 2))
    result.push_back(one.title);
  return result;
}

const std::string holds =
    "{\n \"results\": [\n  {\n   \"verdict\": \"true\",\n   \"certificate\": {\n    \"checked\": "
    "true\n   }\n  }\n ]\n}\n";

TEST(OutcomeTest, RemarksMayStandInFrontAndBehind) {
  const std::string remark = "arges: warning: a worker has ended\n";
  const auto wanted = ElementsAre("true, 2.0 s, proof re-checked");
  EXPECT_THAT(titles(holds), wanted);
  EXPECT_THAT(titles(remark + holds), wanted);
  EXPECT_THAT(titles(holds + remark), wanted);
}

TEST(OutcomeTest, AnErrorIsTheReasonWhereverItStands) {
  EXPECT_THAT(titles("arges: warning: slow\nm.cfa:1:2: error: no\n  main\n"),
              ElementsAre("unknown (no)"));
  EXPECT_THAT(titles("{\n \"model\": \"m.cfa\",\n \"results\": []\n}\nf:1:1: error: bad\n  f\n"),
              ElementsAre("unknown (bad)"));
}

}  // namespace
}  // namespace arges::lsp
