#include <gmock/gmock.h>

#include "model/statechart/simulation.h"
#include "support/statechart_builder.h"

// Machines that react to one event at a time: selection, conflicts, queues, deferral, timers.

namespace arges::model::statechart {
namespace {

using test::CoreText;
using test::StatechartBuilder;
using testing::ElementsAre;
using testing::IsEmpty;

class OneEvent : public testing::Test {
 protected:
  const Simulation::Step& start(std::uint32_t time_step = 0) {
    system_ = single(chart.build());
    system_.time_step = time_step;
    simulation_ = std::make_unique<Simulation>(core.context, system_);
    return simulation_->start();
  }
  std::vector<std::string> after(const std::string& event) {
    return simulation_->send(event).configuration;
  }
  /// The configurations that the first step after the event may lead to, in order.
  std::vector<std::vector<std::string>> all_after(const std::string& event) const {
    const Interpreter& interpreter = simulation_->interpreter();
    const auto taken = interpreter.outcomes(
        simulation_->state(),
        {.kind = StepKind::event, .event = simulation_->find_event(event)->event});
    std::vector<std::vector<std::string>> result;
    for (const Outcome& one : interpreter.outcomes(taken.at(0).state, {.kind = StepKind::react}))
      result.push_back(interpreter.configuration(one.state));
    return result;
  }
  std::int64_t value(const std::string& variable) const {
    for (const auto& [var, number] : simulation_->steps().back().variables)
      if (var->name == variable) return number.as_small();
    throw std::logic_error("no variable is named " + variable);
  }
  void two_regions() {
    chart.parallel("p", [&] {
      chart.region("r1", [&] { chart.state("a1").state("a2"); });
      chart.region("r2", [&] { chart.state("b1").state("b2"); });
    });
  }

