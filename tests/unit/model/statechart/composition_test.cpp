#include <gmock/gmock.h>

#include "model/statechart/simulation.h"
#include "support/statechart_builder.h"

// Several machines: in lock step, in a cascade, behind queues, each with queues of its own.

namespace arges::model::statechart {
namespace {

using test::CoreText;
using test::StatechartBuilder;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

class Composed : public testing::Test {
 protected:
  static void in_cycles(StatechartBuilder& chart) {
    chart.semantics() = {.reaction = Semantics::Reaction::all_events,
                         .priority = Semantics::Priority::outer_first,
                         .firing = Semantics::Firing::one_by_one,
                         .step = Semantics::Step::once};
  }
  /// Counts what comes in up to three, and passes it on.
  Machine relay(const std::string& name) {
    StatechartBuilder chart(core, name);
    in_cycles(chart);
    chart.input("in", {{.name = "n"}}).output("out", {{.name = "n"}});
    chart.state("c0").state("c1").state("c2").state("c3");
    for (const char* step : {"c0 c1", "c1 c2", "c2 c3"})
      chart.transition({step, 2}, step + 3).on("in").does("raise out(in_n + 1)");
    return chart.build();
  }
  /// Two relays, the first of which the environment sends to: m0 → m1.
  void two_relays(Component::Kind kind, std::vector<ComponentId> execution = {}) {
    system.machines = {relay("m0"), relay("m1")};
    system.machines[1].events[0].is_environment = false;
    system.components = {{.kind = Component::Kind::machine, .name = "m0", .machine = 0},
                         {.kind = Component::Kind::machine, .name = "m1", .machine = 1},
                         {.kind = kind,
                          .name = "all",
                          .children = {0, 1},
                          .execution = std::move(execution),
                          .channels = {{.from = {0, 1}, .to = {1, 0}}}}};
  }
  void start() {
    simulation = std::make_unique<Simulation>(core.context, system);
    simulation->start();
  }
  ir::Value parameter(EventRef event) const {
    const Event& what = system.machines[event.machine].events[event.event];
    return simulation->state().data.get(what.parameters.at(0).value);
  }

