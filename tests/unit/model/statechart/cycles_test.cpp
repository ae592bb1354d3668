#include <gmock/gmock.h>

#include "support/one_machine.h"

// Machines that react in cycles to all events that are present.

namespace arges::model::statechart {
namespace {

using test::StatechartBuilder;
using testing::ElementsAre;

class Cycles : public test::OneMachine {
 protected:
  Cycles() {
    chart.semantics() = {.reaction = Semantics::Reaction::all_events,
                         .priority = Semantics::Priority::outer_first,
                         .conflict = Semantics::Conflict::any,
                         .firing = Semantics::Firing::one_by_one,
                         .step = Semantics::Step::once};
  }
};

TEST_F(Cycles, OneTransitionOfARegionInACycleAndNothingIsAStutter) {
  chart.input("e");
  chart.state("a").state("b").state("c");
  chart.transition("a", "b").on("e");
  chart.transition("b", "c").on("e");
  EXPECT_THAT(start().configuration, ElementsAre("a"));
  EXPECT_THAT(after_cycle({}), ElementsAre("a"));
  EXPECT_THAT(after_cycle({"e"}), ElementsAre("b"));
  EXPECT_THAT(after_cycle({}), ElementsAre("b"));
  EXPECT_THAT(after_cycle({"e"}), ElementsAre("c"));
}

TEST_F(Cycles, TriggersAreFormulasOverAllEventsThatArePresent) {
  chart.input("e").input("f");
  chart.state("a").state("b").state("c");
  chart.transition("a", "b").on_formula("e and not f");
  chart.transition("a", "c").on_formula("e and f");
  start();
  EXPECT_THAT(after_cycle({"f"}), ElementsAre("a"));
  EXPECT_THAT(after_cycle({"e", "f"}), ElementsAre("c"));
}

TEST_F(Cycles, TransitionsWithoutATriggerAreTakenOnceACycle) {
  chart.state("a").state("b").state("c");
  chart.transition("a", "b");
  chart.transition("b", "c");
  start();
  EXPECT_THAT(after_cycle({}), ElementsAre("b"));
  EXPECT_THAT(after_cycle({}), ElementsAre("c"));
}

TEST_F(Cycles, TopDownTheOuterTransitionGoesFirst) {
  chart.input("e");
  chart.parallel("s", [&] { chart.region("r", [&] { chart.state("a").state("b"); }); });
  chart.state("c");
  chart.transition("s", "c").on("e");
  chart.transition("a", "b").on("e");
  start();
  EXPECT_THAT(after_cycle({"e"}), ElementsAre("c"));
}

TEST_F(Cycles, BottomUpTheOuterOneOnlyIfNothingFiredInside) {
  chart.semantics().priority = Semantics::Priority::inner_first;
  chart.input("e");
  chart.parallel("s", [&] {
    chart.region("r1", [&] { chart.state("a").state("b"); });
    chart.region("r2", [&] { chart.state("x"); });
  });
  chart.state("c");
  chart.transition("s", "c").on("e");
  chart.transition("a", "b").on("e");
  start();
  EXPECT_THAT(after_cycle({"e"}), ElementsAre("b", "x"));
  EXPECT_THAT(after_cycle({"e"}), ElementsAre("c"));
}

TEST_F(Cycles, RegionsSeeWhatThoseBeforeThemDid) {
  chart.variable("x", "0");
  chart.parallel("s", [&] {
    chart.region("r1", [&] { chart.state("a1").state("a2"); });
    chart.region("r2", [&] { chart.state("b1").state("b2"); });
  });
  chart.transition("a1", "a2").does("x := 1");
  chart.transition("b1", "b2").when("x = 1 and a2");
  start();
  EXPECT_THAT(after_cycle({}), ElementsAre("a2", "b2"));
}

TEST_F(Cycles, GuardsReadAtFirstDoNot) {
  chart.semantics().guards = Semantics::Guards::at_first;
  chart.variable("x", "0");
  chart.parallel("s", [&] {
    chart.region("r1", [&] { chart.state("a1").state("a2"); });
    chart.region("r2", [&] { chart.state("b1").state("b2"); });
    chart.region("r3", [&] { chart.state("c1").state("c2"); });
  });
  chart.transition("a1", "a2").does("x := 1");
  chart.transition("b1", "b2").when("x = 1");
  chart.transition("c1", "c2").when("x = 0");
  start();
  EXPECT_THAT(after_cycle({}), ElementsAre("a2", "b1", "c2"));
  EXPECT_THAT(after_cycle({}), ElementsAre("a2", "b2", "c2"));
}

TEST_F(Cycles, ButWhetherSourcesAreActiveIsReadWhenItIsTheirTurn) {
  chart.semantics().guards = Semantics::Guards::at_first;
  chart.compound("w", [&] {
    chart.parallel("s", [&] {
      chart.region("r1", [&] { chart.state("a1").state("a2"); });
      chart.region("r2", [&] { chart.state("b"); });
    });
    chart.state("out");
  });
  chart.transition("a1", "a2");
  chart.transition("b", "out").joins("a1");
  start();
  EXPECT_THAT(after_cycle({}), ElementsAre("a2", "b"));
}

TEST_F(Cycles, WhatFiredBeforeMayHaveLeftTheOtherRegions) {
  chart.input("e");
  chart.compound("w", [&] {
    chart.parallel("s", [&] {
      chart.region("r1", [&] { chart.state("a"); });
      chart.region("r2", [&] { chart.state("b1").state("b2"); });
    });
    chart.state("out");
  });
  chart.transition("a", "out").on("e");
  chart.transition("b1", "b2").on("e");
  start();
  EXPECT_THAT(after_cycle({"e"}), ElementsAre("out"));
}

TEST_F(Cycles, InAnyOrderEveryOrderOfTheRegionsIsAnOutcome) {
  chart.semantics().regions = Semantics::Regions::any_order;
  chart.variable("x", "1");
  chart.parallel("s", [&] {
    chart.region("r1", [&] { chart.state("a1").state("a2"); });
    chart.region("r2", [&] { chart.state("b1").state("b2"); });
    chart.region("r3", [&] { chart.state("c"); });
  });
  chart.transition("a1", "a2").does("x := x + 1");
  chart.transition("b1", "b2").does("x := x * 3");
  start();
  // Six orders, but only two results.
  EXPECT_THAT(values("x", all_after_cycle()), ElementsAre(6, 4));
}

TEST_F(Cycles, AnyOfSeveralTransitionsIsAnOutcomeAndAConflict) {
  chart.state("a").state("b").state("c");
  chart.transition("a", "b");
  chart.transition("a", "c");
  start();
  const std::vector<State> states = all_after_cycle();
  ASSERT_EQ(states.size(), 2U);
  EXPECT_THAT(simulation->interpreter().configuration(states[0]), ElementsAre("b"));
  EXPECT_THAT(simulation->interpreter().configuration(states[1]), ElementsAre("c"));
  EXPECT_THAT(states[0].conflicts, ElementsAre(std::pair(0U, std::pair(0U, 1U))));
  EXPECT_THAT(states[0].fired, ElementsAre(std::pair(0U, 0U)));
}

TEST_F(Cycles, ADecisionPicksTheOutcome) {
  chart.state("a").state("b").state("c");
  chart.transition("a", "b");
  chart.transition("a", "c");
  system = single(chart.build());
  Decisions decisions;
  decisions.outcome = [](const std::vector<Outcome>& outcomes) { return outcomes.size() - 1; };
  Simulation run(core.context, system, decisions);
  run.start();
  EXPECT_THAT(run.cycle({}).configuration, ElementsAre("c"));
}

TEST_F(Cycles, EventsArePresentForOneCycleAndParametersResetUnlessPersistent) {
  chart.input("e", {{.name = "n", .initial = "5"}});
  chart.input("p", {{.name = "n", .is_persistent = true}});
  chart.output("out", {{.name = "n"}});
  chart.state("a").state("b");
  chart.transition("a", "b").on("e").does("raise out(e_n)");
  start();
  const Machine& machine = system.machines[0];
  const auto& step =
      simulation->cycle({{"e", {ir::Value::small(8)}}, {"p", {ir::Value::small(9)}}});
  EXPECT_THAT(step.outputs, ElementsAre("out(8)"));
  const ir::Valuation& data = step.state.data;
  EXPECT_TRUE(data.get(machine.events[0].present).is_false());
  EXPECT_EQ(data.get(machine.events[0].parameters[0].value).as_small(), 5);
  EXPECT_EQ(data.get(machine.events[1].parameters[0].value).as_small(), 9);
  EXPECT_TRUE(data.get(machine.events[2].present).is_true());
  EXPECT_EQ(data.get(machine.events[2].parameters[0].value).as_small(), 8);
  const auto& next = simulation->cycle({});
  EXPECT_TRUE(next.state.data.get(machine.events[2].present).is_false());
  EXPECT_EQ(next.state.data.get(machine.events[2].parameters[0].value).as_small(), 0);
}

TEST_F(Cycles, VariablesThatAreResetEveryCycle) {
  chart.input("e").variable("kept", "0");
  chart.variable("before", "0", Variable::Lifetime::reset_before);
  chart.variable("after", "0", Variable::Lifetime::reset_after);
  chart.state("a");
  chart.transition("a").on("e").does(
      "before := before + 1; after := after + 1; kept := kept + before + after");
  start();
  after_cycle({"e"});
  EXPECT_EQ(value("before"), 1);
  EXPECT_EQ(value("after"), 0);
  after_cycle({"e"});
  EXPECT_EQ(value("kept"), 4);
  after_cycle({});
  EXPECT_EQ(value("before"), 0);
}

TEST_F(Cycles, LevelTimersHaveElapsedUnlessTheyRun) {
  chart.input("set").level_timer("t");
  chart.state("a").state("b");
  chart.transition("a").on("set").does("start t(25)");
  chart.transition("a", "b").on_formula("t and not set");
  chart.transition("b", "a").on("set").does("start t(25)");
  start(10);
  EXPECT_THAT(after_cycle({}), ElementsAre("b")) << "it has elapsed before it was started first";
  EXPECT_THAT(after_cycle({"set"}), ElementsAre("a"));
  EXPECT_THAT(simulation->advance(20).configuration, ElementsAre("a"));
  EXPECT_THAT(simulation->advance(10).configuration, ElementsAre("b"));
}

TEST_F(Cycles, TheRootMayBeParallel) {
  StatechartBuilder parallel(core, "", NodeKind::parallel);
  parallel.semantics() = chart.semantics();
  parallel.region("r1", [&] { parallel.state("a1").state("a2"); });
  parallel.region("r2", [&] { parallel.state("b1").state("b2"); });
  parallel.transition("a1", "a2");
  parallel.transition("b1", "b2").when("a2");
  system = single(parallel.build());
  Simulation run(core.context, system);
  EXPECT_THAT(run.start().configuration, ElementsAre("a1", "b1"));
  EXPECT_THAT(run.cycle({}).configuration, ElementsAre("a2", "b2"));
}

TEST_F(Cycles, WhatIsRaisedAtTheStartIsSeenInTheFirstCycleThroughAChannel) {
  chart.output("out").inner_input("in");
  chart.state("a").entry("raise out").state("b");
  chart.transition("a", "b").on("in");
  system = single(chart.build());
  system.components[0].channels.push_back({.from = {0, 0}, .to = {0, 1}});
  Simulation run(core.context, system);
  EXPECT_THAT(run.start().configuration, ElementsAre("a"));
  EXPECT_THAT(run.cycle({}).configuration, ElementsAre("b"));
}

}  // namespace
}  // namespace arges::model::statechart
