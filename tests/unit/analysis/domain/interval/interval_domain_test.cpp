// Boxes against all values in them, and what the domain makes of refutations.
#include "analysis/domain/interval/interval_domain.h"

#include <random>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "analysis/domain/interval/box_execution.h"
#include "smt/z3/factory.h"
#include "support/statement_outcomes.h"
#include "support/tiny_system.h"

namespace arges::analysis {
namespace {

using testing::ElementsAre;
using testing::UnorderedElementsAre;
using Strings = std::vector<std::string>;

class IntervalDomainTest : public testing::Test {
 protected:
  Strings tracked(const Precision& precision) {
    Strings result;
    for (const ir::Expr predicate : precision.at(0).predicates())
      result.push_back(predicate.to_string());
    for (const ir::Var var : precision.at(0).variables()) result.push_back(var->name);
    return result;
  }
  Strings learnt(const std::string& interpolant, Effort effort = Effort::usual) {
    Precision precision(Granularity::global);
    IntervalDomain::track(precision, 0, system_.expr(interpolant), effort);
    return tracked(precision);
  }
  Precision tracking(const std::string& conditions) {
    Precision precision(Granularity::global);
    IntervalDomain::track(precision, 0, system_.expr(conditions), Effort::last_resort);
    return precision;
  }
  Strings run(const Strings& statements, Precision precision) {
    std::vector<StateId> states;
    for (const std::string& statement : statements) {
      const Action& action = system_.edge(0, 0, statement);
      if (&statement == &statements.front()) {
        states = domain_.initial(action, precision);
        continue;
      }
      std::vector<StateId> next;
      for (const StateId state : states)
        std::ranges::copy(domain_.post({state, action, precision}), std::back_inserter(next));
      states = std::move(next);
    }
    Strings result;
    for (const StateId state : states) result.push_back(domain_.to_string(state));
    return result;
  }
  std::uint64_t asked() { return env_.statistics.counter("interval::posts_by_solver").value(); }

