#include "output/trace_comparison.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "output/fake_system.h"

namespace arges::output {
namespace {

using testing::HasSubstr;
using Kind = TraceDifference::Kind;
using Texts = std::vector<std::string>;

/// One run of the counter now: start, 0, and 1.
class TraceComparisonTest : public testing::Test {
 protected:
  TraceComparisonTest() {
    set_.model = "m.xsts";
    set_.subject.system = &system_;
    set_.subject.rests = [](analysis::Control control) { return control < 2; };
    set_.size = 1;
    set_.trace = [this](std::size_t) {
      analysis::ConcreteTrace trace;
      ir::Valuation state;
      for (const std::uint32_t action : {0U, 2U}) {
        state.set(system_.n(), ir::Value::small(action / 2));
        trace.steps.push_back({system_.find_action(action), {ir::Decision::take(0)}, state});
      }
      return trace;
    };
    std::string text;
    write_json(set_, [&](std::string_view part) { text += part; });
    before_ = read_recorded(SourceText("old.json", text));
  }

  TraceComparison comparison() const { return compare(before_, set_); }

  test::FakeSystem system_;
  TraceSet set_;
  RecordedTraces before_;
};

TEST_F(TraceComparisonTest, WhatWasWrittenIsTheSame) {
  ASSERT_EQ(before_.traces.size(), 1U);
  EXPECT_EQ(before_.traces[0].size(), 3U);
  EXPECT_TRUE(comparison().is_same());
}

TEST_F(TraceComparisonTest, AnotherOutcomeIsAChange) {
  before_.traces[0][2].second.variables["n"] = "7";
  before_.traces[0][2].second.outputs = {"beep"};
  const TraceComparison result = comparison();
  ASSERT_EQ(result.differences.size(), 1U);
  const TraceDifference& one = result.differences[0];
  EXPECT_EQ(one.kind, Kind::changed);
  EXPECT_EQ(one.inputs, (Texts{"init", "step"}));
  EXPECT_EQ(one.before->variables.at("n"), "7");
  EXPECT_EQ(one.now->variables.at("n"), "1");
  std::string text;
  write_text(result, [&](std::string_view part) { text += part; });
  EXPECT_THAT(text, HasSubstr("changed at step 2: init, step\n"
                              "            before  now\n"
                              "    states  loop    loop\n"
                              "    sends   beep    -\n"
                              "    n       7       1\n"
                              "    traces  1       1\n"));
}

TEST_F(TraceComparisonTest, TheFirstDifferenceOfManyTracesIsToldOnce) {
  before_.traces[0][1].second.configuration = {"elsewhere"};
  before_.traces.push_back(before_.traces[0]);
  before_.traces[1].back().first = "other";
  const TraceComparison result = comparison();
  ASSERT_EQ(result.differences.size(), 1U);
  EXPECT_EQ(result.differences[0].inputs, Texts{"init"});
  EXPECT_EQ(result.differences[0].traces_before, (std::vector<std::size_t>{0, 1}));
}

TEST_F(TraceComparisonTest, TracesThatGoOnAreNewOrGone) {
  before_.traces[0].pop_back();
  TraceComparison result = comparison();
  ASSERT_EQ(result.differences.size(), 1U);
  EXPECT_EQ(result.differences[0].kind, Kind::added);
  EXPECT_EQ(result.differences[0].inputs, (Texts{"init", "step"}));
  before_.traces[0][1].first = "reset";
  result = comparison();
  ASSERT_EQ(result.differences.size(), 2U);
  EXPECT_EQ(result.differences[0].kind, Kind::gone);
  EXPECT_EQ(result.differences[0].inputs, Texts{"reset"});
  EXPECT_EQ(result.differences[1].kind, Kind::added);
}

TEST_F(TraceComparisonTest, NewVariablesAreNotCompared) {
  for (auto& [input, outcome] : before_.traces[0]) outcome.variables = {{"m", "1"}};
  const TraceComparison result = comparison();
  EXPECT_TRUE(result.differences.empty());
  EXPECT_EQ(result.added_variables, Texts{"n"});
  EXPECT_EQ(result.gone_variables, Texts{"m"});
  EXPECT_FALSE(result.is_same());
}

TEST_F(TraceComparisonTest, OneOfSeveralOutcomesMayBeGone) {
  before_.traces.push_back(before_.traces[0]);
  before_.traces[1][2].second.configuration = {"elsewhere"};
  const TraceComparison result = comparison();
  ASSERT_EQ(result.differences.size(), 1U);
  EXPECT_EQ(result.differences[0].kind, Kind::changed);
  EXPECT_TRUE(result.differences[0].before.has_value());
  EXPECT_FALSE(result.differences[0].now.has_value());
}

}  // namespace
}  // namespace arges::output
