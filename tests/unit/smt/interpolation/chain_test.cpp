#include "smt/interpolation/chain.h"

#include "smt/interpolation/fixture.h"

namespace arges::smt {
namespace {

class ChainTest : public InterpolationTest {
 protected:
  ChainTest() {
    integer("x");
    integer("y");
    path_ = trace("x = 0", {"x := x + 1", "y := x", "assume y > 1"});
  }
  Chain chain(const std::vector<std::string>& formulas) {
    Chain result;
    for (const std::string& formula : formulas) result.push_back(expr(formula));
    return result;
  }
  FormulaTrace path_;
};

TEST_F(ChainTest, HoldsIfEachStepLeadsOn) {
  EXPECT_EQ(check(path_, chain({"x <= 0", "x <= 1", "y <= 1", "false"})), ChainStatus::holds);
  EXPECT_EQ(check(path_, chain({"x = 0", "x = 1 or x < -7", "y <= 1 and x <= 1", "false"})),
            ChainStatus::holds);
}

TEST_F(ChainTest, FailsIfOneLinkIsBroken) {
  EXPECT_EQ(check(path_, chain({"x < 0", "x <= 1", "y <= 1", "false"})), ChainStatus::fails);
  EXPECT_EQ(check(path_, chain({"x <= 0", "x <= 0", "y <= 1", "false"})), ChainStatus::fails);
  EXPECT_EQ(check(path_, chain({"x <= 0", "x <= 2", "y <= 1", "false"})), ChainStatus::fails);
  EXPECT_EQ(check(path_, chain({"x <= 0", "x <= 1", "y <= 2", "false"})), ChainStatus::fails);
  EXPECT_EQ(check(path_, chain({"x <= 0", "y <= 1", "y <= 1", "false"})), ChainStatus::fails);
}

TEST_F(ChainTest, FailsIfItDoesNotEndInFalseOrHasAnotherLength) {
  EXPECT_EQ(check(path_, chain({"x <= 0", "x <= 1", "y <= 1", "y > 1"})), ChainStatus::fails);
  EXPECT_EQ(check(path_, chain({"x <= 0", "x <= 1", "false"})), ChainStatus::fails);
  EXPECT_EQ(check(path_, {}), ChainStatus::fails);
}

TEST_F(ChainTest, IsUnknownIfTheSolverCannotTell) {
  integer("z");
  const std::string hard = "x * x * x + y * y * y + z * z * z /= 42";
  const FormulaTrace path = trace("true", {"assume x > 100 and y > 100", "assume false"});
  EXPECT_EQ(check_chain(env_, *factory_, path, chain({"true", hard, "false"}),
                        {.seconds = 0.05, .steps = {}}),
            ChainStatus::unknown);
}

TEST_F(ChainTest, FormulasLoseTheVersionsOfTheirState) {
  const ir::Expr x1 = context.var(scope.find("x")->var, 1);
  EXPECT_EQ(at_state(path_.states[1], x1), context.var(x1.var()));
  EXPECT_FALSE(at_state(path_.states[0], x1));
}

TEST_F(ChainTest, ContradictionsKeepOnlyWhatTheyNeed) {
  const auto needed = contradiction(
      env_, *factory_, trace("x = 0 and y = 5", {"x := x + 1; y := y + 1", "assume x > 1"}));
  ASSERT_TRUE(needed);
  EXPECT_EQ(needed->steps[0].size(), 1U);
  EXPECT_EQ(needed->steps[1].size(), 1U);
  EXPECT_FALSE(contradiction(env_, *factory_, trace("x = 0", {"x := x + 1"})));
}

}  // namespace
}  // namespace arges::smt
