#include "model/passes/slicing.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "model/passes/live_variables.h"
#include "model/passes/reduce.h"
#include "support/tiny_system.h"

namespace arges::model {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

class SlicingTest : public testing::Test {
 protected:
  std::unique_ptr<BlockSystem> sliced() {
    return reduce(system_, {Slicing::all, BlockKind::single, 100});
  }
  static std::string statement(const BlockSystem& reduced, std::uint32_t id) {
    return reduced.find_action(id)->statement.to_string();
  }
  /// The one statement between the start and a target that follows it.
  std::string sliced(const std::string& text) {
    system_.edge(0, 1, text);
    system_.edge(1, 2, "assume x = 0");
    system_.set_target(2);
    return statement(*sliced(), 0);
  }
  test::TinySystem system_;
};

TEST_F(SlicingTest, WhatInfluencesNoAssumptionGoes) {
  const ir::Var x = system_.add_integer("x");
  for (const char* name : {"y", "z"}) system_.add_integer(name);
  EXPECT_EQ(sliced("havoc x; y := x + 1; z := y; havoc z"), "havoc x");
  EXPECT_THAT(sliced()->variables(), ElementsAre(x));
}

TEST_F(SlicingTest, ActionsTellWhichValuesNobodyReads) {
  const ir::Var x = system_.add_integer("x");
  const ir::Var y = system_.add_integer("y");
  system_.edge(0, 1, "havoc x; havoc y");
  system_.edge(1, 2, "assume y = 1; y := x");
  system_.edge(2, 3, "x := 1; assume x = y");
  system_.set_target(3);
  const auto reduced = sliced();
  EXPECT_THAT(reduced->find_action(0)->dead, IsEmpty());
  EXPECT_THAT(reduced->find_action(1)->dead, ElementsAre(x));
  EXPECT_THAT(reduced->find_action(2)->dead, ElementsAre(x, y));
}

TEST_F(SlicingTest, InfluenceGoesThroughVariablesAndConditions) {
  for (const char* name : {"x", "y", "z", "u"}) system_.add_integer(name);
  EXPECT_EQ(sliced("havoc y; havoc z; havoc u; if (z = 1) { x := y } else { u := 1 }"),
            "havoc y; havoc z; if (z = 1) { x := y }");
  EXPECT_EQ(sliced()->variables().size(), 3U);
}

TEST_F(SlicingTest, AssumptionsStay) {
  for (const char* name : {"x", "y"}) system_.add_integer(name);
  EXPECT_EQ(sliced("havoc y; if (1 < y) { assume x < 3 }"), "havoc y; if (1 < y) { assume x < 3 }");
}

TEST_F(SlicingTest, InitialValuesOfWhatIsGoneGo) {
  for (const char* name : {"x", "y", "z"}) system_.add_integer(name);
  system_.set_initial("x > 1 and y = x + 1 and z = y");
  sliced("x := x - y");
  EXPECT_EQ(sliced()->initial_condition().to_string(), "1 < x and y = x + 1");
  system_.set_initial("x > 1 and y = z + 1 and z = y");
  EXPECT_EQ(sliced()->initial_condition(), system_.initial_condition()) << "unsatisfiable stays";
}

TEST_F(SlicingTest, ConstantsAreReplaced) {
  const ir::Var x = system_.add_integer("x");
  system_.add_integer("c");
  system_.add_integer("d");
  system_.set_initial("c = 3");
  system_.edge(0, 1, "d := 2; havoc x");
  system_.edge(1, 2, "d := 2; c := d + 1; assume x = c + d");
  system_.set_target(2);
  const auto reduced = sliced();
  EXPECT_THAT(reduced->variables(), ElementsAre(x));
  EXPECT_EQ(statement(*reduced, 0), "havoc x");
  EXPECT_EQ(statement(*reduced, 1), "assume x = 5");
  EXPECT_TRUE(reduced->initial_condition().is_true());
}

TEST_F(SlicingTest, FactsTellConstantsWhereTheyAreRead) {
  for (const char* name : {"x", "c", "d"}) system_.add_integer(name);
  system_.set_initial("c = 3");
  system_.edge(0, 1, "havoc x; d := 7");
  system_.edge(1, 1, "assume x < c; x := x + d");
  system_.edge(1, 2, "assume x = c");
  system_.set_target(2);
  const auto reduced = sliced();
  EXPECT_EQ(reduced->facts(0).to_string(), "c = 3") << "d is not 7 yet";
  EXPECT_EQ(reduced->facts(1).to_string(), "c = 3 and d = 7");
  EXPECT_TRUE(reduced->facts(2).is_true());
}

TEST_F(SlicingTest, VariablesReadBeforeTheyAreWrittenAreNotConstant) {
  for (const char* name : {"x", "c"}) system_.add_integer(name);
  system_.edge(0, 1, "x := c; c := 1");
  system_.edge(1, 2, "assume x = c");
  system_.set_target(2);
  EXPECT_EQ(sliced()->variables().size(), 2U);
}

TEST_F(SlicingTest, ImpossibleActionsAndWhatIsBehindThemGo) {
  system_.add_boolean("on");
  system_.add_integer("x");
  system_.set_initial("not on");
  system_.edge(0, 1, "assume on; x := 1");
  system_.edge(1, 1, "x := x + 1");
  system_.edge(1, 2, "assume x = 5");
  system_.edge(0, 3, "choice { assume on; x := 3 } or { havoc x }");
  system_.edge(3, 2, "if (on) { assume x = 9 } else { assume x = 4 }");
  system_.set_target(2);
  const auto reduced = sliced();
  EXPECT_EQ(reduced->num_controls(), 3U);
  EXPECT_EQ(reduced->num_actions(), 2U);
  EXPECT_EQ(statement(*reduced, 0), "havoc x");
  EXPECT_EQ(statement(*reduced, 1), "assume x = 4");
  EXPECT_THAT(reduced->cut_points(), ElementsAre(0U, 2U, 3U, 1U)) << "a proof has a node at 1";
}

TEST_F(SlicingTest, HeadsOfImpossibleLoopsStayForProofs) {
  system_.add_boolean("on");
  system_.add_integer("x");
  system_.set_initial("not on");
  system_.edge(0, 1, "havoc x");
  system_.edge(1, 2, "x := x + 1");
  system_.edge(2, 1, "assume on");
  system_.edge(2, 3, "assume x = 1");
  system_.set_target(3);
  const auto reduced = reduce(system_, {Slicing::all, BlockKind::full, 100});
  EXPECT_EQ(reduced->num_actions(), 2U);
  EXPECT_THAT(reduced->cut_points(), ElementsAre(0U, 1U, 3U));
}

TEST_F(SlicingTest, LiveVariablesAreReadBeforeTheyAreWritten) {
  const ir::Var x = system_.add_integer("x");
  const ir::Var y = system_.add_integer("y");
  const ir::Var z = system_.add_integer("z");
  system_.edge(0, 1, "y := x");
  system_.edge(1, 2, "z := y; if (y = 1) { x := 0 }");
  system_.edge(2, 1, "for k from 0 to 2 do { y := y + k }; havoc z");
  system_.edge(2, 3, "assume x = 1");
  system_.set_target(3);
  const LiveVariables live(system_);
  EXPECT_THAT(live.live(0), ElementsAre(x));
  EXPECT_THAT(live.live(1), ElementsAre(x, y));
  EXPECT_THAT(live.live(2), ElementsAre(x, y));
  EXPECT_THAT(live.live(3), IsEmpty());
  EXPECT_FALSE(live.is_live(2, z));
}

TEST_F(SlicingTest, ReadsForDeadVariablesCountOnRequest) {
  const ir::Var x = system_.add_integer("x");
  system_.add_integer("y");
  system_.edge(0, 1, "y := x");
  system_.set_target(1);
  EXPECT_FALSE(LiveVariables(system_, LiveVariables::Reads::useful).is_live(0, x));
  EXPECT_TRUE(LiveVariables(system_, LiveVariables::Reads::all).is_live(0, x));
}

}  // namespace
}  // namespace arges::model
