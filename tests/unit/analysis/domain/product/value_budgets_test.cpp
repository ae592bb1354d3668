// When a variable has too many values: Bajkai 2018, Chapter 3.
#include "analysis/domain/product/value_budgets.h"

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "smt/z3/factory.h"
#include "support/tiny_system.h"

namespace arges::analysis {
namespace {

using testing::UnorderedElementsAre;
using Strings = std::vector<std::string>;

class FixedPath : public Path {
 public:
  explicit FixedPath(std::vector<StateId> states) : states_(std::move(states)) {}
  void for_each_state(const std::function<void(StateId)>& visit) const override {
    std::for_each(states_.begin(), states_.end(), visit);
  }

 private:
  std::vector<StateId> states_;
};

/// x and y are tracked; at most two values each.
class ValueBudgetsTest : public testing::Test {
 protected:
  static constexpr std::size_t k = 2;

  ValueBudgetsTest() {
    // Made before there is a budget, so that they count only where a path has them.
    top_ = state("true");
    for (int n = 0; n < 4; ++n) x_is_.push_back(state("x = " + std::to_string(n)));
  }
  StateId state(const std::string& condition) {
    return domain_.initial(system_.edge(0, 0, "assume " + condition), precision_).front();
  }
  void use(ProductStrategy strategy) {
    budget_ = make_budget(strategy, k, domain_);
    domain_.set_budget(*budget_);
  }
  /// The successors of the last state of a path.
  Strings post(const std::vector<StateId>& path, const Action& action) {
    const FixedPath before(path);
    Strings result;
    for (const StateId after : domain_.post({path.back(), action, precision_, &before}))
      result.push_back(domain_.to_string(after));
    return result;
  }
  Strings post(const std::vector<StateId>& path, const std::string& statement) {
    return post(path, system_.edge(0, 0, statement));
  }
  bool is_dropped(ir::Var var) const {
    EXPECT_NE(precision_.is_dropped(var), precision_.at(0).tracks(var));
    return precision_.is_dropped(var);
  }
  static Precision tracking(std::initializer_list<ir::Var> vars) {
    Precision result(Granularity::global);
    for (const ir::Var var : vars) result.add_variable(0, var);
    return result;
  }

