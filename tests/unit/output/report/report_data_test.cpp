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

/// A counterexample through these control points, as the last of a history.
std::string history_through(const std::vector<std::size_t>& controls) {
  Json history;
  Json& iteration = history["iterations"].emplace_back(Json::object());
  iteration["path"] = Json::array();
  for (std::size_t row = 0; row < controls.size(); ++row) iteration["path"].push_back(row);
  history["graph"]["texts"] = {"start", "loop", "violated"};
  history["graph"]["control"] = controls;
  return history.dump();
}

TEST(ReportDataTest, AStepKnowsItsNodeInTheGraph) {
  const test::FakeSystem system;
  PropertyResult result = test::violated(system);
  result.history = history_through({0, 1, 1, 2});  // what is within a step has no node
  const Json report = data_of(std::move(result));
  const Json& steps = report["results"][0]["run"]["steps"];
  EXPECT_EQ(steps.front()["node"], 0);
  EXPECT_EQ(steps.back()["node"], 2);  // the check behind it is no step
}

TEST(ReportDataTest, WhereTheRunIsNotThatOfTheGraphNothingIsSaid) {
  const test::FakeSystem system;
  PropertyResult result = test::violated(system);
  result.history = history_through({1, 0});
  const Json report = data_of(std::move(result));
  for (const Json& step : report["results"][0]["run"]["steps"]) EXPECT_FALSE(step.contains("node"));
}

TEST(ReportDataTest, AProofIsToldInWords) {
  const test::FakeSystem system;
  const Json report = data_of(test::proved(system));
  const Json& proof = report["results"][0]["proof"];
  EXPECT_THAT(proof["summary"].get<std::string>(), HasSubstr("3 abstract states"));
  EXPECT_EQ(proof["rows"].size(), 2U);  // one is covered
  EXPECT_EQ(proof["rows"][0][0], "start");
}

TEST(ReportDataTest, WhatHoldsAnywayIsNotToldOfAProof) {
  const test::FakeSystem system;
  PropertyResult result = test::proved(system);
  const ir::Expr fact = ir::eq(system.context().var(system.n()), system.context().int_literal(3));
  std::get<analysis::Certificate>(*result.proof).nodes.front().state =
      ir::and_(ir::and_(system.context().true_expr(), system.context().true_expr()), fact);
  const Json report = data_of(std::move(result));
  EXPECT_EQ(report["results"][0]["proof"]["rows"][0][1], "n = 3");
}

TEST(ReportDataTest, ConfigurationsOfAProofAreATable) {
  const test::FakeSystem system;
  PropertyResult result = test::proved(system);
  result.proof = analysis::StateSet{
      .variables = {system.n()}, .values = {ir::Value::small(4), ir::Value::small(7)}, .count = 2};
  const Json report = data_of(std::move(result));
  const Json& proof = report["results"][0]["proof"];
  EXPECT_EQ(proof["columns"], Json::array({"n"}));
  EXPECT_EQ(proof["rows"], Json::parse(R"([["4"], ["7"]])"));
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

TEST(ReportPageTest, WithoutScriptsTheVerdictsAreToldAndHowToReadMore) {
  Json report{{"model", "m.c"}, {"command", "arges check m.c"}};
  Json& result = report["results"].emplace_back(Json::object());
  result["property"] = "x < 3";
  result["verdict"] = "false";
  const std::string page = report_page(report);
  EXPECT_THAT(page, HasSubstr("<li>x &lt; 3: false</li>"));
  EXPECT_THAT(page, HasSubstr("need a browser with JavaScript"));
}

TEST(ReportPageTest, NothingIsLoadedFromElsewhere) {
  EXPECT_THAT(report_page(Json::object()), HasSubstr("default-src 'none'"));
}

}  // namespace
}  // namespace arges::output
