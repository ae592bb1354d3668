#include "analysis/explicit/explicit_search.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "analysis/refine/core_refuter.h"
#include "smt/z3/factory.h"
#include "support/tiny_system.h"

namespace arges::analysis {
namespace {

using testing::HasSubstr;

class ExplicitSearchTest : public testing::Test {
 protected:
  ExplicitSearchTest()
      : solvers_(smt::make_z3_factory(env_, system_.context())),
        refuter_(env_, *solvers_),
        traces_(env_, system_, *solvers_, refuter_) {}

  Verdict run() {
    search_ = std::make_unique<ExplicitSearch>(env_, system_, *solvers_, traces_,
                                               std::span<Monitor* const>());
    return search_->run();
  }

  Env env_;
  test::TinySystem system_;
  std::unique_ptr<smt::SolverFactory> solvers_;
  CoreRefuter refuter_;
  SolverTraceChecker traces_;
  std::unique_ptr<ExplicitSearch> search_;
};

TEST_F(ExplicitSearchTest, EveryStateIsThereOnce) {
  system_.add_integer("x");
  system_.edge(0, 1, "x := 0");
  system_.edge(1, 1, "x := (x + 1) mod 10");
  system_.edge(1, 2, "assume x > 9");
  system_.set_target(2);
  EXPECT_EQ(run().answer, Answer::holds);
  EXPECT_EQ(search_->arg().size(), 12U) << "the start, ten values, and the first value again";
}

TEST_F(ExplicitSearchTest, CounterexamplesAreShortest) {
  system_.add_integer("x");
  system_.edge(0, 1, "x := 0");
  system_.edge(1, 1, "choice { x := x + 1 } or { x := x + 3 }");
  system_.edge(1, 2, "assume x = 7");
  system_.set_target(2);
  const Verdict verdict = run();
  ASSERT_EQ(verdict.answer, Answer::violated);
  EXPECT_EQ(verdict.counterexample->steps.size(), 5U);
}

TEST_F(ExplicitSearchTest, RestrictedInputsAreEnumerated) {
  system_.add_integer("x");
  system_.add_integer("y");
  system_.edge(0, 1, "havoc x; assume 0 <= x and x < 50; y := x * x");
  system_.edge(1, 2, "assume y = 50");
  system_.set_target(2);
  EXPECT_EQ(run().answer, Answer::holds);
  EXPECT_EQ(search_->arg().size(), 51U);
}

TEST_F(ExplicitSearchTest, FreeInputsNeedNoEnumeration) {
  for (const char* name : {"a", "b", "c", "d", "e"}) system_.add_integer(name);
  system_.edge(0, 0, "havoc a; havoc b; havoc c; havoc d; havoc e");
  system_.edge(0, 1, "assume false");
  system_.set_target(1);
  EXPECT_EQ(run().answer, Answer::holds);
  EXPECT_EQ(search_->arg().size(), 2U);
}

/// x = y for integers without bounds: no list of states says that.
TEST_F(ExplicitSearchTest, TooManyValuesAreNotGuessed) {
  system_.add_integer("x");
  system_.add_integer("y");
  system_.edge(0, 1, "havoc x; y := x");
  system_.edge(1, 2, "assume x /= y");
  system_.set_target(2);
  const Verdict verdict = run();
  EXPECT_EQ(verdict.answer, Answer::unknown);
  EXPECT_THAT(verdict.reason, HasSubstr("unsupported: x has too many values after 0 -> 1"));
}

/// What had to be given up may be of no importance, or not keep from finding a run.
TEST_F(ExplicitSearchTest, TooManyValuesMayNotMatter) {
  system_.add_integer("x");
  system_.add_integer("y");
  system_.edge(0, 1, "havoc x; assume x > 3; y := 0");
  system_.edge(1, 2, "assume y = 1");
  system_.set_target(2);
  EXPECT_EQ(run().answer, Answer::holds);
  system_.edge(1, 2, "assume x = 2000");
  EXPECT_EQ(run().answer, Answer::violated);
}

/// Solvers may take minutes for a run of thousands of steps that each have a choice.
TEST_F(ExplicitSearchTest, LongCounterexamplesNeedNoSolver) {
  system_.add_integer("x");
  system_.add_integer("y");
  system_.edge(0, 1, "x := 0; y := 0");
  system_.edge(1, 1, "choice { x := x + 1; y := (y + x) mod 5 } or { y := (y * 2 + 1) mod 5 }");
  system_.edge(1, 2, "assume x = 2000 and y = 3");
  system_.set_target(2);
  const Verdict verdict = run();
  ASSERT_EQ(verdict.answer, Answer::violated);
  EXPECT_GT(verdict.counterexample->steps.size(), 2000U);
  EXPECT_EQ(env_.statistics.counter("smt::checks").value(), 0U);
}

/// A free value that an action after the next one restricts.
TEST_F(ExplicitSearchTest, ValuesAreDecidedWhereSomethingDependsOnThem) {
  system_.add_integer("x");
  system_.add_integer("y");
  system_.edge(0, 1, "havoc x");
  system_.edge(1, 2, "y := 0");
  system_.edge(2, 3, "assume x = 7; y := x");
  system_.edge(3, 4, "assume y = 7");
  system_.set_target(4);
  const Verdict verdict = run();
  ASSERT_EQ(verdict.answer, Answer::violated);
  EXPECT_EQ(verdict.counterexample->steps[0].decisions.front().value, ir::Value::small(7));
}

}  // namespace
}  // namespace arges::analysis
