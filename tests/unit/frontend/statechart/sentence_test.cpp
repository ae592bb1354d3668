#include "frontend/statechart/sentence.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "frontend/gamma/gamma_parser.h"
#include "frontend/scxml/scxml_parser.h"

namespace arges::frontend {
namespace {

constexpr const char* lamp = R"(<scxml xmlns="http://www.w3.org/2005/07/scxml" version="1.0"
    datamodel="ecmascript" initial="Off">
  <datamodel><data id="level" expr="0"/></datamodel>
  <state id="Off"><transition event="on" target="On"/></state>
  <state id="On" initial="Dim">
    <transition event="off" target="Off"><assign location="level" expr="level + 1"/></transition>
    <state id="Dim"/>
    <state id="very-bright"/>
  </state>
</scxml>)";

class SentenceTest : public testing::Test {
 protected:
  SentenceTest()
      : system_(parse_scxml(context_, std::make_shared<const SourceText>("lamp.scxml", lamp))) {}

  Sentence parse(const std::string& text) {
    return parse_sentence(context_, system_, SourceText("sentence", text));
  }
  /// What is wrong with a sentence, and the advice.
  std::string wrong(const std::string& text) {
    try {
      parse(text);
    } catch (const InputError& error) {
      const Diagnostic& first = error.diagnostics().front();
      return first.location.to_string() + " " + first.message + "; " + first.hint;
    }
    return "";
  }
  ir::Expr state(const std::string& name) {
    for (const auto& node : system_.machines[0].nodes)
      if (node.full_name == name) return context_.var(node.active);
    return {};
  }
  ir::Expr event(const std::string& name) {
    for (const auto& one : system_.machines[0].events)
      if (one.name == name) return context_.var(one.present);
    return {};
  }
  ir::Expr level() { return context_.var(system_.machines[0].variables[0].var); }