  Env env_;
  test::TinySystem system_;
  ir::Var x_ = system_.add_integer("x");
  ir::Var y_ = system_.add_integer("y");
  ir::Var p_ = system_.add_boolean("p");
  std::unique_ptr<smt::SolverFactory> solvers_ = smt::make_z3_factory(env_, system_.context());
  IntervalDomain domain_{env_, system_.context(), *solvers_};
};

TEST_F(IntervalDomainTest, ComparisonsWithNumbersAreSplitPoints) {
  EXPECT_THAT(learnt("x <= 4"), ElementsAre("5 <= x"));
  EXPECT_THAT(learnt("4 < x"), ElementsAre("5 <= x"));
  EXPECT_THAT(learnt("x = 7"), UnorderedElementsAre("7 <= x", "8 <= x"));
  EXPECT_THAT(learnt("3 * x <= 10"), ElementsAre("4 <= x"));
  EXPECT_THAT(learnt("-2 * x <= 5"), ElementsAre("-2 <= x"));
  EXPECT_THAT(learnt("2 * x = 5"), ElementsAre()) << "it is never so";
  EXPECT_THAT(learnt("x <= 4 or (p and not y < 0)"), UnorderedElementsAre("5 <= x", "0 <= y", "p"));
}

TEST_F(IntervalDomainTest, VariablesThatAreComparedAreToldApartByValuesAsALastResort) {
  EXPECT_THAT(learnt("x <= y"), ElementsAre());
  EXPECT_THAT(learnt("x <= y", Effort::last_resort), UnorderedElementsAre("x", "y"));
}

TEST_F(IntervalDomainTest, SuccessorsAreTheCellsThatAreReached) {
  Precision precision = tracking("x <= 9 and x >= 0");
  EXPECT_THAT(run({"x := 3"}, precision), ElementsAre("0 <= x and x <= 9"));
  EXPECT_THAT(run({"x := 3", "x := x + 1"}, precision),
              UnorderedElementsAre("0 <= x and x <= 9", "10 <= x"));
  EXPECT_THAT(run({"x := 3", "assume x < 9; x := x + 1"}, precision),
              ElementsAre("0 <= x and x <= 9"));
  EXPECT_THAT(run({"x := 3", "assume x > 9"}, precision), ElementsAre());
  EXPECT_EQ(asked(), 0U);
}

TEST_F(IntervalDomainTest, VariablesOfOneUnknownAreCutTogether) {
  Precision precision = tracking("x <= 9 and y <= 4");
  EXPECT_THAT(run({"havoc x; y := x"}, precision),
              UnorderedElementsAre("x <= 9, y <= 4", "x <= 9, 5 <= y", "10 <= x, 5 <= y"));
  EXPECT_EQ(asked(), 0U);
}

TEST_F(IntervalDomainTest, WhatRelatesUnknownsIsAskedOfTheSolver) {
  Precision precision = tracking("x <= 9 and y <= 9");
  EXPECT_THAT(run({"havoc x; havoc y", "assume x < y"}, precision),
              UnorderedElementsAre("x <= 9, y <= 9", "x <= 9, 10 <= y", "10 <= x, 10 <= y"));
  EXPECT_GT(asked(), 0U);
}

TEST_F(IntervalDomainTest, SingleValuesAreKeptWhereTheyAreKnown) {
  Precision precision(Granularity::global);
  IntervalDomain::track(precision, 0, x_);
  IntervalDomain::track(precision, 0, p_);
  EXPECT_THAT(run({"x := 3; p := x < 5", "x := x * x"}, precision), ElementsAre("x = 9, p"));
  EXPECT_THAT(run({"havoc x; assume x >= 1 and x <= 3"}, precision),
              UnorderedElementsAre("x = 1, p", "x = 1, not p", "x = 2, p", "x = 2, not p",
                                   "x = 3, p", "x = 3, not p"));
}

TEST_F(IntervalDomainTest, LargerBoxesCoverSmallerOnes) {
  IntervalStates states;
  const StateId all = states.intern({});
  const StateId some = states.intern({{x_, {0, 9}}});
  const StateId less = states.intern({{x_, {1, 9}}, {p_, {1, 1}}});
  EXPECT_EQ(states.intern({{p_, {0, 1}}}), all);
  EXPECT_TRUE(states.leq(less, some));
  EXPECT_TRUE(states.leq(some, all));
  EXPECT_FALSE(states.leq(some, less));
  EXPECT_FALSE(states.leq(all, some));
}

/// Random statements over two integers and two Booleans.
class RandomStatements {
 public:
  RandomStatements(test::TinySystem& system, unsigned seed, std::vector<ir::Var> ints,
                   std::vector<ir::Var> bools)
      : context_(system.context()),
        random_(seed),
        ints_(std::move(ints)),
        bools_(std::move(bools)) {}

  std::int64_t pick(std::int64_t lo, std::int64_t hi) {
    return std::uniform_int_distribution<std::int64_t>(lo, hi)(random_);
  }
  ir::Stmt statement(int depth) {
    switch (pick(0, depth == 0 ? 3 : 7)) {
      case 0:
      case 1: {
        const ir::Var var = ints_[static_cast<std::size_t>(pick(0, 1))];
        return ir::assign(var, number(2));
      }
      case 2:
        return ir::assign(bools_[static_cast<std::size_t>(pick(0, 1))], condition(1));
      case 3:
        return ir::assume(condition(2));
      case 4:
        return ir::choice(context_, {statement(depth - 1), statement(depth - 1)});
      case 5:
        return ir::if_(condition(1), statement(depth - 1), statement(depth - 1));
      default:
        return ir::sequence(context_, {statement(depth - 1), statement(depth - 1)});
    }
  }

