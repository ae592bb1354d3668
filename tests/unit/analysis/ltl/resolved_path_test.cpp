#include "analysis/ltl/resolved_path.h"

#include <gtest/gtest.h>

#include "support/tiny_system.h"

namespace arges::analysis {
namespace {

class ResolvedPathTest : public testing::Test {
 protected:
  ResolvedPathTest() { state_.set(x_, ir::Value::small(3)); }

  std::optional<ResolvedPath> path(const std::string& statement,
                                   const std::vector<ir::Decision>& decisions) {
    return resolve(system_.edge(0, 0, statement).statement, state_, decisions,
                   [&](ir::Var var, const ir::Decision& decision) {
                     return system_.context().literal(var->type, decision.value);
                   });
  }
  /// The states before a path that ends where a condition holds, as text.
  std::string before(const std::string& statement, const std::vector<ir::Decision>& decisions,
                     const std::string& after) {
    const auto found = path(statement, decisions);
    return found ? states_before(*found, system_.expr(after)).to_string() : "none";
  }

  test::TinySystem system_;
  const ir::Var x_ = system_.add_integer("x");
  ir::Valuation state_;
};

TEST_F(ResolvedPathTest, AssumptionsMustHold) {
  EXPECT_EQ(before("assume x > 1; x := x + 1", {}, "true"), "1 < x");
  EXPECT_EQ(before("x := x + 1", {}, "x > 5"), "4 < x");
}

TEST_F(ResolvedPathTest, BranchesAreThoseTaken) {
  EXPECT_EQ(before("if (x = 3) { x := 0 } else { x := 1 }", {}, "x = 0"), "x = 3");
  EXPECT_EQ(before("choice { x := 0 } or { assume x < 9 }", {ir::Decision::take(1)}, "true"),
            "x < 9");
  EXPECT_EQ(before("choice { x := 0 } or { x := 1 }", {ir::Decision::take(2)}, "true"), "none");
}

TEST_F(ResolvedPathTest, FreeValuesFollowTheRule) {
  const auto five = ir::Decision::pick(ir::Value::small(5), x_->type);
  EXPECT_EQ(before("havoc x", {five}, "x = 5"), "true");
  EXPECT_EQ(before("havoc x", {five}, "x = 6"), "false");
  EXPECT_EQ(before("havoc x", {}, "true"), "none") << "no value is told";
  EXPECT_EQ(before("x := 1", {five}, "true"), "none") << "a value too many";
}

}  // namespace
}  // namespace arges::analysis
