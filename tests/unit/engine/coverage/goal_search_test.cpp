#include "engine/coverage/goal_search.h"

#include "engine/coverage/fixture.h"
#include "engine/coverage/recorder.h"

namespace arges::engine {
namespace {

using Names = std::vector<std::string>;

class GoalSearchTest : public CoverageTest {
 protected:
  /// Looks for one goal alone: "met" if a run comes that the recorder agrees with, "none" if that
  /// is proved.
  std::string find(const CoverageRequest& coverage, const std::string& name) {
    goals(coverage);
    std::vector<bool> wanted(table_.goals.size());
    wanted.at(goal(name)) = true;
    GoalSearch search(env_, *task_, model_, table_);
    const GoalSearch::Answer answer = search.find(wanted, 20);
    if (!answer.run) return answer.is_proved ? "none" : answer.reason;
    EXPECT_FALSE(answer.is_proved);
    const auto wrong = model_.replayer->follow(*answer.run);
    EXPECT_FALSE(wrong) << wrong->message;
    const std::vector<GoalId> met = make_coverage_recorder(model_, table_)->record(*answer.run);
    return std::find(met.begin(), met.end(), goal(name)) != met.end() ? "met" : "not met";
  }
  std::string transition(std::size_t number) const {
    return model_.chart->layout().system().machines[0].transitions.at(number).name;
  }
};

/// Goes round; C is behind a guard that is true in the third round only, D behind one that never
/// is.
constexpr const char* rounds = R"(<datamodel><data id="n" expr="0"/></datamodel>
  <state id="A">
    <transition event="go" target="B"><assign location="n" expr="(n + 1) % 4"/></transition>
    <transition event="out" cond="n == 3" target="C"/>
    <transition event="out" cond="n == 7" target="D"/>
  </state>
  <state id="B"><transition event="go" target="A"/><transition event="stay" target="B"/></state>
  <state id="C"/><state id="D"/>)";

TEST_F(GoalSearchTest, StatesAndTransitions) {
  load_chart(rounds);
  const CoverageRequest coverage{{Criterion::states, Criterion::transitions}};
  EXPECT_EQ(find(coverage, "C"), "met");
  EXPECT_EQ(find(coverage, "D"), "none");
  EXPECT_EQ(find(coverage, transition(1)), "met");
  EXPECT_EQ(find(coverage, transition(2)), "none");
}

TEST_F(GoalSearchTest, Decisions) {
  load_chart(rounds);
  const CoverageRequest coverage{{Criterion::decisions}};
  EXPECT_EQ(find(coverage, "guard of " + transition(1) + ": true"), "met");
  EXPECT_EQ(find(coverage, "guard of " + transition(1) + ": false"), "met");
  EXPECT_EQ(find(coverage, "guard of " + transition(2) + ": true"), "none");
  EXPECT_EQ(find(coverage, "guard of " + transition(2) + ": false"), "met");
}

TEST_F(GoalSearchTest, Pairs) {
  load_chart(rounds);
  const CoverageRequest coverage{{Criterion::transition_pairs}};
  EXPECT_EQ(find(coverage, transition(0) + ", then " + transition(3)), "met");
  EXPECT_EQ(find(coverage, transition(4) + ", then " + transition(4)), "met");
  EXPECT_EQ(find(coverage, transition(3) + ", then " + transition(1)), "met");
  EXPECT_EQ(find(coverage, transition(3) + ", then " + transition(2)), "none");
}

TEST_F(GoalSearchTest, APairIsBrokenWhereTheStateIsLeft) {
  // From A to B by the first, but B is left from outside before its own transition.
  load_chart(R"(<datamodel><data id="n" expr="0"/></datamodel>
  <state id="S" initial="A">
    <transition event="reset" target="S"><assign location="n" expr="1"/></transition>
    <state id="A"><transition event="go" cond="n == 0" target="B"/>
                  <transition event="other" cond="n == 1" target="B"/></state>
    <state id="B"><transition event="go" cond="n == 1" target="C"/></state>
    <state id="C"/>
  </state>)");
  const CoverageRequest coverage{{Criterion::transition_pairs}};
  EXPECT_EQ(find(coverage, transition(1) + ", then " + transition(3)), "none");
  EXPECT_EQ(find(coverage, transition(2) + ", then " + transition(3)), "met");
}

TEST_F(GoalSearchTest, UsesAreReachedWithoutAnotherAssignmentInBetween) {
  load("test.cfa", R"(main process p {
  var x : int
  var y : int
  var p : bool
  init loc A
  loc B
  loc C
  loc D
  A -> B { x := 1 }
  B -> C { x := 2 }
  B -> C { y := 0 }
  C -> D { y := x }
})");
  const CoverageRequest coverage{{Criterion::all_defs, Criterion::all_uses}};
  EXPECT_EQ(find(coverage, "x of the assignment at line 9 is read by the assignment at line 12"),
            "met");
  EXPECT_EQ(find(coverage, "x of the assignment at line 10 is read by the assignment at line 12"),
            "met");
}

