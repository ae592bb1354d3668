#include "smt/unsat_core.h"

#include <algorithm>
#include <numeric>
#include <set>

#include "smt/fixture.h"

namespace arges::smt {
namespace {

using Order = CoreReduction::Order;
using Positions = std::vector<std::size_t>;

/// Knows which sets of assumptions are contradictory, and calls all that it was given a core.
class LazySolver : public Solver {
 public:
  explicit LazySolver(std::vector<std::set<ir::Expr>> contradictions)
      : contradictions_(std::move(contradictions)) {}

  void push() override {}
  void pop() override {}
  void add(ir::Expr) override {}
  using Solver::check;
  Status check(std::span<const ir::Expr> assumptions) override {
    ++checks;
    given_ = {assumptions.begin(), assumptions.end()};
    const std::set<ir::Expr> all(given_.begin(), given_.end());
    const bool contradictory =
        std::any_of(contradictions_.begin(), contradictions_.end(), [&](const auto& some) {
          return std::includes(all.begin(), all.end(), some.begin(), some.end());
        });
    if (contradictory) return Status::unsat;
    return gives_up ? Status::unknown : Status::sat;
  }
  std::optional<ir::Value> value(ir::Expr) override { return std::nullopt; }
  Positions unsat_core() override {
    Positions all(given_.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    return all;
  }
  std::string reason_unknown() const override { return ""; }
  void set_query_limit(QueryLimit) override {}
  using Solver::to_smt2;
  std::string to_smt2(std::span<const ir::Expr>) const override { return ""; }

  int checks = 0;
  bool gives_up = false;  ///< says unknown instead of sat

 private:
  std::vector<std::set<ir::Expr>> contradictions_;
  std::vector<ir::Expr> given_;
};

/// Five assumptions a to e, all of them a core at first.
class UnsatCoreTest : public SmtTest {
 protected:
  static constexpr std::size_t no_bound = 1000;
  LazySolver solver(const std::vector<Positions>& contradictions) {
    std::vector<std::set<ir::Expr>> sets;
    for (const Positions& positions : contradictions) {
      sets.emplace_back();
      for (const std::size_t i : positions) sets.back().insert(assumptions_[i]);
    }
    return LazySolver(sets);
  }
  Positions reduced(LazySolver& solver, Order order, std::size_t most_checks = no_bound) {
    return reduced_core(solver, assumptions_, {0, 1, 2, 3, 4}, {order, most_checks});
  }

  std::vector<ir::Expr> assumptions_ = [&] {
    std::vector<ir::Expr> result;
    for (const char* name : {"a", "b", "c", "d", "e"})
      result.push_back(variable(name, context_.bool_type()));
    return result;
  }();
};

TEST_F(UnsatCoreTest, NothingThatCanBeSparedIsLeft) {
  for (const Order order : {Order::first_members_first, Order::last_members_first}) {
    for (const Positions& minimal : {Positions{1, 3}, {0, 4}, {2}, {0, 1, 2, 3, 4}}) {
      LazySolver one = solver({minimal});
      EXPECT_EQ(reduced(one, order), minimal);
    }
    LazySolver by_itself = solver({{}});
    EXPECT_EQ(reduced(by_itself, order), Positions{}) << "what the solver holds is enough";
  }
}

TEST_F(UnsatCoreTest, TheOrderDecidesBetweenContradictions) {
  LazySolver either = solver({{0, 1}, {3, 4}});
  EXPECT_EQ(reduced(either, Order::first_members_first), (Positions{3, 4}));
  EXPECT_EQ(reduced(either, Order::last_members_first), (Positions{0, 1}));
}

TEST_F(UnsatCoreTest, ChecksAreBounded) {
  LazySolver last = solver({{4}});
  EXPECT_EQ(reduced(last, Order::first_members_first, 2), (Positions{2, 3, 4}));
  EXPECT_EQ(last.checks, 2);
}

TEST_F(UnsatCoreTest, WhereTheSolverCanNotTellAMemberStays) {
  LazySolver hesitant = solver({{1, 3}});
  hesitant.gives_up = true;
  EXPECT_EQ(reduced(hesitant, Order::first_members_first), (Positions{1, 3}));
}

TEST_F(UnsatCoreTest, PositionsAreThoseOfTheAssumptions) {
  LazySolver one = solver({{3}});
  EXPECT_EQ(reduced_core(one, assumptions_, {1, 3, 4}, {Order::last_members_first, no_bound}),
            Positions{3});
}

/// A real solver's cores may be smaller than what was left to try.
TEST_F(UnsatCoreTest, RealCoresAreReduced) {
  const ir::Expr x = variable("x", context_.int_type());
  std::vector<ir::Expr> bounds;
  for (int i = 0; i < 30; ++i) bounds.push_back(ir::le(num(i), x));
  const auto real = factory_->make();
  real->add(ir::lt(x, num(20)));
  ASSERT_EQ(real->check(bounds), Status::unsat);
  const Positions core =
      reduced_core(*real, bounds, real->unsat_core(), {Order::first_members_first, no_bound});
  ASSERT_EQ(core.size(), 1U);
  EXPECT_GE(core.front(), 20U);
}

}  // namespace
}  // namespace arges::smt
