#include "output/report/trace_report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "output/fake_results.h"

namespace arges::output {
namespace {

using Json = nlohmann::ordered_json;
using Status = GoalResult::Status;

class TraceReportTest : public testing::Test {
 protected:
  TraceReportTest() {
    set_.model = "a_b.xsts";
    set_.subject.system = &system_;
    set_.size = 2;
    set_.trace = [this](std::size_t) { return test::violating_run(system_); };
    set_.criteria = {{"states",
                      {{"A|B", {}, Status::covered, {0, 1}},
                       {"<far>", {}, Status::infeasible, {}, "x < 9"},
                       {"C", {}, Status::covered, {1}}}}};
  }

  Json data() const { return trace_report_data(set_, {"arges traces a_b.xsts", "no/such.file"}); }

  test::FakeSystem system_;
  TraceSet set_;
};

TEST_F(TraceReportTest, EveryTraceIsToldStepByStep) {
  const Json traces = data()["traces"];
  ASSERT_EQ(traces["list"].size(), 2U);
  const Json& first = traces["list"][0];
  EXPECT_EQ(first["goals"], 1);
  EXPECT_EQ(traces["list"][1]["alone"], 1);
  ASSERT_GE(first["steps"].size(), 2U);
  EXPECT_EQ(traces["steps"][first["steps"][0].get<std::size_t>()]["cause"], "start");
  EXPECT_EQ(traces["left_out"], "");
}

TEST_F(TraceReportTest, StepsThatTracesShareAreThereOnce) {
  auto shared = std::make_shared<ToldTrace>(tell(set_.subject, test::violating_run(system_)));
  set_.teller = [shared](std::size_t) { return *shared; };
  const Json traces = data()["traces"];
  EXPECT_EQ(traces["list"][0]["steps"], traces["list"][1]["steps"]);
  EXPECT_EQ(traces["steps"].size(), shared->size());
}

TEST_F(TraceReportTest, AGoalHasTheStepThatEndsBehindItsAction) {
  set_.criteria[0].goals[0].action = 1;
  const Json report = data();
  const Json& goals = report["traces"]["criteria"][0]["goals"];
  const Json& first = report["traces"]["list"][0]["steps"];
  ASSERT_TRUE(goals[0]["step"].is_number());
  EXPECT_LT(goals[0]["step"].get<std::size_t>(), first.size());
  EXPECT_FALSE(goals[2].contains("step"));
}

TEST_F(TraceReportTest, WhatNoTraceCoversHasAReason) {
  const Json goal = data()["traces"]["criteria"][0]["goals"][1];
  EXPECT_EQ(goal["status"], "infeasible");
  EXPECT_EQ(goal["reason"], "x < 9");
  EXPECT_TRUE(goal["traces"].empty());
}

TEST_F(TraceReportTest, ASetHasNoVerdict) {
  const Json report = data();
  EXPECT_EQ(report["results"][0]["verdict"], "none");
  EXPECT_EQ(report["results"][0]["property"], "2 traces");
}

}  // namespace
}  // namespace arges::output
