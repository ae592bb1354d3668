#include "engine/coverage/goals.h"

#include "base/error.h"
#include "engine/coverage/fixture.h"

namespace arges::engine {
namespace {

using Names = std::vector<std::string>;

class GoalsTest : public CoverageTest {
 protected:
  void load_counter() {
    load_chart(R"(<datamodel><data id="n" expr="0"/></datamodel>
  <state id="A"><transition event="go" cond="n &lt; 2" target="B"><assign location="n" expr="n + 1"/></transition></state>
  <state id="B"><transition event="back" target="A"/><transition event="stop" target="C"/></state>
  <final id="C"/>)");
  }
  /// Names of transitions in the order of the model.
  Names transitions() {
    Names result;
    for (const auto& transition : model_.chart->layout().system().machines[0].transitions)
      result.push_back(transition.name);
    return result;
  }
};

TEST_F(GoalsTest, StatesOfAChart) {
  load_counter();
  EXPECT_EQ(goal_names({{Criterion::states}}), (Names{"A", "B", "C"}));
}

TEST_F(GoalsTest, RegionsAndPseudostatesAreNoStates) {
  load_chart(R"(<parallel id="P"><state id="R"><state id="R1"/></state>
  <state id="S"><history id="H"><transition target="S1"/></history><state id="S1"/></state></parallel>)");
  EXPECT_EQ(goal_names({{Criterion::states}}), (Names{"P", "R", "R1", "S", "S1"}));
}

TEST_F(GoalsTest, TransitionsOfAChart) {
  load_counter();
  Names expected = transitions();
  std::sort(expected.begin(), expected.end());
  EXPECT_EQ(goal_names({{Criterion::transitions}}), expected);
}

TEST_F(GoalsTest, PairsAreOfTransitionsIntoAndOutOfAState) {
  load_counter();
  const Names t = transitions();
  ASSERT_EQ(t.size(), 3U);
  Names expected{t[0] + ", then " + t[1], t[0] + ", then " + t[2], t[1] + ", then " + t[0]};
  std::sort(expected.begin(), expected.end());
  EXPECT_EQ(goal_names({{Criterion::transition_pairs}}), expected);
}

TEST_F(GoalsTest, GuardsAreDecisions) {
  load_counter();
  const std::string guard = "guard of " + transitions()[0];
  EXPECT_EQ(goal_names({{Criterion::decisions}}), (Names{guard + ": false", guard + ": true"}));
}

TEST_F(GoalsTest, DataFlowIsFromAssignmentsToAssignmentsAndGuards) {
  load_counter();
  const std::string guard = "the guard of " + transitions()[0];
  EXPECT_EQ(goal_names({{Criterion::all_defs}}), Names{"n of the assignment at line 2 is read"});
  const Names uses = goal_names({{Criterion::all_uses}});
  ASSERT_EQ(uses.size(), 2U) << "the initial value is no definition";
  EXPECT_EQ(uses[0], "n of the assignment at line 2 is read by the assignment at line 2");
  EXPECT_EQ(uses[1].find("n of the assignment at line 2 is read by " + guard), 0U) << uses[1];
}

/// Computations and conditions: arguments, delays, logs, `if`, `foreach`, assertions.
TEST_F(GoalsTest, AllThatReadsDataIsAUse) {
  load_chart(R"(<datamodel><data id="n" expr="0"/></datamodel><state id="A"><onentry>
    <assign location="n" expr="1"/>
    <if cond="n == 2"><log expr="n"/>
    <elseif cond="n &lt; 3"/><raise event="near"/>
    </if>
    <send event="far" type="bus"><param name="value" expr="n"/></send>
  </onentry></state>)");
  const std::string value = "n of the assignment at line 2 is read by ";
  EXPECT_EQ(goal_names({{Criterion::all_uses}}),
            (Names{value + "the arguments of far at line 6", value + "the condition at line 3",
                   value + "the condition at line 4", value + "the log at line 3"}));
}

TEST_F(GoalsTest, BranchesOfChoicesReadTheirConditions) {
  load("test.gcd", R"(package p
interface Keys { in event go }
statechart S [ port Pad : provides Keys ] {
  var n : integer := 0
  region Main { initial Begin state A state B choice C }
  transition from Begin to A
  transition from A to C when Pad.go / n := 1;
  transition from C to A [n == 0]
  transition from C to B [n == 1]
  transition from B to A when Pad.go
})");
  const std::string value = "n of the assignment at line 7 is read by the condition of the branch";
  EXPECT_EQ(goal_names({{Criterion::all_uses}}),
            (Names{value + " at line 8", value + " at line 9"}));
}

/// A procedure that is called twice is one part of the text.
TEST_F(GoalsTest, APartOfTheTextIsOnePlace) {
  load("test.gcd", R"(package p
interface Keys { in event go }
statechart S [ port Pad : provides Keys ] {
  var n : integer := 0
  procedure more() : void { n := n + 1; }
  region Main { initial Begin state A state B }
  transition from Begin to A
  transition from A to B when Pad.go / more();
  transition from B to A when Pad.go [n < 3] / more();
})");
  EXPECT_EQ(goal_names({{Criterion::all_defs}}), Names{"n of the assignment at line 5 is read"});
}

TEST_F(GoalsTest, NamesTellGoalsOfAProgramApart) {
  load("test.c", R"(extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a = __VERIFIER_nondet_int(); int b = a; b = b + a; b = b - a; if (a < b) b = 0; if (b > 3) return 1;
  return b;
})");
  const Names names = goal_names({{Criterion::states, Criterion::transitions, Criterion::decisions,
                                   Criterion::all_defs, Criterion::all_uses}});
  for (std::size_t i = 1; i < names.size(); ++i) EXPECT_NE(names[i - 1], names[i]);
  const auto says = [&](const std::string& part) {
    return std::any_of(names.begin(), names.end(), [&](const std::string& name) {
      return name.find(part) != std::string::npos;
    });
  };
  EXPECT_TRUE(says("is read by the condition at line 3, column"));
}

TEST_F(GoalsTest, DataThatNobodyReadsHasNoGoals) {
  load_chart(R"(<datamodel><data id="n" expr="0"/></datamodel>
  <state id="A"><onentry><assign location="n" expr="1"/></onentry></state>)");
  EXPECT_TRUE(goal_names({{Criterion::all_defs, Criterion::all_uses}}).empty());
}

TEST_F(GoalsTest, LocationsAndEdgesOfAnAutomaton) {
  load("test.cfa", R"(main process p {
  var x : int
  init loc A
  loc B
  final loc C
  A -> B { x := 0 }
  B -> B { assume x < 3  x := x + 1 }
  B -> C { assume x >= 3 }
})");
  EXPECT_EQ(goal_names({{Criterion::states}}), (Names{"B", "C"}))
      << "every trace is at the first location";
  EXPECT_EQ(goal_names({{Criterion::transitions}}).size(), 3U);
  EXPECT_EQ(goal_names({{Criterion::decisions}}).size(), 2U) << "the ways out of B";
  EXPECT_EQ(goal_names({{Criterion::transition_pairs}}).size(), 4U);
  EXPECT_EQ(goal_names({{Criterion::all_defs}}).size(), 2U);
  EXPECT_EQ(goal_names({{Criterion::all_uses}}).size(), 6U);
}

