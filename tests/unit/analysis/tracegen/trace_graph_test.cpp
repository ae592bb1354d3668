#include "analysis/tracegen/trace_graph.h"

#include "analysis/tracegen/fixture.h"

namespace arges::analysis {
namespace {

class TraceGraphTest : public TracegenTest {
 protected:
  TraceGraphTest() {
    system_.add_integer("x");
    system_.add_boolean("p");
    system_.set_initial("x = 0 and not p");
  }
};

TEST_F(TraceGraphTest, ALoopEndsWhereAStateComesAgain) {
  system_.edge(0, 1, "x := 1");
  system_.edge(1, 0, "x := 0");
  const TraceGraph& graph = build({"x"});
  EXPECT_TRUE(graph.is_complete());
  EXPECT_EQ(leaves(), "0 1 0");
  EXPECT_EQ(graph.node(2).covered_by, 0U);
}

TEST_F(TraceGraphTest, NodesAreCoveredOnlyByOlderOnes) {
  // x = 0 with p unknown is more general than what was there before.
  system_.edge(0, 1, "x := 1");
  system_.edge(0, 1, "havoc x");
  system_.edge(1, 2, "");
  const TraceGraph& graph = build({"x", "p"});
  for (NodeId id = 0; id < graph.size(); ++id)
    if (graph.node(id).covered_by != no_node) {
      EXPECT_LT(graph.node(id).covered_by, id);
    }
  EXPECT_EQ(leaves(), "0 1 2 | 0 1 2") << "the second may be more, so both are followed";
}

TEST_F(TraceGraphTest, WhatIsNotTrackedMakesNoDifference) {
  system_.edge(0, 0, "assume x < 5; x := x + 1");
  EXPECT_EQ(build({"x"}).size(), 6U);
  const TraceGraph& abstract = build({});
  EXPECT_EQ(abstract.size(), 2U);
  EXPECT_EQ(abstract.node(1).covered_by, 0U);
}

TEST_F(TraceGraphTest, StepsAreCountedWhereTheyEnd) {
  rest_at({0, 2});
  system_.edge(0, 1, "x := 1");
  system_.edge(1, 2, "x := 2");
  system_.edge(2, 1, "x := 3");
  const TraceGraph& graph = build({"x"});
  EXPECT_EQ(leaves(), "0 1 2 1 2");
  std::vector<std::uint32_t> steps;
  for (NodeId id = 0; id < graph.size(); ++id) steps.push_back(graph.node(id).step);
  EXPECT_EQ(steps, (std::vector<std::uint32_t>{1, 1, 2, 2, 3}));
  EXPECT_EQ(graph.previous_rest(4), 2U);
  EXPECT_EQ(graph.previous_rest(2), 0U);
  EXPECT_EQ(graph.previous_rest(0), no_node);
}

TEST_F(TraceGraphTest, WithinAStepOnlyTheSameStepCovers) {
  // Both steps pass the same point in the same state, and each is shown whole.
  rest_at({0, 2, 3});
  system_.edge(0, 1, "");
  system_.edge(1, 2, "");
  system_.edge(2, 1, "");
  system_.edge(1, 3, "");
  build({"x", "p"});
  EXPECT_EQ(leaves(), "0 1 3 | 0 1 2 1 2 | 0 1 2 1 3");
}

TEST_F(TraceGraphTest, AWayWithinAStepIsNotToldTwice) {
  rest_at({0, 4});
  system_.edge(0, 1, "");
  system_.edge(0, 2, "");
  system_.edge(1, 3, "");
  system_.edge(2, 3, "");
  system_.edge(3, 4, "x := 1");
  TraceGraph& graph = build({"x", "p"});
  EXPECT_EQ(leaves(), "0 2 3 | 0 1 3 4");
  graph.cut(TraceGraph::DeadEnds::keep);
  EXPECT_EQ(leaves(), "0 1 3 4");
}

TEST_F(TraceGraphTest, AStepThatComesBackToItselfIsTold) {
  rest_at({0});
  system_.edge(0, 1, "");
  system_.edge(1, 2, "");
  system_.edge(2, 1, "");
  TraceGraph& graph = build({"x", "p"});
  graph.cut(TraceGraph::DeadEnds::cut);
  EXPECT_EQ(leaves(), "0 1 2 1");
}

TEST_F(TraceGraphTest, AStepThatCanNotBeFinishedIsCut) {
  rest_at({0, 2});
  system_.edge(0, 1, "x := 1");
  system_.edge(1, 2, "assume x = 2");
  system_.edge(0, 2, "x := 3");
  TraceGraph& graph = build({"x", "p"});
  graph.cut(TraceGraph::DeadEnds::keep);
  EXPECT_EQ(leaves(), "0 2");
}

TEST_F(TraceGraphTest, WhatAStepOnlyTellsIsForgotten) {
  system_.add_boolean("out");
  view_.transient = view_.outputs = {var("out")};
  system_.edge(0, 0, "out := true");
  system_.edge(0, 0, "out := false; x := 0");
  TraceGraph& graph = build({"x", "p", "out"});
  EXPECT_EQ(graph.size(), 3U) << "all end in the state at the beginning";
  EXPECT_TRUE(values_of_(graph.node(1).state).get(var("out")).is_true());
  EXPECT_TRUE(values_of_(graph.node(1).rest).get(var("out")).is_unknown());
}

TEST_F(TraceGraphTest, QuietStepsAtTheEndAreCut) {
  system_.add_boolean("fired");
  view_.transient = view_.flags = {var("fired")};
  system_.edge(0, 1, "fired := true");
  system_.edge(1, 2, "fired := false");
  system_.edge(2, 3, "fired := false; x := 1");
  TraceGraph& graph = build({"x", "p", "fired"});
  graph.cut(TraceGraph::DeadEnds::keep);
  EXPECT_EQ(leaves(), "0 1 2 3");
  graph.cut(TraceGraph::DeadEnds::cut);
  EXPECT_EQ(leaves(), "0 1");
}

TEST_F(TraceGraphTest, QuietStepsOnTheWayStay) {
  system_.add_boolean("fired");
  view_.transient = view_.flags = {var("fired")};
  system_.edge(0, 1, "fired := false");
  system_.edge(1, 2, "fired := true");
  TraceGraph& graph = build({"x", "p", "fired"});
  graph.cut(TraceGraph::DeadEnds::cut);
  EXPECT_EQ(leaves(), "0 1 2");
}

TEST_F(TraceGraphTest, WithoutFlagsAStepIsQuietIfNothingChanges) {
  system_.edge(0, 0, "x := 0");
  system_.edge(0, 0, "x := 1");
  TraceGraph& graph = build({"x", "p"});
  graph.cut(TraceGraph::DeadEnds::cut);
  // From x = 1 the first edge leads back, which changes something; the second changes nothing.
  EXPECT_EQ(leaves(), "0 0 0");
}

TEST_F(TraceGraphTest, InputsThatMakeNoDifferenceAreOneStep) {
  system_.add_boolean("in");
  view_.transient = {var("in")};
  system_.edge(0, 0, "choice { in := true } or { in := false }; x := 1");
  TraceGraph& graph = build({"x", "p", "in"});
  EXPECT_EQ(graph.size(), 5U);
  graph.cut(TraceGraph::DeadEnds::keep);
  EXPECT_EQ(leaves(), "0 0 0") << "one step to x = 1, and one that stays there";
}

TEST_F(TraceGraphTest, BoundsEndTheGraph) {
  system_.edge(0, 0, "x := x + 1");
  const TraceGraph& by_steps = build({"x"}, {.nodes = 0, .steps = 4});
  EXPECT_FALSE(by_steps.is_complete());
  EXPECT_EQ(by_steps.why_incomplete(), "the bound on the length of traces");
  EXPECT_EQ(leaves(), "0 0 0 0");
  const TraceGraph& by_nodes = build({"x"}, {.nodes = 7, .steps = 0});
  EXPECT_EQ(by_nodes.why_incomplete(), "the bound on nodes");
  EXPECT_EQ(by_nodes.size(), 7U);
}

TEST_F(TraceGraphTest, ALimitLeavesWhatWasFound) {
  system_.edge(0, 0, "x := x + 1");
  env_.limits.start({.timeout_seconds = 0.1, .memory_megabytes = {}});
  const TraceGraph& graph = build({"x"});
  EXPECT_EQ(graph.why_incomplete(), "timeout");
  EXPECT_GT(graph.size(), 1U);
}

TEST_F(TraceGraphTest, ALimitLeavesNoStepInPart) {
  system_.edge(0, 1, "x := 1");
  system_.edge(1, 2, "x := 2");
  system_.edge(1, 3, "x := 3");
  system_.edge(1, 4, "x := 4");
  view_.rests = [this](Control at) {
    if (at == 3) env_.limits.request_stop(StopReason::interrupted);
    return true;
  };
  const TraceGraph& graph = build({"x"});
  EXPECT_EQ(graph.why_incomplete(), "interrupted");
  EXPECT_EQ(leaves(), "0 1");
  EXPECT_EQ(graph.size(), 2U);
  EXPECT_FALSE(graph.node(1).is_expanded);
}

TEST_F(TraceGraphTest, TargetsEndTracesAndAreKnown) {
  system_.edge(0, 1, "x := 1");
  system_.edge(0, 2, "");
  system_.edge(1, 2, "");
  system_.edge(2, 0, "");
  system_.set_target(2);
  EXPECT_EQ(build({"x"}).targets().size(), 2U);
  EXPECT_EQ(leaves(), "0 2 | 0 1 2");
  const TraceGraph& first = build({"x"}, {0, 0, Targets::first});
  ASSERT_EQ(first.targets().size(), 1U);
  EXPECT_EQ(path(first.targets().front()), "0 2");
}

TEST_F(TraceGraphTest, ATargetWithinAStepEndsIt) {
  rest_at({0});
  system_.edge(0, 1, "x := 1");
  system_.set_target(1);
  TraceGraph& graph = build({"x", "p"});
  graph.cut(TraceGraph::DeadEnds::cut);
  EXPECT_EQ(leaves(), "0 1");
  EXPECT_TRUE(graph.node(1).rests);
}

TEST_F(TraceGraphTest, AModelMayStartWithinAStep) {
  rest_at({1});
  system_.edge(0, 1, "x := 7");
  system_.edge(1, 1, "x := 8");
  const TraceGraph& graph = build({"x"});
  EXPECT_EQ(leaves(), "0 1 1 1");
  EXPECT_EQ(graph.node(0).step, 0U);
  EXPECT_EQ(graph.node(1).step, 1U);
}

}  // namespace
}  // namespace arges::analysis
