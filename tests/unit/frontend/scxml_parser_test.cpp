#include "frontend/scxml/scxml_parser.h"

#include <random>

#include <gtest/gtest.h>

#include "base/error.h"
#include "model/statechart/simulation.h"
#include "support/scxml_text.h"

namespace arges::frontend {
namespace {

using model::statechart::Direction;
using model::statechart::Event;
using model::statechart::Machine;
using model::statechart::Node;
using model::statechart::NodeKind;
using model::statechart::System;
using model::statechart::Transition;
using test::machine_of;
using test::scxml;
using test::scxml_errors;
using test::scxml_system;

const Node& node(const Machine& machine, std::string_view name) {
  for (const Node& one : machine.nodes)
    if (one.full_name == name) return one;
  throw std::runtime_error("no node " + std::string(name));
}

std::vector<std::string> names(const Machine& machine,
                               const std::vector<model::statechart::NodeId>& nodes) {
  std::vector<std::string> result;
  for (const auto id : nodes) result.push_back(machine.nodes[id].full_name);
  return result;
}

using Names = std::vector<std::string>;

TEST(ScxmlStructure, TreeInDocumentOrder) {
  ir::Context context;
  const Machine machine = machine_of(context, scxml(R"(
    <state id="a"/>
    <parallel id="p">
      <state id="r"><history id="h" type="deep"><transition target="r2"/></history>
        <state id="r1"/><state id="r2"/></state>
      <state id="s" initial="s2"><state id="s1"/><final id="s2"/></state>
    </parallel>
    <final id="end"/>)"));
  Names all;
  for (const Node& one : machine.nodes) all.push_back(one.full_name);
  EXPECT_EQ(all, (Names{"test", "a", "p", "r", "h", "r1", "r2", "s", "s1", "s2", "end"}));
  EXPECT_EQ(machine.nodes[0].kind, NodeKind::compound);
  EXPECT_EQ(node(machine, "a").kind, NodeKind::basic);
  EXPECT_EQ(node(machine, "p").kind, NodeKind::parallel);
  EXPECT_EQ(node(machine, "h").kind, NodeKind::deep_history);
  EXPECT_EQ(node(machine, "end").kind, NodeKind::final);
  EXPECT_EQ(names(machine, node(machine, "r").children), (Names{"r1", "r2"}));
  EXPECT_EQ(names(machine, machine.nodes[0].initial->targets), Names{"a"});
  EXPECT_EQ(names(machine, node(machine, "s").initial->targets), Names{"s2"});
  EXPECT_EQ(names(machine, node(machine, "h").initial->targets), Names{"r2"});
}

TEST(ScxmlStructure, StatesWithoutAnIdAreNamedByTheirLine) {
  ir::Context context;
  const Machine machine = machine_of(context, scxml("\n<state/><state/>\n<final/>"));
  EXPECT_EQ(machine.nodes[1].full_name, "state@2");
  EXPECT_EQ(machine.nodes[2].full_name, "state@2'");
  EXPECT_EQ(machine.nodes[3].full_name, "final@3");
}

TEST(ScxmlStructure, TheRootIsNamedByItsNameUnlessAStateIs) {
  ir::Context context;
  const std::string head = R"(<scxml xmlns="http://www.w3.org/2005/07/scxml" version="1.0" )";
  EXPECT_EQ(machine_of(context, head + R"(name="n"><state id="a"/></scxml>)").nodes[0].full_name,
            "n");
  EXPECT_EQ(machine_of(context, head + R"(name="n"><state id="n"/></scxml>)").nodes[0].full_name,
            "scxml:n");
}

TEST(ScxmlStructure, KindsOfTransitions) {
  ir::Context context;
  const Machine machine = machine_of(context, scxml(R"(
    <state id="c">
      <transition event="e" target="c1" type="internal"/>
      <transition event="e" target="c1"/>
      <transition event="e" target="d" type="internal"/>
      <transition event="e"/>
      <state id="c1"><transition event="e" target="c1" type="internal"/></state>
    </state>
    <state id="d"/>)"));
  std::vector<Transition::Kind> kinds;
  for (const Transition& one : machine.transitions) kinds.push_back(one.kind);
  using Kind = Transition::Kind;
  // Only a composite state can stay active while something inside of it is entered.
  EXPECT_EQ(kinds, (std::vector<Kind>{Kind::local, Kind::external, Kind::external, Kind::internal,
                                      Kind::external}));
  EXPECT_EQ(machine.transitions[0].name, "c -e-> c1");
  EXPECT_EQ(machine.transitions[1].name, "c -e-> c1 #2");
  EXPECT_EQ(machine.transitions[3].name, "c -e->");
}

TEST(ScxmlStructure, PrefixesAndForeignElements) {
  ir::Context context;
  const System system = parse_scxml(context, test::source(R"(<?xml version="1.0"?>
<x:scxml xmlns:x="http://www.w3.org/2005/07/scxml" xmlns:o="urn:other" version="1.0" o:y="1">
<x:state id="a"><o:shape x="3"/><x:transition event="e" target="a" o:z="2"/></x:state></x:scxml>)"));
  EXPECT_EQ(system.machines[0].transitions.size(), 1U);
  ASSERT_EQ(system.warnings.size(), 1U);
  EXPECT_EQ(system.warnings[0].text, "<o:shape> is of another namespace and is not looked at");
  EXPECT_EQ(system.warnings[0].location.to_string(), "test.scxml:3:17");
}

TEST(ScxmlStructure, DoneEventsOnlyWhereAwaited) {
  ir::Context context;
  const Machine machine = machine_of(context, scxml(R"(
    <state id="a"><final id="a1"/><transition event="done.state.a" target="b"/></state>
    <state id="b"><final id="b1"/></state>)"));
  ASSERT_NE(node(machine, "a").done, model::statechart::none);
  const Event& done = machine.events[node(machine, "a").done];
  EXPECT_EQ(done.name, "done.state.a");
  EXPECT_EQ(done.direction, Direction::internal);
  EXPECT_EQ(node(machine, "b").done, model::statechart::none);
}

TEST(ScxmlStructure, DoneDataComesWithTheEvent) {
  EXPECT_EQ(test::ends_in(scxml(R"(
    <state id="a">
      <transition event="done.state.a" cond="_event.data.n == 4" target="good"/>
      <transition event="done.state.a" target="bad"/>
      <state id="a0"><transition target="a1"/></state>
      <final id="a1"><donedata><param name="n" expr="2 + 2"/></donedata></final>
    </state><final id="good"/><final id="bad"/>)")),
            "good");
}

constexpr const char* sibling_regions = R"(
    <parallel id="p"><state id="r"><state id="r1"><transition event="e" target="s2"/></state></state>
    <state id="s"><state id="s1"/><state id="s2"/></state></parallel>)";

TEST(ScxmlStructure, SiblingRegionsAreRefused) {
  EXPECT_EQ(
      scxml_errors(scxml(sibling_regions)),
      "2:51: the transition from 'r1' to 's2' leads into a sibling region: all of 'p' is left "
      "and entered again (let regions send each other events; if this is meant, use "
      "--lenient)\n");
}

TEST(ScxmlStructure, SiblingRegionsAreWarnedOfInALenientMode) {
  ir::Context context;
  const System system =
      parse_scxml(context, test::source(scxml(sibling_regions)), {{}, ScxmlRules::lenient});
  ASSERT_EQ(system.warnings.size(), 1U);
  EXPECT_EQ(system.warnings[0].text,
            "the transition from 'r1' to 's2' leads into a sibling region: all of 'p' is left and "
            "entered again");
  EXPECT_EQ(system.warnings[0].location.line(), 2U);
}

TEST(ScxmlStructure, OwnAttributes) {
  const System system = scxml_system(test::own_scxml(
      R"(<state id="a" a:defer="e f"><transition event="g" target="b"/></state>
         <state id="b"><transition event="e f.x" target="a"/></state>)",
      R"(a:internal-queue="3" a:external-queue="5" a:deferred-queue="7")"));
  const Machine& machine = system.machines[0];
  EXPECT_EQ(machine.internal_capacity, 3U);
  EXPECT_EQ(machine.external_capacity, 5U);
  EXPECT_EQ(machine.deferred_capacity, 7U);
  Names deferred;
  for (const auto id : node(machine, "a").deferred) deferred.push_back(machine.events[id].name);
  EXPECT_EQ(deferred, (Names{"e", "f.x"}));
}

TEST(ScxmlErrors, HaveTheirPlaces) {
  EXPECT_EQ(scxml_errors(scxml("\n<state id='a'><transition event='e' target='b c'/></state>\n"
                               "<state id='a'/>\n<state id='bb' initial='x'/>")),
            "2:45: there is no state 'b'\n"
            "2:47: there is no state 'c'\n"
            "3:12: the id 'a' is given twice (the first one is in line 2)\n"
            "4:25: 'bb' has no states inside, so none is the initial one\n");
  EXPECT_EQ(scxml_errors(scxml("\n<state id='a' targte='b'><onentyr/></state>")),
            "2:15: <state> has no attribute 'targte'\n"
            "2:26: <onentyr> has no place inside of <state> (did you mean 'onentry'?)\n");
  EXPECT_EQ(scxml_errors(scxml("\n<state id='a'><invoke/><onentry><script>x = 1</script>"
                               "</onentry></state>")),
            "2:15: <invoke> is not supported (compose machines in a system file, see "
            "docs/scxml.md)\n"
            "2:33: <script> is not supported (use <assign>, <if> and <foreach>)\n");
  EXPECT_EQ(scxml_errors(scxml("\n<parallel id='p'><final id='f'/></parallel>")),
            "2:18: <final> has no place inside of <parallel>\n");
  EXPECT_EQ(scxml_errors(scxml("\n<state id='a'>words</state>")),
            "2:15: text has no meaning inside of <state>\n");
}

TEST(ScxmlErrors, OfXml) {
  const std::string well_formed =
      " (every tag must be closed, in the order they were opened, and "
      "attributes quoted)\n";
  EXPECT_EQ(scxml_errors("<scxml>\n<state></scxml>"),
            "2:10: this is not well-formed XML: Start-end tags mismatch" + well_formed);
  EXPECT_EQ(scxml_errors(""),
            "1:1: this is not well-formed XML: No document element found" + well_formed);
  EXPECT_EQ(scxml_errors("<scxml version='1.0' version='2.0'><state/></scxml>"),
            "1:22: the attribute 'version' is given twice\n");
  EXPECT_EQ(scxml_errors("<scxml version='1.0'><state/></scxml><scxml/>"),
            "1:39: a second root element (an XML document has one element that holds all "
            "others)\n");
  EXPECT_EQ(scxml_errors("<html/>"),
            "1:1: the root is <html>, but must be <scxml> (of the "
            "namespace http://www.w3.org/2005/07/scxml)\n");
  EXPECT_EQ(scxml_errors("<?xml version='1.0' encoding='latin1'?><scxml name='\xE9'/>"),
            "1:21: the document is not in UTF-8 (save it as UTF-8)\n");
  std::string deep = "<scxml>";
  for (int i = 0; i < 300; ++i) deep += "<state>";
  for (int i = 0; i < 300; ++i) deep += "</state>";
  EXPECT_NE(scxml_errors(deep + "</scxml>").find("nested more than 200 levels deep"),
            std::string::npos);
}

TEST(ScxmlErrors, PlacesBehindEntitiesAndByteOrderMarks) {
  EXPECT_EQ(
      scxml_errors("\xEF\xBB\xBF<scxml>\n<state id='a'><transition cond=\"1 &lt; 2 &amp;&amp; "
                   "x\"/></state></scxml>"),
      "2:53: 'x' is not declared (declare it with <data> in the <datamodel>)\n");
}

// Bad input is an error with a place, soon, and never a crash.
TEST(ScxmlHostile, ChangedBytes) {
  const std::string document = test::own_scxml(R"x(
    <a:environment><a:event name="e"><a:param name="n" type="int" range="0..3"/></a:event>
    </a:environment><datamodel><data id="x" expr="[1, 2]"/><data id="y" expr="'a'"/></datamodel>
    <parallel id="p"><history id="h"><transition target="s"/></history><state id="s">
    <transition event="e *" cond="_event.data.n &lt; 3 ? In('p') : x[0] == 1" target="h">
      <foreach array="x" item="i" index="j"><if cond="i"><raise event="f"/><elseif cond="!j"/>
      <send eventexpr="y" delay="1s" id="k"><param name="n" expr="i"/></send><else/>
      <cancel sendid="k"/></if></foreach><a:assert cond="y == 'a'"/></transition></state>
    <state id="t" a:defer="f"><final id="u"><donedata><content>7</content></donedata></final>
      <transition event="done.state.t error.execution"><log expr="x"/></transition></state>
    </parallel>)x");
  EXPECT_EQ(scxml_errors(document), "");
  std::mt19937 random(7);
  const std::string bytes = "<>/=\"'&;:. ax0([{?!-*\n\xC3";
  for (int round = 0; round < 3000; ++round) {
    std::string text = document;
    for (unsigned changes = random() % 3 + 1; changes > 0; --changes) {
      const std::size_t at = random() % text.size();
      if (random() % 2 == 0)
        text[at] = bytes[random() % bytes.size()];
      else
        text.erase(at, random() % 12);
    }
    const SourcePtr source = test::source(text);
    try {
      ir::Context context;
      parse_scxml(context, source);
    } catch (const InputError& error) {
      for (const Diagnostic& one : error.diagnostics()) EXPECT_TRUE(one.location) << text;
    }
  }
}

TEST(ScxmlHostile, LongAndDeepExpressions) {
  std::string sum = "x";
  for (int i = 0; i < 20'000; ++i) sum += " + x";
  const std::string head = "<datamodel><data id='x' expr='1'/></datamodel><state id='s'>";
  EXPECT_NE(
      scxml_errors(scxml(head + "<transition cond='" + std::string(5000, '(') + "'/></state>")),
      "");
  scxml_errors(scxml(head + "<transition cond='" + sum + "'/></state>"));
  scxml_errors(scxml(head + "<transition cond='" + std::string(50'000, '!') + "x'/></state>"));
}

TEST(ScxmlHostile, ManyStates) {
  std::string states;
  for (int i = 0; i < 2000; ++i)
    states += "<state id='s" + std::to_string(i) + "'><transition event='e" + std::to_string(i) +
              "' target='s" + std::to_string((i * 7 + 1) % 2000) + "'/></state>";
  EXPECT_EQ(scxml_errors(scxml(states)), "");
}

}  // namespace
}  // namespace arges::frontend
