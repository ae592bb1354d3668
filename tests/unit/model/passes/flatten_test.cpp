#include "model/passes/flatten.h"

#include <gtest/gtest.h>

#include "model/passes/block_system.h"
#include "support/tiny_system.h"

namespace arges::model {
namespace {

class FlattenTest : public testing::Test {
 protected:
  /// The statements that become of one, a line each.
  std::string flattened(const std::string& text, std::size_t depth, std::size_t most = 256) {
    test::TinySystem system;
    for (const char* name : {"x", "y"}) system.add_integer(name);
    system.edge(0, 1, text);
    system.set_target(1);
    BlockGraph graph(system);
    flatten_choices(graph, depth, most);
    const BlockSystem reduced(graph);
    std::string result;
    for (const analysis::Action* action : reduced.actions(0))
      result += action->statement.to_string() + "\n";
    return result;
  }
};

TEST_F(FlattenTest, AlternativesBecomeActions) {
  EXPECT_EQ(flattened("choice { x := 1 } or { x := 2 }; y := x", 1),
            "x := 1; y := x\n"
            "x := 2; y := x\n");
  EXPECT_EQ(flattened("if (x = 1) { y := 1 } else { y := 2 }", 1),
            "assume x = 1; y := 1\n"
            "assume x /= 1; y := 2\n");
}

TEST_F(FlattenTest, EveryWayThroughSeveralChoicesIsOne) {
  EXPECT_EQ(flattened("choice { x := 1 } or { x := 2 }; choice { y := 1 } or { y := 2 }", 1),
            "x := 1; y := 1\n"
            "x := 1; y := 2\n"
            "x := 2; y := 1\n"
            "x := 2; y := 2\n");
}

TEST_F(FlattenTest, DepthSaysHowFarIntoAlternatives) {
  const std::string text = "choice { choice { x := 1 } or { x := 2 } } or { x := 3 }";
  EXPECT_EQ(flattened(text, 0), "choice { choice { x := 1 } or { x := 2 } } or { x := 3 }\n");
  EXPECT_EQ(flattened(text, 1),
            "choice { x := 1 } or { x := 2 }\n"
            "x := 3\n");
  EXPECT_EQ(flattened(text, 2),
            "x := 1\n"
            "x := 2\n"
            "x := 3\n");
}

TEST_F(FlattenTest, WhatWouldMakeTooManyStaysAsItIs) {
  EXPECT_EQ(flattened("choice { x := 1 } or { x := 2 }; choice { y := 1 } or { y := 2 }", 1, 3),
            "x := 1; choice { y := 1 } or { y := 2 }\n"
            "x := 2; choice { y := 1 } or { y := 2 }\n");
  EXPECT_EQ(flattened("choice { x := 1 } or { x := 2 }", 1, 1),
            "choice { x := 1 } or { x := 2 }\n");
}

TEST_F(FlattenTest, LocalsBelongToEachWay) {
  EXPECT_EQ(flattened("{ local var z : int; choice { z := 1 } or { z := 2 }; x := z }", 1),
            "{ local var z : int; z := 1; x := z }\n"
            "{ local var z : int; z := 2; x := z }\n");
}

}  // namespace
}  // namespace arges::model
