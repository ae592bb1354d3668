#include "engine/portfolio/features.h"

#include <gtest/gtest.h>

#include "support/task_of.h"

namespace arges::engine {
namespace {

Features features_of_text(const std::string& name, const std::string& text) {
  Env env;
  return features_of(load(env, test::request_for(name, text))->system(0));
}

Features features_with(const std::string& step) {
  return features_of_text("m.cfa",
                          "main process p { var x : int var y : int init loc A error loc "
                          "E A -> A { " +
                              step + " } A -> E { assume x = 3 } }");
}

TEST(FeaturesTest, CountsVariablesByType) {
  const Features features = features_of_text("m.cfa", R"(main process p {
    var a : bool var b : bool var n : int var r : rat var v : bv[8] var m : [int] -> int
    init loc A error loc E A -> E { assume a } })");
  EXPECT_EQ(features.booleans, 2U);
  EXPECT_EQ(features.numbers, 2U);
  EXPECT_EQ(features.bit_vectors, 1U);
  EXPECT_EQ(features.arrays, 1U);
  EXPECT_EQ(features.modes, 0U);
}

TEST(FeaturesTest, ControlVariablesAndEnumerationsAreModes) {
  const Features features = features_of_text("m.xsts", R"(
    type State : { On, Off }
    var s : State = On
    ctrl var c : integer = 0
    var x : integer = 0
    trans { s := Off; } init {} env {} prop { x == 0 })");
  EXPECT_EQ(features.modes, 2U);
  EXPECT_EQ(features.numbers, 1U);
}

TEST(FeaturesTest, SeesWhatIsDoneWithNumbers) {
  EXPECT_FALSE(features_with("x := y").computes);
  EXPECT_TRUE(features_with("x := y + 1").computes);
  EXPECT_TRUE(features_with("x := 3 * y").computes);
  EXPECT_FALSE(features_with("x := 3 * y").hard_arithmetic);
  EXPECT_TRUE(features_with("x := x * y").hard_arithmetic);
  EXPECT_TRUE(features_with("assume x mod 2 = 0").hard_arithmetic);
  EXPECT_EQ(features_with("havoc x havoc y").inputs, 2U);
}

TEST(FeaturesTest, CountsTheControlGraph) {
  const Features features = features_of_text("m.cfa", test::counts_by_two);
  EXPECT_EQ(features.actions, 3U);
  EXPECT_EQ(features.loops, 1U);
  EXPECT_EQ(features.to_string(), "1 number, 1 loop, 3 actions");
}

}  // namespace
}  // namespace arges::engine
