#include "output/trace_set.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "output/fake_results.h"

namespace arges::output {
namespace {

/// A set of one trace, the run of a fake system without its check.
class TraceSetTest : public testing::Test {
 protected:
  TraceSetTest() {
    set_.model = "fake.txt";
    set_.subject.system = &system_;
    set_.subject.rests = [](analysis::Control control) { return control == 1; };
    set_.subject.inputs = {system_.on()};
    set_.size = 1;
    set_.trace = [this](std::size_t) {
      analysis::ConcreteTrace trace = test::violating_run(system_);
      trace.steps.pop_back();
      return trace;
    };
    set_.full_coverage = true;
    GoalResult covered{"init", {}, GoalResult::Status::covered, {0}};
    GoalResult infeasible{"exit", source_.begin(), GoalResult::Status::infeasible, {}, "so"};
    GoalResult unknown{"halt", {}, GoalResult::Status::unknown, {}, "timeout"};
    set_.criteria = {{"transitions", {covered, infeasible, unknown}}};
  }
  std::string text() const {
    std::string result;
    write_text(set_, [&](std::string_view part) { result += part; });
    return result;
  }
  nlohmann::json json() const {
    std::string result;
    write_json(set_, [&](std::string_view part) { result += part; });
    return nlohmann::json::parse(result);
  }
  bool has(const std::string& part) const { return text().find(part) != std::string::npos; }

  struct Source {
    SourceText text{"fake.txt", "one\ntwo\n"};
    SourceLocation begin() const { return {&text, 4}; }
  };
  test::FakeSystem system_;
  Source source_;
  TraceSet set_;
};

TEST_F(TraceSetTest, StepsOfTheModelAreOneLineEach) {
  EXPECT_TRUE(has("trace 1, 1 step:\n    0  start"));
  EXPECT_TRUE(has("\n    1  on "));
  EXPECT_FALSE(has("within step"));
  EXPECT_TRUE(
      has("fake.txt: 1 trace, the longest of 2 configurations\n"
          "  full coverage of the state space: yes\n"));
}

TEST_F(TraceSetTest, GoalsThatAreNotCoveredAreNamed) {
  EXPECT_TRUE(
      has("  transitions: 1 of 3 covered, 1 proved infeasible, 1 unknown\n"
          "    exit: infeasible (so)  fake.txt:2\n"
          "    halt: unknown (timeout)\n"));
  EXPECT_FALSE(has("    init"));
}

TEST_F(TraceSetTest, WhatIsMissingIsExplained) {
  set_.full_coverage = false;
  set_.unreached = {{"x = 1", {"n", "on"}}, {"x = 2", {}}};
  set_.why_incomplete = "timeout";
  EXPECT_TRUE(
      has("  full coverage of the state space: no\n"
          "  traces may be missing: timeout\n"
          "  not reached: x = 1; not tracked: n, on\n"
          "  not reached: x = 2\n"));
}

TEST_F(TraceSetTest, JsonHasTheShapeOfTheContract) {
  const nlohmann::json set = json();
  EXPECT_EQ(set["model"], "fake.txt");
  ASSERT_EQ(set["traces"].size(), 1U);
  const nlohmann::json& steps = set["traces"][0]["steps"];
  ASSERT_EQ(steps.size(), 2U);
  EXPECT_EQ(steps[0]["action"], "start");
  EXPECT_EQ(steps[0]["configuration"], nlohmann::json::array({"loop"}));
  EXPECT_TRUE(steps[0]["event"].is_null());
  EXPECT_EQ(steps[1]["event"], "on");
  EXPECT_EQ(steps[1]["variables"]["n"], 1);
  EXPECT_EQ(steps[1]["changed"], nlohmann::json({{"n", 1}, {"on", true}}));
  EXPECT_EQ(set["full_coverage"], true);
  EXPECT_TRUE(set["incomplete"].is_null());
  const nlohmann::json& transitions = set["criteria"]["transitions"];
  EXPECT_EQ(transitions["goals"], 3);
  EXPECT_EQ(transitions["covered"], 1);
  EXPECT_EQ(transitions["infeasible"], 1);
  EXPECT_EQ(transitions["unknown"], 1);
  EXPECT_EQ(transitions["details"][0]["traces"], nlohmann::json::array({1}))
      << "traces are counted from one";
  EXPECT_EQ(transitions["details"][1]["position"], "fake.txt:2:1");
}

TEST_F(TraceSetTest, AnEmptySetIsJsonToo) {
  set_.size = 0;
  set_.criteria.clear();
  const nlohmann::json set = json();
  EXPECT_TRUE(set["traces"].empty());
  EXPECT_TRUE(set["criteria"].empty());
  EXPECT_TRUE(has("fake.txt: 0 traces, the longest of 0 configurations\n"));
}

}  // namespace
}  // namespace arges::output
