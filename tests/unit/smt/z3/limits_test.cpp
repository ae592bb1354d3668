#include <chrono>
#include <thread>

#include <gmock/gmock.h>
#include <z3.h>

#include "smt/fixture.h"

namespace arges::smt {
namespace {

using ir::Expr;
using ::testing::ElementsAre;
using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

class Z3LimitsTest : public SmtTest {
 protected:
  /// Each sits in another hole; whether there are enough of them is to be assumed.
  void add_pigeons(Solver& solver, int n) {
    std::vector<Expr> enough, too_few;
    for (int i = 0; i < n; ++i) {
      const Expr p = variable("p", context_.int_type());
      solver.add(ir::le(num(0), p));
      for (const Expr other : pigeons_) solver.add(ir::neq(p, other));
      pigeons_.push_back(p);
      enough.push_back(ir::lt(p, num(n)));
      too_few.push_back(ir::lt(p, num(n - 1)));
    }
    enough_ = ir::and_(enough);
    too_few_ = ir::and_(too_few);
  }

  Expr x_ = variable("x", context_.int_type());
  std::vector<Expr> pigeons_;
  Expr enough_, too_few_;
};

TEST_F(Z3LimitsTest, QueryLimitEndsInUnknown) {
  const auto solver = factory_->make();
  solver->set_query_limit({.seconds = 0.2, .steps = {}});
  solver->push();
  solver->add(hard_formula(context_));
  const auto start = Clock::now();
  ASSERT_EQ(solver->check(), Status::unknown);
  EXPECT_LT(seconds_since(start), 2);
  EXPECT_EQ(solver->reason_unknown(), "query limit");

  solver->pop();
  solver->set_query_limit({});
  solver->add(ir::lt(x_, num(5)));
  EXPECT_EQ(solver->check(), Status::sat);
  EXPECT_LT(solver->value(x_)->as_small(), 5);
}

TEST_F(Z3LimitsTest, StepLimitEndsInUnknown) {
  const auto solver = factory_->make();
  solver->set_query_limit({.seconds = {}, .steps = 200'000});
  add_pigeons(*solver, 12);
  ASSERT_EQ(solver->check(std::array{too_few_}), Status::unknown);
  EXPECT_EQ(solver->reason_unknown(), "query limit");
}

// Neither the solver that is kept nor a fresh one answers it at the first try.
TEST_F(Z3LimitsTest, ChecksOfUnusualLengthAreAnswered) {
  const auto solver = factory_->make();
  add_pigeons(*solver, 9);
  EXPECT_EQ(solver->check(std::array{enough_}), Status::sat);
  EXPECT_LT(solver->value(pigeons_[0])->as_small(), 9);
  const std::uint64_t before = factory_->effort();
  ASSERT_EQ(solver->check(std::array{enough_, too_few_}), Status::unsat);
  EXPECT_THAT(solver->unsat_core(), ElementsAre(1));
  EXPECT_GT(factory_->effort() - before, 4'000'000);
  EXPECT_EQ(solver->check(std::array{enough_}), Status::sat);
}

/// The older engine takes three million steps, the newer one fewer than one.
TEST_F(Z3LimitsTest, ProductsGetNoMorePatienceThanOthers) {
  const auto solver = factory_->make();
  add_pigeons(*solver, 7);
  const Expr product = ir::eq(ir::mul(x_, variable("y", context_.int_type())), num(12));
  const std::uint64_t before = factory_->effort();
  ASSERT_EQ(solver->check(std::array{product, too_few_}), Status::unsat);
  EXPECT_THAT(solver->unsat_core(), ElementsAre(1));
  EXPECT_GT(factory_->effort() - before, 2'000'000);
  EXPECT_LT(factory_->effort() - before, 2'900'000);
}

TEST_F(Z3LimitsTest, ProductsAreNoBurdenOnLaterChecks) {
  const auto solver = factory_->make();
  solver->set_query_limit({.seconds = 0.2, .steps = {}});
  EXPECT_EQ(solver->check(std::array{hard_formula(context_)}), Status::unknown);
  const auto start = Clock::now();
  for (int i = 0; i < 100; ++i)
    EXPECT_EQ(solver->check(std::array{ir::lt(x_, num(i))}), Status::sat);
  EXPECT_LT(seconds_since(start), 2);
}

TEST_F(Z3LimitsTest, TimeLimitOfTheRunEndsInUnknown) {
  env_.limits.start({.timeout_seconds = 0.2, .memory_megabytes = {}});
  const auto solver = factory_->make();
  solver->add(hard_formula(context_));
  const auto start = Clock::now();
  ASSERT_EQ(solver->check(), Status::unknown);
  EXPECT_LT(seconds_since(start), 2);
  EXPECT_EQ(solver->reason_unknown(), "timeout");

  // The run is over: nothing is searched any more, nothing breaks either.
  const auto other = factory_->make();
  other->add(ir::lt(x_, num(5)));
  EXPECT_EQ(other->check(), Status::unknown);
  EXPECT_EQ(other->reason_unknown(), "timeout");
}

/// While a run is stopped, solvers take nothing; so they know nothing once it goes on.
TEST_F(Z3LimitsTest, SolversThatMissedSomethingAnswerNoMore) {
  env_.limits.start({});
  const auto lacking = factory_->make();
  const auto untouched = factory_->make();
  const auto keeping = factory_->make();
  for (const auto* solver : {&lacking, &untouched, &keeping}) (*solver)->add(ir::lt(x_, num(5)));
  keeping->push();
  keeping->add(ir::gt(x_, num(5)));
  {
    const Limits::Share share(env_.limits, 0.0);
    while (env_.limits.reason() == StopReason::none)
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    lacking->add(ir::gt(x_, num(5)));
    keeping->pop();
  }
  ASSERT_EQ(env_.limits.reason(), StopReason::none);
  for (const auto* solver : {&lacking, &keeping}) {
    EXPECT_EQ((*solver)->check(), Status::unknown);
    EXPECT_EQ((*solver)->reason_unknown(), "timeout");
  }
  EXPECT_EQ(untouched->check(), Status::sat);
}

TEST_F(Z3LimitsTest, InterruptEndsInUnknown) {
  env_.limits.start({});
  const auto solver = factory_->make();
  solver->add(hard_formula(context_));
  std::thread user([this] {
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    env_.limits.request_stop(StopReason::interrupted);
  });
  const auto start = Clock::now();
  EXPECT_EQ(solver->check(), Status::unknown);
  EXPECT_LT(seconds_since(start), 2);
  EXPECT_EQ(solver->reason_unknown(), "interrupted");
  user.join();
}

TEST_F(Z3LimitsTest, BitVectorQueriesAreInterruptedToo) {
  env_.limits.start({.timeout_seconds = 0.3, .memory_megabytes = {}});
  const auto solver = factory_->make();
  const Expr a = variable("a", context_.bv_type(64));
  const Expr b = variable("b", context_.bv_type(64));
  const Expr wide = ir::binary(ir::Op::bv_mul, ir::bv_zext(a, 128), ir::bv_zext(b, 128));
  solver->add(ir::eq(wide, bits(128, mpz_class("340282366920938463463374607431768211283"))));
  solver->add(ir::neq(a, bits(64, 1)));
  solver->add(ir::neq(b, bits(64, 1)));
  const auto start = Clock::now();
  EXPECT_EQ(solver->check(), Status::unknown);
  EXPECT_LT(seconds_since(start), 3);
  EXPECT_EQ(solver->reason_unknown(), "timeout");
}

TEST_F(Z3LimitsTest, LackOfMemoryEndsInUnknown) {
#ifdef __SANITIZE_ADDRESS__
  GTEST_SKIP() << "Z3 itself leaks what it was making when memory ran out";
#endif
  env_.limits.start({.timeout_seconds = {}, .memory_megabytes = 1'000'000});
  factory_ = make_z3_factory(env_, context_);
  // Less than Z3 has in use already, once a formula is there.
  const auto solver = factory_->make();
  solver->add(hard_formula(context_));
  Z3_global_param_set("memory_max_size", "1");
  const Status status = solver->check();
  const std::string reason = status == Status::unknown ? solver->reason_unknown() : "";
  Z3_global_param_set("memory_max_size", "0");
  EXPECT_EQ(status, Status::unknown);
  EXPECT_EQ(reason, "memory");
  // Z3 may crash if it is used on.
  EXPECT_EQ(env_.limits.reason(), StopReason::memory);
}

}  // namespace
}  // namespace arges::smt
