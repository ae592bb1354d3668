#include "engine/statechart_task.h"

#include <gtest/gtest.h>

#include "engine/checker.h"
#include "engine/gamma_questions.h"
#include "engine/statechart_simulator.h"
#include "engine/united.h"
#include "output/sequence_diagram.h"
#include "output/statechart_trace.h"
#include "support/task_of.h"

namespace arges::engine {
namespace {

using analysis::Answer;
using output::Polarity;

/// A counter of ticks; the state Never is behind a guard that can't hold.
constexpr const char* counter = R"(<scxml xmlns="http://www.w3.org/2005/07/scxml" version="1.0"
    datamodel="ecmascript" initial="Run">
  <datamodel><data id="n" expr="0"/></datamodel>
  <state id="Run">
    <transition event="tick" cond="n &lt; 5" target="Run"><assign location="n" expr="n + 1"/></transition>
    <transition event="tick" cond="n == 5" target="Done"/>
    <transition event="stop" cond="n &gt; 5" target="Never"/>
  </state>
  <state id="Done"/>
  <state id="Never"/>
</scxml>)";

class StatechartTaskTest : public testing::Test {
 protected:
  void load(std::vector<std::string> properties, std::vector<std::string> checks = {}) {
    LoadRequest request = test::request_for("counter.scxml", counter);
    request.properties = std::move(properties);
    request.checks = std::move(checks);
    task_ = engine::load(env_, request);
  }
  output::PropertyResult check(std::size_t property) {
    Configuration configuration = defaults_of(EngineKind::explicit_states);
    return task_->as_asked(property,
                           check_property(env_, *task_, property, configuration, nullptr, {}));
  }
  std::size_t number(const std::string& name) {
    for (std::size_t i = 0; i < task_->num_properties(); ++i)
      if (task_->property_name(i) == name) return i;
    ADD_FAILURE() << "no property " << name;
    return 0;
  }