  CoreText core;
  System system;
  std::unique_ptr<Simulation> simulation;
};

TEST_F(Composed, InLockStepOutputsArriveInTheNextCycle) {
  two_relays(Component::Kind::synchronous);
  start();
  EXPECT_THAT(simulation->cycle({{"m0.in", {ir::Value::small(4)}}}).configuration,
              ElementsAre("m0.c1", "m1.c0"));
  EXPECT_EQ(parameter({1, 0}).as_small(), 5);
  EXPECT_THAT(simulation->cycle({}).configuration, ElementsAre("m0.c1", "m1.c1"));
  EXPECT_THAT(simulation->steps().back().outputs, ElementsAre("m1.out(6)"));
  EXPECT_THAT(simulation->cycle({}).configuration, ElementsAre("m0.c1", "m1.c1"));
}

TEST_F(Composed, InACascadeLaterOnesSeeOutputsAtOnce) {
  two_relays(Component::Kind::cascade);
  start();
  EXPECT_THAT(simulation->cycle({{"in"}}).configuration, ElementsAre("m0.c1", "m1.c1"));
  EXPECT_THAT(simulation->cycle({}).configuration, ElementsAre("m0.c1", "m1.c1"))
      << "what was delivered is not so again";
}

TEST_F(Composed, InACascadeEarlierOnesSeeOutputsInTheNextCycle) {
  two_relays(Component::Kind::cascade, {1, 0});
  start();
  EXPECT_THAT(simulation->cycle({{"in"}}).configuration, ElementsAre("m0.c1", "m1.c0"));
  EXPECT_THAT(simulation->cycle({}).configuration, ElementsAre("m0.c1", "m1.c1"));
  EXPECT_THAT(simulation->cycle({}).configuration, ElementsAre("m0.c1", "m1.c1"));
}

TEST_F(Composed, AScheduleMayRepeatAndInputsLastForOneRun) {
  two_relays(Component::Kind::cascade, {0, 0, 1, 1});
  start();
  EXPECT_THAT(simulation->cycle({{"in"}}).configuration, ElementsAre("m0.c1", "m1.c1"));
}

TEST_F(Composed, ACascadeMayRunAsPartOfTheStart) {
  two_relays(Component::Kind::cascade);
  StatechartBuilder chart(core, "m0");
  in_cycles(chart);
  chart.input("in", {{.name = "n"}}).output("out", {{.name = "n"}});
  chart.state("c0").state("c1");
  chart.transition("c0", "c1").does("raise out");
  system.machines[0] = chart.build();
  system.components.back().initial_execution = {0, 1};
  start();
  EXPECT_THAT(simulation->steps().back().configuration, ElementsAre("m0.c1", "m1.c1"));
}

class Adapters : public Composed {
 protected:
  /// Each relay behind an adapter with a queue of two.
  void two_adapters(Component::Kind kind, MessageQueue::Discard discard) {
    system.machines = {relay("m0"), relay("m1")};
    system.machines[1].events[0].is_environment = false;
    for (MachineId m : {0U, 1U}) {
      system.queues.push_back({.name = "q", .events = {{m, 0}}, .capacity = 2, .discard = discard});
      system.components.push_back(
          {.kind = Component::Kind::machine, .name = "machine", .machine = m});
      system.components.push_back({.kind = Component::Kind::adapter,
                                   .name = "adapter",
                                   .children = {2 * m},
                                   .queues = {m},
                                   .rules = {{}}});
    }
    system.components.push_back({.kind = kind,
                                 .name = "all",
                                 .children = {1, 3},
                                 .channels = {{.from = {0, 1}, .to = {1, 0}}}});
    interpreter = std::make_unique<Interpreter>(core.context, system);
    state = only({.kind = StepKind::init}, interpreter->initial());
  }
  State only(const StepChoice& step, const State& from) const {
    const auto outcomes = interpreter->outcomes(from, step);
    EXPECT_THAT(outcomes, SizeIs(1));
    return outcomes.at(0).state;
  }
  void arrive(std::int64_t number) {
    state = only({.kind = StepKind::arrive, .event = 0, .arguments = {ir::Value::small(number)}},
                 state);
  }
  void turn(ComponentId component) {
    state = only({.kind = StepKind::turn, .component = component}, state);
  }
  std::vector<std::int64_t> waiting(QueueId queue) const {
    std::vector<std::int64_t> result;
    for (const RoutedMessage& message : state.queues[queue])
      result.push_back(message.arguments.at(0).as_small());
    return result;
  }
  std::vector<StepKind> kinds() const {
    std::vector<StepKind> result;
    for (const StepChoice& step : interpreter->steps(state))
      if (step.kind != StepKind::wait) result.push_back(step.kind);
    return result;
  }