 private:
  ir::Expr number(int depth) {
    const ir::Expr var = context_.var(ints_[static_cast<std::size_t>(pick(0, 1))]);
    const ir::Expr constant = context_.int_literal(pick(-4, 4));
    switch (pick(0, depth == 0 ? 1 : 7)) {
      case 0:
        return constant;
      case 1:
      case 2:
        return var;
      case 3:
        return ir::mul(constant, var);
      case 4:
        return ir::ite(condition(depth - 1), number(depth - 1), number(depth - 1));
      case 5:
        return ir::binary(ir::Op::mod, var, context_.int_literal(3));
      default:
        return ir::add(number(depth - 1), constant);
    }
  }
  ir::Expr condition(int depth) {
    const ir::Expr constant = context_.int_literal(pick(-6, 6));
    switch (pick(0, depth == 0 ? 2 : 7)) {
      case 0:
        return context_.var(bools_[static_cast<std::size_t>(pick(0, 1))]);
      case 1:
        return ir::le(number(1), constant);
      case 2:
        return ir::eq(number(1), constant);
      case 3:
        return ir::not_(condition(depth - 1));
      case 4:
        return ir::and_(condition(depth - 1), condition(depth - 1));
      case 5:
        return ir::or_(condition(depth - 1), condition(depth - 1));
      case 6:
        return ir::eq(condition(depth - 1), condition(depth - 1));
      default:
        return ir::lt(number(1), number(1));
    }
  }

  ir::Context& context_;
  std::mt19937_64 random_;
  std::vector<ir::Var> ints_;
  std::vector<ir::Var> bools_;
};

bool is_in(const ir::Valuation& state, const Box& box) {
  for (const VariableInterval& entry : box) {
    const std::int64_t value = state.get(entry.variable).as_small();
    if (value < entry.interval.lo || value > entry.interval.hi) return false;
  }
  return true;
}

TEST_F(IntervalDomainTest, BoxesAreExecutedExactly) {
  const ir::Var q = system_.add_boolean("q");
  test::StatementOutcomes outcomes({});
  int exact = 0;
  for (unsigned seed = 1; seed <= 1500; ++seed) {
    RandomStatements random(system_, seed, {x_, y_}, {p_, q});
    const ir::Stmt statement = random.statement(3);
    Box before;
    for (const ir::Var var : {x_, y_}) {
      const std::int64_t lo = random.pick(-5, 5);
      before.push_back({var, {lo, lo + random.pick(0, 6)}});
    }
    std::vector<Partitioned> targets{{x_, {-2, 1, 3}, seed % 3 == 0}, {y_, {0, 1}, seed % 5 == 0}};
    if (seed % 2 == 0) targets.push_back({p_, {}, true});
    const auto found = BoxExecution(system_.context(), before).run(statement, targets);
    if (!found) continue;
    ++exact;
    std::vector<bool> is_reached(found->size(), false);
    for (std::int64_t x = before[0].interval.lo; x <= before[0].interval.hi; ++x)
      for (std::int64_t y = before[1].interval.lo; y <= before[1].interval.hi; ++y)
        for (int truths = 0; truths < 4; ++truths) {
          ir::Valuation from;
          from.set(x_, ir::Value::small(x));
          from.set(y_, ir::Value::small(y));
          from.set(p_, ir::Value::boolean(truths % 2 == 1));
          from.set(q, ir::Value::boolean(truths / 2 == 1));
          for (const ir::Valuation& to : outcomes.run(statement, from)) {
            bool is_covered = false;
            for (std::size_t i = 0; i < found->size(); ++i)
              if (is_in(to, (*found)[i])) is_covered = is_reached[i] = true;
            ASSERT_TRUE(is_covered) << "seed " << seed << ": " << statement.to_string();
          }
        }
    for (std::size_t i = 0; i < found->size(); ++i)
      ASSERT_TRUE(is_reached[i]) << "seed " << seed << ", box " << i
                                 << " is not reached: " << statement.to_string();
  }
  EXPECT_GT(exact, 500);
}

}  // namespace
}  // namespace arges::analysis
