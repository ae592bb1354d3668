#include "analysis/certify/induction_checker.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "smt/z3/factory.h"
#include "support/tiny_system.h"

namespace arges::analysis {
namespace {

using Basis = InductionCertificate::Basis;
using testing::HasSubstr;

/// Proofs by runs of bounded length, written by hand.
class InductionCheckerTest : public testing::Test {
 protected:
  InductionCheckerTest() : solvers_(smt::make_z3_factory(env_, system_.context())) {}

  void point(Control control, const std::string& invariant) {
    proof_.points.push_back({control, system_.expr(invariant)});
  }
  Check check(const InductionCertificate& proof) {
    return InductionChecker(env_, system_, *solvers_).check(proof, 100);
  }
  std::string problem() { return check(proof_).reason; }

  /// 0 -> 1, then 1 -> 2 -> 1: a is handed on to b, b to c, and none is ever set. The target 3 is
  /// where c is. Three rounds from any state show that c is not, if a is not.
  void make_shift_register() {
    for (const char* name : {"a", "b", "c"}) system_.add_boolean(name);
    system_.edge(0, 1, "a := false; b := false; c := false");
    system_.edge(1, 2, "c := b");
    system_.edge(2, 1, "b := a");
    system_.edge(1, 3, "assume c");
    system_.set_target(3);
    point(0, "true");
    point(1, "not a");
    proof_.k = 3;
  }

  Env env_;
  test::TinySystem system_;
  std::unique_ptr<smt::SolverFactory> solvers_;
  InductionCertificate proof_;
};

TEST_F(InductionCheckerTest, PointsAtLoopHeadsAreEnough) {
  make_shift_register();
  EXPECT_EQ(problem(), "");
  proof_.k = 7;
  EXPECT_EQ(problem(), "") << "more than needed is a proof too";
}

TEST_F(InductionCheckerTest, ShorterInductionsAreRefused) {
  make_shift_register();
  proof_.k = 2;
  EXPECT_THAT(problem(), HasSubstr("from states that the invariants allow, a run of length 2"));
  proof_.k = 0;
  EXPECT_THAT(problem(), HasSubstr("shows nothing"));
}

TEST_F(InductionCheckerTest, InvariantsMustHold) {
  make_shift_register();
  const auto with = [&](const std::string& invariant) {
    InductionCertificate other = proof_;
    other.points[1].invariant = system_.expr(invariant);
    return check(other).reason;
  };
  EXPECT_EQ(with("not a and not b and not c"), "");
  EXPECT_THAT(with("true"), HasSubstr("gets to a target")) << "too weak";
  EXPECT_THAT(with("a"), HasSubstr("the invariant of l1 does not hold after a way from l0"));
  EXPECT_THAT(with("false"), HasSubstr("does not hold after a way from l0"));
  EXPECT_THAT(with("not c"), HasSubstr("does not hold after a way from l1"));
  proof_.points[0].invariant = system_.expr("a");
  EXPECT_EQ(problem(), "an initial state does not satisfy the invariant");
}

TEST_F(InductionCheckerTest, InvariantsAreAboutTheModelsVariables) {
  make_shift_register();
  system_.integer("foreign");
  proof_.points[1].invariant = system_.expr("not a and foreign = 0");
  EXPECT_THAT(problem(), HasSubstr("is not a condition on the model's variables"));
}

TEST_F(InductionCheckerTest, PointsMustCutEveryWayRound) {
  make_shift_register();
  proof_.points.pop_back();
  EXPECT_THAT(problem(), HasSubstr("there is a way round that meets no point"));
}

TEST_F(InductionCheckerTest, PointsMustFitTheModel) {
  make_shift_register();
  InductionCertificate other = proof_;
  other.points.erase(other.points.begin());
  EXPECT_EQ(check(other).reason, "runs begin at none of the points");
  other = proof_;
  other.points.push_back({3, system_.expr("true")});
  EXPECT_EQ(check(other).reason, "point 3 is a target");
  other.points.back().control = 99;
  EXPECT_EQ(check(other).reason, "point 99 does not exist");
  other.points.back().control = 1;
  EXPECT_EQ(check(other).reason, "a point is there twice");
}

TEST_F(InductionCheckerTest, ViolationsWithinFewerWaysAreFound) {
  make_shift_register();
  system_.edge(2, 3, "assume not a");
  proof_.k = 9;
  EXPECT_EQ(problem(), "a run of length 2 gets to a target");
}

/// A loop of three rounds with the target behind it.
TEST_F(InductionCheckerTest, RunsThatEndAreAllLookedAt) {
  system_.add_integer("x");
  system_.edge(0, 1, "x := 0");
  system_.edge(1, 1, "assume x < 3; x := x + 1");
  system_.edge(1, 2, "assume x > 3");
  system_.set_target(2);
  point(0, "true");
  point(1, "true");
  proof_.basis = Basis::exhaustion;
  proof_.k = 5;
  EXPECT_EQ(problem(), "");
  proof_.k = 4;
  EXPECT_EQ(problem(), "there are runs of length 4");
  proof_.k = 0;
  EXPECT_EQ(problem(), "there are runs of length 0");
  proof_.k = 1;
  proof_.basis = Basis::induction;
  EXPECT_THAT(problem(), HasSubstr("from states that the invariants allow"));
}

/// Locals of a step have versions of their own in every round.
TEST_F(InductionCheckerTest, EveryRoundChoosesAnew) {
  system_.add_integer("x");
  system_.edge(0, 1, "x := 0");
  system_.edge(1, 1, "{ local var d : int; assume 0 <= d and d <= x; x := x + 1 - d }");
  system_.edge(1, 2, "assume x = 2");
  system_.set_target(2);
  point(0, "true");
  point(1, "true");
  proof_.k = 5;
  EXPECT_EQ(problem(), "a run of length 4 gets to a target") << "d = 0 twice";
}

}  // namespace
}  // namespace arges::analysis
