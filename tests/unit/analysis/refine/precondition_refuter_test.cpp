#include "analysis/refine/precondition_refuter.h"

#include "analysis/refine/fixture.h"

namespace arges::analysis {
namespace {

using Statements = PreconditionRefuter::Statements;
using Quantifiers = PreconditionRefuter::Quantifiers;

class PreconditionRefuterTest : public RefuterTest {
 protected:
  std::optional<Refutation> refute(const TraceEncoding& encoding,
                                   Statements statements = Statements::contradictory,
                                   Quantifiers quantifiers = Quantifiers::none) {
    return PreconditionRefuter(env_, *solvers_, statements, quantifiers).refute(encoding);
  }
  std::uint64_t given_up() {
    return env_.statistics.counter("refine::preconditions_given_up").value();
  }
};

TEST_F(PreconditionRefuterTest, InterpolantsAreWeakestPreconditionsOfFalse) {
  EXPECT_EQ(text(refute(trace("x = 0", {"y := x", "assume y > 3"}))), "x <= 3 | y <= 3 | false");
}

TEST_F(PreconditionRefuterTest, AssumptionsThatDoNotContributeAreLeftOut) {
  const TraceEncoding& encoding = trace("true", {"x := 0", "assume y = 7", "assume x = 1"});
  EXPECT_EQ(text(refute(encoding)), "true | x /= 1 | x /= 1 | false");
  EXPECT_EQ(variables(refute(encoding, Statements::all)), "- | x y | x | -");
}

/// After the first action, x >= 0 or x < 7 is needed, which holds anyway, though simplification
/// does not see it.
TEST_F(PreconditionRefuterTest, ValidConditionsEndTheChain) {
  EXPECT_EQ(text(refute(trace("true", {"y := 3", "assume x < 0; z := 1", "assume x >= 7; y := 2",
                                       "assume z = 1"}),
                        Statements::all)),
            "true | true | x < 7 or z /= 1 | z /= 1 | false");
}

TEST_F(PreconditionRefuterTest, HavocsThatMatterNeedQuantifiers) {
  const TraceEncoding& encoding = trace("y = 0", {"havoc x; assume x < y", "assume x >= 0"});
  EXPECT_FALSE(refute(encoding));
  EXPECT_EQ(given_up(), 1U);
  const auto quantified = refute(encoding, Statements::contradictory, Quantifiers::allowed);
  ASSERT_TRUE(quantified);
  EXPECT_TRUE(is_chain(encoding, *quantified));
  EXPECT_EQ(given_up(), 1U);
}

TEST_F(PreconditionRefuterTest, HavocsThatContradictThemselvesNeedNone) {
  const TraceEncoding& encoding =
      trace("true", {"y := 1", "havoc x; assume x > 3; z := x", "assume z < 2"});
  EXPECT_EQ(text(refute(encoding)), "true | true | 2 <= z | false");
  EXPECT_EQ(given_up(), 0U);
}

TEST_F(PreconditionRefuterTest, ConditionsThatGetTooLargeAreGivenUp) {
  EXPECT_FALSE(refute(trace("not p", {many_choices(), "assume p and x > 5"})));
  EXPECT_EQ(given_up(), 1U);
}

class BackwardCoreRefuterTest : public RefuterTest {
 protected:
  std::optional<Refutation> refute(const TraceEncoding& encoding) {
    return BackwardCoreRefuter(env_, *solvers_).refute(encoding);
  }
};

/// y = 7 is needed to execute the rest, but does not contradict the trace before.
TEST_F(BackwardCoreRefuterTest, OnlyConjunctsThatContradictThePrefixAreKept) {
  const TraceEncoding& encoding =
      trace("true", {"x := 0", "assume y = 7", "assume x = 1; assume z = 2"});
  EXPECT_EQ(text(refute(encoding)), "true | x /= 1 | x /= 1 | false");
}

TEST_F(BackwardCoreRefuterTest, TheShortestPrefixThatContradictsEndsTheChain) {
  const TraceEncoding& encoding = trace("true", {"x := 0; assume x = 1", "y := 3", "assume y = 3"});
  EXPECT_EQ(text(refute(encoding)), "true | false | false | false");
}

TEST_F(BackwardCoreRefuterTest, ConditionsThatGetTooLargeAreGivenUp) {
  EXPECT_FALSE(refute(trace("x = 0", {many_choices(), "assume x > 2000000"})));
  EXPECT_TRUE(refute(trace("not p", {many_choices(), "assume p; assume x > 5"})))
      << "p is enough, and no choice matters to it";
}

}  // namespace
}  // namespace arges::analysis
