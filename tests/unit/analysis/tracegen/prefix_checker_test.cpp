#include "analysis/tracegen/prefix_checker.h"

#include "analysis/tracegen/fixture.h"

namespace arges::analysis {
namespace {

/// A factory whose solvers do not know about checks of so many formulas or more.
class PuzzledFactory : public smt::SolverFactory {
 public:
  PuzzledFactory(smt::SolverFactory& real, std::size_t too_many)
      : real_(real), too_many_(too_many) {}
  smt::Capabilities capabilities() const override { return real_.capabilities(); }
  std::unique_ptr<smt::Solver> make(smt::Cores cores) override {
    return std::make_unique<Puzzled>(real_.make(cores), too_many_);
  }
  std::unique_ptr<smt::Solver> make_one_shot() override { return real_.make_one_shot(); }
  std::uint64_t effort() override { return real_.effort(); }

 private:
  class Puzzled : public smt::Solver {
   public:
    Puzzled(std::unique_ptr<smt::Solver> real, std::size_t too_many)
        : real_(std::move(real)), too_many_(too_many) {}
    void push() override { real_->push(); }
    void pop() override { real_->pop(); }
    void add(ir::Expr formula) override { real_->add(formula); }
    smt::Status check(std::span<const ir::Expr> assumptions) override {
      return assumptions.size() >= too_many_ ? smt::Status::unknown : real_->check(assumptions);
    }
    std::optional<ir::Value> value(ir::Expr expr) override { return real_->value(expr); }
    std::vector<std::size_t> unsat_core() override { return real_->unsat_core(); }
    std::string reason_unknown() const override { return "puzzled"; }
    void set_query_limit(smt::QueryLimit limit) override { real_->set_query_limit(limit); }
    std::string to_smt2(std::span<const ir::Expr> assumptions) const override {
      return real_->to_smt2(assumptions);
    }

   private:
    std::unique_ptr<smt::Solver> real_;
    std::size_t too_many_;
  };

  smt::SolverFactory& real_;
  std::size_t too_many_;
};

class PrefixCheckerTest : public TracegenTest {
 protected:
  PrefixCheckerTest() {
    system_.add_integer("x");
    system_.add_integer("y");
    system_.set_initial("x = 0");
  }
  /// Actions one after another.
  std::vector<const Action*> line(const std::vector<std::string>& statements) {
    std::vector<const Action*> result;
    Control control = 0;
    for (const std::string& statement : statements) {
      result.push_back(&system_.edge(control, control + 1, statement));
      ++control;
    }
    return result;
  }
  FeasiblePrefix check(const std::vector<const Action*>& trace) {
    return PrefixChecker(env_, system_, *solvers_).check(trace, 0, trace.size());
  }
  std::uint64_t queries() { return env_.statistics.counter("tracegen::queries").value(); }
};

TEST_F(PrefixCheckerTest, AFeasibleTraceIsItsOwnPrefix) {
  const FeasiblePrefix result = check(line({"x := x + 1", "y := x", "assume y = 1"}));
  EXPECT_EQ(result.length, 3U);
  EXPECT_TRUE(result.is_maximal);
  ASSERT_TRUE(result.run);
  EXPECT_EQ(result.run->steps.size(), 3U);
  EXPECT_TRUE(is_run(*result.run));
  EXPECT_EQ(queries(), 2U) << "the start and the whole: most traces are feasible";
}

TEST_F(PrefixCheckerTest, TheLongestPrefixIsFoundWhereverItEnds) {
  constexpr std::size_t length = 9;
  for (std::size_t wrong = 0; wrong < length; ++wrong) {
    std::vector<std::string> statements(length, "x := x + 1");
    statements[wrong] = "assume x < 0";
    const FeasiblePrefix result = check(line(statements));
    EXPECT_EQ(result.length, wrong);
    EXPECT_TRUE(result.is_maximal);
    EXPECT_TRUE(result.has_initial);
    ASSERT_TRUE(result.run);
    EXPECT_EQ(result.run->steps.size(), wrong);
    EXPECT_TRUE(is_run(*result.run));
  }
}

TEST_F(PrefixCheckerTest, ABinarySearchAsksFewTimes) {
  std::vector<std::string> statements(64, "x := x + 1");
  statements[40] = "assume x < 0";
  EXPECT_EQ(check(line(statements)).length, 40U);
  EXPECT_LE(queries(), 9U);
}

TEST_F(PrefixCheckerTest, AnImpossibleStartIsTold) {
  system_.set_initial("x = 0 and x = 1");
  const FeasiblePrefix result = check(line({"x := x + 1"}));
  EXPECT_FALSE(result.has_initial);
  EXPECT_FALSE(result.run);
  EXPECT_EQ(result.length, 0U);
}

TEST_F(PrefixCheckerTest, WhatIsKnownIsNotAskedAgain) {
  std::vector<std::string> statements(10, "x := x + 1");
  statements[6] = "assume x < 0";
  const auto trace = line(statements);
  const FeasiblePrefix result = PrefixChecker(env_, system_, *solvers_).check(trace, 6, 6);
  EXPECT_EQ(result.length, 6U);
  EXPECT_TRUE(result.run);
  EXPECT_EQ(queries(), 0U);
}

TEST_F(PrefixCheckerTest, WhatTheSolverDoesNotKnowIsNotSaidToBeMaximal) {
  // The start is one formula, and each action another.
  PuzzledFactory puzzled(*solvers_, 4);
  const auto trace = line({"x := x + 1", "x := x + 1", "x := x + 1", "x := x + 1"});
  const FeasiblePrefix result = PrefixChecker(env_, system_, puzzled).check(trace, 0, 4);
  EXPECT_EQ(result.length, 2U);
  EXPECT_FALSE(result.is_maximal);
  EXPECT_TRUE(result.has_initial);
}

TEST_F(PrefixCheckerTest, BlameNamesWhatContradictsItself) {
  const std::vector<ir::Var> both{var("x"), var("y")};
  PrefixChecker checker(env_, system_, *solvers_);
  EXPECT_EQ(checker.blame(line({"y := 3", "x := x + 1", "assume x > 5"}), both),
            std::vector<ir::Var>{var("x")});
  EXPECT_TRUE(checker.blame(line({"y := 3"}), both).empty());
}

TEST_F(PrefixCheckerTest, NobodyIsBlamedWhoCanBeLeftOut) {
  const std::vector<ir::Var> both{var("x"), var("y")};
  PrefixChecker checker(env_, system_, *solvers_);
  // What may be anything anyway does not stand in the way, although the condition names it.
  EXPECT_EQ(checker.blame(line({"havoc x", "y := 0", "assume x > 5 and y = 1"}), both),
            std::vector<ir::Var>{var("y")});
  EXPECT_EQ(checker.blame(line({"x := 0; y := 0", "assume x = 1 and y = 1"}), both), both);
  EXPECT_TRUE(checker.blame(line({"x := 0", "assume x = 1"}), {var("y")}).empty());
}

}  // namespace
}  // namespace arges::analysis
