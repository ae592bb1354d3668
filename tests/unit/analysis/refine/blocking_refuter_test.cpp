#include "analysis/refine/blocking_refuter.h"

#include "analysis/refine/fixture.h"

namespace arges::analysis {
namespace {

class BlockingRefuterTest : public RefuterTest {
 protected:
  std::optional<Refutation> refute(const TraceEncoding& encoding) {
    return BlockingRefuter(env_, *solvers_).refute(encoding);
  }
};

TEST_F(BlockingRefuterTest, BadStatesAreExcludedByWhatThePrefixContradicts) {
  EXPECT_EQ(text(refute(trace("true", {"p := false; q := true", "r := q", "assume p; assume r"}))),
            "true | not p | not p | false");
}

/// Two modes lead to the error, each for its reason.
TEST_F(BlockingRefuterTest, OneClauseABadState) {
  const TraceEncoding& encoding =
      trace("not p and not q", {"choice { assume p } or { assume q }; x := 1", "assume x = 1"});
  const auto refutation = refute(encoding);
  ASSERT_TRUE(refutation);
  EXPECT_TRUE(is_chain(encoding, *refutation));
  EXPECT_EQ(ir::conjuncts(ir::simplify(refutation->interpolants[0])).size(), 2U)
      << text(refutation);
}

TEST_F(BlockingRefuterTest, OfANumberOneBoundMayBeEnough) {
  const TraceEncoding& encoding = trace("x = 0", {"x := x + 1", "assume x > 5"});
  const auto refutation = refute(encoding);
  ASSERT_TRUE(refutation);
  EXPECT_TRUE(is_chain(encoding, *refutation));
  const auto solver = solvers_->make();
  solver->add(system_.expr("x < 0"));
  solver->add(ir::not_(refutation->interpolants[0]));
  EXPECT_EQ(solver->check(), smt::Status::unsat)
      << "no need for a lower bound: " << text(refutation);
}

TEST_F(BlockingRefuterTest, NothingBeforeMattersOnceNoStateIsBad) {
  EXPECT_EQ(text(refute(trace("x = 0", {"x := x + 1", "p := true", "assume not p"}))),
            "true | true | p | false");
}

TEST_F(BlockingRefuterTest, BranchesDoNotMatter) {
  const TraceEncoding& encoding = trace("not p", {many_choices(), "assume p and x > 5"});
  const auto refutation = refute(encoding);
  ASSERT_TRUE(refutation);
  EXPECT_TRUE(is_chain(encoding, *refutation));
}

/// No values tell why x < y after x = y, only their relation.
TEST_F(BlockingRefuterTest, RelationsBetweenNumbersAreGivenUp) {
  EXPECT_FALSE(refute(trace("x = y", {"z := 1", "assume x < y"})));
}

}  // namespace
}  // namespace arges::analysis
