#include "model/transition_system/step_splitter.h"

#include <gtest/gtest.h>

#include "support/core_text.h"

namespace arges::model {
namespace {

using analysis::ActionRole;

class StepSplitterTest : public testing::Test, protected test::CoreText {
 protected:
  StepSplitterTest() : graph_(context) {
    integer("x");
    integer("n");
    boolean("p");
    from_ = graph_.add_control("from");
    to_ = graph_.add_control("to");
  }
  /// The actions a statement becomes, as "source -> target: statement".
  std::vector<std::string> split(const std::string& text) {
    StepSplitter(graph_).add(
        {.id = 0, .source = from_, .target = to_, .statement = stmt(text), .label = "step"});
    graph_.finish();
    std::vector<std::string> result;
    for (std::uint32_t id = 0; const analysis::Action* action = graph_.find_action(id); ++id)
      result.push_back(std::to_string(action->source) + " -> " + std::to_string(action->target) +
                       ": " + action->statement.to_string());
    return result;
  }
  ControlGraph graph_;
  analysis::Control from_;
  analysis::Control to_;
};

TEST_F(StepSplitterTest, WhatAnActionMayHoldStaysWhole) {
  const std::string text = "for i from 0 to 3 do { x := x + i }; assume p";
  EXPECT_EQ(split(text), std::vector<std::string>{"0 -> 1: " + text});
  EXPECT_EQ(graph_.find_action(0)->role, ActionRole::step);
  EXPECT_TRUE(graph_.auxiliary_variables().empty());
}

TEST_F(StepSplitterTest, ALoopWithVariableBoundsBecomesALoopOfActions) {
  const auto actions = split("x := 0; for i from 1 to n do { x := x + i }; assume p");
  EXPECT_EQ(actions, (std::vector<std::string>{
                         "0 -> 2: x := 0",
                         "2 -> 4: |i!6| := n; |i!7| := |i!6| - 1",
                         "4 -> 5: assume 0 < |i!7|; |i!5| := |i!6| - |i!7|",
                         "5 -> 6: x := x + |i!5|",
                         "6 -> 4: |i!7| := |i!7| - 1",
                         "4 -> 3: assume not 0 < |i!7|",
                         "3 -> 1: assume p",
                     }));
  EXPECT_EQ(graph_.find_action(0)->role, ActionRole::fragment);
  EXPECT_EQ(graph_.find_action(6)->role, ActionRole::step) << "the part that ends the step";
  EXPECT_EQ(graph_.auxiliary_variables().size(), 3U);
}

/// Of the second loop nobody sees the counter, and so it must not be one that states have.
TEST_F(StepSplitterTest, TheCounterOfASplitLoopIsItsOwn) {
  const auto actions = split("for i from 0 to n do { for i from 0 to 2 do { x := i }; x := i }");
  EXPECT_EQ(actions[2], "3 -> 4: for i from 0 to 2 do { x := i }; x := |i!6|");
  for (const ir::Var var : graph_.auxiliary_variables()) EXPECT_NE(var->name, "i");
}

TEST_F(StepSplitterTest, LoopsWithManyIterationsAreNotUnrolled) {
  EXPECT_GT(split("for i from 0 to 1000000 do { x := x + i }").size(), 1U);
}

TEST_F(StepSplitterTest, BranchesOfASplitChoiceAreSettledByItsActions) {
  split("choice { x := 1 } or { choice { x := 2 } or { for i from 0 to n do { x := i } } }");
  EXPECT_EQ(graph_.find_action(0)->branches, std::vector<std::uint32_t>{0});
  EXPECT_EQ(graph_.find_action(1)->branches, (std::vector<std::uint32_t>{1, 0}));
  EXPECT_EQ(graph_.find_action(2)->branches, (std::vector<std::uint32_t>{1, 1}));
}

}  // namespace
}  // namespace arges::model
