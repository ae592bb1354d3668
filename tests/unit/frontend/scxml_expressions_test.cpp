#include <gtest/gtest.h>

#include "support/scxml_text.h"

namespace arges::frontend {
namespace {

using test::ends_in;
using test::own_scxml;
using test::scxml;
using test::scxml_errors;
using test::scxml_system;

std::string escaped(const std::string& text) {
  std::string result;
  for (const char c : text)
    result += c == '&' ? "&amp;" : c == '<' ? "&lt;" : c == '"' ? "&quot;" : std::string(1, c);
  return result;
}

/// A document with i = 7, b = true, s = 'red', a = [3, 5], e of enum(On,Off), in state "x" that
/// asks whether the condition holds.
std::string asking(const std::string& condition) {
  return own_scxml(R"(<datamodel><data id="i" expr="7"/><data id="b" expr="true"/>)"
                   R"(<data id="s" expr="'red'"/><data id="a" expr="[3, 5]"/>)"
                   R"x(<data id="e" expr="'Off'" a:type="enum(On,Off)"/></datamodel>)x"
                   R"(<state id="x"><transition target="yes" cond=")" +
                   escaped(condition) +
                   R"("/><transition target="no"/></state><final id="yes"/><final id="no"/>)");
}

bool holds(const std::string& condition) {
  const std::string state = ends_in(asking(condition));
  EXPECT_TRUE(state == "yes" || state == "no") << condition << ": " << state;
  return state == "yes";
}

TEST(ScxmlExpressions, HaveEcmaScriptsMeaning) {
  for (const char* condition : {"i === 7",
                                "i == 7 && b",
                                "i !== 8",
                                "!(i != 7)",
                                "i + 2 * 3 - 1 == 12",
                                "-i < 0",
                                "i >= 7",
                                "i <= 7 and not (i > 7)",
                                "false or b",
                                "i % 4 == 3",
                                "-i % 4 == -3",
                                "i % -4 == 3",
                                "(b ? i : 0) == 7",
                                "b ? i > 6 : false",
                                "a[0] + a[1] == 8",
                                "a.length == 2",
                                "In('x')",
                                "!In('yes')",
                                "Math.pow(i, 2) == 49",
                                "Math.pow(i, 0) == 1",
                                "Math.floor(i / 2) == 3",
                                "Math.floor(-i / 2) == -4",
                                "Math.floor(i / -2) == -4",
                                "Math.trunc(-i / 2) == -3",
                                "Math.trunc(i / -2) == -3",
                                "Math.abs(-i) == 7",
                                "Math.min(i, 3) == 3",
                                "Math.max(i, 3) == 7",
                                "s == 'red'",
                                "s != \"blue\"",
                                "e == 'Off'",
                                "'On' != e",
                                "i",
                                "s",
                                "a",
                                "i && s && b",
                                "!(i - 7)",
                                "_name == 'test'",
                                "not i == 8"})
    EXPECT_TRUE(holds(condition)) << condition;
  for (const char* condition : {"i == 8", "!b", "!i", "s == ''", "i - 7", "i % 4 == -1",
                                "e == 'On'", "b == false", "i < 7 || i > 7"})
    EXPECT_FALSE(holds(condition)) << condition;
}

/// The complaint about a condition, without its place.
std::string complaint(const std::string& condition) {
  const std::string errors = scxml_errors(asking(condition));
  const std::size_t start = errors.find(": ");
  return start == std::string::npos ? errors
                                    : errors.substr(start + 2, errors.find('\n') - start - 2);
}

TEST(ScxmlExpressions, WhatIsNotSupportedIsNamed) {
  const std::string hint = " is not supported (see docs/scxml.md for what is)";
  EXPECT_EQ(complaint("typeof i == 'x'"), "the ECMAScript operator 'typeof'" + hint);
  EXPECT_EQ(complaint("i & 1"), "the ECMAScript operator '&'" + hint);
  EXPECT_EQ(complaint("i++ == 1"), "the ECMAScript operator '++'" + hint);
  EXPECT_EQ(complaint("i == undefined"), "the ECMAScript value 'undefined'" + hint);
  EXPECT_EQ(complaint("function() {}"), "the ECMAScript word 'function'" + hint);
  EXPECT_EQ(complaint("i == {}"), "an ECMAScript object" + hint);
  EXPECT_EQ(complaint("i < 1.5"), "a decimal number or a member of an expression" + hint);
  EXPECT_EQ(complaint("i = 7"),
            "an ECMAScript assignment inside of an expression is not "
            "supported (write '==' to compare)");
  EXPECT_EQ(complaint("i / 2 == 3"),
            "'/' is not supported: it makes fractions in ECMAScript "
            "(write Math.floor(a / b) or Math.trunc(a / b))");
  EXPECT_EQ(complaint("5 % i == 3"), "the divisor of '%' must be a number other than 0");
  EXPECT_EQ(complaint("5 % 0 == 3"), "the divisor of '%' must be a number other than 0");
  EXPECT_EQ(complaint("Math.sqrt(i) == 3"),
            "the function 'Math.sqrt' is not supported (there are In, Math.pow, Math.floor, "
            "Math.trunc, Math.abs, Math.min and Math.max)");
  EXPECT_EQ(complaint("s + 'x' == s"), "putting strings together is not supported");
  EXPECT_EQ(complaint("s == 'a\\n'"), "a string with a backslash is not supported");
  EXPECT_EQ(complaint("_sessionid == s"), "the system variable '_sessionid' is not supported");
  EXPECT_EQ(complaint("i.x == 1"), "'i.x', a member of an ECMAScript object, is not supported");
}

TEST(ScxmlExpressions, TypesMustFit) {
  EXPECT_EQ(complaint("i == b"),
            "'==' compares the types 'int' and 'bool' (both sides must have one type)");
  EXPECT_EQ(complaint("s < 3"), "'s' must be a number, but has type 'string'");
  EXPECT_EQ(complaint("b + 1 == 2"), "'+' is for numbers, but there is a value of type 'bool'");
  EXPECT_EQ(complaint("e == 'Of'"), "'Of' is no value of enum(On,Off) (did you mean 'Off'?)");
  EXPECT_EQ(complaint("e"),
            "'e' is no condition: it has type 'enum(On,Off)' (compare it with something)");
  EXPECT_EQ(complaint("(i && 3) == 3"),
            "'&&' of values that are no conditions is not supported "
            "(use '?' and ':')");
  EXPECT_EQ(complaint("a[2] == 3"), "'a' has no element 2 (they are 0 to 1)");
  EXPECT_EQ(complaint("i[0] == 3"), "'i' is no array");
  EXPECT_EQ(complaint("j == 3"), "'j' is not declared (declare it with <data> in the <datamodel>)");
  EXPECT_EQ(complaint("In('z')"), "there is no state 'z'");
  EXPECT_EQ(complaint("i =="), "expected an expression after '==', found the end of the text");
  EXPECT_EQ(complaint("i 3"),
            "expected an operator or the end of the expression after 'i', found '3'");
  EXPECT_EQ(complaint(" "), "an expression is missing here");
}

TEST(ScxmlTypes, AreFoundOutFromUse) {
  ir::Context context;
  const auto machine = test::machine_of(context, own_scxml(R"(
    <datamodel><data id="n"/><data id="flag"/><data id="text"/><data id="same"/>
      <data id="list">[1, 2, 3]</data><data id="word">some  words</data><data id="free"/>
      <data id="given" a:type="bool[4]"/></datamodel>
    <state id="s">
      <transition event="e" cond="flag"><assign location="n" expr="n + 1"/></transition>
      <transition event="e" cond="text == 'on'"><assign location="same" expr="text"/></transition>
      <transition event="e"><assign location="list[1]" expr="n"/></transition>
    </state>)"));
  std::vector<std::string> types;
  std::vector<std::string> values;
  for (const auto& one : machine.variables) {
    types.push_back(one.var->type.to_string());
    values.push_back(one.initial.to_string());
  }
  EXPECT_EQ(types, (std::vector<std::string>{"int", "bool", "String", "String", "[int] -> int",
                                             "String", "int", "[int] -> bool"}));
  EXPECT_EQ(values[0], "0");
  EXPECT_EQ(values[1], "false");
  EXPECT_EQ(values[5], "|String.some words|");
}

TEST(ScxmlTypes, ValuesAtFirst) {
  EXPECT_EQ(ends_in(scxml(R"(<datamodel><data id="x" expr="2"/><data id="y" expr="x * x + 1"/>
    </datamodel><state id="s"><transition cond="y == 5" target="t"/></state><state id="t"/>)")),
            "t");
  EXPECT_EQ(scxml_errors(scxml("<datamodel>\n<data id='x' expr='y'/><data id='y' expr='x'/>"
                               "</datamodel><state id='s'/>")),
            "2:20: 'y' has no value yet where this is read (declare it before)\n");
  EXPECT_EQ(scxml_errors(scxml("<datamodel>\n<data id='x' expr='1'/><data id='x'/>\n"
                               "<data id='y' expr='In(\"s\") ? 1 : 2'/></datamodel>"
                               "<state id='s'/>")),
            "2:34: the variable 'x' is declared twice\n");
  EXPECT_EQ(scxml_errors(scxml("<datamodel>\n<data id='x' expr='1'/></datamodel>\n<state id='s'>"
                               "<onentry><assign location='x' expr='true'/></onentry></state>")),
            "3:51: what is assigned to 'x' has type 'bool', but must have type 'int'\n");
  EXPECT_EQ(scxml_errors(own_scxml("<datamodel>\n<data id='x' expr='9' a:range='0..7'/>"
                                   "<data id='y' a:range='7..0'/><data id='z' a:type='real'/>"
                                   "</datamodel><state id='s'/>")),
            "2:61: '7..0' is no range (write both ends, as in 0..10)\n"
            "2:89: 'real' is no type (write int, bool, string, enum(A,B) or int[4])\n");
  EXPECT_EQ(scxml_errors(own_scxml("<datamodel>\n<data id='x' expr='9' a:range='0..7'/>"
                                   "</datamodel><state id='s'/>")),
            "2:20: 9 is not within 0..7\n");
}

TEST(ScxmlTypes, ArraysHaveOneLength) {
  EXPECT_EQ(scxml_errors(scxml("<datamodel>\n<data id='x' expr='[1, 2]'/></datamodel><state id='s'>"
                               "<onentry><assign location='x' expr='[1]'/></onentry></state>")),
            "2:11: 'x' is given arrays of several lengths (all must have one length)\n");
  EXPECT_EQ(scxml_errors(own_scxml("<datamodel>\n<data id='x' a:type='bool' a:range='0..1'/>"
                                   "</datamodel><state id='s'/>")),
            "2:37: only an int has a range\n");
}

TEST(ScxmlTypes, DataWithoutAValueIsWarnedOf) {
  const auto system = scxml_system(scxml("<datamodel>\n<data id='x'/></datamodel><state id='s'/>"));
  ASSERT_EQ(system.warnings.size(), 1U);
  EXPECT_EQ(system.warnings[0].text, "'x' has no value at first; here it is 0");
  EXPECT_EQ(system.warnings[0].location.to_string(), "test.scxml:2:11");
}

}  // namespace
}  // namespace arges::frontend
