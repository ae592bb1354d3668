#include "analysis/domain/product/explicit_predicate_product.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "analysis/refine/refuter.h"
#include "smt/z3/factory.h"
#include "support/tiny_system.h"

namespace arges::analysis {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::UnorderedElementsAre;
using Strings = std::vector<std::string>;

/// A trace through control points 0, 1 and 2; facts are kept at each.
class ProductRefinerTest : public testing::Test {
 protected:
  Refutation refutation(const Strings& interpolants) {
    std::vector<ir::Expr> formulas;
    for (const std::string& interpolant : interpolants)
      formulas.push_back(system_.expr(interpolant));
    return by_interpolants(std::move(formulas));
  }
  void refine(ProductRefiner& refiner, const Refutation& refutation,
              Effort effort = Effort::usual) {
    refiner.refine(precision_, refutation, controls_, effort);
  }
  const std::vector<ir::Var>& variables(Control control) const {
    return precision_.at(control).variables();
  }
  Strings predicates(Control control) const {
    Strings result;
    for (const ir::Expr predicate : precision_.at(control).predicates())
      result.push_back(predicate.to_string());
    return result;
  }

  Env env_;
  test::TinySystem system_;
  ir::Var x_ = system_.add_integer("x");
  ir::Var y_ = system_.add_integer("y");
  ir::Var mode_ = system_.add_integer("mode");
  std::unique_ptr<smt::SolverFactory> solvers_ = smt::make_z3_factory(env_, system_.context());
  ExplicitDomain values_{env_, system_.context(), *solvers_, 0};
  PredicateDomain predicates_{env_, system_.context(), *solvers_, {}};
  Precision precision_{Granularity::local};
  const std::vector<Control> controls_{0, 1, 2};
};

class DropoutRefinerTest : public ProductRefinerTest {
 protected:
  void use(ProductStrategy strategy) { budget_ = make_budget(strategy, 1, values_); }
  std::unique_ptr<ValueBudget> budget_ = make_budget(ProductStrategy::state, 1, values_);
};

TEST_F(DropoutRefinerTest, VariablesAreTrackedByValueAtFirst) {
  DropoutRefiner refiner(predicates_, *budget_);
  refine(refiner, refutation({"x > 0", "x > 0 and y = 1", "false"}));
  EXPECT_THAT(variables(0), ElementsAre(x_));
  EXPECT_THAT(variables(1), ElementsAre(x_, y_));
  EXPECT_THAT(variables(2), IsEmpty());
  for (const Control control : controls_) EXPECT_THAT(predicates(control), IsEmpty());
}

TEST_F(DropoutRefinerTest, DroppedVariablesAreTrackedByPredicates) {
  DropoutRefiner refiner(predicates_, *budget_);
  precision_.drop(x_);
  refine(refiner, refutation({"x > 0", "x < y and y = 1", "false"}));
  EXPECT_THAT(variables(0), IsEmpty()) << "x does not come back";
  EXPECT_THAT(predicates(0), ElementsAre("1 <= x"));
  EXPECT_THAT(variables(1), ElementsAre(y_));
  EXPECT_THAT(predicates(1), ElementsAre("y <= x")) << "y = 1 is told by the value of y";
}

TEST_F(DropoutRefinerTest, RefutationsByVariablesAloneAddNoPredicates) {
  DropoutRefiner refiner(predicates_, *budget_);
  precision_.drop(x_);
  Refutation core;
  core.variables = {{x_, y_}, {}, {}};
  refine(refiner, core);
  EXPECT_THAT(variables(0), ElementsAre(y_));
  EXPECT_THAT(predicates(0), IsEmpty());
}

TEST_F(DropoutRefinerTest, ValuesThatDoNotHelpAreDroppedAsALastResort) {
  DropoutRefiner refiner(predicates_, *budget_);
  const Refutation both = refutation({"true", "x = 0 or y > 2", "false"});
  refine(refiner, both);
  ASSERT_THAT(variables(1), ElementsAre(x_, y_));
  refine(refiner, both, Effort::last_resort);
  EXPECT_TRUE(precision_.is_dropped(x_));
  EXPECT_TRUE(precision_.is_dropped(y_));
  EXPECT_THAT(predicates(1), UnorderedElementsAre("x = 0", "3 <= y")) << "atoms first";
  refine(refiner, both, Effort::last_resort);
  EXPECT_THAT(predicates(1), testing::SizeIs(3)) << "then the whole interpolant";
}

TEST_F(DropoutRefinerTest, ABudgetThatHasMoreToTryComesFirst) {
  use(ProductStrategy::top_first);
  DropoutRefiner refiner(predicates_, *budget_);
  const Refutation about_x = refutation({"true", "x > 0", "false"});
  refine(refiner, about_x);
  const std::uint32_t version = precision_.version();
  refine(refiner, about_x, Effort::last_resort);
  EXPECT_NE(precision_.version(), version) << "the graph must be built anew";
  EXPECT_THAT(variables(1), ElementsAre(x_));
  EXPECT_TRUE(budget_->enumerates(x_));
  EXPECT_FALSE(budget_->enumerates(y_));
  refine(refiner, about_x, Effort::last_resort);
  EXPECT_TRUE(precision_.is_dropped(x_));
  EXPECT_THAT(predicates(1), ElementsAre("1 <= x"));
}

class ControlRefinerTest : public ProductRefinerTest {
 protected:
  static constexpr std::size_t limit = 2;
  ControlRefiner refiner_{predicates_, {mode_}, limit};
};

TEST_F(ControlRefinerTest, ControlVariablesByValueTheOthersByPredicates) {
  refine(refiner_, refutation({"mode = 1", "mode = 1 and x > 0", "false"}));
  EXPECT_THAT(variables(0), ElementsAre(mode_));
  EXPECT_THAT(predicates(0), IsEmpty());
  EXPECT_THAT(variables(1), ElementsAre(mode_));
  EXPECT_THAT(predicates(1), ElementsAre("1 <= x"));
}

TEST_F(ControlRefinerTest, APredicateAboutBothKindsIsKept) {
  refine(refiner_, refutation({"true", "mode < x", "false"}));
  EXPECT_THAT(predicates(1), ElementsAre("x <= mode"));
  EXPECT_THAT(variables(1), ElementsAre(mode_));
}

TEST_F(ControlRefinerTest, TooManyPredicatesMakeAVariableExplicit) {
  for (const char* about_x : {"x = 1", "x = 2", "x = 1"})
    refine(refiner_, refutation({"true", about_x, "false"}));
  EXPECT_THAT(variables(1), IsEmpty()) << "two predicates, one of them twice";
  refine(refiner_, refutation({"true", "x = 3", "false"}));
  EXPECT_THAT(variables(1), ElementsAre(x_));
  EXPECT_THAT(predicates(1), ElementsAre("x = 1", "x = 2")) << "x = 3 is told by the value";
  refine(refiner_, refutation({"x = 4 and y = 4", "true", "false"}));
  EXPECT_THAT(variables(0), ElementsAre(x_)) << "from now on everywhere";
  EXPECT_THAT(predicates(0), ElementsAre("y = 4"));
}

TEST_F(ControlRefinerTest, RefutationsByVariablesAloneAddControlVariables) {
  Refutation core;
  core.variables = {{x_, mode_}, {}, {}};
  refine(refiner_, core);
  EXPECT_THAT(variables(0), ElementsAre(mode_));
}

}  // namespace
}  // namespace arges::analysis
