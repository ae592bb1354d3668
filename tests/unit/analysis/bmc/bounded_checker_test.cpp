#include "analysis/bmc/bounded_checker.h"

#include <gtest/gtest.h>

#include "analysis/bmc/simple_invariants.h"
#include "analysis/refine/core_refuter.h"
#include "smt/z3/factory.h"
#include "support/tiny_system.h"

namespace arges::analysis {
namespace {

using Basis = InductionCertificate::Basis;

class BoundedCheckerTest : public testing::Test {
 protected:
  BoundedCheckerTest()
      : solvers_(smt::make_z3_factory(env_, system_.context())),
        refuter_(env_, *solvers_),
        traces_(env_, system_, *solvers_, refuter_) {}

  Verdict run(std::uint32_t bound = 30) {
    checker_ = std::make_unique<BoundedChecker>(env_, system_, *solvers_,
                                                BoundedChecker::Parts{traces_, bound});
    return checker_->run();
  }
  bool holds_by(Basis basis, std::uint32_t k) {
    return run().answer == Answer::holds && checker_->basis() == basis && checker_->k() == k;
  }
  /// 0 -> 1 with a start, a loop at 1, and the target 2 behind 1.
  void make_loop(const std::string& start, const std::string& body, const std::string& error) {
    system_.edge(0, 1, start);
    system_.edge(1, 1, body);
    system_.edge(1, 2, error);
    system_.set_target(2);
  }

  Env env_;
  test::TinySystem system_;
  std::unique_ptr<smt::SolverFactory> solvers_;
  CoreRefuter refuter_;
  SolverTraceChecker traces_;
  std::unique_ptr<BoundedChecker> checker_;
};

TEST_F(BoundedCheckerTest, CounterexamplesAreShortest) {
  system_.add_integer("x");
  make_loop("x := 0", "choice { x := x + 1 } or { x := x + 3 }", "assume x = 7");
  const Verdict verdict = run();
  ASSERT_EQ(verdict.answer, Answer::violated);
  ASSERT_EQ(verdict.counterexample->steps.size(), 5U);
  EXPECT_EQ(verdict.counterexample->steps.back().action->target, 2U);
}

TEST_F(BoundedCheckerTest, ATargetMayBeWhereRunsBegin) {
  system_.edge(0, 1, "");
  system_.set_target(0);
  const Verdict verdict = run();
  ASSERT_EQ(verdict.answer, Answer::violated);
  EXPECT_TRUE(verdict.counterexample->steps.empty());
}

TEST_F(BoundedCheckerTest, TheBoundIsTheNumberOfActions) {
  system_.add_integer("x");
  make_loop("x := 0", "x := x + 2", "assume x = 20");
  EXPECT_EQ(run(11).reason, "bound reached");
  EXPECT_EQ(run(12).answer, Answer::violated);
}

TEST_F(BoundedCheckerTest, LocalsAreChosenAnewInEveryRound) {
  system_.add_integer("x");
  make_loop("x := 0", "{ local var d : int; assume d = 1 or d = 2; x := x + d }", "assume x = 3");
  const Verdict verdict = run();
  ASSERT_EQ(verdict.answer, Answer::violated);
  EXPECT_EQ(verdict.counterexample->steps.size(), 4U);
}

TEST_F(BoundedCheckerTest, InductionProvesWhatFollowsFromTheLastSteps) {
  system_.add_boolean("a");
  make_loop("a := false", "a := false", "assume a");
  EXPECT_TRUE(holds_by(Basis::induction, 2));
}

TEST_F(BoundedCheckerTest, RunsThatEndProveToo) {
  system_.add_integer("x");
  make_loop("x := 0", "assume x < 3; x := x + 1", "assume x = 7 or x = -1 or x = 12");
  system_.edge(1, 1, "assume x = 11; x := x + 1");
  const Verdict verdict = run();
  EXPECT_EQ(verdict.answer, Answer::holds) << verdict.reason;
}

TEST_F(BoundedCheckerTest, NothingToDoIsProvedAtOnce) {
  system_.add_integer("x");
  system_.set_initial("x < 0 and x > 0");
  make_loop("", "", "");
  EXPECT_TRUE(holds_by(Basis::exhaustion, 0));
}

/// x counts on for ever, so that runs do not end, and only x <= y shows that it is not too large.
TEST_F(BoundedCheckerTest, SimpleInvariantsHelp) {
  system_.add_integer("x");
  system_.add_integer("y");
  make_loop("x := 0; y := 0", "choice { y := y + 1 } or { x := x + 1; y := y + 2 }",
            "assume x > y + 5");
  EXPECT_EQ(run().answer, Answer::holds);
  EXPECT_FALSE(checker_->invariants().empty());
}

TEST_F(BoundedCheckerTest, SimpleInvariantsHoldAndStay) {
  system_.add_integer("x");
  system_.add_boolean("odd");
  make_loop("x := 0; odd := false", "x := if x < 10 then x + 1 else 0; odd := not odd",
            "assume x > 20");
  SimpleInvariants search(env_, system_, *solvers_);
  ASSERT_TRUE(search.search());
  const auto found = search.found();
  ASSERT_TRUE(found.contains(1));
  const auto implies = [&](Control control, const std::string& text) {
    const auto solver = solvers_->make();
    solver->add(found.at(control));
    solver->add(ir::not_(system_.expr(text)));
    return solver->check() == smt::Status::unsat;
  };
  EXPECT_TRUE(implies(1, "0 <= x and x <= 10"));
  EXPECT_FALSE(implies(1, "x <= 9"));
  EXPECT_FALSE(implies(1, "odd"));
  EXPECT_FALSE(implies(1, "not odd"));
  EXPECT_FALSE(found.contains(2)) << "a target";
}

}  // namespace
}  // namespace arges::analysis
