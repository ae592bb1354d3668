#include <fmt/format.h>
#include <gmock/gmock.h>

#include "support/errors_of.h"
#include "support/one_machine.h"

// Junctions: what leads there is enabled, and fires, as a whole with one way on from there.

namespace arges::model::statechart {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class ThroughJunctions : public test::OneMachine {
 protected:
  std::string errors() {
    return test::errors_of([&] { chart.build(); });
  }
  std::vector<std::string> names() {
    std::vector<std::string> result;
    for (const Transition& transition : chart.build().transitions)
      result.push_back(transition.name);
    return result;
  }
};

TEST_F(ThroughJunctions, GuardsAreReadBeforeTheEffectsOnTheWay) {
  chart.input("go").variable("x", "0");
  chart.state("a").state("b").state("c");
  chart.junction("j").branch("b", "x = 0", "log second").branch("c", "x = 1");
  chart.transition("a", "j").on("go").does("x := 1; log first");
  start();
  EXPECT_THAT(outputs_of("go"), ElementsAre("first", "second"));
  EXPECT_THAT(simulation->steps().back().configuration, ElementsAre("b"))
      << "a choice would read x = 1";
}

TEST_F(ThroughJunctions, WithoutAnOpenWayTheTransitionIsNotEnabled) {
  chart.input("go").variable("x", "0");
  chart.compound("s", [&] { chart.state("a").state("b"); }).state("c");
  chart.junction("j").branch("b", "x > 0");
  chart.transition("a", "j").on("go").does("log lost");
  chart.transition("s", "c").on("go");
  start();
  EXPECT_THAT(outputs_of("go"), IsEmpty());
  EXPECT_THAT(simulation->steps().back().configuration, ElementsAre("c"));
}

TEST_F(ThroughJunctions, SeveralTransitionsShareWhatFollows) {
  chart.input("go").input("run").variable("x", "0");
  chart.state("a").state("b").state("even").state("odd");
  chart.junction("j").branch("even", "x mod 2 = 0", "x := x + 10").branch("odd");
  chart.transition("a", "j").on("go");
  chart.transition("even", "j").on("go").does("x := x + 1");
  chart.transition("odd", "j").on("run").does("x := x + 100");
  start();
  EXPECT_THAT(after("go"), ElementsAre("even"));
  EXPECT_THAT(after("go"), ElementsAre("even")) << "the guard is read first: 10 is even";
  EXPECT_THAT(after("go"), ElementsAre("odd")) << "10 + 1 + 10 is odd";
}

TEST_F(ThroughJunctions, ABranchWithoutAGuardIsOpenIfNoOtherGuardHolds) {
  // UML 2.5.1, 14.2.3.8.4: what lies behind the other branches does not matter to an else.
  chart.input("go").input("set").variable("x", "0");
  chart.state("a").state("b").state("c");
  chart.junction("j").branch("k", "x = 0").branch("c");
  chart.junction("k").branch("b", "x = 7");
  chart.transition("a", "j").on("go");
  chart.transition("a", "a").on("set").does("x := 1");
  start();
  EXPECT_THAT(after("go"), ElementsAre("a")) << "the way through k is closed";
  EXPECT_THAT(after("set"), ElementsAre("a"));
  EXPECT_THAT(after("go"), ElementsAre("c"));
}

TEST_F(ThroughJunctions, AnElseMeansTheSameBehindAChoice) {
  chart.semantics().firing = Semantics::Firing::one_by_one;
  chart.input("go").variable("x", "0");
  chart.state("a").state("b").state("c");
  chart.choice("ch").branch("j", "x = 0").branch("c");
  chart.junction("j").branch("b", "x = 7");
  chart.transition("a", "ch").on("go");
  start();
  EXPECT_EQ(simulation->send("go").state.problem, Problem::no_branch)
      << "the guard of the branch to j holds, so that the else is closed";
}

TEST_F(ThroughJunctions, WherePrioritiesCountALargerOneGoesFirst) {
  chart.semantics().conflict = Semantics::Conflict::largest;
  chart.input("go").variable("x", "0");
  chart.state("a").state("b").state("c");
  chart.junction("j").branch("b", "x = 0", "", 1).branch("c", "x < 5", "", 2);
  chart.transition("a", "j").on("go");
  start();
  EXPECT_EQ(all_after("go").size(), 1U);
  EXPECT_THAT(after("go"), ElementsAre("c"));
}

TEST_F(ThroughJunctions, ChoicesAndDefaultPathsLeadThroughThem) {
  chart.semantics().firing = Semantics::Firing::one_by_one;
  chart.input("go").variable("x", "0");
  chart.state("a").compound("s", [&] { chart.state("b").state("c").state("d"); });
  chart.junction("j").branch("b", "x = 1").branch("c", "x = 2");
  chart.choice("ch").branch("d", "x = 0").branch("j");
  chart.junction("first").branch("a", "", "log begin");
  chart.start("first", "log start");
  chart.transition("a", "ch").on("go").does("x := 2");
  EXPECT_THAT(start().outputs, ElementsAre("start", "begin"));
  EXPECT_THAT(after("go"), ElementsAre("c")) << "behind a choice, guards are read on arrival";
}

TEST_F(ThroughJunctions, TransitionsThroughThemAreNamedByAllThatIsOnTheWay) {
  chart.state("a").state("b").state("c");
  chart.junction("j").branch("k", "true").branch("c");
  chart.junction("k").branch("b");
  chart.transition("a", "j").named("a -> j");
  EXPECT_THAT(names(), ElementsAre("a -> j, j -> k, k -> b", "a -> j, j -> c"));
}

TEST_F(ThroughJunctions, NoneIsLeftInTheTree) {
  chart.junction("j").branch("b");
  chart.compound("s", [&] { chart.junction("k").branch("c").state("b").state("c"); }).initial("k");
  chart.start("s");
  chart.transition("b", "j");
  const Machine machine = chart.build();
  std::vector<std::string> nodes;
  for (const Node& node : machine.nodes) nodes.push_back(node.name);
  EXPECT_THAT(nodes, ElementsAre("root", "s", "b", "c"));
  EXPECT_THAT(machine.nodes[1].children, ElementsAre(2, 3));
  EXPECT_THAT(machine.nodes[1].initial->targets, ElementsAre(3));
  EXPECT_THAT(machine.transitions[0].targets, ElementsAre(2));
}

TEST_F(ThroughJunctions, ACycleOfThem) {
  chart.state("a").junction("j").branch("k").junction("k").branch("j");
  chart.transition("a", "j");
  EXPECT_THAT(errors(), HasSubstr("a cycle of junctions: 'j'"));
}

TEST_F(ThroughJunctions, ManyDiamondsOfThemAreRefused) {
  chart.input("go").variable("x", "0").state("a").state("b");
  constexpr int diamonds = 40;
  for (int i = 0; i < diamonds; ++i)
    chart.junction(fmt::format("j{}", i))
        .branch(i + 1 < diamonds ? fmt::format("j{}", i + 1) : "b", "x = 0")
        .branch(i + 1 < diamonds ? fmt::format("j{}", i + 1) : "b");
  chart.transition("a", "j0").on("go");
  EXPECT_THAT(errors(), HasSubstr("more than 1000 ways lead on from here through junctions"));
}

TEST_F(ThroughJunctions, WhatComesBeforeAWayOutHappensThere) {
  chart.semantics().firing = Semantics::Firing::one_by_one;
  chart.input("go").variable("x", "0");
  chart.junction("j").branch("k", "x = 0").branch("c", "x = 1", "log direct");
  chart.compound("s", [&] { chart.state("a").exit("log left a"); }).exit("log left s");
  chart.state("c");
  chart.junction("k").branch("c", "true", "log behind").leaving("a");
  chart.transition("a", "j").on("go").does("log first");
  chart.transition("c", "s").on("go").does("x := 1");
  chart.start("s");
  start();
  EXPECT_THAT(outputs_of("go"), ElementsAre("left a", "first", "left s", "behind"));
  simulation->send("go");
  EXPECT_THAT(outputs_of("go"), ElementsAre("left a", "left s", "first", "direct"));
}

TEST_F(ThroughJunctions, OneThatNothingLeaves) {
  chart.state("a").junction("j");
  chart.transition("a", "j");
  EXPECT_THAT(errors(), HasSubstr("nothing leaves the junction 'j'"));
}

TEST_F(ThroughJunctions, ADefaultPathWithGuards) {
  chart.variable("x", "0").state("a").state("b");
  chart.junction("j").branch("a", "x = 0").branch("b");
  chart.start("j");
  EXPECT_THAT(errors(), HasSubstr("the default path of 'root' leads to a junction that may go on"));
}

TEST_F(ThroughJunctions, OneOfSeveralTargets) {
  chart.state("a").parallel("p", [&] {
    chart.region("r1", [&] { chart.state("b").junction("j").branch("b"); });
    chart.region("r2", [&] { chart.state("c"); });
  });
  chart.transition("a", "j, c");
  EXPECT_THAT(errors(), HasSubstr("the junction 'j' must be the only target"));
}

}  // namespace
}  // namespace arges::model::statechart
