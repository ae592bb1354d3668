#include <gmock/gmock.h>

#include "support/one_machine.h"

// Machines that react to one event at a time: where events come from, wait and go to.

namespace arges::model::statechart {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

class Queued : public test::OneMachine {};

TEST_F(Queued, InternalEventsComeBeforeExternalOnes) {
  chart.input("go").internal("inside").self("later");
  chart.state("a").state("b").state("c").state("d");
  chart.transition("a", "b").on("go").does("raise later; raise inside");
  chart.transition("b", "c").on("inside").does("log inside");
  chart.transition("c", "d").on("later").does("log later");
  chart.transition("b", "a").on("later");
  start();
  const auto& step = simulation->send("go");
  EXPECT_THAT(step.configuration, ElementsAre("d"));
  EXPECT_THAT(step.outputs, ElementsAre("inside", "later"));
}

TEST_F(Queued, TransitionsWithoutATriggerComeBeforeInternalEvents) {
  chart.input("go").internal("inside");
  chart.state("a").state("b").state("c").state("d");
  chart.transition("a", "b").on("go").does("raise inside");
  chart.transition("b", "c");
  chart.transition("b", "a").on("inside");
  chart.transition("c", "d").on("inside");
  start();
  EXPECT_THAT(after("go"), ElementsAre("d"));
}

TEST_F(Queued, ParametersAreThoseOfTheEventTaken) {
  chart.input("set", {{.name = "n", .initial = "7"}}).input("other");
  chart.variable("x", "0").variable("seen", "0");
  chart.state("a");
  chart.transition("a").on("set").does("x := set_n");
  chart.transition("a").on("other").does("seen := set_n");
  start();
  simulation->send("set", {ir::Value::small(42)});
  EXPECT_EQ(value("x"), 42);
  simulation->send("set");
  EXPECT_EQ(value("x"), 7);
  simulation->send("set", {ir::Value::small(3)});
  simulation->send("other");
  EXPECT_EQ(value("seen"), 7);
}

TEST_F(Queued, TheEnvironmentKeepsToTheRangesOfParameters) {
  chart.input("set", {{.name = "n", .initial = "0", .lowest = "1", .highest = "3"}});
  chart.variable("x", "0");
  chart.state("a");
  chart.transition("a").on("set").does("x := set_n");
  start();
  EXPECT_THROW(simulation->send("set", {ir::Value::small(4)}), Simulation::Error);
  simulation->send("set", {ir::Value::small(3)});
  EXPECT_EQ(value("x"), 3);
  simulation->send("set");
  EXPECT_EQ(value("x"), 1);
}

TEST_F(Queued, EventsThatTriggerNothingAreLost) {
  chart.input("go").input("other");
  chart.state("a").state("b");
  chart.transition("a", "b").on("go");
  start();
  const auto& step = simulation->send("other");
  EXPECT_THAT(step.configuration, ElementsAre("a"));
  EXPECT_THAT(step.state.lost, ElementsAre(EventRef{0, 1}));
  EXPECT_THAT(simulation->send("go").state.lost, IsEmpty());
}

TEST_F(Queued, TransitionsWithoutATriggerAreNoReaction) {
  chart.input("go");
  chart.state("a").state("b");
  chart.transition("a", "b").when("go");
  start();
  const auto& step = simulation->send("go");
  EXPECT_THAT(step.configuration, ElementsAre("b"));
  EXPECT_THAT(step.state.lost, ElementsAre(EventRef{0, 0}));
}

TEST_F(Queued, DeferredEventsComeAgainWhenNoStateDefersThem) {
  chart.input("work", {{.name = "n"}}).input("open").variable("x", "0");
  chart.state("closed").defers("work").state("open_now").state("busy");
  chart.transition("closed", "open_now").on("open");
  chart.transition("open_now", "busy").on("work").does("x := work_n");
  start();
  const auto& deferred = simulation->send("work", {ir::Value::small(5)});
  EXPECT_THAT(deferred.configuration, ElementsAre("closed"));
  EXPECT_THAT(deferred.state.lost, IsEmpty());
  EXPECT_EQ(deferred.state.machines[0].deferred.size(), 1U);
  const auto& opened = simulation->send("open");
  EXPECT_THAT(opened.configuration, ElementsAre("busy"));
  EXPECT_EQ(value("x"), 5);
  EXPECT_THAT(opened.state.machines[0].deferred, IsEmpty());
}

TEST_F(Queued, ATransitionAtTheDeferringStateOverridesOneInASiblingRegionDoesNot) {
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
  EXPECT_EQ(simulation->state().machines[0].deferred.size(), 1U);
}

TEST_F(Queued, DeferredEventsComeAgainWhenSomethingInsideCanTakeThem) {
  chart.input("work", {{.name = "n"}}).input("ready").variable("x", "0");
  chart.compound("shop", [&] { chart.state("closed").state("open_now").state("done"); })
      .defers("work");
  chart.transition("closed", "open_now").on("ready");
  chart.transition("open_now", "done").on("work").when("work_n > 3").does("x := work_n");
  start();
  for (const int n : {1, 5, 2})
    EXPECT_THAT(simulation->send("work", {ir::Value::small(n)}).configuration,
                ElementsAre("closed"));
  // The guard is read with the arguments of each, so that the second is the first to be taken.
  const auto& opened = simulation->send("ready");
  EXPECT_THAT(opened.configuration, ElementsAre("done"));
  EXPECT_EQ(value("x"), 5);
  EXPECT_EQ(opened.state.machines[0].deferred.size(), 2U) << "nothing takes the others";
}

TEST_F(Queued, QueuesThatOverflowEndTheRun) {
  chart.machine().internal_capacity = 2;
  chart.machine().external_capacity = 1;
  chart.machine().deferred_capacity = 1;
  chart.input("inside").input("outside").input("wait");
  chart.internal("i").self("s");
  chart.state("a").defers("wait");
  chart.transition("a").on("inside").does("raise i; raise i; raise i");
  chart.transition("a").on("outside").does("raise s; raise s");
  start();
  EXPECT_EQ(simulation->send("inside").state.problem, Problem::internal_queue_full);
  ASSERT_TRUE(simulation->back());
  EXPECT_EQ(simulation->send("outside").state.problem, Problem::external_queue_full);
  ASSERT_TRUE(simulation->back());
  EXPECT_EQ(simulation->send("wait").state.problem, Problem::nothing);
  EXPECT_EQ(simulation->send("wait").state.problem, Problem::deferred_queue_full);
  EXPECT_THAT(simulation->interpreter().steps(simulation->state()), IsEmpty());
}

TEST_F(Queued, TheFirstProblemCounts) {
  chart.machine().internal_capacity = 1;
  chart.machine().external_capacity = 1;
  chart.input("go").internal("i").self("s").variable("x", "0");
  chart.state("a");
  chart.transition("a").on("go").does("raise i; raise i; raise s; raise s; x := 1");
  start();
  EXPECT_EQ(simulation->send("go").state.problem, Problem::internal_queue_full);
  EXPECT_EQ(value("x"), 1) << "what the step still does is done";
  EXPECT_EQ(simulation->state().machines[0].internal.size(), 1U);
}

TEST_F(Queued, TimersSendTheirEventsWhenTheyAreDue) {
  chart.input("go").inner_input("slow").inner_input("fast", {{.name = "n"}});
  chart.event_timer("t1", "slow").event_timer("t2", "fast").variable("x", "0");
  chart.state("a").state("b").state("c").state("d");
  chart.transition("a", "b").on("go").does("start t1(20); start t2(15, 9)");
  chart.transition("b", "c").on("fast").does("x := fast_n");
  chart.transition("c", "d").on("slow");
  start(10);
  after("go");
  EXPECT_THAT(simulation->advance(10).configuration, ElementsAre("b"));
  // Both are due with the second step: the fast one first.
  EXPECT_THAT(simulation->advance(10).configuration, ElementsAre("d"));
  EXPECT_EQ(value("x"), 9);
  EXPECT_THROW(simulation->advance(5), Simulation::Error);
}

TEST_F(Queued, TimersThatAreDueTogetherSendInTheOrderInWhichTheyWereStarted) {
  chart.input("go").input("more").inner_input("first").inner_input("second").inner_input("third");
  chart.event_timer("t1", "first").event_timer("t2", "second").event_timer("t3", "third");
  chart.variable("x", "0").state("a");
  chart.transition("a").on("go").does("start t3(20); start t2(20)");
  chart.transition("a").on("more").does("start t1(10); stop t3; start t3(10)");
  chart.transition("a").on("first").does("x := 10 * x + 1");
  chart.transition("a").on("second").does("x := 10 * x + 2");
  chart.transition("a").on("third").does("x := 10 * x + 3");
  start(10);
  after("go");
  simulation->advance(10);
  after("more");
  simulation->advance(10);
  EXPECT_EQ(value("x"), 213);
  // What was due first is first, whenever it was started.
  after("go");
  simulation->advance(20);
  EXPECT_EQ(value("x"), 21332);
}

TEST_F(Queued, TimersSendAtOnceAfterNoTimeAndNotAtAllWhenStopped) {
  chart.input("now").input("stop").inner_input("due").event_timer("t", "due");
  chart.state("a").state("b");
  chart.transition("a", "b").on("due");
  chart.transition("a").on("stop").does("start t(10); stop t");
  chart.transition("a").on("now").does("start t(0)");
  start(10);
  after("stop");
  EXPECT_THAT(simulation->advance(50).configuration, ElementsAre("a"));
  EXPECT_THAT(after("now"), ElementsAre("b"));
}

TEST_F(Queued, ATimerThatIsStartedAgainWhileItRunsIsAProblem) {
  chart.input("go").inner_input("due").event_timer("t", "due");
  chart.state("a");
  chart.transition("a").on("go").does("start t(30)");
  start(10);
  EXPECT_EQ(simulation->send("go").state.problem, Problem::nothing);
  EXPECT_EQ(simulation->send("go").state.problem, Problem::timer_running);
}

TEST_F(Queued, OutputsArePresentUntilTheNextEvent) {
  chart.input("go").input("other").output("out", {{.name = "n"}});
  chart.state("a");
  chart.transition("a").on("go").does("raise out(5)");
  start();
  const Event& out = system.machines[0].events[2];
  const auto& step = simulation->send("go");
  EXPECT_THAT(step.outputs, ElementsAre("out(5)"));
  EXPECT_TRUE(step.state.data.get(out.present).is_true());
  EXPECT_EQ(step.state.data.get(out.parameters[0].value).as_small(), 5);
  const auto& next = simulation->send("other");
  EXPECT_TRUE(next.state.data.get(out.present).is_false());
  EXPECT_EQ(next.state.data.get(out.parameters[0].value).as_small(), 0);
}

}  // namespace
}  // namespace arges::model::statechart