  std::unique_ptr<Interpreter> interpreter;
  State state;
};

TEST_F(Adapters, TakeOneMessageInATurnAndPassOutputsToQueues) {
  two_adapters(Component::Kind::asynchronous, MessageQueue::Discard::incoming);
  EXPECT_THAT(kinds(), ElementsAre(StepKind::arrive));
  arrive(10);
  arrive(20);
  EXPECT_THAT(waiting(0), ElementsAre(10, 20));
  EXPECT_THAT(kinds(), ElementsAre(StepKind::turn)) << "no room for a third";
  turn(1);
  EXPECT_THAT(interpreter->configuration(state), ElementsAre("m0.c1", "m1.c0"));
  EXPECT_THAT(waiting(0), ElementsAre(20));
  EXPECT_THAT(waiting(1), ElementsAre(11));
  EXPECT_THAT(kinds(), ElementsAre(StepKind::arrive, StepKind::turn, StepKind::turn));
  turn(3);
  EXPECT_THAT(interpreter->configuration(state), ElementsAre("m0.c1", "m1.c1"));
  EXPECT_THAT(waiting(1), IsEmpty());
  EXPECT_THAT(interpreter->outcomes(state, {.kind = StepKind::turn, .component = 3}), IsEmpty());
}

TEST_F(Adapters, FullQueuesDropWhatComesIn) {
  two_adapters(Component::Kind::asynchronous, MessageQueue::Discard::incoming);
  for (const std::int64_t n : {10, 20, 30}) {
    arrive(n);
    turn(1);
  }
  EXPECT_THAT(waiting(1), ElementsAre(11, 21));
}

TEST_F(Adapters, OrTheOldestMakesRoom) {
  two_adapters(Component::Kind::asynchronous, MessageQueue::Discard::oldest);
  for (const std::int64_t n : {10, 20, 30}) {
    arrive(n);
    turn(1);
  }
  EXPECT_THAT(waiting(1), ElementsAre(21, 31));
  arrive(1);
  arrive(2);
  arrive(3);
  EXPECT_THAT(waiting(0), ElementsAre(2, 3));
}

TEST_F(Adapters, AScheduleGivesEachATurn) {
  two_adapters(Component::Kind::scheduled, MessageQueue::Discard::incoming);
  arrive(10);
  turn(4);
  EXPECT_THAT(interpreter->configuration(state), ElementsAre("m0.c1", "m1.c1"));
  turn(4);
  EXPECT_THAT(interpreter->configuration(state), ElementsAre("m0.c1", "m1.c1"));
}

TEST_F(Adapters, TheQueueOfTheLargestPriorityComesFirstAndRulesSayWhatRuns) {
  StatechartBuilder chart(core, "m");
  in_cycles(chart);
  chart.input("low").input("high");
  chart.state("a").state("b").state("c");
  chart.transition("a", "b").on_formula("low and high");
  chart.transition("a", "c").on_formula("low and not high");
  system.machines.push_back(chart.build());
  system.queues = {{.name = "low", .events = {{0, 0}}, .priority = 1},
                   {.name = "high", .events = {{0, 1}}, .priority = 2}};
  system.components = {{.kind = Component::Kind::machine, .name = "machine"},
                       {.kind = Component::Kind::adapter,
                        .name = "adapter",
                        .children = {0},
                        .queues = {0, 1},
                        .rules = {{.events = {{0, 0}}}}}};
  interpreter = std::make_unique<Interpreter>(core.context, system);
  state = only({.kind = StepKind::init}, interpreter->initial());
  state = only({.kind = StepKind::arrive, .event = 0}, state);
  state = only({.kind = StepKind::arrive, .event = 1}, state);
  turn(1);
  // No rule is about the event of the first queue: it stays present.
  EXPECT_THAT(interpreter->configuration(state), ElementsAre("m.a"));
  EXPECT_THAT(state.queues[0], SizeIs(1));
  EXPECT_THAT(state.queues[1], IsEmpty());
  turn(1);
  EXPECT_THAT(interpreter->configuration(state), ElementsAre("m.b"));
}

TEST_F(Adapters, MessagesWaitInTheSimulationForATurn) {
  two_adapters(Component::Kind::asynchronous, MessageQueue::Discard::incoming);
  start();
  EXPECT_THAT(simulation->send("in").configuration, ElementsAre("m0.c0", "m1.c0"));
  for (int i = 0; i < 2; ++i) {
    ASSERT_THAT(simulation->possible_turns(), SizeIs(1));
    simulation->turn(simulation->possible_turns().front());
  }
  EXPECT_THAT(simulation->steps().back().configuration, ElementsAre("m0.c1", "m1.c1"));
  EXPECT_THAT(simulation->possible_turns(), IsEmpty());
}

class WithQueues : public Composed {
 protected:
  /// A client that asks, and a server that answers when it has worked twice.
  void client_and_server() {
    StatechartBuilder client(core, "client");
    client.input("go").inner_input("answer", {{.name = "n"}}).output("ask", {{.name = "n"}});
    client.variable("got", "0");
    client.state("idle").state("waits");
    client.transition("idle", "waits").on("go").does("raise ask(20)");
    client.transition("waits", "idle").on("answer").does("got := answer_n");
    StatechartBuilder server(core, "server");
    server.inner_input("ask", {{.name = "n"}}).output("answer", {{.name = "n"}}).internal("more");
    server.variable("x", "0");
    server.state("idle").state("works");
    server.transition("idle", "works").on("ask").does("x := ask_n; raise more");
    server.transition("works", "idle").on("more").does("raise answer(x + 1)");
    system.machines = {client.build(), server.build()};
    system.components = {
        {.kind = Component::Kind::machine, .name = "machine", .machine = 0},
        {.kind = Component::Kind::machine, .name = "machine", .machine = 1},
        {.kind = Component::Kind::asynchronous,
         .name = "asynchronous",
         .children = {0, 1},
         .channels = {{.from = {0, 2}, .to = {1, 0}}, {.from = {1, 1}, .to = {0, 1}}}}};
  }
};

TEST_F(WithQueues, TheyStartOneAfterTheOther) {
  client_and_server();
  const Interpreter interpreter(core.context, system);
  State state = interpreter.initial();
  std::vector<std::string> places;
  while (!Interpreter::is_stable(state)) {
    places.push_back(to_string(system, state.place));
    state = interpreter.outcomes(state, interpreter.steps(state).at(0)).at(0).state;
  }
  EXPECT_THAT(places,
              ElementsAre("client: start", "client: starting", "server: start", "server: busy"));
  EXPECT_THAT(interpreter.configuration(state), ElementsAre("client.idle", "server.idle"));
}

TEST_F(WithQueues, ChannelsLeadIntoExternalQueues) {
  client_and_server();
  start();
  const Simulation::Step& step = simulation->send("go");
  EXPECT_THAT(step.configuration, ElementsAre("client.idle", "server.idle"));
  EXPECT_THAT(step.outputs, ElementsAre("client.ask(20)", "server.answer(21)"));
  EXPECT_EQ(step.variables.at(0).second.as_small(), 21);
  std::vector<StepKind> kinds;
  for (const StepChoice& choice : step.choices) kinds.push_back(choice.kind);
  EXPECT_THAT(kinds, ElementsAre(StepKind::event, StepKind::react, StepKind::settle,   // go
                                 StepKind::take, StepKind::react,                      // ask
                                 StepKind::next, StepKind::react, StepKind::settle,    // more
                                 StepKind::take, StepKind::react, StepKind::settle));  // answer
}

TEST_F(WithQueues, TheEnvironmentWaitsWhileSomethingWaitsInAQueue) {
  client_and_server();
  const Interpreter interpreter(core.context, system);
  State state = interpreter.initial();
  while (!Interpreter::is_stable(state))
    state = interpreter.outcomes(state, interpreter.steps(state).at(0)).at(0).state;
  for (const StepKind kind : {StepKind::event, StepKind::react, StepKind::settle}) {
    ASSERT_EQ(interpreter.steps(state).at(0).kind, kind);
    state = interpreter.outcomes(state, interpreter.steps(state).at(0)).at(0).state;
  }
  ASSERT_EQ(state.place, (Place{Phase::waiting, 0}));
  EXPECT_THAT(interpreter.steps(state), SizeIs(1));
  EXPECT_EQ(interpreter.steps(state).at(0).kind, StepKind::take);
  EXPECT_EQ(interpreter.steps(state).at(0).machine, 1U);
  EXPECT_THAT(interpreter.outcomes(state, {.kind = StepKind::event, .event = 0}), IsEmpty());
}

TEST_F(WithQueues, IntoAMachineThatHasEndedNothingIsPut) {
  StatechartBuilder sender(core, "sender");
  sender.input("go").output("out");
  sender.state("a");
  sender.transition("a").on("go").does("raise out");
  StatechartBuilder receiver(core, "receiver");
  receiver.inner_input("in");
  receiver.state("a").final_state("f");
  receiver.transition("a", "f").on("in");
  system.machines = {sender.build(), receiver.build()};
  system.components = {{.kind = Component::Kind::machine, .name = "machine", .machine = 0},
                       {.kind = Component::Kind::machine, .name = "machine", .machine = 1},
                       {.kind = Component::Kind::asynchronous,
                        .name = "asynchronous",
                        .children = {0, 1},
                        .channels = {{.from = {0, 1}, .to = {1, 0}}}}};
  start();
  EXPECT_THAT(simulation->send("go").configuration, ElementsAre("receiver.f", "sender.a"));
  const Simulation::Step& again = simulation->send("go");
  EXPECT_THAT(again.state.machines[1].external, IsEmpty());
  EXPECT_EQ(again.state.place, (Place{Phase::idle, 0}));
}

}  // namespace
}  // namespace arges::model::statechart
