#include "engine/traces.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "support/task_of.h"

namespace arges::engine {
namespace {

/// A counter that stops at three, and a state that needs it to be two.
constexpr const char* counter = R"(<scxml xmlns="http://www.w3.org/2005/07/scxml" version="1.0"
    datamodel="ecmascript">
  <datamodel><data id="count" expr="0"/><data id="other" expr="0"/></datamodel>
  <state id="A">
    <transition event="tick" cond="count &lt; 3"><assign location="count" expr="count + 1"/></transition>
    <transition event="go" cond="count == 2" target="B"/>
  </state>
  <state id="B"/>
</scxml>)";

class TracesTest : public testing::Test {
 protected:
  TracesTest() { env_.limits.start({}); }

  const output::TraceSet& generate(const std::string& name, const std::string& text) {
    request_.model = test::request_for(name, text);
    traces_ = std::make_unique<GeneratedTraces>(env_, request_);
    return traces_->set();
  }
  /// The states on a trace, with blanks in between.
  std::string states(std::size_t trace) const {
    std::string result;
    for (const output::ToldStep& step : traces_->set().told(trace)) {
      if (!result.empty()) result += " ";
      for (const std::string& state : step.configuration) result += state;
    }
    return result;
  }
  std::string message(const std::vector<std::string>& tracked) {
    request_.tracked = tracked;
    try {
      generate("counter.scxml", counter);
    } catch (const UsageError& error) {
      return std::string(error.what()) + " / " + error.hint();
    }
    return "";
  }

