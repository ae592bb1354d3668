// Compositions of Gamma's statecharts.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/gamma_model.h"

namespace arges::frontend {
namespace {

using model::statechart::Channel;
using model::statechart::Component;
using model::statechart::Execution;
using model::statechart::Simulation;
using model::statechart::System;
using test::GammaModel;
using testing::ElementsAre;
using testing::HasSubstr;

const std::string parts = R"(package test
interface Signal { out event go(value : integer) in event back }
interface Wish { out event press }
statechart Sender(step : integer) [ port wish : requires Wish, port out_ : provides Signal ] {
  var sum : integer
  region r { initial i state S } transition from i to S
  transition from S to S when wish.press / sum := sum + step; raise out_.go(sum);
  transition from S to S when out_.back / sum := 0;
}
statechart Receiver [ port in_ : requires Signal ] {
  var last : integer
  region r { initial i state Waiting state Done } transition from i to Waiting
  transition from Waiting to Done when in_.go / last := in_.go::value;
  transition from Done to Waiting when cycle / raise in_.back;
}
)";

std::string composite(const std::string& kind, const std::string& more = "") {
  return parts + kind + " System [ port wish : requires Wish ] {\n" +
         "component a : Sender(2 + 3) component b : Receiver " + more +
         " bind wish -> a.wish channel [ a.out_ ] -o)- [ b.in_ ] }";
}

std::string name(const System& system, const model::statechart::EventRef& event) {
  const auto& machine = system.machines[event.machine];
  return machine.qualified(machine.events[event.event].name);
}

std::vector<std::string> channels(const System& system, const Component& component) {
  std::vector<std::string> result;
  for (const Channel& channel : component.channels)
    result.push_back(name(system, channel.from) + " -> " + name(system, channel.to));
  return result;
}

std::vector<std::string> environment(const System& system) {
  std::vector<std::string> result;
  for (const auto& machine : system.machines)
    for (const auto& event : machine.events)
      if (event.is_environment) result.push_back(machine.qualified(event.name));
  return result;
}

TEST(GammaComposition, ChannelsLeadToLeavesAndBothWays) {
  const GammaModel model(composite("sync"));
  ASSERT_EQ(model.errors, "");
  EXPECT_EQ(model.system.name, "System");
  EXPECT_EQ(model.system.root().kind, Component::Kind::synchronous);
  EXPECT_EQ(execution_of(model.system), Execution::cycles);
  EXPECT_THAT(channels(model.system, model.system.root()),
              ElementsAre("a.out_.go -> b.in_.go", "b.in_.back -> a.out_.back"));
  EXPECT_THAT(environment(model.system), ElementsAre("a.wish.press"));
  EXPECT_EQ(model.system.machines[0].name, "a");
  EXPECT_EQ(model.system.time_step, 0U);
}

TEST(GammaComposition, SynchronousPartsSeeOutputsInTheNextCycle) {
  GammaModel model(composite("sync"));
  ASSERT_EQ(model.errors, "");
  Simulation run(model.context, model.system);
  run.start();
  EXPECT_THAT(run.send("wish.press").configuration, ElementsAre("a.r.S", "b.r.Waiting"));
  EXPECT_THAT(run.cycle({}).configuration, ElementsAre("a.r.S", "b.r.Done"));
  EXPECT_EQ(test::value_of(run, "b.last").integer(), 5);
}

TEST(GammaComposition, ACascadeSeesThemAtOnce) {
  GammaModel model(composite("cascade"));
  ASSERT_EQ(model.errors, "");
  Simulation run(model.context, model.system);
  run.start();
  EXPECT_THAT(run.send("wish.press").configuration, ElementsAre("a.r.S", "b.r.Done"));
  EXPECT_EQ(test::value_of(run, "a.sum").integer(), 5);
  run.cycle({});
  run.cycle({});
  EXPECT_EQ(test::value_of(run, "a.sum").integer(), 0);
}

TEST(GammaComposition, ExecuteSaysTheOrder) {
  const GammaModel model(composite("cascade", "execute b, a, b"));
  ASSERT_EQ(model.errors, "");
  EXPECT_THAT(model.system.root().execution, ElementsAre(1, 0, 1));
}

TEST(GammaComposition, CompositesOfComposites) {
  const GammaModel model(composite("sync") + R"(
    cascade Outer [ port w : requires Wish ] {
      component inner : System
      bind w -> inner.wish
    })");
  ASSERT_EQ(model.errors, "");
  EXPECT_EQ(model.system.machines[0].name, "inner.a");
  EXPECT_THAT(environment(model.system), ElementsAre("inner.a.wish.press"));
  EXPECT_EQ(model.system.components.size(), 4U);
}

TEST(GammaComposition, ParametersOfTheWholeModelAreOpen) {
  const GammaModel model(parts, "Sender");
  ASSERT_EQ(model.errors, "");
  ASSERT_EQ(model.machine().variables.size(), 2U);
  EXPECT_EQ(model.machine().variables[0].var->name, "step");
  EXPECT_FALSE(model.machine().variables[0].initial);
  EXPECT_EQ(model.machine().name, "");
}

const std::string adapters = parts + R"(
adapter Sending of component c : Sender(1) [ port control : requires Wish ] {
  clock tick (rate = 5 ms)
  when wish.any / run
  when control.press / run
  queue fast (priority = 2, capacity = 3, discard = oldest) { control.any, tick }
  queue slow (priority = 1, capacity = 1 + 1) { wish.press, out_.any }
}
adapter Receiving of component r : Receiver { when any / run queue q (priority = 1, capacity = 4) { in_.any } }
)";

