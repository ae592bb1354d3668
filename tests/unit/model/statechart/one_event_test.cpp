#include <gmock/gmock.h>

#include "support/one_machine.h"

// Machines that react to one event at a time: which transitions fire, in which order.

namespace arges::model::statechart {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

class OneEvent : public test::OneMachine {
 protected:
  void two_regions() {
    chart.parallel("p", [&] {
      chart.region("r1", [&] { chart.state("a1").state("a2"); });
      chart.region("r2", [&] { chart.state("b1").state("b2"); });
    });
  }
};

TEST_F(OneEvent, AllRegionsReact) {
  chart.input("go");
  two_regions();
  chart.transition("a1", "a2").on("go");
  chart.transition("b1", "b2").on("go");
  EXPECT_THAT(start().configuration, ElementsAre("a1", "b1"));
  EXPECT_THAT(after("go"), ElementsAre("a2", "b2"));
}

TEST_F(OneEvent, TogetherAllExitsComeBeforeAllEffectsBeforeAllEntries) {
  chart.input("go");
  chart.parallel("p", [&] {
    chart.region("r1", [&] { chart.state("a1").exit("log -a1").state("a2").entry("log +a2"); });
    chart.region("r2", [&] { chart.state("b1").exit("log -b1").state("b2").entry("log +b2"); });
  });
  chart.transition("a1", "a2").on("go").does("log a");
  chart.transition("b1", "b2").on("go").does("log b");
  start();
  EXPECT_THAT(simulation->send("go").outputs, ElementsAre("-b1", "-a1", "a", "b", "+a2", "+b2"));
}

TEST_F(OneEvent, OneByOneATransitionEndsBeforeTheNextBegins) {
  chart.semantics().firing = Semantics::Firing::one_by_one;
  chart.input("go");
  chart.parallel("p", [&] {
    chart.region("r1", [&] { chart.state("a1").exit("log -a1").state("a2").entry("log +a2"); });
    chart.region("r2", [&] { chart.state("b1").exit("log -b1").state("b2").entry("log +b2"); });
  });
  chart.transition("a1", "a2").on("go").does("log a");
  chart.transition("b1", "b2").on("go").does("log b");
  start();
  EXPECT_THAT(simulation->send("go").outputs, ElementsAre("-a1", "a", "+a2", "-b1", "b", "+b2"));
}

TEST_F(OneEvent, InAnyOrderEveryOrderIsAnOutcome) {
  chart.semantics().firing = Semantics::Firing::one_by_one;
  chart.semantics().regions = Semantics::Regions::any_order;
  chart.input("go").variable("x", "1");
  two_regions();
  chart.transition("a1", "a2").on("go").does("x := x + 1");
  chart.transition("b1", "b2").on("go").does("x := x * 3");
  start();
  EXPECT_THAT(values("x", all_after("go")), ElementsAre(6, 4));
}

TEST_F(OneEvent, ATransitionThatLeavesTheRegionsPreemptsThoseOfLaterOnes) {
  chart.input("go");
  two_regions();
  chart.state("out");
  chart.transition("a1", "out").on("go");
  chart.transition("b1", "b2").on("go");
  start();
  EXPECT_THAT(after("go"), ElementsAre("out"));
}

TEST_F(OneEvent, AnEarlierRegionsTransitionPreemptsOneThatLeaves) {
  chart.input("go");
  two_regions();
  chart.state("out");
  chart.transition("a1", "a2").on("go");
  chart.transition("b1", "out").on("go");
  start();
  EXPECT_THAT(after("go"), ElementsAre("a2", "b1"));
}

TEST_F(OneEvent, AnInnerTransitionPreemptsTheOneAroundItWhichAnotherRegionChose) {
  chart.input("go");
  two_regions();
  chart.state("out");
  chart.transition("p", "out").on("go");
  chart.transition("b1", "b2").on("go");
  start();
  // a1 has none, so p's is chosen there; that of b1 is inside of p.
  EXPECT_THAT(after("go"), ElementsAre("a1", "b2"));
}

TEST_F(OneEvent, TransitionsWithoutTargetsConflictWithNone) {
  chart.input("go").variable("x", "0");
  two_regions();
  chart.state("out");
  chart.transition("a1").on("go").does("x := x + 1");
  chart.transition("b1", "out").on("go");
  start();
  EXPECT_THAT(after("go"), ElementsAre("out"));
  EXPECT_EQ(value("x"), 1);
}

TEST_F(OneEvent, OfSeveralEnabledTheFirstIsTakenAndAConflictNoted) {
  chart.input("go");
  chart.state("a").state("b").state("c");
  chart.transition("a", "b").on("go");
  chart.transition("a", "c").on("go");
  start();
  EXPECT_THAT(configurations(all_after("go")), ElementsAre(ElementsAre("b")));
  EXPECT_THAT(simulation->send("go").state.conflicts,
              ElementsAre(std::pair(0U, std::pair(0U, 1U))));
}

TEST_F(OneEvent, AnyOfSeveralEnabled) {
  chart.semantics().conflict = Semantics::Conflict::any;
  chart.input("go");
  chart.state("a").state("b").state("c").state("d");
  chart.transition("a", "b").on("go");
  chart.transition("a", "c").on("go");
  chart.transition("a", "d").on("go").otherwise();
  start();
  EXPECT_THAT(configurations(all_after("go")), ElementsAre(ElementsAre("b"), ElementsAre("c")));
}

TEST_F(OneEvent, TheLargestPriorityOfSeveralEqualOnesAny) {
  chart.semantics().conflict = Semantics::Conflict::largest;
  chart.input("go");
  chart.state("a").state("b").state("c").state("d");
  chart.transition("a", "b").on("go").priority(1);
  chart.transition("a", "c").on("go").priority(5);
  chart.transition("a", "d").on("go").priority(5);
  start();
  EXPECT_THAT(configurations(all_after("go")), ElementsAre(ElementsAre("c"), ElementsAre("d")));
  EXPECT_THAT(simulation->send("go").state.conflicts,
              ElementsAre(std::pair(0U, std::pair(1U, 2U))));
}

TEST_F(OneEvent, AnElseIsTakenOnlyIfNoOtherIsEnabledAndIsNoConflict) {
  chart.input("go").variable("x", "0");
  chart.state("a").state("b").state("c");
  chart.transition("a", "c").on("go").otherwise();
  chart.transition("a", "b").on("go").when("x = 0").does("x := 1");
  chart.transition("b", "a").on("go");
  start();
  const auto& first = simulation->send("go");
  EXPECT_THAT(first.configuration, ElementsAre("b"));
  EXPECT_THAT(first.state.conflicts, IsEmpty());
  after("go");
  EXPECT_THAT(after("go"), ElementsAre("c"));
}

TEST_F(OneEvent, TwoThatWaitForTheOthersAreAConflict) {
  chart.input("go");
  chart.state("a").state("b").state("c");
  chart.transition("a", "b").on("go").otherwise();
  chart.transition("a", "c").on("go").otherwise();
  start();
  EXPECT_THAT(simulation->send("go").state.conflicts,
              ElementsAre(std::pair(0U, std::pair(0U, 1U))));
}

TEST_F(OneEvent, BranchesOfAChoiceThatAreOpenAtOnceAreAConflict) {
  chart.semantics().firing = Semantics::Firing::one_by_one;
  chart.input("go").variable("x", "0");
  chart.state("a").state("b").state("c").state("d");
  chart.choice("ch").branch("b", "x <= 1").branch("c", "x >= 1").branch("d");
  chart.transition("a", "ch").on("go");
  chart.transition("b", "a").on("go").does("x := x + 1");
  start();
  EXPECT_THAT(simulation->send("go").state.branch_conflicts, IsEmpty());
  after("go");
  const auto conflicts = simulation->send("go").state.branch_conflicts;
  ASSERT_EQ(conflicts.size(), 1U);
  EXPECT_EQ(conflicts[0].second.first, 0U);
  EXPECT_EQ(conflicts[0].second.second, 1U) << "the one without a guard is no rival";
}

TEST_F(OneEvent, WhatFiresOnceThereIsAProblemIsNotNoted) {
  chart.semantics().firing = Semantics::Firing::one_by_one;
  chart.input("go").internal("e").variable("x", "0");
  chart.machine().internal_capacity = 1;
  chart.parallel("p", [&] {
    chart.region("r1", [&] { chart.state("a").state("b"); });
    chart.region("r2", [&] { chart.state("c").state("d"); });
  });
  chart.transition("a", "b").on("go").does("raise e; raise e");
  chart.transition("c", "d").on("go");
  start();
  const auto& step = simulation->send("go");
  EXPECT_EQ(step.state.problem, Problem::internal_queue_full);
  EXPECT_THAT(step.state.fired, ElementsAre(std::pair(0U, 0U)));
}

TEST_F(OneEvent, WithoutATriggerAsLongAsSomethingIsEnabled) {
  chart.input("go").variable("x", "0");
  chart.state("a").state("b").state("c");
  chart.transition("a", "b").on("go");
  chart.transition("b", "b").when("x < 5").does("x := x + 1");
  chart.transition("b", "c").when("x = 5");
  start();
  EXPECT_THAT(after("go"), ElementsAre("c"));
  EXPECT_EQ(value("x"), 5);
}

TEST_F(OneEvent, WhatNeverBecomesStableEndsTheRun) {
  chart.input("go").variable("x", "0");
  chart.state("a").state("b");
  chart.transition("a", "b").on("go");
  chart.transition("b", "b").does("x := x + 1");
  system = single(chart.build());
  Simulation run(core.context, system, {.max_steps = 50});
  run.start();
  EXPECT_THAT(run.send("go").configuration, ElementsAre("b"));
  EXPECT_TRUE(run.has_ended());
  EXPECT_EQ(run.obstacle(), "the reaction does not end within 50 steps");
  EXPECT_THROW(run.send("go"), Simulation::Error);
  EXPECT_TRUE(run.back());
  EXPECT_FALSE(run.has_ended());
  EXPECT_EQ(run.obstacle(), "");
}

TEST_F(OneEvent, DoneIsRaisedWhenAFinalStateIsEntered) {
  chart.input("go").internal("done");
  chart.compound("s", [&] { chart.state("a").final_state("f"); }).done("done").state("b");
  chart.transition("a", "f").on("go");
  chart.transition("s", "b").on("done");
  start();
  EXPECT_THAT(after("go"), ElementsAre("b"));
}

TEST_F(OneEvent, DoneOfRegionsIsRaisedWhenAllAreFinal) {
  chart.input("one").input("two").internal("done").internal("first_done");
  chart
      .parallel(
          "p",
          [&] {
            chart.region("r1", [&] { chart.state("a").final_state("fa"); }).done("first_done");
            chart.region("r2", [&] { chart.state("b").final_state("fb"); });
          })
      .done("done");
  chart.state("end").entry("log end");
  chart.transition("a", "fa").on("one");
  chart.transition("b", "fb").on("two");
  chart.transition("p").on("first_done").does("log first");
  chart.transition("p", "end").on("done");
  start();
  const auto& first = simulation->send("one");
  EXPECT_THAT(first.configuration, ElementsAre("b", "fa"));
  EXPECT_THAT(first.outputs, ElementsAre("first"));
  EXPECT_THAT(after("two"), ElementsAre("end"));
}

TEST_F(OneEvent, ABasicStateIsDoneAtOnce) {
  chart.input("go").internal("done");
  chart.state("a").state("b").done("done").state("c");
  chart.transition("a", "b").on("go");
  chart.transition("b", "c").on("done");
  start();
  EXPECT_THAT(after("go"), ElementsAre("c"));
}

TEST_F(OneEvent, AMachineInATopFinalStateHasEndedWithItsExitActions) {
  chart.input("go").internal("never");
  chart.state("a").final_state("f").exit("log exit; raise never");
  chart.transition("a", "f").on("go").does("raise never");
  start();
  const auto& step = simulation->send("go");
  EXPECT_EQ(step.state.place, (Place{Phase::ended, 0}));
  EXPECT_THAT(step.configuration, ElementsAre("f"));
  EXPECT_THAT(step.outputs, ElementsAre("exit"));
  // Raised before the end, it still waits; raised after it, it does not.
  EXPECT_EQ(step.state.machines[0].internal.size(), 1U);
  EXPECT_TRUE(simulation->has_ended());
  EXPECT_THROW(simulation->send("go"), Simulation::Error);
}

TEST_F(OneEvent, FailedAssertionsAreRemembered) {
  chart.input("go").variable("x", "0");
  chart.state("a");
  chart.transition("a").on("go").does("assert x < 1; x := x + 1");
  start();
  EXPECT_THAT(simulation->send("go").state.failed, IsEmpty());
  EXPECT_THAT(simulation->send("go").state.failed, ElementsAre(std::pair(0U, 0U)));
}

TEST_F(OneEvent, ActionsBranchLoopAndChoose) {
  chart.input("go").variable("x", "0").variable("y", "0");
  chart.variable("i", "0", Variable::Lifetime::local);
  chart.state("a");
  chart.transition("a").on("go").does(
      "for i from 1 to 4 do x := x + i; if x = 6 then y := 1 else y := 2;"
      "choose x > 100: y := 3 | x > 1: y := y + 10 | x > 2: y := y + 20 | y := 4");
  start();
  const std::vector<State> states = all_after("go");
  EXPECT_THAT(values("x", states), ElementsAre(6, 6));
  EXPECT_THAT(values("y", states), ElementsAre(11, 21));
  EXPECT_TRUE(states[0].data.get(find_variable("i")).is_unknown()) << "locals are no state";
}

TEST_F(OneEvent, JoinsNeedAllSourcesForksEnterAllTargets) {
  chart.input("one").input("two").input("join").input("fork");
  two_regions();
  chart.state("out");
  chart.transition("a1", "a2").on("one");
  chart.transition("a2", "out").joins("b2").on("join");
  chart.transition("out", "a1, b2").on("fork");
  chart.transition("b1", "b2").on("two");
  start();
  after("one");
  EXPECT_THAT(after("join"), ElementsAre("a2", "b1"));
  after("two");
  EXPECT_THAT(after("join"), ElementsAre("out"));
  EXPECT_THAT(after("fork"), ElementsAre("a1", "b2"));
}

TEST_F(OneEvent, ExpressionsSeeStatesAndTheEventTaken) {
  chart.input("go").input("other");
  chart.state("a").state("b");
  chart.transition("a", "b").on("go");
  start();
  const Machine& machine = system.machines[0];
  after("go");
  const Interpreter& interpreter = simulation->interpreter();
  const auto holds = [&](ir::Var var) {
    return interpreter.evaluate(simulation->state(), core.context.var(var))->is_true();
  };
  EXPECT_FALSE(holds(machine.nodes[1].active));
  EXPECT_TRUE(holds(machine.nodes[2].active));
  EXPECT_TRUE(holds(machine.events[0].present));
  EXPECT_FALSE(holds(machine.events[1].present));
  EXPECT_TRUE(simulation->state().data.get(machine.nodes[2].active).is_unknown());
}

TEST_F(OneEvent, VariablesWithoutAnInitialValueHaveTheOneGiven) {
  chart.free_variable("x", core.context.int_type()).variable("y", "3");
  chart.state("a");
  system = single(chart.build());
  const ir::Var x = system.machines[0].variables[0].var;
  const ir::Var y = system.machines[0].variables[1].var;
  const Interpreter interpreter(core.context, system);
  EXPECT_EQ(interpreter.initial().data.get(x).as_small(), 0);
  ir::Valuation data;
  data.set(x, ir::Value::small(8));
  data.set(y, ir::Value::small(9));
  EXPECT_EQ(interpreter.initial(data).data.get(x).as_small(), 8);
  EXPECT_EQ(interpreter.initial(data).data.get(y).as_small(), 3);
}

TEST_F(OneEvent, BackUndoesTheLastCommand) {
  chart.input("go");
  chart.state("a").state("b").state("c");
  chart.transition("a", "b").on("go");
  chart.transition("b", "c").on("go");
  start();
  after("go");
  EXPECT_THAT(after("go"), ElementsAre("c"));
  EXPECT_TRUE(simulation->back());
  EXPECT_THAT(simulation->steps().back().configuration, ElementsAre("b"));
  EXPECT_TRUE(simulation->back());
  EXPECT_FALSE(simulation->back());
  EXPECT_THAT(after("go"), ElementsAre("b"));
}

}  // namespace
}  // namespace arges::model::statechart