  Env env_;
  TraceRequest request_;
  std::unique_ptr<GeneratedTraces> traces_;
};

TEST_F(TracesTest, WithoutAbstractionEveryValueIsSeen) {
  const output::TraceSet& set = generate("counter.scxml", counter);
  EXPECT_TRUE(set.full_coverage);
  EXPECT_EQ(set.why_incomplete, "");
  ASSERT_EQ(set.size, 2U);
  EXPECT_EQ(states(0), "A A A A");
  EXPECT_EQ(states(1), "A A A B");
}

TEST_F(TracesTest, WithoutDataTheSetIsSmallAndWhatItMissesIsExplained) {
  request_.tracked.emplace();
  const output::TraceSet& set = generate("counter.scxml", counter);
  ASSERT_EQ(set.size, 1U);
  EXPECT_EQ(states(0), "A A");
  EXPECT_FALSE(set.full_coverage);
  ASSERT_EQ(set.unreached.size(), 1U);
  EXPECT_EQ(set.unreached[0].blame, std::vector<std::string>{"count"});
  EXPECT_EQ(set.why_incomplete, "") << "nothing was left out: this is what the abstraction shows";
}

TEST_F(TracesTest, GoalsBringBackWhatAbstractionLoses) {
  request_.tracked.emplace();
  request_.coverage.criteria = {Criterion::states};
  const output::TraceSet& set = generate("counter.scxml", counter);
  ASSERT_EQ(set.size, 1U) << "the trace for the goal starts with the generated one";
  EXPECT_EQ(states(0), "A A A B");
  EXPECT_EQ(set.criteria.at(0).count(output::GoalResult::Status::covered), 2U);
  EXPECT_TRUE(set.full_coverage) << "it is on a trace now";
  EXPECT_TRUE(set.unreached.empty());
  ASSERT_EQ(set.reached_for_goals.size(), 1U);
  EXPECT_EQ(set.reached_for_goals[0].blame, std::vector<std::string>{"count"});
  request_.search_seconds = 0;
  EXPECT_EQ(
      generate("counter.scxml", counter).criteria.at(0).count(output::GoalResult::Status::unknown),
      1U);
}

TEST_F(TracesTest, VariablesAreChosenByPatterns) {
  request_.tracked = {"cou*"};
  EXPECT_TRUE(generate("counter.scxml", counter).full_coverage);
  request_.tracked = {"*"};
  EXPECT_TRUE(generate("counter.scxml", counter).full_coverage);
  request_.tracked = {"oth*r"};
  EXPECT_FALSE(generate("counter.scxml", counter).full_coverage);
}

TEST_F(TracesTest, AVariableThatIsNotThereIsAnError) {
  EXPECT_EQ(message({"count", "othr"}).find("the model has no variable 'othr'"), 0U);
  EXPECT_NE(message({"othr"}).find("'other'"), std::string::npos) << message({"othr"});
  EXPECT_NE(message({"z*"}).find("the model has no variable 'z*'"), std::string::npos);
}

TEST_F(TracesTest, DeadEndsAreShownIfAskedFor) {
  EXPECT_EQ(generate("counter.scxml", counter).size, 2U);
  request_.dead_ends = analysis::TraceGraph::DeadEnds::keep;
  EXPECT_GT(generate("counter.scxml", counter).size, 2U);
}

TEST_F(TracesTest, BoundsAreTold) {
  request_.longest = 2;
  EXPECT_EQ(generate("counter.scxml", counter).why_incomplete, "the bound on the length of traces");
  EXPECT_EQ(states(0), "A A");
  request_.longest = 0;
  request_.most_traces = 1;
  EXPECT_EQ(generate("counter.scxml", counter).why_incomplete, "the bound on traces");
  EXPECT_EQ(traces_->set().size, 1U);
}

/// B is entered in the fourth configuration at the earliest.
TEST_F(TracesTest, TracesForGoalsAreBoundedAsWell) {
  request_.tracked.emplace();
  request_.coverage.criteria = {Criterion::states};
  request_.longest = 3;
  const output::TraceSet& set = generate("counter.scxml", counter);
  EXPECT_EQ(set.size, 1U);
  std::string reason;
  for (const output::GoalResult& goal : set.criteria.at(0).goals)
    if (goal.name == "B") reason = goal.reason;
  EXPECT_EQ(reason, "met by a trace of 4 configurations, longer than --max-length");
  request_.longest = 4;
  ASSERT_EQ(generate("counter.scxml", counter).size, 1U);
  EXPECT_EQ(states(0), "A A A B");
}

TEST_F(TracesTest, AModelWithoutEndStopsAtALimit) {
  env_.limits.start({.timeout_seconds = 0.5, .memory_megabytes = {}});
  const output::TraceSet& set = generate("test.xsts", R"(var n : integer = 0
trans { n := n + 1; } init {} env {} prop { true })");
  EXPECT_EQ(set.why_incomplete, "timeout");
  EXPECT_FALSE(set.full_coverage);
  EXPECT_EQ(set.why_coverage_open, "timeout") << "which is not that something is missed";
  ASSERT_EQ(set.size, 1U);
  EXPECT_GT(set.told(0).size(), 2U);
}

TEST_F(TracesTest, AStepOfATransitionSystemIsEnvAndTrans) {
  generate("test.xsts", R"(var n : integer = 0
var in : boolean = false
trans { if (in && n < 2) { n := n + 1; } }
init { n := 1; }
env { havoc in; }
prop { true })");
  ASSERT_EQ(traces_->set().size, 1U);
  const auto told = traces_->set().told(0);
  ASSERT_EQ(told.size(), 2U);
  EXPECT_EQ(told[0].cause, "start");
  EXPECT_EQ(told[1].cause, "in");
}

TEST_F(TracesTest, AStepOfAnAutomatonIsAnEdge) {
  generate("test.cfa", test::counts_to_eight);
  ASSERT_EQ(traces_->set().size, 2U);
  EXPECT_EQ(states(0), "A B B B B B B");
  EXPECT_EQ(states(1), "A B B B B B E");
}

TEST_F(TracesTest, CProgramsHaveTracesToo) {
  const output::TraceSet& set = generate("test.c", R"(extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x > 3) return 1;
  return 0;
})");
  EXPECT_GT(set.size, 0U);
}

}  // namespace
}  // namespace arges::engine
