#include <algorithm>

#include <gtest/gtest.h>

#include "support/scxml_text.h"

namespace arges::frontend {
namespace {

using model::statechart::Action;
using model::statechart::Direction;
using model::statechart::Event;
using model::statechart::EventId;
using model::statechart::Machine;
using model::statechart::Simulation;
using model::statechart::System;
using test::ends_in;
using test::machine_of;
using test::own_scxml;
using test::scxml;
using test::scxml_errors;
using test::scxml_system;
using Names = std::vector<std::string>;

/// The events as "name(parameters) direction", those of the environment with a "!".
Names alphabet(const Machine& machine) {
  Names result;
  for (const Event& event : machine.events) {
    std::string text = event.name;
    for (const auto& parameter : event.parameters)
      text += "," + parameter.name + ":" + parameter.value->type.to_string();
    const char* directions[] = {" input", " output", " internal", " self"};
    text += directions[static_cast<int>(event.direction)];
    result.push_back(text + (event.is_environment ? "!" : ""));
  }
  std::sort(result.begin(), result.end());
  return result;
}

Names triggers(const Machine& machine, std::size_t transition) {
  Names result;
  for (const EventId id : machine.transitions.at(transition).trigger.events)
    result.push_back(machine.events[id].name);
  return result;
}

TEST(ScxmlEvents, WhereTheyComeFrom) {
  ir::Context context;
  const Machine machine = machine_of(context, scxml(R"(
    <state id="s"><onentry><raise event="r"/><send event="own"/><send event="in" target="#_internal"/>
        <send event="out" target="#_parent"/><send event="later" delay="1s"/></onentry>
      <transition event="r own in.* later.x e.f.* error.execution done.state.t"/>
      <state id="t"><final id="u"/></state></state>)"));
  EXPECT_EQ(alphabet(machine),
            (Names{"done.state.t internal", "e.f input!", "error.execution internal", "in internal",
                   "later self", "later.x input!", "out output", "own self", "r internal"}));
}

TEST(ScxmlEvents, OneNameOnSeveralWays) {
  ir::Context context;
  const Machine machine =
      parse_scxml(context, test::source(scxml(R"(<state id="s"><onentry><raise event="e"/>
        <send event="e"/></onentry><transition event="e"/></state>)")),
                  {.further_events = {"e"}})
          .machines.at(0);
  EXPECT_EQ(alphabet(machine), (Names{"e input!", "e internal", "e self"}));
  EXPECT_EQ(triggers(machine, 0), (Names{"e", "e", "e"}));
}

TEST(ScxmlEvents, DescriptorsMatchWholeTokens) {
  ir::Context context;
  const Machine machine = machine_of(context, scxml(R"(
    <state id="s"><transition event="a"/><transition event="a.b"/><transition event="ab a.b.*"/>
    <transition event="*"/></state>)"));
  EXPECT_EQ(triggers(machine, 0), (Names{"a", "a.b"}));
  EXPECT_EQ(triggers(machine, 1), Names{"a.b"});
  EXPECT_EQ(triggers(machine, 2), (Names{"a.b", "ab"}));
  EXPECT_EQ(triggers(machine, 3), (Names{"a", "a.b", "ab"}));
}

TEST(ScxmlEvents, AnyEventIsOneOfTheEnvironmentIfThereIsNoOther) {
  ir::Context context;
  EXPECT_EQ(
      alphabet(machine_of(context, scxml(R"(<state id="s"><onentry><raise event="r"/></onentry>
    <transition event="*"/></state>)"))),
      (Names{"* input!", "r internal"}));
}

TEST(ScxmlEvents, TheEnvironmentAsDeclared) {
  ir::Context context;
  const System system = parse_scxml(context, test::source(own_scxml(R"(
    <a:environment><a:event name="set"><a:param name="n" type="int" range="-1..7"/></a:event>
      </a:environment>
    <state id="s"><transition event="set" cond="_event.data.n > 3" target="t"/>
      <transition event="other"/></state><state id="t"/>)")));
  const Machine& machine = system.machines[0];
  EXPECT_EQ(alphabet(machine), Names{"set,n:int input!"});
  EXPECT_EQ(machine.events[0].parameters[0].lowest.to_string(), "-1");
  EXPECT_EQ(machine.events[0].parameters[0].highest.to_string(), "7");
  ASSERT_EQ(system.warnings.size(), 1U);
  EXPECT_EQ(system.warnings[0].text, "nothing sends an event that 'other' stands for");
  EXPECT_EQ(scxml_errors(own_scxml("<a:environment><a:event name='e'/></a:environment>\n"
                                   "<state id='s'><transition event='e' cond='_event.data.n'/>"
                                   "</state>")),
            "2:43: no event that may be current here carries 'n' (declare what the environment "
            "sends with <a:environment>)\n");
}

TEST(ScxmlEvents, CarryWhatAllSendersGive) {
  ir::Context context;
  const Machine machine = machine_of(context, scxml(R"(
    <datamodel><data id="x" expr="true"/></datamodel>
    <state id="s"><onentry>
      <send event="e" namelist="x"/>
      <send event="e"><param name="n" expr="3"/></send>
      <send event="f"><content>some text</content></send></onentry>
      <transition event="e" cond="_event.data.n == 3"/>
      <transition event="env" cond="_event.data['k'] &lt; 2"/>
      <transition event="f" cond="_event.data == 'some text'"/></state>)"));
  EXPECT_EQ(alphabet(machine),
            (Names{"e,x:bool,n:int self", "env,k:int input!", "f,data:String self"}));
  const auto& entry = machine.nodes[1].entry;
  ASSERT_EQ(entry.size(), 3U);
  ASSERT_EQ(entry[1].arguments.size(), 2U);
  EXPECT_EQ(entry[1].arguments[0].to_string(), "false");  // nothing was given
  EXPECT_EQ(entry[1].arguments[1].to_string(), "3");
}

TEST(ScxmlEvents, TheCurrentOneByItsName) {
  const std::string rest = R"(<state id="s"><onentry><raise event="b"/></onentry>
    <transition event="a b" target="t"/></state>
    <state id="t"><transition cond="_event.name == 'b'" target="good"/></state><state id="good"/>)";
  EXPECT_EQ(ends_in(scxml(rest)), "good");
  EXPECT_EQ(ends_in(scxml(R"(<datamodel><data id="n"/><data id="t"/></datamodel>
    <state id="s"><onentry><raise event="b"/></onentry><transition event="a b" target="t">
      <assign location="n" expr="_event.name"/><assign location="t" expr="_event.type"/>
    </transition></state>
    <state id="t"><transition cond="n == 'b' &amp;&amp; t == 'internal'" target="good"/></state>
    <state id="good"/>)")),
            "good");
}

TEST(ScxmlEvents, StringsOfTheEnvironmentAreWarnedOf) {
  const System system = scxml_system(
      scxml("\n<state id='s'><transition event='e' cond='_event.data.k == \"a\"'/></state>"));
  ASSERT_EQ(system.warnings.size(), 1U);
  EXPECT_EQ(system.warnings[0].text,
            "'k' of the event 'e' is a string: the environment sends one of those that are written "
            "in the document");
}

TEST(ScxmlEvents, TypesThatDifferAreRefused) {
  EXPECT_EQ(scxml_errors(scxml("<state id='s'><onentry>\n<raise event='z'/>"
                               "<send event='e'><param name='n' expr='1'/></send>\n"
                               "<send event='e'><param name='n' expr='true'/></send></onentry>"
                               "</state>")),
            "3:17: 'n' of the event 'e' has type 'bool', but must have type 'int'\n");
}

TEST(ScxmlSend, DelaysAreTimers) {
  ir::Context context;
  const System system = parse_scxml(context, test::source(scxml(R"(
    <state id="s"><onentry><send event="a" delay="1.5s" id="x"/><send event="b" delayexpr="'200ms'"/>
      <send event="c" delay="0s"/></onentry>
      <transition event="b"><cancel sendid="x"/></transition></state>)")));
  const Machine& machine = system.machines[0];
  EXPECT_EQ(system.time_step, 100U);
  ASSERT_EQ(machine.timers.size(), 2U);
  EXPECT_EQ(machine.timers[0].name, "x");
  EXPECT_EQ(machine.timers[0].sender, "x");
  EXPECT_EQ(machine.timers[1].name, "b@2");
  const auto& entry = machine.nodes[1].entry;
  EXPECT_EQ(entry[0].kind, Action::Kind::start);
  EXPECT_EQ(entry[0].expr.to_string(), "1500");
  EXPECT_EQ(entry[2].kind, Action::Kind::raise);
  EXPECT_EQ(machine.transitions[0].effect.at(0).kind, Action::Kind::stop);
  EXPECT_EQ(machine.transitions[0].effect.at(0).timer, 0U);
}

TEST(ScxmlSend, AddressesMayBeVariablesOfStrings) {
  EXPECT_EQ(ends_in(scxml(R"(<datamodel><data id="v" expr="'one'"/></datamodel>
    <state id="s"><onentry><assign location="v" expr="'two'"/><send eventexpr="v"/></onentry>
      <transition event="one" target="bad"/><transition event="two" target="good"/></state>
    <state id="good"/><state id="bad"/>)")),
            "good");
}

TEST(ScxmlSend, WhatIsRefused) {
  const auto error = [](const std::string& send) {
    const std::string text =
        scxml_errors(scxml("<state id='s'><onentry>\n" + send + "</onentry></state>"));
    return text.substr(0, std::min(text.find(" ("), text.find('\n')));
  };
  EXPECT_EQ(error("<send event='e' type='http://www.w3.org/TR/scxml/#BasicHTTPEventProcessor'/>"),
            "2:23: <send> by HTTP is not supported");
  EXPECT_EQ(error("<send event='e' idlocation='x'/>"),
            "2:29: 'idlocation' of <send> is not supported");
  EXPECT_EQ(error("<send event='e' target='nowhere'/>"), "2:25: there is no target 'nowhere'");
  EXPECT_EQ(error("<send event='e' delay='soon'/>"), "2:24: 'soon' is no delay");
  EXPECT_EQ(error("<send event='e' delay='0.5ms'/>"), "2:24: '0.5ms' is no delay");
  EXPECT_EQ(error("<send event='e' delay='1s' target='#_parent'/>"),
            "2:24: a delayed event for another machine is not supported");
  EXPECT_EQ(error("<send eventexpr='v'/>"), "2:18: which strings 'v' may have here can't be told");
  EXPECT_EQ(error("<send/>"), "2:1: <send> without an event is not supported");
  EXPECT_EQ(error("<raise evnt='e'/>"), "2:1: <raise> needs the attribute 'event'");
}

TEST(ScxmlContent, RunsInOrder) {
  EXPECT_EQ(ends_in(scxml(R"(
    <datamodel><data id="sum" expr="0"/><data id="last" expr="0"/><data id="list" expr="[4, 5, 6]"/>
    </datamodel>
    <state id="s"><onentry>
      <foreach array="list" item="one" index="at">
        <if cond="one == 4"><assign location="sum" expr="sum + 100"/>
        <elseif cond="at == 1"/><assign location="sum" expr="sum * 2"/>
        <else/><assign location="sum" expr="sum + one"/></if>
      </foreach>
      <foreach array="[7, 8]" item="last"><assign location="sum" expr="sum + last"/></foreach></onentry>
      <transition cond="sum == 221 and at == 2 and last == 8" target="good"/></state>
    <state id="good"/>)")),
            "good");
}

TEST(ScxmlContent, AssertionsAndRanges) {
  ir::Context context;
  const System system = parse_scxml(context, test::source(own_scxml(R"(
    <datamodel><data id="n" expr="2" a:range="0..3"/></datamodel>
    <state id="s"><transition event="e">
      <assign location="n" expr="n + 1"/><a:assert cond="n != 5" text="never five"/>
    </transition></state>)")));
  const Machine& machine = system.machines[0];
  ASSERT_EQ(machine.assertions.size(), 2U);
  EXPECT_EQ(machine.assertions[0].text, "n stays in 0..3");
  EXPECT_EQ(machine.assertions[1].text, "never five");
  Simulation simulation(context, system);
  simulation.start();
  EXPECT_TRUE(simulation.send("e").state.failed.empty());
  ASSERT_EQ(simulation.send("e").state.failed.size(), 1U);
  EXPECT_EQ(simulation.send("e").state.failed.size(), 2U);
}

TEST(ScxmlContent, SureFailuresAreErrorsWhereTheyAreHandled) {
  const std::string document = R"(
    <datamodel><data id="n" expr="0"/></datamodel>
    <state id="s"><onentry><assign location="nowhere" expr="1"/><assign location="n" expr="1"/></onentry>
      <onentry><raise event="next"/></onentry>
      <transition event="HANDLER" cond="n == 0" target="good"/>
      <transition event="next" target="bad"/></state>
    <state id="good"/><state id="bad"/>)";
  const auto with = [&](const std::string& handler) {
    std::string text = document;
    return scxml(text.replace(text.find("HANDLER"), 7, handler));
  };
  EXPECT_EQ(ends_in(with("error.execution")), "good");
  EXPECT_EQ(ends_in(with("error")), "good");
  EXPECT_EQ(scxml_errors(with("other")),
            "3:46: 'nowhere' is not declared (declare it with <data> in the <datamodel>)\n");
}

TEST(ScxmlContent, LogsShowWhatTheyCan) {
  ir::Context context;
  const System system = parse_scxml(context, test::source(scxml(R"x(
    <datamodel><data id="n" expr="4"/></datamodel>
    <state id="s"><onentry><log label="n" expr="n"/><log label="is" expr="'it'"/>
      <log expr="'a' + JSON.stringify(_event)"/><log/></onentry></state>)x")));
  Simulation simulation(context, system);
  const auto& entry = system.machines[0].nodes[1].entry;
  EXPECT_EQ(entry[0].text, "n");
  EXPECT_EQ(entry[0].expr.to_string(), "n");
  EXPECT_EQ(entry[1].text, "is: it");
  EXPECT_EQ(entry[2].text, "'a' + JSON.stringify(_event)");
  EXPECT_EQ(entry[3].text, "");
}

}  // namespace
}  // namespace arges::frontend
