#include "model/statechart/prepare.h"

#include <gmock/gmock.h>

#include "support/errors_of.h"
#include "support/statechart_builder.h"

namespace arges::model::statechart {
namespace {

using test::CoreText;
using test::StatechartBuilder;
using testing::ElementsAre;
using testing::HasSubstr;

class Prepare : public testing::Test {
 protected:
  std::string errors() {
    return test::errors_of([&] { chart.build(); });
  }

  CoreText core;
  StatechartBuilder chart{core};
};

TEST_F(Prepare, StandInsAreNamedAsUsersWriteThem) {
  StatechartBuilder named(core, "machine");
  named.input("go").level_timer("t").semantics().reaction = Semantics::Reaction::all_events;
  named.state("a").history("h", "a");
  const Machine machine = named.build();
  EXPECT_EQ(machine.nodes[1].active->name, "machine.a");
  EXPECT_TRUE(machine.nodes[1].active->type.is_bool());
  EXPECT_EQ(machine.nodes[2].active, nullptr) << "a history is never active";
  EXPECT_EQ(machine.events[0].present->name, "machine.go");
  EXPECT_EQ(machine.timers[0].elapsed->name, "machine.t");
}

TEST_F(Prepare, OutgoingTransitionsAreInOrderOfPriorityElseLast) {
  chart.state("a");
  chart.transition("a").priority(1);
  chart.transition("a").priority(9).otherwise();
  chart.transition("a").priority(3);
  chart.transition("a").priority(1);
  EXPECT_THAT(chart.build().nodes[1].outgoing, ElementsAre(0, 2, 3, 1));
}

TEST_F(Prepare, WherePrioritiesCountTheLargestIsFirst) {
  chart.semantics().conflict = Semantics::Conflict::largest;
  chart.state("a");
  chart.transition("a").priority(1);
  chart.transition("a").priority(9).otherwise();
  chart.transition("a").priority(3);
  chart.transition("a").priority(1);
  EXPECT_THAT(chart.build().nodes[1].outgoing, ElementsAre(2, 0, 3, 1));
}

TEST_F(Prepare, TargetsMustBePossibleTogether) {
  chart.state("a").state("b").parallel("p", [&] {
    chart.region("r1", [&] { chart.state("c1").state("c2"); });
    chart.region("r2", [&] { chart.state("d1"); });
  });
  chart.transition("a", "c2, d1");
  EXPECT_EQ(errors(), "");
}

TEST_F(Prepare, TargetsThatExcludeEachOther) {
  chart.state("a").parallel("p", [&] {
    chart.region("r1", [&] { chart.state("c1").state("c2"); });
    chart.region("r2", [&] { chart.state("d1"); });
  });
  chart.transition("a", "c1, c2");
  EXPECT_THAT(errors(), HasSubstr("the targets 'c1' and 'c2' can't be active together (several "
                                  "targets must be in different regions of one state)"));
}

TEST_F(Prepare, TargetsOneInsideOfTheOther) {
  chart.state("a").compound("s", [&] { chart.state("b"); });
  chart.transition("a", "b, s");
  EXPECT_THAT(errors(), HasSubstr("the targets 's' and 'b' are one inside of the other"));
}

TEST_F(Prepare, ACompoundWithoutAWayIn) {
  chart.state("a").compound("s", [&] { chart.state("b"); });
  chart.transition("a", "s");
  chart.machine().nodes[2].initial.reset();
  EXPECT_THAT(errors(), HasSubstr("'s' is entered, but not said where (give it an initial state)"));
}

TEST_F(Prepare, ACompoundThatIsNeverEnteredByDefaultNeedsNone) {
  chart.state("a").compound("s", [&] { chart.state("b"); });
  chart.transition("a", "b");
  chart.machine().nodes[2].initial.reset();
  EXPECT_EQ(errors(), "");
}

TEST_F(Prepare, ACycleOfChoices) {
  chart.semantics().firing = Semantics::Firing::one_by_one;
  chart.state("a");
  chart.choice("c").branch("d", "true").choice("d").branch("a", "false").branch("c");
  chart.transition("a", "c");
  EXPECT_THAT(errors(), HasSubstr("a cycle of choices: the way from 'c' through 'd'"));
}

TEST_F(Prepare, AChoiceWhereTransitionsFireTogether) {
  chart.state("a").choice("c").branch("a");
  chart.transition("a", "c");
  EXPECT_THAT(errors(), HasSubstr("'c' is a choice, where transitions of several regions fire"));
}

TEST_F(Prepare, ADefaultPathThatLeaves) {
  chart.semantics().firing = Semantics::Firing::one_by_one;
  chart.state("a");
  chart.compound("s", [&] { chart.state("b").choice("c").branch("b", "true").branch("a"); })
      .initial("c");
  EXPECT_THAT(errors(),
              HasSubstr("the default path of 's' leaves it by way of the choice 'c', to 'a'"));
}

TEST_F(Prepare, ATransitionFromAFinalState) {
  chart.state("a").final_state("f");
  chart.transition("f", "a");
  EXPECT_THAT(errors(), HasSubstr("a transition from the final state 'f'"));
}

TEST_F(Prepare, ATransitionIntoASiblingRegionOfTheRoot) {
  StatechartBuilder parallel(core, "", NodeKind::parallel);
  parallel.region("r1", [&] { parallel.state("a"); });
  parallel.region("r2", [&] { parallel.state("b"); });
  parallel.transition("a", "b");
  EXPECT_THAT(test::errors_of([&] { parallel.build(); }),
              HasSubstr("a transition into a sibling region: from 'a' to 'b'"));
}

TEST_F(Prepare, ATargetThatIsNone) {
  chart.state("a");
  Machine machine = chart.build();
  machine.transitions.push_back({.name = "t", .source = 1, .targets = {none}});
  Diagnostics diagnostics;
  complete(machine, diagnostics);
  ASSERT_EQ(diagnostics.errors().size(), 1U);
  EXPECT_EQ(diagnostics.errors()[0].message, "there is no such target");
}

TEST_F(Prepare, TwoStatesOfOneName) {
  chart.state("a").state("a");
  EXPECT_THAT(errors(), HasSubstr("there are two states named 'a'"));
}

TEST_F(Prepare, AHistoryWithoutADefault) {
  chart.state("a").compound("s", [&] { chart.state("b").history("h", "b"); });
  chart.transition("a", "h");
  Machine machine = chart.build();
  machine.nodes[4].initial.reset();
  Diagnostics diagnostics;
  complete(machine, diagnostics);
  ASSERT_EQ(diagnostics.errors().size(), 1U);
  EXPECT_EQ(diagnostics.errors()[0].message, "the history 'h' has no default");
}

TEST_F(Prepare, QueuesInCycles) {
  chart.semantics().reaction = Semantics::Reaction::all_events;
  chart.internal("inside");
  chart.state("a");
  EXPECT_THAT(errors(), HasSubstr("'inside' needs a queue, which a machine in cycles has not"));
}

TEST_F(Prepare, TransitionsOfRegionsInCycles) {
  chart.semantics().reaction = Semantics::Reaction::all_events;
  chart.compound("s", [&] {
    chart.parallel("p", [&] { chart.region("r", [&] { chart.state("a"); }); });
    chart.state("b");
  });
  chart.transition("r", "b");
  EXPECT_THAT(errors(), HasSubstr("a transition from 'r', which is no state in a region"));
}

}  // namespace
}  // namespace arges::model::statechart
