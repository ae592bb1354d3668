#include "analysis/bmc/linear_invariants.h"

#include <cfenv>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "smt/z3/factory.h"
#include "support/tiny_system.h"

namespace arges::analysis {
namespace {

class LinearInvariantsTest : public testing::Test {
 protected:
  LinearInvariantsTest() { system_.set_target(9); }

  /// Whether what is found at a control point implies a condition.
  bool implies(Control control, const std::string& condition) {
    const auto found = linear_invariants(env_, system_);
    const auto solvers = smt::make_z3_factory(env_, system_.context());
    const auto solver = solvers->make();
    if (const auto at = found.find(control); at != found.end())
      for (const ir::Expr one : at->second) solver->add(one);
    const ir::Expr opposite = ir::not_(system_.expr(condition));
    return solver->check({&opposite, 1}) == smt::Status::unsat;
  }
  void add_integers(std::initializer_list<const char*> names) {
    for (const char* name : names) system_.add_integer(name);
  }

  Env env_;
  test::TinySystem system_;
};

TEST_F(LinearInvariantsTest, EquationsOfCounters) {
  add_integers({"i", "k", "n"});
  system_.edge(0, 1, "i := 0; k := n");
  system_.edge(1, 1, "assume i < n; k := k - 1; i := i + 2");
  system_.edge(1, 2, "assume not (i < n)");
  EXPECT_TRUE(implies(1, "2 * k + i = 2 * n"));
  EXPECT_TRUE(implies(2, "2 * k + i = 2 * n and i >= n"));
  EXPECT_FALSE(implies(1, "k >= 0"));
}

TEST_F(LinearInvariantsTest, BoundsThatWideningKeeps) {
  add_integers({"i", "j"});
  system_.edge(0, 1, "i := 0; j := 0");
  system_.edge(1, 1, "assume i < 100; i := i + 1; choice { j := j + 1 } or {}");
  EXPECT_TRUE(implies(1, "0 <= i and i <= 100 and 0 <= j and j <= i"));
}

TEST_F(LinearInvariantsTest, CasesOfConditionsAndValues) {
  add_integers({"x", "y"});
  system_.edge(0, 1, "assume x = 3 or x = 5; y := if x = 3 then 1 else 2");
  system_.edge(1, 2, "assume x /= 3");
  EXPECT_TRUE(implies(1, "x = 2 * y + 1"));
  EXPECT_TRUE(implies(2, "x >= 4"));
}

TEST_F(LinearInvariantsTest, QuotientsAndRemainders) {
  add_integers({"x", "q", "r", "s"});
  system_.edge(0, 1, "q := x div 4; r := x mod 4; assume 0 <= s and s < 4; s := (s + 0) mod 4");
  EXPECT_TRUE(implies(1, "4 * q <= x and x <= 4 * q + 3"));
  EXPECT_TRUE(implies(1, "0 <= r and r <= 3"));
  EXPECT_TRUE(implies(1, "0 <= s and s <= 3"));
}

TEST_F(LinearInvariantsTest, WhatIsNotLinearMayBeAnything) {
  add_integers({"x", "y", "z"});
  system_.edge(0, 1, "y := 2; z := x * x + y");
  EXPECT_TRUE(implies(1, "y = 2"));
  EXPECT_FALSE(implies(1, "z >= 2"));
}

TEST_F(LinearInvariantsTest, AreWhatRunsHaveInCommon) {
  add_integers({"x", "y"});
  system_.edge(0, 1, "choice { x := 1; y := 1 } or { x := 5; y := 9 }");
  system_.edge(0, 1, "x := 3; havoc y");
  EXPECT_TRUE(implies(1, "1 <= x and x <= 5"));
  EXPECT_FALSE(implies(1, "y <= 9"));
}

TEST_F(LinearInvariantsTest, RoundingOfFloatingPointStaysAsItWas) {
  const int before = std::fegetround();
  add_integers({"x", "y"});
  system_.edge(0, 1, "x := y");
  EXPECT_TRUE(implies(1, "x = y"));
  EXPECT_EQ(std::fegetround(), before);
}

}  // namespace
}  // namespace arges::analysis
