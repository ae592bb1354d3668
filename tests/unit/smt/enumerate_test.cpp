#include "smt/enumerate.h"

#include <gmock/gmock.h>

#include "smt/fixture.h"

namespace arges::smt {
namespace {

using ir::Expr;
using ir::Value;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using ::testing::UnorderedElementsAre;

class EnumerateTest : public SmtTest {
 protected:
  EnumerateTest() {
    solver_->add(ir::le(num(0), x_));
    solver_->add(ir::lt(x_, num(3)));
  }
  std::unique_ptr<Solver> solver_ = factory_->make();
  Expr x_ = variable("x", context_.int_type());
  Expr p_ = variable("p", context_.bool_type());
};

TEST_F(EnumerateTest, FindsEveryTupleOnce) {
  const Enumeration all = enumerate(*solver_, std::array{x_, p_});
  EXPECT_EQ(all.end, EnumerationEnd::complete);
  std::vector<std::vector<Value>> expected;
  for (int x = 0; x < 3; ++x)
    for (const bool p : {false, true}) expected.push_back({Value::small(x), Value::boolean(p)});
  EXPECT_THAT(all.tuples, ::testing::UnorderedElementsAreArray(expected));
}

TEST_F(EnumerateTest, ProjectsToExpressions) {
  const Enumeration all = enumerate(*solver_, std::array{ir::lt(x_, num(1))});
  EXPECT_EQ(all.end, EnumerationEnd::complete);
  EXPECT_THAT(all.tuples, UnorderedElementsAre(ElementsAre(Value::boolean(true)),
                                               ElementsAre(Value::boolean(false))));
}

TEST_F(EnumerateTest, LeavesTheSolverAsItWas) {
  enumerate(*solver_, std::array{x_}, no_limit, std::array{ir::eq(x_, num(1))});
  EXPECT_EQ(solver_->check(std::array{ir::eq(x_, num(1))}), Status::sat);
  EXPECT_THAT(enumerate(*solver_, std::array{x_}).tuples, SizeIs(3));
}

TEST_F(EnumerateTest, RespectsAssumptions) {
  const Enumeration some =
      enumerate(*solver_, std::array{x_}, no_limit, std::array{ir::neq(x_, num(1))});
  EXPECT_EQ(some.end, EnumerationEnd::complete);
  EXPECT_THAT(some.tuples,
              UnorderedElementsAre(ElementsAre(Value::small(0)), ElementsAre(Value::small(2))));
}

TEST_F(EnumerateTest, LimitIsReportedOnlyIfThereIsMore) {
  const Enumeration some = enumerate(*solver_, std::array{x_}, 2);
  EXPECT_EQ(some.end, EnumerationEnd::limit);
  EXPECT_THAT(some.tuples, SizeIs(2));
  const Enumeration all = enumerate(*solver_, std::array{x_}, 3);
  EXPECT_EQ(all.end, EnumerationEnd::complete);
  EXPECT_THAT(all.tuples, SizeIs(3));
}

TEST_F(EnumerateTest, ReceiverMayStop) {
  int seen = 0;
  const EnumerationEnd end = enumerate(
      *solver_, std::array{x_}, no_limit, {},
      [&](std::span<const Value>) { return ++seen == 2 ? Enumerate::stop : Enumerate::next; });
  EXPECT_EQ(end, EnumerationEnd::stopped);
  EXPECT_EQ(seen, 2);
}

TEST_F(EnumerateTest, EmptyProjectionHasAtMostOneTuple) {
  EXPECT_THAT(enumerate(*solver_, {}).tuples, ElementsAre(IsEmpty()));
  solver_->add(context_.false_expr());
  const Enumeration none = enumerate(*solver_, {});
  EXPECT_EQ(none.end, EnumerationEnd::complete);
  EXPECT_THAT(none.tuples, IsEmpty());
}

TEST_F(EnumerateTest, EnumeratesArraysOverFiniteTypes) {
  const ir::Type type = context_.array_type(context_.bool_type(), context_.bool_type());
  const Enumeration all = enumerate(*solver_, std::array{variable("a", type)}, 10);
  EXPECT_EQ(all.end, EnumerationEnd::complete);
  EXPECT_THAT(all.tuples, SizeIs(4));
}

TEST_F(EnumerateTest, UnknownIsPassedOn) {
  solver_->set_query_limit({.seconds = 0.1, .steps = {}});
  solver_->add(hard_formula(context_));
  EXPECT_EQ(enumerate(*solver_, std::array{x_}).end, EnumerationEnd::unknown);
}

}  // namespace
}  // namespace arges::smt
