#include "smt/interpolation/projection.h"

#include "smt/interpolation/fixture.h"
#include "smt/interpolation/postcondition.h"
#include "smt/z3/eliminator.h"

namespace arges::smt {
namespace {

class ProjectionTest : public InterpolationTest {
 protected:
  ProjectionTest() {
    for (const char* name : {"x", "y", "z"}) integer(name);
    boolean("b");
  }
  /// What is left without y.
  std::string without_y(const std::string& formula) {
    const auto conjuncts = project(env_, context, ir::conjuncts(expr(formula)), {expr("y")});
    if (!conjuncts) return "none";
    return conjuncts->empty() ? "true" : ir::and_(*conjuncts).to_string();
  }
  bool is_equivalent(ir::Expr a, ir::Expr b) {
    const auto solver = factory_->make();
    solver->add(ir::neq(a, b));
    return solver->check() == Status::unsat;
  }
  std::unique_ptr<Eliminator> eliminator_ = make_z3_eliminator(env_, context);
};

TEST_F(ProjectionTest, SolvesEquations) {
  EXPECT_EQ(without_y("y = x + 1 and y < z"), "x + 1 < z");
  EXPECT_EQ(without_y("x = y + z and y < 3"), "x - z < 3");
}

TEST_F(ProjectionTest, CombinesBounds) {
  EXPECT_EQ(without_y("x <= y and y < z and x > 0"), "0 < x and x <= z - 1");
  EXPECT_EQ(without_y("x <= y"), "true");
  EXPECT_EQ(without_y("2 * y = x"), "x mod 2 = 0");
}

TEST_F(ProjectionTest, GoesThroughCases) {
  EXPECT_EQ(without_y("y = 1 and x = 5 or y = 2 and x = 6"), "x = 5 or x = 6");
  EXPECT_EQ(without_y("(b or y > 3) and (not b or y < 3) and y = x"),
            "(b or 3 < x) and (not b or x < 3)");
}

TEST_F(ProjectionTest, Z3EliminatesExactly) {
  const auto half = eliminator_->eliminate({expr("y")}, expr("2 * y = x and y > 3"));
  ASSERT_TRUE(half);
  EXPECT_TRUE(is_equivalent(*half, expr("x mod 2 = 0 and x > 7"))) << half->to_string();
  const auto cases = eliminator_->eliminate({expr("y"), expr("b")},
                                            expr("(b or y > x) and (not b or x > 0) and y < 9"));
  ASSERT_TRUE(cases);
  EXPECT_TRUE(is_equivalent(*cases, expr("x > 0 or x < 8"))) << cases->to_string();
}

TEST_F(ProjectionTest, Z3HelpsWithPostconditions) {
  const ir::Var x = expr("x").var();
  const ir::Var y = expr("y").var();
  const Yield chains = yield({x, y, expr("z").var()}, 100, [this](const FormulaTrace& path) {
    return postcondition_interpolants(env_, *factory_, path, eliminator_.get());
  });
  EXPECT_GE(chains.contradictory, 30);
  EXPECT_EQ(chains.found, chains.contradictory);
}

}  // namespace
}  // namespace arges::smt