TEST_F(GoalSearchTest, WhatIsAlwaysOverwrittenIsNeverRead) {
  load("test.cfa", R"(main process p {
  var x : int
  var y : int
  init loc A
  loc B
  loc C
  loc D
  A -> B { x := 1 }
  B -> C { x := 2 }
  C -> D { y := x }
})");
  const CoverageRequest coverage{{Criterion::all_defs, Criterion::all_uses}};
  EXPECT_EQ(find(coverage, "x of the assignment at line 8 is read"), "none");
  EXPECT_EQ(find(coverage, "x of the assignment at line 8 is read by the assignment at line 10"),
            "none");
  EXPECT_EQ(find(coverage, "x of the assignment at line 9 is read"), "met");
}

TEST_F(GoalSearchTest, AnAssignmentReadsBeforeItSets) {
  load("test.cfa", R"(main process p {
  var x : int
  init loc A
  loc B
  A -> B { x := 0 }
  B -> B { assume x < 2  x := x + 1 }
})");
  const CoverageRequest coverage{{Criterion::all_uses}};
  EXPECT_EQ(find(coverage, "x of the assignment at line 6 is read by the assignment at line 6"),
            "met");
  EXPECT_EQ(find(coverage, "x of the assignment at line 5 is read by the assignment at line 6"),
            "met");
}

TEST_F(GoalSearchTest, DataThatControlReadsIsRead) {
  load("test.xsts", R"(type Mode : { Off, On }
ctrl var mode : Mode = Off
var next : Mode = Off
trans { mode := next; next := On; }
init {}
env {}
prop { true })");
  const CoverageRequest coverage{{Criterion::all_defs}};
  EXPECT_EQ(find(coverage, "next of the assignment at line 4 is read"), "met");
}

TEST_F(GoalSearchTest, ConditionsAreLookedForBeyondWhatStatesCanBeCounted) {
  load("test.xsts", R"(var n : integer = 0
trans { choice { n := n + 2; } or { n := n + 4; } }
init {}
env {}
prop { true })");
  EXPECT_EQ(find({.goals = {"n == 8"}}, "n == 8"), "met");
  EXPECT_EQ(find({.goals = {"n == 7 || n < 0"}}, "n == 7 || n < 0"), "none")
      << "there are infinitely many states";
}

TEST_F(GoalSearchTest, AllGoalsOfAModelAreDecided) {
  load_chart(rounds);
  const Names decided = statuses({{Criterion::states, Criterion::transition_pairs,
                                   Criterion::all_uses, Criterion::decisions}});
  EXPECT_GT(decided.size(), 15U);
  for (const std::string& one : decided) EXPECT_EQ(one.find(": unknown"), std::string::npos) << one;
}

/// The search looks for goals only where steps end, so that it proves what is not so.
TEST_F(GoalSearchTest, WhatHappensInAReactionWithoutEndIsNotInfeasible) {
  load_chart(R"(<datamodel><data id="n" expr="0"/></datamodel>
  <state id="A"><transition event="go" target="B"/></state>
  <state id="B"><transition target="C"/></state>
  <state id="C"><transition target="B"/></state>)");
  EXPECT_EQ(find({{Criterion::states}}, "B"), "met");
}

TEST_F(GoalSearchTest, TheFirstLocationIsNeverInfeasible) {
  load("test.cfa", R"(main process p {
  init loc A
  loc B
  A -> B { }
  B -> A { assume false }
})");
  for (const std::string& one : statuses({{Criterion::states}})) EXPECT_NE(one, "A: infeasible");
}

}  // namespace
}  // namespace arges::engine
