#include "analysis/refine/path_refuter.h"

#include "analysis/refine/fixture.h"
#include "analysis/refine/precondition_refuter.h"

namespace arges::analysis {
namespace {

class PathRefuterTest : public RefuterTest {
 protected:
  std::optional<Refutation> refute(const TraceEncoding& encoding) {
    auto straight = std::make_unique<PreconditionRefuter>(
        env_, *solvers_, PreconditionRefuter::Statements::contradictory,
        PreconditionRefuter::Quantifiers::none);
    return PathRefuter(env_, *solvers_, std::move(straight)).refute(encoding);
  }
  testing::AssertionResult refutes(const TraceEncoding& encoding) {
    const auto refutation = refute(encoding);
    if (!refutation) return testing::AssertionFailure() << "nothing found";
    if (!refutation->is_chain)
      return testing::AssertionFailure() << "claims little: " << text(*refutation);
    return is_chain(encoding, *refutation);
  }
};

TEST_F(PathRefuterTest, StraightTracesAreOneWay) {
  const TraceEncoding& encoding = trace("true", {"p := false; q := true", "assume p"});
  EXPECT_EQ(text(refute(encoding)), "true | not p | false");
}

/// Two values of x lead to the end, and each is excluded for itself.
TEST_F(PathRefuterTest, WhatOneWayNamesIsNotEnoughForTheOther) {
  const TraceEncoding& encoding = trace(
      "true",
      {"choice { x := 1 } or { x := 2 }", "choice { assume x = 3 } or { assume x = 4; y := 0 }"});
  EXPECT_TRUE(refutes(encoding));
}

/// What is initially so is worth naming where only the first block contradicts it.
TEST_F(PathRefuterTest, TheInitialConditionIsKnownByPredicatesOnly) {
  const TraceEncoding& encoding =
      trace("x = 0", {"choice { assume x = 1 } or { assume x = 2; y := 0 }", "assume y = 1"});
  EXPECT_TRUE(refutes(encoding));
  EXPECT_FALSE(refute(encoding)->interpolants.front().is_true());
}

TEST_F(PathRefuterTest, StatesWithoutPredicatesAreFollowedToo) {
  const TraceEncoding& encoding =
      trace("x = 0", {"assume x = 1", "choice { y := 1 } or { y := 2 }", "z := y"});
  EXPECT_TRUE(refutes(encoding));
}

/// There is no way to be explained, so others are to be asked.
TEST_F(PathRefuterTest, BlocksThatContradictThemselvesAreLeftToOthers) {
  int calls = 0;
  PathRefuter refuter(env_, *solvers_, std::make_unique<FixedRefuter>("none", std::nullopt, calls));
  EXPECT_FALSE(refuter.refute(trace("true", {"x := y", "assume p; assume not p"})));
  EXPECT_EQ(calls, 0);
}

TEST_F(PathRefuterTest, ConditionsInsideBlocksBranchToo) {
  const TraceEncoding& encoding =
      trace("z = 0", {"if (p) { x := z } else { x := z + 1 }",
                      "if (x > 1) { y := 1 } else { y := 0 }", "assume y = 1"});
  EXPECT_TRUE(refutes(encoding));
}

/// A million ways through the first block, of which none matters.
TEST_F(PathRefuterTest, WaysThatDifferInNothingThatMattersAreOne) {
  EXPECT_TRUE(refutes(trace("not p", {many_choices(), "assume p and x > 5"})));
}

/// Of a million ways through each block few have to be looked at.
TEST_F(PathRefuterTest, FewWaysExplainBlocksWithMany) {
  const std::string block = "if (x >= 0) { " + many_choices() + " } else { x := 0 }";
  const TraceEncoding& encoding = trace("x = 0", {block, block, "assume x < 0"});
  EXPECT_TRUE(refutes(encoding));
}

TEST_F(PathRefuterTest, LoopsAndLocalsAreFollowed) {
  const ir::Var counter = system_.integer("i");
  (void)counter;
  const TraceEncoding& encoding =
      trace("x = 0",
            {"for i from 0 to 3 do { choice { x := x + 1 } or { x := x + 2 } }", "assume x > 6"});
  EXPECT_TRUE(refutes(encoding));
}

TEST_F(PathRefuterTest, AWayThatNobodyExplainsIsNoRefutation) {
  int calls = 0;
  PathRefuter refuter(env_, *solvers_, std::make_unique<FixedRefuter>("none", std::nullopt, calls));
  EXPECT_FALSE(refuter.refute(trace("true", {"p := false", "assume p"})));
  EXPECT_EQ(calls, 1);
}

/// Who says nothing new would be asked for ever.
TEST_F(PathRefuterTest, ExplanationsThatExcludeNothingAreNoRefutation) {
  int calls = 0;
  const ir::Expr yes = system_.context().true_expr();
  PathRefuter refuter(
      env_, *solvers_,
      std::make_unique<FixedRefuter>("empty", by_interpolants({yes, yes, yes}), calls));
  EXPECT_FALSE(refuter.refute(trace("true", {"p := false", "assume p"})));
  EXPECT_EQ(calls, 1);
}

}  // namespace
}  // namespace arges::analysis