TEST(GammaComposition, AdaptersHaveQueuesAndRules) {
  const GammaModel model(adapters, "Sending");
  ASSERT_EQ(model.errors, "");
  const System& system = model.system;
  EXPECT_EQ(system.root().kind, Component::Kind::adapter);
  ASSERT_EQ(system.queues.size(), 2U);
  const auto names = [&](const auto& events) {
    std::vector<std::string> result;
    for (const auto& event : events) result.push_back(name(system, event));
    return result;
  };
  EXPECT_EQ(system.queues[0].priority, 2);
  EXPECT_EQ(system.queues[0].discard, model::statechart::MessageQueue::Discard::oldest);
  EXPECT_THAT(names(system.queues[0].events), ElementsAre("c.control.press", "c.tick"));
  EXPECT_EQ(system.queues[1].capacity, 2U);
  EXPECT_THAT(names(system.queues[1].events), ElementsAre("c.wish.press", "c.out_.back"));
  ASSERT_EQ(system.root().rules.size(), 2U);
  EXPECT_THAT(names(system.root().rules[0].events), ElementsAre("c.wish.press"));
  EXPECT_THAT(environment(system),
              ElementsAre("c.wish.press", "c.out_.back", "c.control.press", "c.tick"));
  ASSERT_EQ(system.warnings.size(), 1U);
  EXPECT_THAT(system.warnings[0].text, HasSubstr("'tick' may tick at any time"));
}

TEST(GammaComposition, MessagesGoThroughQueues) {
  GammaModel model(adapters + R"(
    scheduled-async System [ port wish : requires Wish ] {
      component a : Sending component b : Receiving
      bind wish -> a.wish
      channel [ a.out_ ] -o)- [ b.in_ ]
    })");
  ASSERT_EQ(model.errors, "");
  EXPECT_EQ(execution_of(model.system), Execution::turns);
  EXPECT_THAT(environment(model.system), ElementsAre("a.c.wish.press", "a.c.tick"));
  Simulation run(model.context, model.system);
  run.start();
  run.send("a.c.wish.press");
  EXPECT_EQ(test::value_of(run, "b.r.last").integer(), 0) << "the message waits";
  ASSERT_EQ(run.possible_turns().size(), 1U);
  run.turn(run.possible_turns().front());
  EXPECT_EQ(test::value_of(run, "b.r.last").integer(), 1);
}

TEST(GammaComposition, AnAsynchronousStatechartHasAQueue) {
  const GammaModel model(R"(package test interface I { out event e out event f }
    @Asynchronous statechart C capacity(6) [ port p : requires I ] {
      region r { initial i state S } transition from i to S
      transition from S to S when p.e })");
  ASSERT_EQ(model.errors, "");
  EXPECT_EQ(model.system.root().kind, Component::Kind::adapter);
  EXPECT_EQ(model.system.queues.at(0).capacity, 6U);
  EXPECT_EQ(model.system.queues.at(0).events.size(), 2U);
  EXPECT_TRUE(model.system.root().rules.at(0).events.empty());
  EXPECT_EQ(model.machine().name, "");
}

TEST(GammaComposition, AQueueHasAnEnd) {
  const auto errors = [](const std::string& capacity) {
    return GammaModel(
               "package test interface I { out event e }\n@Asynchronous statechart C capacity(" +
               capacity + R"() [ port p : requires I ] {
      region r { initial i state S } transition from i to S })")
        .errors;
  };
  EXPECT_EQ(errors("1000"), "");
  EXPECT_EQ(errors("1001"), "2:37: a queue holds at most 1000 messages here\n");
  EXPECT_EQ(errors("4294967297"), "2:37: a queue holds at most 1000 messages here\n");
}