  ir::Context context_;
  model::statechart::System system_;
};

using Kind = Sentence::Kind;

TEST_F(SentenceTest, StatesHaveSeveralSpellings) {
  for (const char* text : {"Dim", "In(Dim)", "In('Dim')", "state Dim", "(Dim)", "always Dim",
                           "prop { Dim }", "In(\"Dim\")"}) {
    EXPECT_EQ(parse(text).condition, state("Dim")) << text;
    EXPECT_EQ(parse(text).kind, Kind::always) << text;
  }
  EXPECT_EQ(parse("In('very-bright')").condition, state("very-bright"));
}

TEST_F(SentenceTest, TheWordsForKindsAreNamesWhereSomethingIsCalledSo) {
  system_.machines[0].events[0].name = "state";
  system_.machines[0].nodes[1].full_name = "event";
  const ir::Expr named_state = event("state");
  const ir::Expr named_event = state("event");
  ASSERT_TRUE(named_state && named_event);
  EXPECT_EQ(parse("state").condition, named_state);
  EXPECT_EQ(parse("event").condition, named_event);
  EXPECT_EQ(parse("state Dim").condition, state("Dim"));
  EXPECT_EQ(parse("event state").condition, named_state);
  EXPECT_EQ(parse("state event").condition, named_event);
  EXPECT_EQ(parse("state and event").condition, ir::and_(named_state, named_event));
  EXPECT_EQ(parse("state event reachable").condition, named_event);
  EXPECT_EQ(parse("state event reachable").kind, Kind::can_be);
  EXPECT_EQ(parse("state reachable").condition, named_state);
  EXPECT_EQ(parse("state reachable").kind, Kind::reachable) << "an event, which is no state";
  EXPECT_EQ(parse("never state (Dim) and state together").condition,
            ir::not_(ir::and_(state("Dim"), named_state)));
  EXPECT_EQ(parse("state 'event'").condition, named_event);
  EXPECT_EQ(parse("'state'").condition, named_state);
}

TEST_F(SentenceTest, AKindMarksOneName) {
  EXPECT_EQ(parse("state ((Dim)) reachable").condition, state("Dim"));
  EXPECT_THROW(parse("state (Dim or On) reachable"), InputError);
  EXPECT_THROW(parse("state (Dim and level = 3)"), InputError);
}

TEST_F(SentenceTest, WhatMayBeAboutEitherOfTwoNamesIsRefused) {
  system_.machines[0].events[0].name = "state";
  system_.machines[0].nodes[1].full_name = "reachable";
  EXPECT_THROW(parse("state On or state reachable"), InputError);
  EXPECT_EQ(parse("state On or 'state' reachable").kind, Kind::reachable);
  EXPECT_EQ(parse("state On or state 'reachable'").kind, Kind::always);
  system_.machines[0].nodes[1].full_name = "Dim";
  EXPECT_EQ(parse("state On or state reachable").kind, Kind::reachable);
}

TEST_F(SentenceTest, TheRootHasNoName) {
  system_.machines[0].nodes[0].full_name = "level";
  EXPECT_THROW(parse("state level reachable"), InputError);
  EXPECT_NO_THROW(parse("level = 3")) << "the variable";
}

TEST_F(SentenceTest, WhatIsLeftOutOfAMistypedNameMayStaySo) {
  system_.machines[0].nodes[1].full_name = "outer.middle.Bright";
  try {
    parse("state outer.Brigt reachable");
    FAIL();
  } catch (const InputError& error) {
    EXPECT_EQ(error.diagnostics().front().hint, "did you mean 'outer.Bright'?");
  }
}

TEST_F(SentenceTest, ErrorsShowTheSentenceAsItWasWritten) {
  try {
    parse("always state 'nothing'");
    FAIL();
  } catch (const InputError& error) {
    const std::string told = error.diagnostics().front().render();
    EXPECT_NE(told.find("always state 'nothing'"), std::string::npos) << told;
    EXPECT_NE(told.find("there is no state 'nothing'"), std::string::npos) << told;
  }
}

TEST_F(SentenceTest, WordsStayWordsWhereSomethingIsCalledSo) {
  system_.machines[0].events[0].name = "never";
  system_.machines[0].nodes[1].full_name = "reachable";
  system_.machines[0].nodes[1].name = "reachable";
  const ir::Expr never = event("never");
  const ir::Expr reachable = state("reachable");
  ASSERT_TRUE(never && reachable);
  EXPECT_EQ(parse("never Dim and On together").condition,
            ir::not_(ir::and_(state("Dim"), state("On"))));
  EXPECT_EQ(parse("never").condition, never);
  EXPECT_EQ(parse("never and Dim").condition, ir::and_(never, state("Dim")));
  EXPECT_EQ(parse("never never").condition, ir::not_(never));
  EXPECT_EQ(parse("never (Dim)").condition, ir::not_(state("Dim")));
  EXPECT_EQ(parse("state reachable reachable").kind, Kind::can_be);
  EXPECT_EQ(parse("state reachable reachable").condition, reachable);
  EXPECT_EQ(parse("reachable").kind, Kind::always);
  EXPECT_EQ(parse("reachable Dim").kind, Kind::reachable);
}

TEST_F(SentenceTest, AskForReachability) {
  EXPECT_EQ(parse("state Dim reachable").kind, Kind::can_be);
  EXPECT_EQ(parse("state Dim reachable").condition, state("Dim"));
  EXPECT_EQ(parse("state Dim unreachable").kind, Kind::can_never_be);
  EXPECT_EQ(parse("reachable Dim and level = 3").kind, Kind::reachable);
  EXPECT_EQ(parse("reachable (level > 3)").kind, Kind::reachable);
}

TEST_F(SentenceTest, NeverTogetherIsANegation) {
  const ir::Expr both = ir::and_(state("Dim"), state("Off"));
  EXPECT_EQ(parse("never Dim and Off together").condition, ir::not_(both));
  EXPECT_EQ(parse("never Dim and Off").condition, ir::not_(both));
  EXPECT_EQ(parse("never Dim and Off together").kind, Kind::always);
}

TEST_F(SentenceTest, OperatorsAreThoseOfFormulasAndOfXsts) {
  const ir::Expr low = ir::lt(level(), context_.int_literal(3));
  EXPECT_EQ(parse("Dim -> level < 3").condition, ir::implies(state("Dim"), low));
  EXPECT_EQ(parse("Dim => level < 3").condition, ir::implies(state("Dim"), low));
  EXPECT_EQ(parse("not Dim or level < 3").condition, parse("!Dim || level < 3").condition);
  EXPECT_EQ(parse("event on and Dim").condition, ir::and_(event("on"), state("Dim")));
}

TEST_F(SentenceTest, WhatIsWrongIsToldWithAdvice) {
  EXPECT_EQ(wrong("Dmi"),
            "sentence:1:1 there is no state, event or variable 'Dmi'; "
            "did you mean 'Dim'?");
  EXPECT_EQ(wrong("not On.Dim"),
            "sentence:1:5 there is no state, event or variable 'On.Dim'; "
            "did you mean 'Dim'?");
  EXPECT_EQ(wrong("event Dim"), "sentence:1:7 there is no event 'Dim'; ");
  EXPECT_NE(wrong("Dim and Off together").find("'together' needs 'never' in front"),
            std::string::npos);
  EXPECT_NE(wrong("reachable Dim unreachable"), "");
  EXPECT_NE(wrong("level").find("must have type 'boolean'"), std::string::npos);
  EXPECT_NE(wrong("f(Dim)").find("no functions but In"), std::string::npos);
  EXPECT_NE(wrong("Dim Off").find("the end of the property"), std::string::npos);
  EXPECT_NE(wrong(""), "");
}

constexpr const char* pair_of_lights = R"(package lights
interface Switch { in event flip }
statechart Light [
  port side : provides Switch
] {
  region body {
    initial Start
    state Red
    state Green
  }
  transition from Start to Red
  transition from Red to Green when side.flip
}
sync Pair [
  port a : provides Switch
  port b : provides Switch
] {
  component left : Light
  component right : Light
  bind a -> left.side
  bind b -> right.side
}
)";

TEST(SentenceNames, MayLeaveOutWhatIsClear) {
  ir::Context context;
  const auto system =
      parse_gamma(context, std::make_shared<const SourceText>("pair.gcd", pair_of_lights));
  const auto parse = [&](const std::string& text) {
    return parse_statechart_condition(context, system, SourceText("sentence", text));
  };
  EXPECT_EQ(parse("left.Red"), parse("left.body.Red"));
  EXPECT_NE(parse("left.Red"), parse("right.Red"));
  try {
    parse("body.Red");
    FAIL() << "both machines have such a state";
  } catch (const InputError& error) {
    EXPECT_EQ(error.diagnostics().front().message,
              "'body.Red' may mean state left.body.Red or state right.body.Red");
  }
}

}  // namespace
}  // namespace arges::frontend
