#include "analysis/system/state_variables.h"

#include <array>

#include <gtest/gtest.h>

#include "support/tiny_system.h"

namespace arges::analysis {
namespace {

/// A model's variables x and p, and a counter that lives between its fragments.
class SystemWithCounter : public test::TinySystem {
 public:
  const std::vector<ir::Var>& auxiliary_variables() const override { return auxiliary_; }
  const ir::Var x = add_integer("x");
  const ir::Var p = add_boolean("p");
  const ir::Var counter = integer("counter");

 private:
  std::vector<ir::Var> auxiliary_{counter};
};

class StateVariablesTest : public testing::Test {
 protected:
  SystemWithCounter system_;
  const ir::Var inner_ = system_.integer("inner");  // a local of some statement
  const VariableSet own_{system_.variables()};
  const VariableSet all_{state_variables(system_)};
};

TEST_F(StateVariablesTest, AuxiliaryVariablesComeAfterTheModels) {
  EXPECT_EQ(state_variables(system_),
            (std::vector<ir::Var>{system_.x, system_.p, system_.counter}));
}

TEST_F(StateVariablesTest, SetsContainWhatTheyWereMadeOf) {
  EXPECT_TRUE(all_.contains(system_.counter));
  EXPECT_FALSE(own_.contains(system_.counter));
  EXPECT_FALSE(all_.contains(inner_));
  EXPECT_TRUE(all_.contains_all(std::vector{system_.p, system_.counter}));
  EXPECT_FALSE(own_.contains_all(std::vector{system_.p, system_.counter}));
  EXPECT_TRUE(own_.contains_all({}));
}

TEST_F(StateVariablesTest, FormulasDescribeAStateByItsVariablesAlone) {
  EXPECT_TRUE(own_.describe(system_.expr("x > 3 or p")));
  EXPECT_TRUE(own_.describe(system_.expr("true")));
  EXPECT_FALSE(own_.describe(system_.expr("x > counter")));
  EXPECT_TRUE(all_.describe(system_.expr("x > counter")));
  EXPECT_FALSE(all_.describe(system_.expr("x > 3 and inner = 0")));
  EXPECT_FALSE(all_.describe(system_.expr("x@1 = 0"))) << "of another state";
  ir::Context& context = system_.context();
  EXPECT_FALSE(all_.describe(context.var(context.selector()))) << "of a choice";
}

/// What a quantifier binds is not free.
TEST_F(StateVariablesTest, BoundVariablesDoNotCount) {
  ir::Context& context = system_.context();
  const ir::Expr body = ir::le(context.var(inner_), context.var(system_.x));
  const ir::Expr bound = ir::quantifier(ir::Op::forall, std::array{inner_}, body);
  EXPECT_TRUE(all_.describe(bound));
}

}  // namespace
}  // namespace arges::analysis