  CoreText core;
  StatechartBuilder chart{core};
  System system_;
  std::unique_ptr<Simulation> simulation_;
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
  EXPECT_THAT(simulation_->send("go").outputs, ElementsAre("-b1", "-a1", "a", "b", "+a2", "+b2"));
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
  EXPECT_THAT(simulation_->send("go").outputs, ElementsAre("-a1", "a", "+a2", "-b1", "b", "+b2"));
}

TEST_F(OneEvent, InAnyOrderEveryOrderIsAnOutcome) {
  chart.semantics().firing = Semantics::Firing::one_by_one;
  chart.semantics().regions = Semantics::Regions::any_order;
  chart.input("go").variable("x", "1");
  two_regions();
  chart.transition("a1", "a2").on("go").does("x := x + 1");
  chart.transition("b1", "b2").on("go").does("x := x * 3");
  start();
  const Interpreter& interpreter = simulation_->interpreter();
  const auto taken =
      interpreter.outcomes(simulation_->state(), {.kind = StepKind::event, .event = 0});
  std::vector<std::int64_t> values;
  for (const Outcome& one : interpreter.outcomes(taken.at(0).state, {.kind = StepKind::react}))
    values.push_back(one.state.data.get(system_.machines[0].variables[0].var).as_small());
  EXPECT_THAT(values, ElementsAre(6, 4));
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
  EXPECT_THAT(all_after("go"), ElementsAre(ElementsAre("b")));
  EXPECT_THAT(simulation_->send("go").state.conflicts,
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
  EXPECT_THAT(all_after("go"), ElementsAre(ElementsAre("b"), ElementsAre("c")));
}

TEST_F(OneEvent, TheLargestPriorityOfSeveralEqualOnesAny) {
  chart.semantics().conflict = Semantics::Conflict::largest;
  chart.input("go");
  chart.state("a").state("b").state("c").state("d");
  chart.transition("a", "b").on("go").priority(1);
  chart.transition("a", "c").on("go").priority(5);
  chart.transition("a", "d").on("go").priority(5);
  start();
  EXPECT_THAT(all_after("go"), ElementsAre(ElementsAre("c"), ElementsAre("d")));
  EXPECT_THAT(simulation_->send("go").state.conflicts,
              ElementsAre(std::pair(0U, std::pair(1U, 2U))));
}

TEST_F(OneEvent, AnElseIsTakenOnlyIfNoOtherIsEnabledAndIsNoConflict) {
  chart.input("go").variable("x", "0");
  chart.state("a").state("b").state("c");
  chart.transition("a", "c").on("go").otherwise();
  chart.transition("a", "b").on("go").when("x = 0").does("x := 1");
  chart.transition("b", "a").on("go");
  start();
  const auto& first = simulation_->send("go");
  EXPECT_THAT(first.configuration, ElementsAre("b"));
  EXPECT_THAT(first.state.conflicts, IsEmpty());
  after("go");
  EXPECT_THAT(after("go"), ElementsAre("c"));
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

TEST_F(OneEvent, WhatNeverBecomesStableIsAnError) {
  chart.input("go").variable("x", "0");
  chart.state("a").state("b");
  chart.transition("a", "b").on("go");
  chart.transition("b", "b").does("x := x + 1");
  system_ = single(chart.build());
  Simulation simulation(core.context, system_, {.max_steps = 50});
  simulation.start();
  try {
    simulation.send("go");
    FAIL() << "should not become stable";
  } catch (const Simulation::Error& error) {
    EXPECT_STREQ(error.what(), "the system does not become stable within 50 steps");
  }
  EXPECT_EQ(simulation.steps().size(), 1U);
  EXPECT_THAT(simulation.interpreter().configuration(simulation.state()), ElementsAre("a"));
}

TEST_F(OneEvent, InternalEventsComeBeforeExternalOnes) {
  chart.input("go").internal("inside").self("later");
  chart.state("a").state("b").state("c").state("d");
  chart.transition("a", "b").on("go").does("raise later; raise inside");
  chart.transition("b", "c").on("inside").does("log inside");
  chart.transition("c", "d").on("later").does("log later");
  chart.transition("b", "a").on("later");
  start();
  const auto& step = simulation_->send("go");
  EXPECT_THAT(step.configuration, ElementsAre("d"));
  EXPECT_THAT(step.outputs, ElementsAre("inside", "later"));
}

TEST_F(OneEvent, TransitionsWithoutATriggerComeBeforeInternalEvents) {
  chart.input("go").internal("inside");
  chart.state("a").state("b").state("c").state("d");
  chart.transition("a", "b").on("go").does("raise inside");
  chart.transition("b", "c");
  chart.transition("b", "a").on("inside");
  chart.transition("c", "d").on("inside");
  start();
  EXPECT_THAT(after("go"), ElementsAre("d"));
}

TEST_F(OneEvent, ParametersAreThoseOfTheEventTaken) {
  chart.input("set", {{.name = "n", .initial = "7"}}).input("other");
  chart.variable("x", "0").variable("seen", "0");
  chart.state("a");
  chart.transition("a").on("set").does("x := set_n");
  chart.transition("a").on("other").does("seen := set_n");
  start();
  simulation_->send("set", {ir::Value::small(42)});
  EXPECT_EQ(value("x"), 42);
  simulation_->send("set");
  EXPECT_EQ(value("x"), 7);
  simulation_->send("set", {ir::Value::small(3)});
  simulation_->send("other");
  EXPECT_EQ(value("seen"), 7);
}

TEST_F(OneEvent, TheEnvironmentKeepsToTheRangesOfParameters) {
  chart.input("set", {{.name = "n", .initial = "0", .lowest = "1", .highest = "3"}});
  chart.variable("x", "0");
  chart.state("a");
  chart.transition("a").on("set").does("x := set_n");
  start();
  EXPECT_THROW(simulation_->send("set", {ir::Value::small(4)}), Simulation::Error);
  simulation_->send("set", {ir::Value::small(3)});
  EXPECT_EQ(value("x"), 3);
  simulation_->send("set");
  EXPECT_EQ(value("x"), 1);
}

TEST_F(OneEvent, EventsThatTriggerNothingAreLost) {
  chart.input("go").input("other");
  chart.state("a").state("b");
  chart.transition("a", "b").on("go");
  start();
  const auto& step = simulation_->send("other");
  EXPECT_THAT(step.configuration, ElementsAre("a"));
  EXPECT_THAT(step.state.lost, ElementsAre(EventRef{0, 1}));
  EXPECT_THAT(simulation_->send("go").state.lost, IsEmpty());
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
  const auto& first = simulation_->send("one");
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
  const auto& step = simulation_->send("go");
  EXPECT_EQ(step.state.place, (Place{Phase::ended, 0}));
  EXPECT_THAT(step.configuration, ElementsAre("f"));
  EXPECT_THAT(step.outputs, ElementsAre("exit"));
  // Raised before the end, it still waits; raised after it, it does not.
  EXPECT_EQ(step.state.machines[0].internal.size(), 1U);
  EXPECT_TRUE(simulation_->has_ended());
  EXPECT_THROW(simulation_->send("go"), Simulation::Error);
}

TEST_F(OneEvent, DeferredEventsComeAgainWhenNoStateDefersThem) {
  chart.input("work", {{.name = "n"}}).input("open").variable("x", "0");
  chart.state("closed").defers("work").state("open_now").state("busy");
  chart.transition("closed", "open_now").on("open");
  chart.transition("open_now", "busy").on("work").does("x := work_n");
  start();
  const auto& deferred = simulation_->send("work", {ir::Value::small(5)});
  EXPECT_THAT(deferred.configuration, ElementsAre("closed"));
  EXPECT_THAT(deferred.state.lost, IsEmpty());
  EXPECT_EQ(deferred.state.machines[0].deferred.size(), 1U);
  const auto& opened = simulation_->send("open");
  EXPECT_THAT(opened.configuration, ElementsAre("busy"));
  EXPECT_EQ(value("x"), 5);
  EXPECT_THAT(opened.state.machines[0].deferred, IsEmpty());
}

TEST_F(OneEvent, ATransitionAtTheDeferringStateOverridesOneInASiblingRegionDoesNot) {
  chart.input("inside").input("beside").variable("x", "0");
  chart.parallel("p", [&] {
    chart.region("r1", [&] {
      chart.compound("s", [&] { chart.state("a1").state("a2"); }).defers("inside, beside");
    });
    chart.region("r2", [&] { chart.state("b"); });
  });
  chart.transition("a1", "a2").on("inside");
  chart.transition("b").on("beside").does("x := 1");
  start();
  EXPECT_THAT(after("inside"), ElementsAre("a2", "b"));
  after("beside");
  EXPECT_EQ(value("x"), 0);
  EXPECT_EQ(simulation_->state().machines[0].deferred.size(), 1U);
}

TEST_F(OneEvent, QueuesThatOverflowEndTheRun) {
  chart.machine().internal_capacity = 2;
  chart.machine().external_capacity = 1;
  chart.machine().deferred_capacity = 1;
  chart.input("inside").input("outside").input("wait");
  chart.internal("i").self("s");
  chart.state("a").defers("wait");
  chart.transition("a").on("inside").does("raise i; raise i; raise i");
  chart.transition("a").on("outside").does("raise s; raise s");
  start();
  EXPECT_EQ(simulation_->send("inside").state.problem, Problem::internal_queue_full);
  ASSERT_TRUE(simulation_->back());
  EXPECT_EQ(simulation_->send("outside").state.problem, Problem::external_queue_full);
  ASSERT_TRUE(simulation_->back());
  EXPECT_EQ(simulation_->send("wait").state.problem, Problem::none);
  EXPECT_EQ(simulation_->send("wait").state.problem, Problem::deferred_queue_full);
  EXPECT_THAT(simulation_->interpreter().steps(simulation_->state()), IsEmpty());
}

TEST_F(OneEvent, TimersSendTheirEventsWhenTheyAreDue) {
  chart.input("go").inner_input("slow").inner_input("fast", {{.name = "n"}});
  chart.event_timer("t1", "slow").event_timer("t2", "fast").variable("x", "0");
  chart.state("a").state("b").state("c").state("d");
  chart.transition("a", "b").on("go").does("start t1(20); start t2(15, 9)");
  chart.transition("b", "c").on("fast").does("x := fast_n");
  chart.transition("c", "d").on("slow");
  start(10);
  after("go");
  EXPECT_THAT(simulation_->advance(10).configuration, ElementsAre("b"));
  // Both are due with the second step: the fast one first.
  EXPECT_THAT(simulation_->advance(10).configuration, ElementsAre("d"));
  EXPECT_EQ(value("x"), 9);
  EXPECT_THROW(simulation_->advance(5), Simulation::Error);
}

TEST_F(OneEvent, TimersSendAtOnceAfterNoTimeAndNotAtAllWhenStopped) {
  chart.input("now").input("stop").inner_input("due").event_timer("t", "due");
  chart.state("a").state("b");
  chart.transition("a", "b").on("due");
  chart.transition("a").on("stop").does("start t(10); stop t");
  chart.transition("a").on("now").does("start t(0)");
  start(10);
  after("stop");
  EXPECT_THAT(simulation_->advance(50).configuration, ElementsAre("a"));
  EXPECT_THAT(after("now"), ElementsAre("b"));
}

TEST_F(OneEvent, ATimerThatIsStartedAgainWhileItRunsIsAProblem) {
  chart.input("go").inner_input("due").event_timer("t", "due");
  chart.state("a");
  chart.transition("a").on("go").does("start t(30)");
  start(10);
  EXPECT_EQ(simulation_->send("go").state.problem, Problem::none);
  EXPECT_EQ(simulation_->send("go").state.problem, Problem::timer_running);
}

TEST_F(OneEvent, FailedAssertionsAreRemembered) {
  chart.input("go").variable("x", "0");
  chart.state("a");
  chart.transition("a").on("go").does("assert x < 1; x := x + 1");
  start();
  EXPECT_THAT(simulation_->send("go").state.failed, IsEmpty());
  EXPECT_THAT(simulation_->send("go").state.failed, ElementsAre(std::pair(0U, 0U)));
}

TEST_F(OneEvent, ActionsBranchLoopAndChoose) {
  chart.input("go").variable("x", "0").variable("y", "0");
  chart.variable("i", "0", Variable::Lifetime::local);
  chart.state("a");
  chart.transition("a").on("go").does(
      "for i from 1 to 4 do x := x + i; if x = 6 then y := 1 else y := 2;"
      "choose x > 100: y := 3 | x > 1: y := y + 10 | x > 2: y := y + 20 | y := 4");
  start();
  const Interpreter& interpreter = simulation_->interpreter();
  const auto taken =
      interpreter.outcomes(simulation_->state(), {.kind = StepKind::event, .event = 0});
  std::vector<std::int64_t> values;
  const auto& variables = system_.machines[0].variables;
  for (const Outcome& one : interpreter.outcomes(taken.at(0).state, {.kind = StepKind::react})) {
    EXPECT_EQ(one.state.data.get(variables[0].var).as_small(), 6);
    EXPECT_TRUE(one.state.data.get(variables[2].var).is_unknown()) << "locals are no state";
    values.push_back(one.state.data.get(variables[1].var).as_small());
  }
  EXPECT_THAT(values, ElementsAre(11, 21));
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

TEST_F(OneEvent, OutputsArePresentUntilTheNextEvent) {
  chart.input("go").input("other").output("out", {{.name = "n"}});
  chart.state("a");
  chart.transition("a").on("go").does("raise out(5)");
  start();
  const Event& out = system_.machines[0].events[2];
  const auto& step = simulation_->send("go");
  EXPECT_THAT(step.outputs, ElementsAre("out(5)"));
  EXPECT_TRUE(step.state.data.get(out.present).is_true());
  EXPECT_EQ(step.state.data.get(out.parameters[0].value).as_small(), 5);
  const auto& next = simulation_->send("other");
  EXPECT_TRUE(next.state.data.get(out.present).is_false());
  EXPECT_EQ(next.state.data.get(out.parameters[0].value).as_small(), 0);
}

TEST_F(OneEvent, ExpressionsSeeStatesAndTheEventTaken) {
  chart.input("go").input("other");
  chart.state("a").state("b");
  chart.transition("a", "b").on("go");
  start();
  const Machine& machine = system_.machines[0];
  after("go");
  const Interpreter& interpreter = simulation_->interpreter();
  const auto holds = [&](ir::Var var) {
    return interpreter.evaluate(simulation_->state(), core.context.var(var))->is_true();
  };
  EXPECT_FALSE(holds(machine.nodes[1].active));
  EXPECT_TRUE(holds(machine.nodes[2].active));
  EXPECT_TRUE(holds(machine.events[0].present));
  EXPECT_FALSE(holds(machine.events[1].present));
  EXPECT_TRUE(simulation_->state().data.get(machine.nodes[2].active).is_unknown());
}

TEST_F(OneEvent, VariablesWithoutAnInitialValueHaveTheOneGiven) {
  chart.free_variable("x", core.context.int_type()).variable("y", "3");
  chart.state("a");
  system_ = single(chart.build());
  const ir::Var x = system_.machines[0].variables[0].var;
  const ir::Var y = system_.machines[0].variables[1].var;
  const Interpreter interpreter(core.context, system_);
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
  EXPECT_TRUE(simulation_->back());
  EXPECT_THAT(simulation_->steps().back().configuration, ElementsAre("b"));
  EXPECT_TRUE(simulation_->back());
  EXPECT_FALSE(simulation_->back());
  EXPECT_THAT(after("go"), ElementsAre("b"));
}

}  // namespace
}  // namespace arges::model::statechart