constexpr const char* modes = R"(type Mode : { Off, On, Broken }
ctrl var mode : Mode = Off
var n : integer = 0
trans {
  choice { assume mode == Off; mode := On; }
  or { assume mode == On; if (n < 1) { n := n + 1; } else { mode := Off; } }
}
init {}
env {}
prop { true })";

TEST_F(GoalsTest, ModesBranchesAndConditionsOfATransitionSystem) {
  load("test.xsts", modes);
  EXPECT_EQ(goal_names({{Criterion::states}}),
            (Names{"mode = Mode.Broken", "mode = Mode.Off", "mode = Mode.On"}));
  const Names decisions = goal_names({{Criterion::decisions}});
  EXPECT_EQ(decisions, (Names{"n < 1 at line 6: false", "n < 1 at line 6: true"}));
}

TEST_F(GoalsTest, ValuesOfAVariable) {
  load("test.xsts", modes);
  EXPECT_EQ(goal_names({.values = {"mode"}}).size(), 3U);
  EXPECT_THROW(goal_names({.values = {"n"}}), UsageError) << "too many";
  try {
    goal_names({.values = {"mod"}});
    FAIL();
  } catch (const UsageError& error) {
    EXPECT_NE(std::string(error.what()).find("'mod'"), std::string::npos);
    EXPECT_NE(error.hint().find("mode"), std::string::npos);
  }
}

TEST_F(GoalsTest, ConditionsAreRead) {
  load("test.xsts", modes);
  EXPECT_EQ(goal_names({.goals = {"n == 1", "n == 7"}}), (Names{"n == 1", "n == 7"}));
  EXPECT_THROW(goal_names({.goals = {"m == 1"}}), InputError);
}

TEST_F(GoalsTest, SitesAreFoundByWhatTheyAre) {
  const SourceText text("text", "abc\ndef\n");
  ir::Context context;
  const ir::Var x = context.declare("x", context.int_type());
  const std::vector<Site> sites{{.location = {&text, 0}, .defines = x},
                                {.location = {&text, 0}},
                                {.location = {&text, 4}, .branch = 1}};
  const SiteIndex index(sites);
  for (std::uint32_t i = 0; i < sites.size(); ++i) EXPECT_EQ(index.find(sites[i]), i);
  EXPECT_FALSE(index.find(Site{.location = {&text, 4}, .branch = 0}));
  EXPECT_FALSE(index.find(Site{.machine = 1, .location = {&text, 0}})) << "another machine's";
  EXPECT_EQ(index.find(Site{.machine = 1, .location = {&text, 0}, .defines = x}), 0U)
      << "a variable is of one machine";
}

}  // namespace
}  // namespace arges::engine
