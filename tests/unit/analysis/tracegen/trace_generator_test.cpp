#include "analysis/tracegen/trace_generator.h"

#include "analysis/tracegen/fixture.h"

namespace arges::analysis {
namespace {

class TraceGeneratorTest : public TracegenTest {
 protected:
  TraceGeneratorTest() {
    system_.add_integer("x");
    system_.add_integer("y");
    system_.set_initial("x = 0 and y = 0");
  }
  void expect_runs() {
    for (std::size_t i = 0; i < generator_->ends().size(); ++i) {
      const ConcreteTrace trace = generator_->trace(i);
      EXPECT_TRUE(is_run(trace)) << i;
      EXPECT_EQ(trace.steps.size() + 1, graph_->path_to(generator_->ends()[i]).size());
    }
  }
  static std::vector<std::string> names(const std::vector<ir::Var>& variables) {
    std::vector<std::string> result;
    for (const ir::Var one : variables) result.push_back(one->name);
    return result;
  }
};

TEST_F(TraceGeneratorTest, WithAllVariablesNothingIsShortened) {
  // Algorithm 4.1: every leaf of the graph ends a trace.
  system_.edge(0, 1, "x := 1");
  system_.edge(0, 2, "x := 2");
  system_.edge(1, 3, "assume x = 1");
  system_.edge(2, 3, "assume x = 2");
  system_.edge(1, 4, "assume x = 2");
  build({"x", "y"});
  TraceGenerator& generator = generate();
  EXPECT_EQ(traces(), leaves());
  EXPECT_EQ(traces(), "0 1 3 | 0 2 3");
  EXPECT_TRUE(generator.full_coverage());
  expect_runs();
}

TEST_F(TraceGeneratorTest, TracesWithoutARunAreShortened) {
  system_.edge(0, 1, "x := 1");
  system_.edge(1, 2, "");
  system_.edge(2, 3, "assume x = 2");
  build({});
  TraceGenerator& generator = generate();
  EXPECT_EQ(leaves(), "0 1 2 3");
  EXPECT_EQ(traces(), "0 1 2");
  EXPECT_FALSE(generator.full_coverage());
  expect_runs();
}

TEST_F(TraceGeneratorTest, BlameNamesWhatIsNotTracked) {
  system_.edge(0, 1, "x := y + 1");
  system_.edge(1, 2, "assume x > 1 and y = 0");
  build({"y"});
  TraceGenerator& generator = generate();
  ASSERT_EQ(generator.unreached().size(), 1U);
  EXPECT_EQ(path(generator.unreached()[0].node), "0 1 2");
  EXPECT_EQ(names(generator.unreached()[0].blame), std::vector<std::string>{"x"});
}

TEST_F(TraceGeneratorTest, ATraceThatAnotherStartsWithIsDropped) {
  // The left one is shortened to what the right one begins with.
  system_.edge(0, 1, "x := 1");
  system_.edge(1, 2, "assume x = 2");
  system_.edge(1, 3, "assume x = 1");
  build({});
  generate();
  EXPECT_EQ(leaves(), "0 1 2 | 0 1 3");
  EXPECT_EQ(traces(), "0 1 3");
}

TEST_F(TraceGeneratorTest, OfEqualTracesOneStays) {
  // Both are shortened to the same trace, which no other one starts with.
  system_.edge(0, 1, "x := 1");
  system_.edge(1, 2, "assume x = 2");
  system_.edge(1, 3, "assume x = 3");
  build({});
  generate();
  EXPECT_EQ(traces(), "0 1");
}

TEST_F(TraceGeneratorTest, AModelWithoutAStartHasNoTraces) {
  system_.set_initial("x = 0 and x = y + 1 and y = 0");
  system_.edge(0, 1, "");
  build({});
  EXPECT_TRUE(generate().ends().empty());
}

TEST_F(TraceGeneratorTest, CoverageIsByStatesNotByNodes) {
  // The same state is reached by two ways, of which one is impossible.
  system_.edge(0, 1, "x := 1");
  system_.edge(0, 2, "x := 2");
  system_.edge(1, 3, "assume x = 2");
  system_.edge(2, 3, "assume x = 2");
  build({});
  EXPECT_EQ(leaves(), "0 1 3 | 0 2 3");
  EXPECT_TRUE(generate().full_coverage());
  EXPECT_EQ(traces(), "0 1 | 0 2 3");
}

TEST_F(TraceGeneratorTest, WhatIsBehindAnOlderNodeFollowsOneThatHasARun) {
  // What makes the paper's coverage incomplete: the older node covers, and has no run itself.
  system_.edge(0, 1, "x := 1");
  system_.edge(0, 2, "x := 2");
  system_.edge(1, 3, "assume x = 2");
  system_.edge(2, 3, "assume x = 2");
  system_.edge(3, 4, "");
  build({});
  EXPECT_TRUE(generate().full_coverage());
  EXPECT_EQ(traces(), "0 1 | 0 2 3 4");
  expect_runs();
}

TEST_F(TraceGeneratorTest, GuardsOverCountersLikeThoseOfThePaper) {
  // Section 4.3.2: i < 60 in full, and without i.
  system_.edge(0, 1, "assume x < 60; x := x + 1");
  system_.edge(1, 0, "");
  system_.edge(0, 2, "");
  build({"x", "y"});
  EXPECT_EQ(generate().ends().size(), 61U);
  EXPECT_TRUE(generator_->full_coverage());
  build({});
  EXPECT_EQ(generate().ends().size(), 2U);
  EXPECT_TRUE(generator_->full_coverage());
  expect_runs();
  // [i == 50] without i: the run does not get there.
  system_.edge(0, 3, "assume x = 50");
  build({});
  generate();
  EXPECT_FALSE(generator_->full_coverage());
  ASSERT_EQ(generator_->unreached().size(), 1U);
  EXPECT_EQ(names(generator_->unreached()[0].blame), std::vector<std::string>{"x"});
}

TEST_F(TraceGeneratorTest, TracesEndWithWholeSteps) {
  rest_at({0, 1, 3});
  system_.edge(0, 1, "x := 1");
  system_.edge(1, 2, "");
  system_.edge(2, 3, "assume x = 2");
  build({});
  generate();
  EXPECT_EQ(traces(), "0 1") << "the second step begins, but has no end";
  expect_runs();
}

TEST_F(TraceGeneratorTest, RunsPassTheStatesOfTheGraph) {
  // What the environment picks is tracked, and the trace to x = 2 has it.
  system_.edge(0, 1, "havoc x; assume x >= 0 and x < 3");
  system_.edge(1, 2, "y := x");
  build({"x", "y"});
  TraceGenerator& generator = generate();
  std::set<std::int64_t> seen;
  for (std::size_t i = 0; i < generator.ends().size(); ++i)
    seen.insert(generator.trace(i).steps.back().state.get(var("y")).as_small());
  EXPECT_EQ(seen, (std::set<std::int64_t>{0, 1, 2}));
  expect_runs();
}

TEST_F(TraceGeneratorTest, ALaterStepMayNeedAnotherValueThanTheSimplest) {
  system_.edge(0, 1, "havoc x");
  system_.edge(1, 2, "assume x = 17");
  system_.edge(1, 3, "assume x < 0");
  build({});
  EXPECT_TRUE(generate().full_coverage());
  EXPECT_EQ(traces(), "0 1 2 | 0 1 3");
  expect_runs();
}

TEST_F(TraceGeneratorTest, TheNumberOfTracesHasABound) {
  system_.edge(0, 0, "assume x < 9; x := x + 1");
  system_.edge(0, 1, "");
  build({"x", "y"});
  TraceGenerator& generator = generate(3);
  EXPECT_EQ(generator.ends().size(), 3U);
  EXPECT_EQ(generator.why_incomplete(), "the bound on traces");
  EXPECT_FALSE(generator.full_coverage());
}

TEST_F(TraceGeneratorTest, AnIncompleteGraphIsNoFullCoverage) {
  system_.edge(0, 0, "x := x + 1");
  build({"x"}, {.nodes = 0, .steps = 3});
  TraceGenerator& generator = generate();
  EXPECT_EQ(traces(), "0 0 0");
  EXPECT_EQ(generator.why_incomplete(), "the bound on the length of traces");
  EXPECT_FALSE(generator.full_coverage());
}

/// Steps of two actions; a limit ends the graph after so many of them.
TEST_F(TraceGeneratorTest, WhereALimitEndsTheGraphTracesEndWithWholeSteps) {
  system_.edge(0, 1, "x := x + 1");
  system_.edge(1, 0, "y := y + 1");
  system_.edge(0, 2, "assume x = 3");
  std::size_t rests = 0;
  view_.rests = [&](Control at) {
    if (at != 1 && ++rests == 20'000) env_.limits.request_stop(StopReason::interrupted);
    return at != 1;
  };
  build({"x", "y"});
  TraceGenerator& generator = generate();
  EXPECT_EQ(generator.why_incomplete(), "interrupted");
  ASSERT_EQ(generator.ends().size(), 2U) << "the one without an end leaves room for the other";
  std::vector<std::string> ways;
  for (const NodeId end : generator.ends()) {
    EXPECT_TRUE(graph_->node(end).rests);
    if (graph_->node(end).depth < 100) ways.push_back(path(end));
    EXPECT_LE(graph_->node(end).depth, 10'000U);
  }
  EXPECT_EQ(ways, std::vector<std::string>{"0 1 0 1 0 1 0 2"});
  expect_runs();
}

TEST_F(TraceGeneratorTest, ARunToOneNodeIsFoundOrThereIsNone) {
  system_.edge(0, 1, "havoc x");
  system_.edge(1, 2, "assume x = 17");
  system_.edge(2, 3, "assume x = 18");
  build({});
  generate();
  const auto run = generator_->run_to(2);
  ASSERT_TRUE(run);
  EXPECT_TRUE(is_run(*run));
  EXPECT_EQ(run->steps.size(), 2U);
  EXPECT_FALSE(generator_->run_to(3));
}

}  // namespace
}  // namespace arges::analysis