  Env env_;
  std::unique_ptr<Task> task_;
};

TEST_F(StatechartTaskTest, ExistenceIsTheOppositeOfAnInvariant) {
  load({"state Done reachable", "state Never reachable", "state Done unreachable"});
  const auto done = check(0);
  EXPECT_EQ(done.verdict.answer, Answer::holds);
  EXPECT_EQ(done.polarity, Polarity::existential);
  EXPECT_TRUE(done.verdict.counterexample.has_value());
  EXPECT_TRUE(done.certificate.passed);
  const auto never = check(1);
  EXPECT_EQ(never.verdict.answer, Answer::violated);
  EXPECT_TRUE(never.proof.has_value());
  EXPECT_EQ(check(2).verdict.answer, Answer::violated);
}

TEST_F(StatechartTaskTest, RunsAreToldAsReactions) {
  load({"n < 3"});
  const auto result = check(0);
  ASSERT_TRUE(result.verdict.counterexample.has_value());
  const output::ChartTrace trace =
      output::make_chart_trace(*result.chart, *result.verdict.counterexample);
  ASSERT_EQ(trace.steps.size(), 4U);
  EXPECT_EQ(trace.steps[0].cause, "start");
  EXPECT_EQ(trace.steps[3].cause, "tick");
  EXPECT_EQ(trace.steps[3].configuration, std::vector<std::string>{"Run"});
  ASSERT_EQ(trace.steps[3].changed.size(), 1U);
  EXPECT_EQ(trace.steps[3].state->get(trace.steps[3].changed[0]), ir::Value::small(3));
  const std::string diagram =
      output::sequence_diagram("t", *result.chart, *result.verdict.counterexample);
  EXPECT_NE(diagram.find("environment -> m0 : tick"), std::string::npos);
}

TEST_F(StatechartTaskTest, SimulationFindsWhatIsEasyAndNothingElse) {
  load({}, {"dead-transitions", "unreachable-states"});
  std::vector<std::size_t> all;
  for (std::size_t i = 0; i < task_->num_properties(); ++i) all.push_back(i);
  const auto easy = task_->easy_results(env_, all);
  EXPECT_EQ(all.size(), 6U);
  EXPECT_EQ(easy.size(), 4U);
  for (const auto& [property, result] : easy) {
    EXPECT_TRUE(result.certificate.passed) << result.property;
    EXPECT_EQ(task_->property_name(property).find("Never"), std::string::npos);
  }
}

TEST_F(StatechartTaskTest, OneRunShowsAllThatItComesBy) {
  load({}, {"dead-transitions"});
  const std::vector<std::size_t> all{0, 1};
  const auto united = task_->unite(all);
  ASSERT_TRUE(united.has_value());
  // The run to the second transition takes the first on the way.
  auto result =
      check_property(env_, *task_, 1, defaults_of(EngineKind::explicit_states), nullptr, {});
  ASSERT_EQ(result.verdict.answer, Answer::violated);
  const auto parts = results_on_parts(env_, *task_, *united, std::move(result));
  ASSERT_EQ(parts.size(), 2U);
  EXPECT_LT(parts[0].second.verdict.counterexample->steps.size(),
            parts[1].second.verdict.counterexample->steps.size());
}

TEST_F(StatechartTaskTest, PropertiesThatSeeTheSystemOtherwiseAreNotUnited) {
  load({"n <= 5", "state Done reachable", "deadlock"});
  EXPECT_NE(task_->kin(0), task_->kin(1));
  EXPECT_FALSE(task_->unite({0, 1}).has_value());
  EXPECT_EQ(task_->kin(0), task_->kin(2));
  EXPECT_TRUE(task_->unite({0, 2}).has_value());
}

TEST_F(StatechartTaskTest, TheTurnOfAModelThatIsOneAdapterNeedsNoName) {
  LoadRequest request = test::request_for("waiter.gcd", R"(package test
    interface I { out event e }
    statechart C [ port p : requires I ] {
      region r { initial i state A state B } transition from i to A
      transition from A to B when p.e }
    adapter N of component c : C { when any / run
      queue q (priority = 1, capacity = 1) { p.any } })");
  request.properties = {"state c.r.B unreachable"};
  task_ = engine::load(env_, request);
  const auto result = check(0);
  ASSERT_TRUE(result.verdict.counterexample.has_value());
  const output::ChartTrace trace =
      output::make_chart_trace(*result.chart, *result.verdict.counterexample);
  ASSERT_EQ(trace.steps.size(), 3U);
  EXPECT_EQ(trace.steps[2].cause, "turn");
}

TEST_F(StatechartTaskTest, FinalStatesApartNothingMayGetStuck) {
  load({"deadlock"});
  const auto result = check(0);
  EXPECT_EQ(result.verdict.answer, Answer::violated);
  const output::ChartTrace trace =
      output::make_chart_trace(*result.chart, *result.verdict.counterexample);
  EXPECT_EQ(trace.steps.back().configuration, std::vector<std::string>{"Done"});
}

TEST_F(StatechartTaskTest, ToResetSomethingIsNoWayOn) {
  LoadRequest request = test::request_for("once.gcd", R"(package test
    interface I { out event e }
    @RunUponExternalEvent
    statechart C [ port p : requires I ] {
      @Resettable var seen : boolean := false
      region r { initial i state A state B } transition from i to A
      transition from A to B when p.e [not seen] / seen := true; })");
  request.properties = {"deadlock"};
  task_ = engine::load(env_, request);
  const auto result = check(0);
  ASSERT_TRUE(result.verdict.counterexample.has_value());
  const output::ChartTrace trace =
      output::make_chart_trace(*result.chart, *result.verdict.counterexample);
  EXPECT_EQ(trace.steps.back().configuration, std::vector<std::string>{"r.B"});
}

TEST(GammaQuestions, InvariantsAndReachabilityAreNoFormulas) {
  using Quantifier = frontend::GammaProperty::Quantifier;
  using Form = frontend::GammaProperty::Form;
  const auto ask = [](Quantifier quantifier, const std::string& formula, Form form) {
    return question_of({"p", quantifier, formula, {}, form, "a"});
  };
  const GammaQuestion invariant = ask(Quantifier::all_runs, "G(\"a\")", Form::always);
  EXPECT_FALSE(invariant.is_temporal);
  EXPECT_EQ(invariant.polarity, Polarity::universal);
  EXPECT_EQ(invariant.text, "a");
  const GammaQuestion reachable = ask(Quantifier::some_run, "F(\"a\")", Form::at_some_time);
  EXPECT_FALSE(reachable.is_temporal);
  EXPECT_EQ(reachable.polarity, Polarity::existential);
  EXPECT_EQ(reachable.text, "a");
  const GammaQuestion formula = ask(Quantifier::all_runs, "F(\"a\")", Form::at_some_time);
  EXPECT_TRUE(formula.is_temporal);
  EXPECT_EQ(formula.polarity, Polarity::universal);
  EXPECT_EQ(formula.text, "F(\"a\")");
  const GammaQuestion exists = ask(Quantifier::some_run, "G(\"a\")", Form::always);
  EXPECT_TRUE(exists.is_temporal);
  EXPECT_EQ(exists.polarity, Polarity::existential);
  EXPECT_EQ(exists.text, "!(G(\"a\"))");
  // Only the first operand is behind the operator.
  const GammaQuestion either = ask(Quantifier::all_runs, "G(\"a\") || \"b\"", Form::other);
  EXPECT_TRUE(either.is_temporal);
  EXPECT_EQ(either.text, "G(\"a\") || \"b\"");
}

TEST(SimulatorInputs, AreListsOfCallsAndTimes) {
  EXPECT_EQ(events_of("a & b(3)"), (std::vector<std::string>{"a", "b"}));
  EXPECT_TRUE(events_of("after 500ms").empty());
  Env env;
  LoadRequest request = test::request_for("counter.scxml", counter);
  StatechartSimulator simulator(env, request);
  EXPECT_EQ(simulator.input("tick"), "");
  EXPECT_EQ(simulator.input(" tick "), "");
  EXPECT_NE(simulator.input("tock"), "");
  EXPECT_NE(simulator.input("tick(1)"), "");
  EXPECT_EQ(simulator.steps().size(), 3U);
  EXPECT_EQ(simulator.steps().back().variables[0].second, ir::Value::small(2));
  EXPECT_TRUE(simulator.back());
  EXPECT_TRUE(simulator.back());
  EXPECT_FALSE(simulator.back());
  EXPECT_EQ(simulator.steps().size(), 1U);
}

}  // namespace
}  // namespace arges::engine