  Env env_;
  test::TinySystem system_;
  ir::Var x_ = system_.add_integer("x");
  ir::Var y_ = system_.add_integer("y");
  std::unique_ptr<smt::SolverFactory> solvers_ = smt::make_z3_factory(env_, system_.context());
  ExplicitDomain domain_{env_, system_.context(), *solvers_, 0};
  Precision precision_ = tracking({x_, y_});
  std::unique_ptr<ValueBudget> budget_;
  StateId top_ = 0;
  std::vector<StateId> x_is_;
};

/// Algorithm 1.
class StateBudgetTest : public ValueBudgetsTest {
 protected:
  StateBudgetTest() { use(ProductStrategy::state); }
};

TEST_F(StateBudgetTest, UpToKValuesAmongTheSuccessorsAreEnumerated) {
  EXPECT_THAT(post({top_}, "assume 1 <= x and x <= 2"), UnorderedElementsAre("x = 1", "x = 2"));
  EXPECT_FALSE(is_dropped(x_));
}

TEST_F(StateBudgetTest, MoreAreDroppedAndTheEnumerationStartsAgain) {
  EXPECT_EQ(post({top_}, "assume 1 <= x and x <= 3; y := 7"), Strings{"y = 7"});
  EXPECT_TRUE(is_dropped(x_));
  EXPECT_FALSE(is_dropped(y_)) << "y has one value";
}

TEST_F(StateBudgetTest, InfinitelyManyValuesAreNotWaitedFor) {
  EXPECT_EQ(post({top_}, "assume x /= 1"), Strings{""});
  EXPECT_TRUE(is_dropped(x_));
}

TEST_F(StateBudgetTest, SeveralVariablesMayBeDroppedByOneAction) {
  EXPECT_EQ(post({top_}, "assume 1 <= x and x <= 3; y := x"), Strings{""});
  EXPECT_TRUE(is_dropped(x_));
  EXPECT_TRUE(is_dropped(y_));
}

TEST_F(StateBudgetTest, BranchesCountAsWell) {
  EXPECT_THAT(post({top_}, "choice { x := 1 } or { x := 2 }"),
              UnorderedElementsAre("x = 1", "x = 2"));
  EXPECT_EQ(post({top_}, "choice { x := 1 } or { x := 2 } or { x := 3 }"), Strings{""});
  EXPECT_TRUE(is_dropped(x_));
}

TEST_F(StateBudgetTest, OneValueAfterAnotherIsNoReason) {
  for (int n = 0; n < 10; ++n)
    EXPECT_EQ(post({x_is_[0]}, "x := " + std::to_string(n)), Strings{"x = " + std::to_string(n)});
  EXPECT_EQ(post({x_is_[0], x_is_[1], x_is_[2], x_is_[3]}, "x := x + 1"), Strings{"x = 4"});
  EXPECT_FALSE(is_dropped(x_));
}

/// Algorithm 2.
class PathBudgetTest : public ValueBudgetsTest {
 protected:
  PathBudgetTest() { use(ProductStrategy::path); }
};

TEST_F(PathBudgetTest, UpToKValuesOnThePathAreTracked) {
  EXPECT_EQ(post({x_is_[0], x_is_[1]}, "x := x + 1"), Strings{"x = 2"});
  EXPECT_FALSE(is_dropped(x_));
}

TEST_F(PathBudgetTest, MoreAreDroppedBeforeTheSuccessorsAreComputed) {
  EXPECT_EQ(post({x_is_[0], x_is_[1], x_is_[2]}, "x := x + 1; y := 7"), Strings{"y = 7"});
  EXPECT_TRUE(is_dropped(x_));
  EXPECT_FALSE(is_dropped(y_));
}

TEST_F(PathBudgetTest, EqualAndUnknownValuesDoNotCountAgain) {
  EXPECT_EQ(post({x_is_[0], top_, x_is_[1], x_is_[0], x_is_[1]}, "y := 7"),
            Strings{"x = 1, y = 7"});
  EXPECT_FALSE(is_dropped(x_));
}

TEST_F(PathBudgetTest, EachPathCountsForItself) {
  for (int n = 0; n < 4; ++n) EXPECT_EQ(post({x_is_[0]}, "x := " + std::to_string(n)).size(), 1U);
  EXPECT_FALSE(is_dropped(x_));
}

/// Section 4.3: this strategy's transfer function does not enumerate.
TEST_F(PathBudgetTest, UnknownValuesAreNotEnumerated) {
  EXPECT_EQ(post({top_}, "assume 1 <= x and x <= 3"), Strings{""});
  EXPECT_FALSE(is_dropped(x_));
  EXPECT_EQ(post({top_}, "assume x = 3"), Strings{"x = 3"}) << "evaluation tells it";
  EXPECT_EQ(post({top_}, "assume x > 5; assume x < 3"), Strings{});
}

/// Algorithm 3.
class ArgBudgetTest : public ValueBudgetsTest {
 protected:
  ArgBudgetTest() { use(ProductStrategy::arg); }
};

TEST_F(ArgBudgetTest, ValuesCountWhereverTheyOccur) {
  EXPECT_EQ(post({top_}, "x := 0"), Strings{"x = 0"});
  EXPECT_EQ(post({x_is_[3]}, "x := 1"), Strings{"x = 1"});
  EXPECT_EQ(post({top_}, "x := 0"), Strings{"x = 0"}) << "nothing new";
  EXPECT_FALSE(is_dropped(x_));
  EXPECT_EQ(post({top_}, "x := 2; y := 7"), Strings{"y = 7"});
  EXPECT_TRUE(is_dropped(x_));
  EXPECT_FALSE(is_dropped(y_));
}

TEST_F(ArgBudgetTest, SuccessorsAreEnumeratedAndCountWithTheRest) {
  EXPECT_THAT(post({top_}, "assume 1 <= x and x <= 2"), UnorderedElementsAre("x = 1", "x = 2"));
  EXPECT_EQ(post({top_}, "assume 2 <= x and x <= 3"), Strings{""});
  EXPECT_TRUE(is_dropped(x_));
}

TEST_F(ArgBudgetTest, ANewGraphCountsAnew) {
  for (const char* statement : {"x := 0", "x := 1"}) post({top_}, statement);
  domain_.start_over();
  EXPECT_EQ(post({top_}, "x := 2"), Strings{"x = 2"});
  EXPECT_FALSE(is_dropped(x_));
}

class PathEnumBudgetTest : public ValueBudgetsTest {
 protected:
  PathEnumBudgetTest() { use(ProductStrategy::path_enum); }
};

TEST_F(PathEnumBudgetTest, ThePathAndTheSuccessorsCountTogether) {
  const std::string one_or_two = "havoc x; assume 1 <= x and x <= 2";
  EXPECT_THAT(post({x_is_[1]}, one_or_two), UnorderedElementsAre("x = 1", "x = 2"));
  EXPECT_FALSE(is_dropped(x_));
  EXPECT_EQ(post({x_is_[0]}, one_or_two), Strings{""});
  EXPECT_TRUE(is_dropped(x_));
}

TEST_F(PathEnumBudgetTest, ALongPathIsEnough) {
  EXPECT_EQ(post({x_is_[0], x_is_[1], x_is_[2]}, "x := 2"), Strings{""});
  EXPECT_TRUE(is_dropped(x_));
}

TEST_F(PathEnumBudgetTest, EachPathCountsForItself) {
  for (int n = 0; n < 4; ++n) EXPECT_EQ(post({x_is_[0]}, "x := " + std::to_string(n)).size(), 1U);
  EXPECT_FALSE(is_dropped(x_));
}

class TopFirstBudgetTest : public ValueBudgetsTest {
 protected:
  TopFirstBudgetTest() { use(ProductStrategy::top_first); }
};

TEST_F(TopFirstBudgetTest, UnknownValuesAreEnumeratedOnceARefinementAsksAgain) {
  const Action& one_or_two = system_.edge(0, 0, "assume 1 <= x and x <= 2");
  EXPECT_EQ(post({top_}, one_or_two), Strings{""});
  EXPECT_FALSE(is_dropped(x_));
  EXPECT_TRUE(budget_->wanted_again(x_));
  EXPECT_THAT(post({top_}, one_or_two), UnorderedElementsAre("x = 1", "x = 2"));
  EXPECT_FALSE(is_dropped(x_));
  EXPECT_FALSE(budget_->wanted_again(x_)) << "that was all there is to try";
}

TEST_F(TopFirstBudgetTest, ThenThereIsALimit) {
  const std::string three = "choice { x := 1 } or { x := 2 } or { x := 3 }";
  EXPECT_EQ(post({top_}, three).size(), 3U) << "known values are just taken";
  budget_->wanted_again(x_);
  EXPECT_EQ(post({top_}, three), Strings{""});
  EXPECT_TRUE(is_dropped(x_));
}

class CombinedBudgetTest : public ValueBudgetsTest {
 protected:
  CombinedBudgetTest() { use(ProductStrategy::combined); }
  /// The first number so many steps away that is not tracked any more.
  int count_from(int start) {
    int n = start;
    while (!is_dropped(x_) && n < start + 1000) post({top_}, "x := " + std::to_string(n++));
    return n - start;
  }
};

TEST_F(CombinedBudgetTest, FewSuccessorsAtATime) {
  EXPECT_THAT(post({top_}, "assume 1 <= x and x <= 2"), UnorderedElementsAre("x = 1", "x = 2"));
  EXPECT_EQ(post({top_}, "assume 1 <= x and x <= 3"), Strings{""});
  EXPECT_TRUE(is_dropped(x_));
}

TEST_F(CombinedBudgetTest, SomeHundredInTheGraph) { EXPECT_EQ(count_from(0), 257); }

TEST_F(CombinedBudgetTest, ANewGraphCountsAnew) {
  for (int n = 0; n < 200; ++n) post({top_}, "x := " + std::to_string(n));
  domain_.start_over();
  EXPECT_EQ(count_from(1000), 257);
}

}  // namespace
}  // namespace arges::analysis
