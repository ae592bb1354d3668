#include "smt/interpolation/linear.h"

#include "smt/interpolation/fixture.h"
#include "smt/interpolation/simplex.h"

namespace arges::smt {
namespace {

class LinearTest : public InterpolationTest {
 protected:
  LinearTest() {
    integer("x");
    integer("y");
    declare("p", context.rat_type());
    declare("q", context.rat_type());
  }
  std::string canonical_text(const std::string& formula) {
    return canonical(expr(formula)).to_string();
  }
  std::variant<Multipliers, Point> solve_all(const std::vector<std::string>& formulas) {
    std::vector<Constraint> constraints;
    for (const std::string& formula : formulas)
      constraints.push_back(*constraint_of(expr(formula)));
    return solve(env_, constraints);
  }
};

TEST_F(LinearTest, IntegersAreTightened) {
  EXPECT_EQ(canonical_text("2 * x < 2 * y + 1"), "x <= y");
  EXPECT_EQ(canonical_text("4 * x <= 7"), "x <= 1");
  EXPECT_EQ(canonical_text("3 - x <= 0"), "3 <= x");
  EXPECT_EQ(canonical_text("2 * x = 4 * y + 1"), "false");
  EXPECT_EQ(canonical_text("-2 * x = 4 * y + 6"), "x + 2 * y = -3");
  EXPECT_EQ(canonical_text("x + 1 < x"), "false");
}

TEST_F(LinearTest, RationalsAreNot) {
  EXPECT_EQ(canonical_text("2%1 * p < 2%1 * q + 1%1"), "p < q + 1%2");
}

TEST_F(LinearTest, OnlyComparisonsAreConstraints) {
  EXPECT_FALSE(constraint_of(expr("x < y or y < x")));
  EXPECT_FALSE(constraint_of(expr("(x < y) = (y < x)")));
  EXPECT_TRUE(constraint_of(expr("x * y <= y * x + 5")));
}

TEST_F(LinearTest, SolutionsSatisfyTheConstraints) {
  const auto verdict = solve_all({"x + y >= 3", "x - y = 1", "2 * x <= 5"});
  ASSERT_TRUE(std::holds_alternative<Point>(verdict));
  const Point& point = std::get<Point>(verdict);
  const mpq_class x = point.at(expr("x"));
  const mpq_class y = point.at(expr("y"));
  EXPECT_GE(x + y, 3);
  EXPECT_EQ(x - y, 1);
  EXPECT_LE(x, 2);
}

TEST_F(LinearTest, ContradictionsHaveMultipliers) {
  const auto verdict = solve_all({"p < q", "q <= p", "x >= 0"});
  ASSERT_TRUE(std::holds_alternative<Multipliers>(verdict));
  const Multipliers& multipliers = std::get<Multipliers>(verdict);
  EXPECT_GT(multipliers[0], 0);
  EXPECT_EQ(multipliers[0], multipliers[1]);
  EXPECT_EQ(multipliers[2], 0);
  EXPECT_TRUE(std::holds_alternative<Point>(solve_all({"p <= q", "q <= p"})));
}

}  // namespace
}  // namespace arges::smt
