#include <gmock/gmock.h>

#include "support/one_machine.h"

// States inside of states: which are left and entered by a transition, in which order, and what
// histories bring back.

namespace arges::model::statechart {
namespace {

using test::StatechartBuilder;
using testing::ElementsAre;
using testing::IsEmpty;

class Hierarchy : public test::OneMachine {
 protected:
  /// A state that tells when it is entered and left.
  StatechartBuilder& told(const std::string& name) {
    return chart.state(name).entry("log +" + name).exit("log -" + name);
  }
};

TEST_F(Hierarchy, DefaultEntryGoesDownToTheFirstStates) {
  chart.compound("s", [&] { chart.compound("t", [&] { chart.state("a").state("b"); }); });
  EXPECT_THAT(start().configuration, ElementsAre("a"));
}

TEST_F(Hierarchy, InitialPathsMaySkipLevelsAndHaveEffectsAfterTheEntry) {
  chart
      .compound("s",
                [&] {
                  told("a");
                  chart.compound("t", [&] { told("b"), told("c"); }).entry("log +t");
                })
      .initial("c", "log effect")
      .entry("log +s");
  const auto& first = start();
  EXPECT_THAT(first.configuration, ElementsAre("c"));
  EXPECT_THAT(first.outputs, ElementsAre("+s", "effect", "+t", "+c"));
}

TEST_F(Hierarchy, ExitsFromTheInsideEffectEntriesFromTheOutside) {
  chart.input("go");
  chart.compound("s", [&] { told("a"); }).entry("log +s").exit("log -s");
  chart.compound("t", [&] { told("b"); }).entry("log +t").exit("log -t");
  chart.transition("a", "b").on("go").does("log effect");
  start();
  EXPECT_THAT(outputs_of("go"), ElementsAre("-a", "-s", "effect", "+t", "+b"));
}

TEST_F(Hierarchy, InnerTransitionsGoFirst) {
  chart.input("go");
  chart.compound("s", [&] { chart.state("a").state("b"); }).state("c");
  chart.transition("s", "c").on("go");
  chart.transition("a", "b").on("go");
  start();
  EXPECT_THAT(after("go"), ElementsAre("b"));
  EXPECT_THAT(after("go"), ElementsAre("c"));
}

TEST_F(Hierarchy, OuterTransitionsGoFirstWhereTheSemanticsSaysSo) {
  chart.semantics().priority = Semantics::Priority::outer_first;
  chart.input("go");
  chart.compound("s", [&] { chart.state("a").state("b"); }).state("c");
  chart.transition("s", "c").on("go");
  chart.transition("a", "b").on("go");
  start();
  EXPECT_THAT(after("go"), ElementsAre("c"));
}

TEST_F(Hierarchy, ExternalTransitionsLeaveTheirSourceLocalOnesDoNotInternalOnesLeaveNothing) {
  chart.input("external").input("local").input("internal").input("itself");
  chart.compound("s", [&] { told("a"), told("b"); }).entry("log +s").exit("log -s");
  chart.transition("s", "b").on("external");
  chart.transition("s", "b").on("local").local();
  chart.transition("s").on("internal").internal().does("log effect");
  chart.transition("s", "s").on("itself");
  start();
  EXPECT_THAT(outputs_of("external"), ElementsAre("-a", "-s", "+s", "+b"));
  EXPECT_THAT(outputs_of("local"), ElementsAre("-b", "+b"));
  EXPECT_THAT(outputs_of("internal"), ElementsAre("effect"));
  EXPECT_THAT(outputs_of("itself"), ElementsAre("-b", "-s", "+s", "+a"));
}

TEST_F(Hierarchy, StatesSeeWhichAreActiveWhileTheyAreLeft) {
  chart.input("go").variable("inner", "false").variable("outer", "false");
  chart.compound("s", [&] { chart.state("a"); }).exit("inner := a; outer := s").state("b");
  chart.transition("s", "b").on("go");
  start();
  const auto& step = simulation->send("go");
  ASSERT_EQ(step.variables.size(), 2U);
  EXPECT_TRUE(step.variables[0].second.is_false());
  EXPECT_TRUE(step.variables[1].second.is_true());
}

TEST_F(Hierarchy, ATransitionFromOneRegionToAnotherLeavesAndEntersThemAll) {
  chart.input("go");
  chart
      .parallel("p",
                [&] {
                  chart.region("r1", [&] { told("a1"), told("a2"); }).initial("a2");
                  chart.region("r2", [&] { told("b1"), told("b2"); });
                })
      .entry("log +p")
      .exit("log -p");
  chart.transition("a2", "b2").on("go");
  start();
  EXPECT_THAT(outputs_of("go"), ElementsAre("-b1", "-a2", "-p", "+p", "+a2", "+b2"));
}

class Histories : public Hierarchy {
 protected:
  void build(NodeKind kind) {
    chart.input("leave").input("back").input("inner").input("outer");
    chart.state("off");
    chart.compound("s", [&] {
      chart.state("a");
      chart.compound("t", [&] { chart.state("b").state("c"); });
      if (kind == NodeKind::deep_history)
        chart.deep_history("h", "a", "log default");
      else
        chart.history("h", "a", "log default");
    });
    chart.transition("s", "off").on("leave");
    chart.transition("off", "h").on("back");
    chart.transition("a", "t").on("outer");
    chart.transition("b", "c").on("inner");
    start();
  }
};

TEST_F(Histories, WithoutMemoryTheirDefaultIsTaken) {
  build(NodeKind::shallow_history);
  const auto& step = simulation->send("back");
  EXPECT_THAT(step.configuration, ElementsAre("a"));
  EXPECT_THAT(step.outputs, ElementsAre("default"));
}

TEST_F(Histories, ShallowOnesBringBackTheChildEnteredByDefault) {
  build(NodeKind::shallow_history);
  after("back");
  after("outer");
  EXPECT_THAT(after("inner"), ElementsAre("c"));
  EXPECT_THAT(after("leave"), ElementsAre("off"));
  const auto& step = simulation->send("back");
  EXPECT_THAT(step.configuration, ElementsAre("b"));
  EXPECT_THAT(step.outputs, IsEmpty());
}

TEST_F(Histories, DeepOnesBringBackEverythingInside) {
  build(NodeKind::deep_history);
  after("back");
  after("outer");
  EXPECT_THAT(after("inner"), ElementsAre("c"));
  EXPECT_THAT(after("leave"), ElementsAre("off"));
  EXPECT_THAT(after("back"), ElementsAre("c"));
}

TEST_F(Hierarchy, DeepHistoryOfParallelStatesBringsBackAllRegions) {
  chart.input("leave").input("back").input("go");
  chart.compound("s", [&] {
    chart.parallel("p", [&] {
      chart.region("r1", [&] { chart.state("a1").state("a2"); });
      chart.region("r2", [&] { chart.state("b1").state("b2"); });
    });
    chart.deep_history("h", "p");
  });
  chart.state("off");
  chart.transition("a1", "a2").on("go");
  chart.transition("s", "off").on("leave");
  chart.transition("off", "h").on("back");
  EXPECT_THAT(start().configuration, ElementsAre("a1", "b1"));
  EXPECT_THAT(after("go"), ElementsAre("a2", "b1"));
  EXPECT_THAT(after("leave"), ElementsAre("off"));
  EXPECT_THAT(after("back"), ElementsAre("a2", "b1"));
}

TEST_F(Hierarchy, AHistoryThatIsTheWayInOfItsRegionRemembers) {
  chart.input("leave").input("back").input("go");
  chart.state("off");
  chart.compound("s", [&] { chart.state("a").state("b").history("h", "a"); }).initial("h");
  chart.transition("a", "b").on("go");
  chart.transition("s", "off").on("leave");
  chart.transition("off", "s").on("back");
  start();
  EXPECT_THAT(after("back"), ElementsAre("a"));
  EXPECT_THAT(after("go"), ElementsAre("b"));
  after("leave");
  EXPECT_THAT(after("back"), ElementsAre("b"));
}

class Choices : public Hierarchy {
 protected:
  Choices() { chart.semantics().firing = Semantics::Firing::one_by_one; }
};

TEST_F(Choices, GuardsAreReadAfterTheEffectsOnTheWay) {
  chart.input("go").variable("x", "0");
  chart.state("a").exit("x := x + 1");
  chart.state("b").state("c");
  chart.choice("which").branch("b", "x = 0").branch("c", "x = 3", "log branch");
  chart.transition("a", "which").on("go").does("x := x + 2");
  start();
  const auto& step = simulation->send("go");
  EXPECT_THAT(step.configuration, ElementsAre("c"));
  EXPECT_THAT(step.outputs, ElementsAre("branch"));
}

TEST_F(Choices, BranchesWithoutAGuardAreTakenOnlyIfNoOtherHolds) {
  chart.input("go", {{.name = "n"}});
  chart.state("a").state("b").state("c");
  chart.choice("which").branch("b").branch("c", "go_n > 0");
  chart.transition("a", "which").on("go");
  chart.transition("b", "a").on("go");
  start();
  EXPECT_THAT(after("go"), ElementsAre("b"));
  after("go");
  EXPECT_THAT(simulation->send("go", {ir::Value::small(1)}).configuration, ElementsAre("c"));
}

TEST_F(Choices, AlsoWhereAnyOfThoseThatHoldMayBeTaken) {
  chart.semantics().conflict = Semantics::Conflict::any;
  chart.input("go");
  chart.state("a").state("b").state("c").state("d");
  chart.choice("which").branch("b").branch("c", "true").branch("d", "true");
  chart.transition("a", "which").on("go");
  start();
  EXPECT_THAT(configurations(all_after("go")), ElementsAre(ElementsAre("c"), ElementsAre("d")));
}

TEST_F(Choices, NoBranchIsAProblemThatEndsTheRun) {
  chart.input("go");
  chart.state("a").state("b");
  chart.choice("which").branch("b", "false");
  chart.transition("a", "which").on("go");
  start();
  EXPECT_EQ(simulation->send("go").state.problem, Problem::no_branch);
  EXPECT_THAT(simulation->possible_events(), IsEmpty());
  EXPECT_THROW(simulation->send("go"), Simulation::Error);
}

TEST_F(Choices, WithoutABranchTheRegionStaysEmpty) {
  chart.input("go");
  chart.state("off").parallel("p", [&] {
    chart.region("r1", [&] { chart.state("a").choice("which").branch("a", "false"); });
    chart.region("r2", [&] { chart.state("b"); });
  });
  chart.transition("off", "which").on("go");
  start();
  EXPECT_THAT(after("go"), ElementsAre("b"));
}

TEST_F(Choices, OnTheDefaultPathTheBranchIsTakenThenAndThere) {
  chart.variable("x", "1");
  chart.parallel("p", [&] {
    chart
        .region("r1",
                [&] {
                  chart.state("a1").entry("log +a1").state("a2").entry("log +a2");
                  chart.choice("which").branch("a1", "x = 0").branch("a2", "x = 1", "x := 2");
                })
        .initial("which");
    chart.region("r2", [&] { chart.state("b").entry("log b sees: x"); });
  });
  const auto& first = start();
  EXPECT_THAT(first.configuration, ElementsAre("a2", "b"));
  EXPECT_THAT(first.outputs, ElementsAre("+a2", "b sees: 2"));
}

TEST_F(Choices, ATransitionsBranchIsTakenWhenAllElseIsEntered) {
  chart.input("go").variable("x", "0");
  chart.state("off");
  chart.parallel("p", [&] {
    chart.region("r1", [&] {
      chart.state("a1").state("a2");
      chart.choice("which").branch("a1", "x = 0").branch("a2", "x = 1");
    });
    chart.region("r2", [&] { chart.state("b").entry("x := 1"); });
  });
  chart.transition("off", "which").on("go");
  start();
  EXPECT_THAT(after("go"), ElementsAre("a2", "b"));
}

TEST_F(Choices, ABranchMayLeaveWhatWasEntered) {
  chart.input("go");
  chart.state("off").entry("log +off");
  chart.compound("s", [&] { chart.state("a").choice("which").branch("off", "true"); })
      .entry("log +s")
      .exit("log -s");
  chart.transition("off", "which").on("go");
  start();
  const auto& step = simulation->send("go");
  EXPECT_THAT(step.configuration, ElementsAre("off"));
  EXPECT_THAT(step.outputs, ElementsAre("+s", "-s", "+off"));
}

TEST_F(Choices, ABranchToAHistoryFindsWhatItHadNoted) {
  chart.input("leave").input("back").input("go");
  chart.state("off");
  chart.compound("s", [&] {
    chart.state("a").state("b").history("h", "a");
    chart.choice("which").branch("h", "true");
  });
  chart.transition("a", "b").on("go");
  chart.transition("s", "off").on("leave");
  chart.transition("off", "which").on("back");
  start();
  EXPECT_THAT(after("back"), ElementsAre("a"));
  after("go");
  after("leave");
  EXPECT_THAT(after("back"), ElementsAre("b"));
}

}  // namespace
}  // namespace arges::model::statechart
