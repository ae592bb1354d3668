#include "output/report/report_data.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "output/fake_results.h"
#include "output/report/report_page.h"

namespace arges::output {
namespace {

using Json = nlohmann::ordered_json;
using testing::HasSubstr;
using testing::Not;

Json data_of(PropertyResult result) {
  ModelResult results{"models/m.xsts", {}};
  results.results.push_back(std::move(result));
  return report_data(results, {"arges check models/m.xsts", "there/is/no/such.file"});
}

TEST(ReportDataTest, ARunIsToldStepByStep) {
  const test::FakeSystem system;
  const Json report = data_of(test::violated(system));
  const Json& result = report["results"][0];
  EXPECT_EQ(result["verdict"], "false");
  EXPECT_EQ(result["run"]["meaning"], "counterexample");
  EXPECT_EQ(result["run"]["loop_start"], nullptr);
  const Json& steps = result["run"]["steps"];
  ASSERT_GE(steps.size(), 2U);
  EXPECT_EQ(steps[0]["cause"], "start");
  // The last value of n that a step names is the one that violates.
  std::string last;
  for (const Json& step : steps)
    for (const Json& change : step["changed"])
      if (change[0] == "n") last = change[1];
  EXPECT_EQ(last, "1");
}

TEST(ReportDataTest, ARunThatWasAskedForIsNoCounterexample) {
  const test::FakeSystem system;
  PropertyResult result = test::violated(system);
  result.polarity = Polarity::existential;
  result.verdict.answer = analysis::Answer::holds;
  const Json report = data_of(std::move(result));
  EXPECT_EQ(report["results"][0]["verdict"], "true");
  EXPECT_EQ(report["results"][0]["run"]["meaning"], "example");
}

TEST(ReportDataTest, AProofIsAGraphWhereThereIsNoHistory) {
  const test::FakeSystem system;
  const Json report = data_of(test::proved(system));
  const Json& result = report["results"][0];
  EXPECT_EQ(result["run"], nullptr);
  const Json& proof = report["graphs"].at(result["graphs"]["proof"].get<std::size_t>());
  ASSERT_EQ(proof["nodes"].size(), 3U);
  EXPECT_EQ(proof["nodes"][0]["kind"], "initial");
  const auto covers = std::count_if(proof["edges"].begin(), proof["edges"].end(),
                                    [](const Json& edge) { return edge.contains("covers"); });
  EXPECT_EQ(covers, 1);
}

TEST(ReportDataTest, AHistoryTakesTheProofsPlace) {
  const test::FakeSystem system;
  PropertyResult result = test::proved(system);
  result.history = R"({"iterations": [], "graph": {}})";
  const Json report = data_of(std::move(result));
  EXPECT_TRUE(report["results"][0]["history"].contains("iterations"));
  EXPECT_FALSE(report["results"][0]["graphs"].contains("proof"));
}

TEST(ReportDataTest, FiguresAndOptionsKeepTheirOrder) {
  const test::FakeSystem system;
  const Json report = data_of(test::violated(system));
  const Json& result = report["results"][0];
  EXPECT_EQ(result["statistics"],
            Json::parse(R"([["cegar::iterations", "3"], ["time", "0.250 s"]])"));
  EXPECT_EQ(result["configuration"], Json::parse(R"([["domain", "expl"], ["max-enum", "10"]])"));
}

TEST(ReportDataTest, UnknownSaysWhy) {
  const Json report = data_of(test::unknown("timeout"));
  EXPECT_EQ(report["results"][0]["verdict"], "unknown");
  EXPECT_EQ(report["results"][0]["reason"], "timeout");
}

TEST(ReportPageTest, TextsOfAModelEndNoElement) {
  const Json report{{"model", "a</title><b>"}, {"text", "</script><script>alert(1)</script>"}};
  const std::string page = report_page(report);
  EXPECT_THAT(page, Not(HasSubstr("</script><script>alert")));
  EXPECT_THAT(page, Not(HasSubstr("</title><b>")));
  EXPECT_THAT(page, HasSubstr("\\u003c/script>\\u003cscript>alert(1)"));
}

TEST(ReportPageTest, TheScriptIsWholeAndEndsNoElement) {
  EXPECT_THAT(std::string(report_script()), Not(HasSubstr("</script")));
  EXPECT_THAT(std::string(report_style()), Not(HasSubstr("</style")));
  EXPECT_THAT(std::string(report_script()), HasSubstr("arges-report"));
  EXPECT_THAT(std::string(report_style()), HasSubstr("--paper"));
}

TEST(ReportPageTest, NothingIsLoadedFromElsewhere) {
  EXPECT_THAT(report_page(Json::object()), HasSubstr("default-src 'none'"));
}

}  // namespace
}  // namespace arges::output
