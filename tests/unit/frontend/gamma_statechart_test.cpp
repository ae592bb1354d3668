// One statechart of Gamma's: what becomes of its parts, and how it then behaves.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "frontend/gamma/gamma_parser.h"
#include "model/statechart/simulation.h"
#include "support/gamma_model.h"

namespace arges::frontend {
namespace {

using model::statechart::Machine;
using model::statechart::Node;
using model::statechart::NodeKind;
using model::statechart::Semantics;
using model::statechart::Simulation;
using model::statechart::Transition;
using test::GammaModel;
using testing::ElementsAre;

/// A statechart with a port `p` that has inputs a, b, n(value) and outputs x, y(value).
std::string chart(const std::string& body, const std::string& annotations = "") {
  return "package test\n"
         "interface In { out event a out event b out event n(value : integer) }\n"
         "interface Out { out event x out event y(value : integer) }\n" +
         annotations + "\nstatechart Chart [ port p : requires In, port q : provides Out ] {\n" +
         body + "\n}";
}

const Transition& transition(const Machine& machine, const std::string& name) {
  for (const Transition& known : machine.transitions)
    if (known.name == name) return known;
  throw std::out_of_range(name);
}

const std::string two_states = "region r { initial i state A state B } transition from i to A\n";

TEST(GammaStatechart, NamesAreAsLongAsItTakes) {
  const GammaModel model(chart(R"(
    var right : boolean
    region main {
      initial i
      state Outer {
        region left { initial j choice c state One }
        region right { initial k state Two }
      }
      merge m
      state Plain { region left { initial l state Three } }
    }
    transition from i to Outer
    transition from j to c
    transition from c to One
    transition from k to Two
    transition from l to Three
    transition from Outer to m when p.a
    transition from m to Plain)"));
  ASSERT_EQ(model.errors, "");
  std::vector<std::string> names;
  for (const Node& node : model.machine().nodes) names.push_back(node.full_name);
  EXPECT_THAT(names, ElementsAre("Chart", "main", "main.Outer", "Outer.left", "left.c", "left.One",
                                 "Outer.right", "right.Two", "main.m", "main.Plain", "Plain.left",
                                 "left.Three"));
  EXPECT_EQ(model.machine().nodes[0].kind, NodeKind::parallel);
  EXPECT_EQ(model.machine().nodes[2].kind, NodeKind::parallel);
  EXPECT_TRUE(model.machine().nodes[3].is_region);
  EXPECT_EQ(model.machine().nodes[4].kind, NodeKind::choice);
  EXPECT_EQ(model.machine().nodes[5].active->name, "left.One");
}

TEST(GammaStatechart, EventsAreAsTheOwnerOfThePortSeesThem) {
  const GammaModel model(chart(two_states));
  ASSERT_EQ(model.errors, "");
  std::vector<std::string> inputs;
  std::vector<std::string> outputs;
  for (const auto& event : model.machine().events)
    (event.direction == model::statechart::Direction::input ? inputs : outputs)
        .push_back(event.name);
  EXPECT_THAT(inputs, ElementsAre("p.a", "p.b", "p.n"));
  EXPECT_THAT(outputs, ElementsAre("q.x", "q.y"));
  EXPECT_TRUE(model.machine().events[0].is_environment);
  EXPECT_EQ(model.machine().events[2].parameters[0].value->name, "p.n.value");
}

TEST(GammaStatechart, AnnotationsSayWhatIsOpen) {
  const Semantics plain = GammaModel(chart(two_states)).machine().semantics;
  EXPECT_EQ(plain.reaction, Semantics::Reaction::all_events);
  EXPECT_EQ(plain.priority, Semantics::Priority::outer_first);
  EXPECT_EQ(plain.conflict, Semantics::Conflict::any);
  EXPECT_EQ(plain.regions, Semantics::Regions::document_order);
  EXPECT_EQ(plain.step, Semantics::Step::once);
  const Semantics other = GammaModel(chart(two_states,
                                           "@RegionSchedule = bottom-up\n"
                                           "@OrthogonalRegionSchedule = unordered\n"
                                           "@PrioritizedTransitions = value-based\n"
                                           "@GuardEvaluation = beginning-of-step"))
                              .machine()
                              .semantics;
  EXPECT_EQ(other.priority, Semantics::Priority::inner_first);
  EXPECT_EQ(other.conflict, Semantics::Conflict::largest);
  EXPECT_EQ(other.regions, Semantics::Regions::any_order);
  EXPECT_EQ(other.guards, Semantics::Guards::at_first);
}

TEST(GammaStatechart, TriggersAreFormulas) {
  const GammaModel model(chart("timeout t\n" + two_states + R"(
    transition from A to B when p.a && !(p.b) || timeout t
    transition from B to A when cycle
    transition from A to A when p.any [else]
    @(mine) transition (7) from B to B when any)"));
  ASSERT_EQ(model.errors, "");
  const Machine& machine = model.machine();
  EXPECT_EQ(transition(machine, "A -> B").trigger.formula.to_string(), "p.a and not p.b or t");
  EXPECT_TRUE(transition(machine, "B -> A").trigger.formula.is_true());
  EXPECT_TRUE(transition(machine, "A -> A").is_else);
  EXPECT_EQ(transition(machine, "A -> A").trigger.formula.to_string(), "p.a or p.b or p.n");
  EXPECT_EQ(transition(machine, "mine").priority, 7);
}

TEST(GammaStatechart, ACycleIsSkippedWithoutAnEvent) {
  const std::string body = "@Resettable var seen : boolean := false timeout t\n" + two_states +
                           "transition from A to B when p.a / seen := true;\n"
                           "transition from B to A when cycle";
  GammaModel model(chart(body, "@RunUponExternalEvent"));
  ASSERT_EQ(model.errors, "");
  Simulation run(model.context, model.system);
  run.start();
  EXPECT_THAT(run.send("p.a").configuration, ElementsAre("r.B"));
  // Without an input there is no cycle: B stays, and what is reset before cycles is not.
  EXPECT_THAT(run.cycle({}).configuration, ElementsAre("r.B"));
  EXPECT_TRUE(test::value_of(run, "seen").is_true());
  EXPECT_THAT(run.send("p.b").configuration, ElementsAre("r.A"));
  EXPECT_FALSE(test::value_of(run, "seen").is_true());
  // To reset something is no transition.
  EXPECT_EQ(model.machine().transitions.size(), 2U);
  EXPECT_EQ(
      GammaModel(chart(body, "@RunUponExternalEvent @GuardEvaluation = beginning-of-step")).errors,
      "");
}

TEST(GammaStatechart, HistoryIsTheWayInWhereThereIsNoInitialState) {
  GammaModel model(chart(R"(
    region main { initial i state Work { region w { shallow history past state One state Two } } state Off }
    transition from i to Work
    transition from past to One
    transition from One to Two when p.a
    transition from Work to Off when p.b
    transition from Off to Work when p.b)"));
  ASSERT_EQ(model.errors, "");
  Simulation run(model.context, model.system);
  EXPECT_THAT(run.start().configuration, ElementsAre("w.One"));
  run.send("p.a");
  run.send("p.b");
  EXPECT_THAT(run.send("p.b").configuration, ElementsAre("w.Two"));
}

TEST(GammaStatechart, ChoicesReadTheirGuardsAfterTheEffectBefore) {
  GammaModel model(chart(R"(
    var v : integer
    region r { initial i state A state B state C choice c }
    transition from i to A
    transition from A to c when p.n / v := p.n::value + v;
    transition from c to B [v > 5]
    transition from c to C [else] / raise q.y(v * 2);)"));
  ASSERT_EQ(model.errors, "");
  Simulation run(model.context, model.system);
  run.start();
  const auto& step = run.send("p.n", {ir::Value::small(4)});
  EXPECT_THAT(step.configuration, ElementsAre("r.C"));
  EXPECT_THAT(step.outputs, ElementsAre("q.y(8)"));
}

TEST(GammaStatechart, ForksAndJoinsArePartOfTransitions) {
  GammaModel model(chart(R"(
    region main {
      initial i state Start fork f join j state End
      state Both {
        region l { initial li state L1 state L2 }
        region r { initial ri state R1 state R2 }
      }
    }
    transition from i to Start
    transition from Start to f when p.a
    transition from f to L2
    transition from f to R2 / raise q.x;
    transition from li to L1 transition from ri to R1
    transition from L2 to j when p.a
    transition from R2 to j when p.b
    transition from j to End)"));
  ASSERT_EQ(model.errors, "");
  Simulation run(model.context, model.system);
  run.start();
  const auto& forked = run.send("p.a");
  EXPECT_THAT(forked.configuration, ElementsAre("l.L2", "r.R2"));
  EXPECT_THAT(forked.outputs, ElementsAre("q.x"));
  EXPECT_THAT(run.send("p.a").configuration, ElementsAre("l.L2", "r.R2"));
  EXPECT_THAT(run.cycle({{"p.a", {}}, {"p.b", {}}}).configuration, ElementsAre("main.End"));
}

TEST(GammaStatechart, TimeoutsHaveElapsedBeforeTheyAreSet) {
  GammaModel model(chart(R"(
    timeout t
    region r { initial i state A state B { entry / set t := 2 s; } state C }
    transition from i to A
    transition from A to B when timeout t && p.a
    transition from B to C when timeout t)"));
  ASSERT_EQ(model.errors, "");
  EXPECT_EQ(model.system.time_step, 2000U);
  Simulation run(model.context, model.system);
  run.start();
  EXPECT_THAT(run.send("p.a").configuration, ElementsAre("r.B"));
  EXPECT_THAT(run.cycle({}).configuration, ElementsAre("r.C"));
}

TEST(GammaStatechart, InStateAndPresenceAreExpressions) {
  const GammaModel model(chart(two_states + R"(
    region t { initial k state K } transition from k to K
    transition from A to B when cycle [in-state(t.K) and p.a:: imply p.n::value >= 3])"));
  ASSERT_EQ(model.errors, "");
  EXPECT_EQ(transition(model.machine(), "A -> B").guard.to_string(),
            "not (t.K and p.a) or 3 <= p.n.value");
}

}  // namespace
}  // namespace arges::frontend