const std::string internal = R"(package test
  interface Own { internal event again }
  interface In { out event e }
  statechart C [ port p : requires In port own : provides Own ] {
    region r { initial i state A state B state D } transition from i to A
    transition from A to B when p.e / raise own.again;
    transition from B to D when own.again })";

TEST(GammaComposition, InternalEventsComeInTheNextCycle) {
  GammaModel model(internal);
  ASSERT_EQ(model.errors, "");
  EXPECT_THAT(channels(model.system, model.system.root()),
              ElementsAre("own.again.raised -> own.again"));
  EXPECT_THAT(environment(model.system), ElementsAre("p.e"));
  Simulation run(model.context, model.system);
  run.start();
  EXPECT_THAT(run.send("p.e").configuration, ElementsAre("r.B"));
  EXPECT_THAT(run.cycle({}).configuration, ElementsAre("r.D"));
}

TEST(GammaComposition, InAnAdapterInternalEventsGoThroughItsQueue) {
  const GammaModel model(internal + R"(
    adapter N of component c : C { when any / run
      queue q (priority = 1, capacity = 2) { p.any, own.any } })");
  ASSERT_EQ(model.errors, "");
  EXPECT_THAT(channels(model.system, model.system.root()),
              ElementsAre("c.own.again.raised -> c.own.again"));
  EXPECT_THAT(channels(model.system, model.system.components[0]), ElementsAre());
  EXPECT_THAT(environment(model.system), ElementsAre("c.p.e"));
}

TEST(GammaComposition, InterfacesExtendOthersAndChannelsBroadcast) {
  const GammaModel model(R"(package test
    interface Base { out event e }
    interface More extends Base { out persistent event f(v : boolean) }
    statechart From [ port p : provides More ] { region r { initial i state A } transition from i to A }
    statechart To [ port q : requires More ] { region r { initial i state A } transition from i to A }
    cascade S { component a : From component b : To component c : To
      channel [ a.p ] -o)- [ b.q, c.q ]
      initial execute a execute c, a, b })");
  ASSERT_EQ(model.errors, "");
  EXPECT_THAT(channels(model.system, model.system.root()),
              ElementsAre("a.p.e -> b.q.e", "a.p.f -> b.q.f", "a.p.e -> c.q.e", "a.p.f -> c.q.f"));
  EXPECT_FALSE(model.machine().events[0].parameters.size());
  EXPECT_TRUE(model.machine().events[1].parameters[0].is_persistent);
  EXPECT_THAT(model.system.root().initial_execution, ElementsAre(0));
  EXPECT_THAT(model.system.root().execution, ElementsAre(2, 0, 1));
  EXPECT_THAT(environment(model.system), ElementsAre());
}

TEST(GammaComposition, AClockInNoQueueNeverTicks) {
  const GammaModel model(parts + R"(
    adapter N of component c : Receiver { clock k (rate = 1 s) when any / run
      queue q (priority = 1, capacity = 1) { in_.any } })");
  ASSERT_EQ(model.errors, "");
  EXPECT_THAT(environment(model.system), ElementsAre("c.in_.go"));
  ASSERT_EQ(model.system.warnings.size(), 1U);
  EXPECT_THAT(model.system.warnings[0].text, HasSubstr("'k' is in no queue"));
}

TEST(GammaComposition, Mistakes) {
  const auto errors = [](const std::string& body) {
    return GammaModel(parts + "sync System [ port wish : requires Wish ] { " + body + "}").errors;
  };
  EXPECT_THAT(errors("component a : Sendr(1)"),
              HasSubstr("there is no component 'Sendr' (did you mean 'Sender'?)"));
  EXPECT_THAT(errors("component a : Sender"),
              HasSubstr("component 'Sender' has 1 parameters, but 0 arguments are given"));
  EXPECT_THAT(errors("component a : Receiver bind wish -> a.in_"),
              HasSubstr("'wish' requires 'Wish', but 'in_' requires 'Signal'"));
  EXPECT_THAT(errors("component a : Receiver component b : Receiver channel [a.in_] -o)- [b.in_]"),
              HasSubstr("port 'in_' requires its interface, but must be one that provides it"));
  EXPECT_THAT(errors("component a : Sender(1) component b : Sender(2) "
                     "bind wish -> a.wish bind wish -> b.wish"),
              HasSubstr("port 'wish' is bound to several ports and has inputs"));
  EXPECT_THAT(errors("component a : System"), HasSubstr("component 'System' contains itself"));
  EXPECT_THAT(GammaModel(adapters + "sync S { component a : Receiving }").errors,
              HasSubstr("an asynchronous component cannot be part of a synchronous one"));
  EXPECT_THROW(GammaModel(parts, "Nothing"), UsageError);
}

}  // namespace
}  // namespace arges::frontend
