#include "ir/value_propagation.h"

#include <gtest/gtest.h>

#include "support/core_text.h"

namespace arges::ir {
namespace {

class ValuePropagationTest : public testing::Test, protected test::CoreText {
 protected:
  void SetUp() override {
    for (const char* name : {"x", "y", "z"}) integer(name);
    for (const char* name : {"p", "q"}) boolean(name);
  }
  ValuePropagation propagate(const std::vector<std::string>& formulas) {
    std::vector<Expr> parsed;
    for (const std::string& formula : formulas) parsed.push_back(expr(formula));
    return ValuePropagation(parsed);
  }
  static std::string rest(const ValuePropagation& propagation) {
    std::string result;
    for (const Expr formula : propagation.rest())
      result += (result.empty() ? "" : ", ") + formula.to_string();
    return result;
  }
};

TEST_F(ValuePropagationTest, ValuesFlowForward) {
  const ValuePropagation found = propagate({"x = 1", "y = x + 1", "z > y"});
  EXPECT_EQ(found.apply(expr("y")).to_string(), "2");
  EXPECT_EQ(rest(found), "2 < z");
  EXPECT_FALSE(found.is_contradictory());
}

TEST_F(ValuePropagationTest, ValuesFlowBackward) {
  const ValuePropagation found = propagate({"p or q", "x = 1 or p", "not p"});
  EXPECT_EQ(rest(found), "");
  EXPECT_TRUE(found.apply(expr("q")).is_true());
  EXPECT_EQ(found.apply(expr("x")).to_string(), "1");
}

TEST_F(ValuePropagationTest, TwoValuesContradict) {
  EXPECT_TRUE(propagate({"x = 1", "x = 2"}).is_contradictory());
  EXPECT_TRUE(propagate({"x = 1 and x = 2"}).is_contradictory());
  EXPECT_TRUE(propagate({"p", "q", "not p"}).is_contradictory());
  EXPECT_FALSE(propagate({"x = 1", "1 = x"}).is_contradictory());
}

TEST_F(ValuePropagationTest, GivenValuesAreFilledIn) {
  const ValuePropagation found({}, {{expr("x"), expr("5")}});
  EXPECT_EQ(found.apply(expr("x + y")).to_string(), "y + 5");
  EXPECT_EQ(found.values().size(), 1U);
}

}  // namespace
}  // namespace arges::ir
