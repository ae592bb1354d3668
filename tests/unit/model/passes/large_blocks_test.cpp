#include "model/passes/large_blocks.h"

#include <gtest/gtest.h>

#include "model/passes/reduce.h"
#include "support/exhaustive_search.h"
#include "support/tiny_system.h"

namespace arges::model {
namespace {

using analysis::Control;

class LargeBlocksTest : public testing::Test {
 protected:
  LargeBlocksTest() { system_.add_integer("x"); }

  std::unique_ptr<BlockSystem> blocks(BlockKind kind, std::size_t most_statements = 100) {
    return reduce(system_, {Slicing::none, kind, most_statements});
  }
  /// "0 -> 2 {x := 0; x := 1}", a line each.
  static std::string text(const BlockSystem& reduced) {
    std::string result;
    for (std::uint32_t id = 0; id < reduced.num_actions(); ++id) {
      const analysis::Action& action = *reduced.find_action(id);
      result += std::to_string(action.source) + " -> " + std::to_string(action.target) + " {" +
                action.statement.to_string() + "}\n";
    }
    return result;
  }

  test::TinySystem system_;
};

TEST_F(LargeBlocksTest, ChainsBecomeOneAction) {
  system_.edge(0, 1, "x := 0");
  system_.edge(1, 2, "x := x + 1");
  system_.edge(2, 3, "assume x = 1");
  system_.set_target(3);
  EXPECT_EQ(blocks(BlockKind::single)->num_actions(), 3U);
  const auto reduced = blocks(BlockKind::sequential);
  EXPECT_EQ(text(*reduced), "0 -> 3 {x := 0; x := x + 1; assume x = 1}\n");
  EXPECT_EQ(reduced->num_controls(), 2U);
  EXPECT_EQ(reduced->distance_to_target(0), 1U);
  EXPECT_EQ(reduced->find_action(0)->label, "l0 -> l3");
  EXPECT_TRUE(reduced->actions(1).empty());
}

TEST_F(LargeBlocksTest, DiamondsAreJoinedByFullBlocksOnly) {
  system_.edge(0, 1, "assume x = 0");
  system_.edge(0, 2, "assume x = 1");
  system_.edge(1, 3, "x := 2");
  system_.edge(2, 3, "x := 3");
  system_.edge(3, 4, "assume x = 3");
  system_.edge(3, 5, "assume x = 4");
  system_.edge(4, 6, "x := 5");
  system_.edge(5, 6, "x := 6");
  system_.set_target(6);
  EXPECT_EQ(text(*blocks(BlockKind::sequential)),
            "0 -> 3 {assume x = 0; x := 2}\n"
            "0 -> 3 {assume x = 1; x := 3}\n"
            "3 -> 6 {assume x = 3; x := 5}\n"
            "3 -> 6 {assume x = 4; x := 6}\n");
  const auto full = blocks(BlockKind::full);
  EXPECT_EQ(full->num_actions(), 1U);
  EXPECT_EQ(full->num_controls(), 2U);
  EXPECT_EQ(full->first_actions(*full->find_action(0)).size(), 2U);
}

TEST_F(LargeBlocksTest, LoopHeadsStay) {
  system_.edge(0, 1, "x := 0");
  system_.edge(1, 2, "assume x < 5");
  system_.edge(2, 1, "x := x + 1");
  system_.edge(1, 3, "assume not x < 5");
  system_.edge(3, 4, "assume x = 6");
  system_.set_target(4);
  for (const BlockKind kind : {BlockKind::sequential, BlockKind::full})
    EXPECT_EQ(text(*blocks(kind)),
              "0 -> 1 {x := 0}\n"
              "1 -> 1 {assume x < 5; x := x + 1}\n"
              "1 -> 4 {assume not x < 5; assume x = 6}\n");
}

TEST_F(LargeBlocksTest, SelfLoopsOfAHeadAreOneChoiceInFullBlocks) {
  system_.edge(0, 1, "x := 0");
  system_.edge(1, 1, "assume x = 0; x := 1");
  system_.edge(1, 1, "assume x = 1; x := 2");
  system_.edge(1, 2, "assume x = 3");
  system_.set_target(2);
  EXPECT_EQ(blocks(BlockKind::sequential)->num_actions(), 4U);
  EXPECT_EQ(blocks(BlockKind::full)->num_actions(), 3U);
}

TEST_F(LargeBlocksTest, TargetsInTheMiddleEndRuns) {
  system_.edge(0, 1, "x := 0");
  system_.edge(1, 2, "x := 1");
  system_.edge(2, 3, "x := 2");
  system_.edge(3, 1, "x := 3");
  system_.set_target(2);
  EXPECT_EQ(text(*blocks(BlockKind::full)), "0 -> 2 {x := 0; x := 1}\n");
}

TEST_F(LargeBlocksTest, InitialControlPointsWithWaysInStay) {
  system_.edge(0, 1, "x := 1");
  system_.edge(1, 0, "x := 2");
  system_.edge(1, 2, "assume x = 2");
  system_.set_target(2);
  EXPECT_EQ(text(*blocks(BlockKind::full)),
            "0 -> 0 {x := 1; x := 2}\n"
            "0 -> 2 {x := 1; assume x = 2}\n");
}

TEST_F(LargeBlocksTest, WhatLeadsToNoTargetGoes) {
  system_.edge(0, 1, "x := 0");
  system_.edge(1, 1, "x := x + 1");
  system_.edge(0, 2, "assume x = 0");
  system_.edge(3, 2, "assume x = 7");
  system_.set_target(2);
  EXPECT_EQ(text(*blocks(BlockKind::single)), "0 -> 2 {assume x = 0}\n");
  system_.set_target(77);
  const auto nothing = blocks(BlockKind::full);
  EXPECT_EQ(nothing->num_controls(), 1U);
  EXPECT_EQ(nothing->num_actions(), 0U);
}

TEST_F(LargeBlocksTest, BlocksAreBounded) {
  for (Control c = 0; c < 10; ++c) system_.edge(c, c + 1, "x := x + 1");
  system_.set_target(10);
  EXPECT_EQ(blocks(BlockKind::full)->num_actions(), 1U);
  const auto small = blocks(BlockKind::full, 4);
  EXPECT_EQ(small->num_actions(), 3U);
  for (std::uint32_t id = 0; id < small->num_actions(); ++id)
    EXPECT_LE(small->block(*small->find_action(id)).size(), 4U);
}

TEST_F(LargeBlocksTest, LittleIsCopied) {
  // The target is reachable from every point of a chain.
  for (Control c = 0; c < 100; ++c) {
    system_.edge(c, c + 1, "x := x + 1");
    system_.edge(c + 1, 101, "assume x = 1000");
  }
  system_.set_target(101);
  for (const BlockKind kind : {BlockKind::sequential, BlockKind::full}) {
    const auto reduced = blocks(kind);
    std::size_t statements = 0;
    for (std::uint32_t id = 0; id < reduced->num_actions(); ++id)
      statements += reduced->block(*reduced->find_action(id)).size();
    EXPECT_LT(statements, 200U * 10U);
    EXPECT_LT(reduced->num_controls(), 20U);
  }
}

TEST_F(LargeBlocksTest, LiftingFollowsTheDecisionsOfARun) {
  system_.add_boolean("b");
  system_.edge(0, 1, "havoc b");
  system_.edge(1, 2, "if (b) { choice { x := 1 } or { x := 2 } } else { x := 3 }");
  system_.edge(1, 3, "x := 4");
  system_.edge(2, 4, "");
  system_.edge(3, 4, "x := x + 1");
  system_.edge(4, 5, "assume x = 2");
  system_.edge(4, 5, "assume x = 5");
  system_.set_target(5);
  const auto full = blocks(BlockKind::full);
  ASSERT_EQ(full->num_actions(), 1U);
  const auto lifted = [&](std::vector<ir::Decision> decisions) {
    const analysis::ConcreteTrace run{{}, {{full->find_action(0), std::move(decisions), {}}}};
    std::vector<std::uint32_t> ids;
    const auto path = full->lift(run);
    for (const analysis::Action* action : path.value()) ids.push_back(action->id);
    return ids;
  };
  const auto boolean = [&](bool value) {
    return ir::Decision::pick(ir::Value::boolean(value), system_.context().bool_type());
  };
  const auto take = ir::Decision::take;
  EXPECT_EQ(lifted({boolean(true), take(0), take(1), take(0)}),
            (std::vector<std::uint32_t>{0, 1, 3, 5}));
  EXPECT_EQ(lifted({boolean(false), take(1), take(1)}), (std::vector<std::uint32_t>{0, 2, 4, 6}));
}

}  // namespace
}  // namespace arges::model
