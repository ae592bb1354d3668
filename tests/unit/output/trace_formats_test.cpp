#include "output/trace_formats.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <pugixml.hpp>

#include "output/fake_system.h"

namespace arges::output {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

/// Two runs of the counter: to 0, and on to 1.
class TraceFormatsTest : public testing::Test {
 protected:
  TraceFormatsTest() {
    set_.model = "dir/a<b.xsts";
    set_.subject.system = &system_;
    set_.subject.rests = [](analysis::Control control) { return control < 2; };
    set_.subject.inputs = {system_.on()};
    set_.size = 2;
    set_.trace = [this](std::size_t i) { return run(i); };
    set_.criteria = {{"states",
                      {{"loop", {}, GoalResult::Status::covered, {0, 1}},
                       {"\"far\"", {}, GoalResult::Status::infeasible, {}, "n < 9 always"},
                       {"near", {}, GoalResult::Status::unknown, {}, "timeout"}}}};
  }

  analysis::ConcreteTrace run(std::size_t steps) const {
    analysis::ConcreteTrace trace;
    ir::Valuation state;
    trace.initial = state;
    state.set(system_.n(), ir::Value::small(0));
    trace.steps.push_back({system_.find_action(0), {}, state});
    if (steps == 0) return trace;
    state.set(system_.on(), ir::Value::boolean(true));
    trace.steps.push_back({system_.find_action(1), {}, state});
    state.set(system_.n(), ir::Value::small(1));
    trace.steps.push_back({system_.find_action(2), {ir::Decision::take(0)}, state});
    return trace;
  }

  std::string text_of(void (*write)(const TraceSet&, const Sink&)) const {
    std::string text;
    write(set_, [&](std::string_view part) { text += part; });
    return text;
  }

  test::FakeSystem system_;
  TraceSet set_;
};

TEST_F(TraceFormatsTest, CsvHasALineAStepAndAColumnAVariable) {
  EXPECT_EQ(text_of(write_csv),
            "trace,step,cause,inputs,configuration,outputs,fired,notes,n,on,color,bits\n"
            "1,0,start,,start,,,,,,,\n"
            "1,1,no input,,loop,,init,,0,,,\n"
            "2,0,start,,start,,,,,,,\n"
            "2,1,no input,,loop,,init,,0,,,\n"
            "2,2,on,on,loop,,step,,1,true,,\n");
}

TEST_F(TraceFormatsTest, JunitTellsGoalsByWhatBecameOfThem) {
  pugi::xml_document document;
  ASSERT_TRUE(document.load_string(text_of(write_junit).c_str()));
  const pugi::xml_node root = document.child("testsuites");
  EXPECT_EQ(root.attribute("tests").as_int(), 5);
  EXPECT_EQ(root.attribute("failures").as_int(), 1);
  EXPECT_EQ(root.attribute("skipped").as_int(), 1);
  const pugi::xml_node traces = root.first_child();
  EXPECT_STREQ(traces.attribute("name").value(), "dir/a<b.xsts");
  EXPECT_STREQ(traces.last_child().attribute("name").value(), "trace 2: no input, on");
  const pugi::xml_node goals = root.last_child();
  EXPECT_FALSE(goals.find_child_by_attribute("name", "loop").child("failure"));
  EXPECT_STREQ(goals.find_child_by_attribute("name", "\"far\"")
                   .child("skipped")
                   .attribute("message")
                   .value(),
               "infeasible: n < 9 always");
  EXPECT_STREQ(
      goals.find_child_by_attribute("name", "near").child("failure").attribute("message").value(),
      "not covered: timeout");
}

TEST_F(TraceFormatsTest, OtherModelsAreOneLifeLine) {
  EXPECT_EQ(plantuml_of(set_, 1),
            "@startuml\ntitle dir/a~<b.xsts: trace 2\nparticipant \"model\" as m0\n"
            "hnote over m0 : start\n"
            "m0 -> m0 : no input\n"
            "hnote over m0 : loop\\nn = 0\n"
            "[-> m0 : on\n"
            "hnote over m0 : n = 1\n"
            "@enduml\n");
}

TEST_F(TraceFormatsTest, SvgIsWellFormedAndKnowsItsSize) {
  pugi::xml_document document;
  ASSERT_TRUE(document.load_string(text_of(write_svg).c_str()));
  const pugi::xml_node svg = document.child("svg");
  EXPECT_GT(svg.attribute("height").as_int(), 100);
  EXPECT_TRUE(svg.find_child_by_attribute("id", "trace-2"));
}

TEST_F(TraceFormatsTest, TheDriverHasInputsAndValues) {
  const std::string text = text_of(write_c);
  EXPECT_THAT(text, StartsWith("/* A test driver made by arges: 2 traces of dir/a<b.xsts."));
  EXPECT_THAT(text, HasSubstr("{\"on\", 0,\n   (const Input[]){{\"on\", 0, nothing}, "));
  EXPECT_THAT(text, HasSubstr("(const Value[]){{\"n\", \"1\"}, {NULL, NULL}}"));
}

TEST_F(TraceFormatsTest, WhatHappensIsToldBriefly) {
  ToldStep tick;
  tick.cause = "tick";
  ToldTrace steps(std::vector<ToldStep>(200, tick));
  EXPECT_THAT(brief(steps), testing::EndsWith("more)"));
  EXPECT_LT(brief(steps).size(), 150U);
  steps.shorten(1);
  EXPECT_EQ(brief(steps), "start");
}

}  // namespace
}  // namespace arges::output
