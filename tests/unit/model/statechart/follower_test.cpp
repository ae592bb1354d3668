#include "model/statechart/follower.h"

#include <gtest/gtest.h>

#include "support/scxml_text.h"

namespace arges::model::statechart {
namespace {

/// A machine that counts what comes with `set`, as a lowering and a run of it.
class FollowerTest : public testing::Test {
 protected:
  FollowerTest() { state_ = lowering_.layout().encode(interpreter_.initial()); }

  /// Takes a step of this kind, and returns where the run is then.
  analysis::ConcreteStep step(const StepChoice& choice) {
    const auto outcomes = interpreter_.outcomes(at_, choice);
    EXPECT_EQ(outcomes.size(), 1U);
    const Place from = at_.place;
    at_ = outcomes.at(0).state;
    for (std::uint32_t i = 0; i < lowering_.steps().size(); ++i) {
      const LoweredStep& one = lowering_.steps()[i];
      const bool fits = one.from == from && one.to == at_.place && one.kind == choice.kind &&
                        (choice.kind != StepKind::event || one.event == choice.event);
      if (!fits) continue;
      analysis::Action& action = actions_.emplace_back();
      action.origin = i;
      return {&action, {}, lowering_.layout().encode(at_)};
    }
    ADD_FAILURE() << "there is no such step";
    return {};
  }
  EventId event(const std::string& name) const {
    const auto& events = system_.machines[0].events;
    for (EventId e = 0; e < events.size(); ++e)
      if (events[e].name == name) return e;
    return none;
  }
  std::vector<analysis::ConcreteStep> start_steps() {
    return {step({.kind = StepKind::init}), step({.kind = StepKind::settle})};
  }
  Follower::Position follow(const std::vector<analysis::ConcreteStep>& steps) {
    Follower::Position position = follower_.start(state_);
    for (std::size_t i = 0; i < steps.size() && !position.error; ++i)
      position = follower_.step(position, {i + 1, steps[i], {}});
    return position;
  }
  ir::Var variable(const std::string& name) const {
    for (const auto& one : system_.machines[0].variables)
      if (one.var->name == name) return one.var;
    return nullptr;
  }

  ir::Context context_;
  SourcePtr text_ = test::source(test::scxml(
      R"(<datamodel><data id="n" expr="0"/></datamodel>
         <state id="A"><transition event="go" target="B"><assign location="n" expr="n + 1"/>
         </transition></state><state id="B"/>)"));
  System system_ = frontend::parse_scxml(context_, text_);
  Lowering lowering_{context_, system_};
  Interpreter interpreter_{context_, system_};
  Follower follower_{lowering_};
  State at_ = interpreter_.initial();
  ir::Valuation state_;
  std::deque<analysis::Action> actions_;
};

TEST_F(FollowerTest, ARunOfTheInterpreterIsFollowed) {
  std::vector<analysis::ConcreteStep> steps = start_steps();
  steps.push_back(step({.kind = StepKind::event, .event = event("go")}));
  steps.push_back(step({.kind = StepKind::react}));
  const Follower::Position end = follow(steps);
  ASSERT_FALSE(end.error) << end.error->message;
  ASSERT_EQ(end.states.size(), 1U);
  EXPECT_EQ(interpreter_.configuration(end.states[0]), std::vector<std::string>{"B"});
  std::vector<Occurrence::Kind> kinds;
  for (const Occurrence& one : end.occurrences) kinds.push_back(one.kind);
  using Kind = Occurrence::Kind;
  EXPECT_EQ(kinds, (std::vector<Kind>{Kind::fired, Kind::exited, Kind::assigned, Kind::entered}));
}

TEST_F(FollowerTest, AWrongValueIsNoticed) {
  std::vector<analysis::ConcreteStep> steps = start_steps();
  steps.push_back(step({.kind = StepKind::event, .event = event("go")}));
  steps.push_back(step({.kind = StepKind::react}));
  steps.back().state.set(variable("n"), ir::Value::small(2));
  const Follower::Position end = follow(steps);
  ASSERT_TRUE(end.error);
  EXPECT_FALSE(end.error->undecided);
  EXPECT_NE(end.error->message.find("n is 1, not 2"), std::string::npos) << end.error->message;
}

TEST_F(FollowerTest, AStepThatIsNotPossibleIsNoticed) {
  std::vector<analysis::ConcreteStep> steps = start_steps();
  steps.push_back(steps.back());
  const Follower::Position end = follow(steps);
  ASSERT_TRUE(end.error);
  EXPECT_NE(end.error->message.find("step 3"), std::string::npos) << end.error->message;
}

TEST_F(FollowerTest, AWrongStartIsNoticed) {
  state_.set(variable("n"), ir::Value::small(5));
  const Follower::Position start = follower_.start(state_);
  ASSERT_TRUE(start.error);
  EXPECT_EQ(start.error->message, "at the start n is 0, not 5");
}

TEST_F(FollowerTest, AStepOfAnotherModelIsNoticed) {
  std::vector<analysis::ConcreteStep> steps = start_steps();
  actions_.back().origin = 10000;
  const Follower::Position end = follow(steps);
  ASSERT_TRUE(end.error);
  EXPECT_EQ(end.error->message, "step 2: there is no such step");
}

}  // namespace
}  // namespace arges::model::statechart
