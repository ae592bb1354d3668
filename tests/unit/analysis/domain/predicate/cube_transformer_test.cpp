#include "analysis/domain/predicate/cube_transformer.h"

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ir/simplify.h"
#include "smt/z3/factory.h"
#include "support/tiny_system.h"

namespace arges::analysis {
namespace {

using testing::UnorderedElementsAre;
using Strings = std::vector<std::string>;

/// Cubes and predicates as core text; results printed in the order of their text.
class CubeTransformerTest : public testing::Test {
 protected:
  CubeTransformerTest() {
    for (const char* name : {"t", "x", "y", "z"}) system_.add_integer(name);
    for (const char* name : {"p", "q"}) system_.add_boolean(name);
  }
  CubeTransformer transformer(const std::string& statement) {
    return {tools_, system_.edge(0, 0, statement)};
  }
  Cube cube(const Strings& formulas) {
    Cube result;
    for (const std::string& formula : formulas)
      result.push_back(tools_.predicates.intern(system_.expr(formula)));
    std::sort(result.begin(), result.end());
    return result;
  }
  std::vector<PredicateId> targets(const Strings& formulas) {
    std::vector<PredicateId> result;
    for (const Literal literal : cube(formulas)) result.push_back(literal.predicate);
    return result;
  }
  std::string text(const Cube& cube) const {
    Strings literals;
    for (const Literal literal : cube)
      literals.push_back(ir::simplify(tools_.predicates.expr(literal)).to_string());
    std::sort(literals.begin(), literals.end());
    std::string result;
    for (const std::string& literal : literals) result += (result.empty() ? "" : ", ") + literal;
    return result;
  }
  static constexpr const char* impossible = "impossible";

  /// What a statement makes of a cube, one predicate at a time.
  std::string cartesian(const std::string& statement, const Strings& before,
                        const Strings& predicates) {
    CubeTransformer transformer = this->transformer(statement);
    return cartesian(transformer, before, predicates);
  }
  std::string cartesian(CubeTransformer& transformer, const Strings& before,
                        const Strings& predicates) {
    const Cube source = cube(before);
    const auto asked = targets(predicates);
    const auto result = transformer.cartesian({source, asked});
    return result ? text(*result) : impossible;
  }
  /// All predicates together.
  Strings combinations(const std::string& statement, const Strings& before,
                       const Strings& predicates) {
    CubeTransformer transformer = this->transformer(statement);
    return combinations(transformer, before, predicates);
  }
  Strings combinations(CubeTransformer& transformer, const Strings& before,
                       const Strings& predicates) {
    const Cube source = cube(before);
    const auto asked = targets(predicates);
    Strings result;
    for (const Cube& after : transformer.combinations({source, asked}))
      result.push_back(text(after));
    return result;
  }
  std::uint64_t checks() { return env_.statistics.counter("smt::checks").value(); }
  /// Everything so far was told without one.
  void expect_no_solver() {
    EXPECT_EQ(checks(), 0U);
    EXPECT_EQ(tools_.counters.asked.value(), 0U);
    EXPECT_GT(tools_.counters.without_solver.value(), 0U);
  }

  Env env_;
  test::TinySystem system_;
  std::unique_ptr<smt::SolverFactory> solvers_ = smt::make_z3_factory(env_, system_.context());
  CubeTools tools_{env_, system_.context(), *solvers_};
};

TEST_F(CubeTransformerTest, PredicatesThatAreNotWrittenAreKept) {
  EXPECT_EQ(cartesian("x := x + 1", {"y >= 1", "z /= 2"}, {"y >= 1", "z = 2"}), "1 <= y, z /= 2");
  EXPECT_EQ(cartesian("havoc x", {"p", "not q"}, {"p", "q"}), "not q, p");
  EXPECT_EQ(cartesian("", {"x = y"}, {"x = y"}), "x = y");
  expect_no_solver();
}

TEST_F(CubeTransformerTest, ValuesThatConditionsForceMeetWhatIsKnown) {
  EXPECT_EQ(cartesian("assume z = 0", {"x > 0", "x < y", "y = z"}, {"x > 0"}), impossible);
  EXPECT_EQ(cartesian("assume z = 0; assume t > 5", {"x > 0", "x < y", "y = z"}, {"t > 4"}),
            impossible);
  EXPECT_EQ(cartesian("assume p", {"p imply q", "not q"}, {"q"}), impossible);
  EXPECT_EQ(cartesian("assume z = 3", {"y = z"}, {"y = 3"}), "y = 3");
}

TEST_F(CubeTransformerTest, OnlyTheTargetsAreTold) {
  EXPECT_EQ(cartesian("x := 0", {"y >= 1", "z = 2"}, {"z = 2"}), "z = 2");
  EXPECT_EQ(combinations("x := 0", {"y >= 1", "z = 2"}, {}), Strings{""});
}

TEST_F(CubeTransformerTest, AssignedConstantsDecidePredicatesWithoutASolver) {
  EXPECT_EQ(cartesian("x := 5", {"x = 7"}, {"x >= 1", "x = 7"}), "1 <= x, x /= 7");
  EXPECT_EQ(cartesian("p := true", {"not p"}, {"p"}), "p");
  EXPECT_EQ(combinations("x := 5", {"x = 7"}, {"x >= 1", "x = 7"}), Strings{"1 <= x, x /= 7"});
  expect_no_solver();
}

TEST_F(CubeTransformerTest, CopiedVariablesTakeTheirPredicatesAlong) {
  EXPECT_EQ(cartesian("x := y", {"y >= 1"}, {"x >= 1"}), "1 <= x");
  EXPECT_EQ(cartesian("x := y", {"y < 1"}, {"x >= 1"}), "x < 1");
  EXPECT_EQ(cartesian("t := x; x := y; y := t", {"x >= 1", "y = 0"}, {"y >= 1", "x = 0"}),
            "1 <= y, x = 0");
  EXPECT_EQ(cartesian("q := not p", {"p"}, {"q"}), "not q");
  expect_no_solver();
}

TEST_F(CubeTransformerTest, WhatIsNotEvidentIsAskedOfTheSolver) {
  EXPECT_EQ(cartesian("x := x + 1", {"x >= 0"}, {"x >= 1", "x >= 2"}), "1 <= x");
  EXPECT_EQ(tools_.counters.asked.value(), 1U) << "one question, however many checks it takes";
  EXPECT_EQ(cartesian("x := x + y", {"x >= 0", "y >= 3"}, {"x >= 3"}), "3 <= x");
  EXPECT_EQ(cartesian("x := x + y", {"x >= 0", "y >= 3"}, {"x >= 4"}), "");
}

TEST_F(CubeTransformerTest, HavocForgetsWhatMentionsTheVariable) {
  EXPECT_EQ(cartesian("havoc x", {"x >= 1", "x = y", "y = 2"}, {"x >= 1", "x = y", "y = 2"}),
            "y = 2");
  EXPECT_THAT(combinations("havoc p", {"p", "q"}, {"p", "q"}),
              UnorderedElementsAre("p, q", "not p, q"));
  EXPECT_EQ(cartesian("havoc x; x := 1", {"x = 0"}, {"x >= 1"}), "1 <= x") << "written again";
  EXPECT_EQ(cartesian("x := 1; havoc x", {"x >= 1"}, {"x >= 1"}), "");
}

TEST_F(CubeTransformerTest, AssumptionsRestrict) {
  EXPECT_EQ(cartesian("assume x >= 5", {}, {"x >= 1", "x >= 9"}), "1 <= x");
  EXPECT_EQ(cartesian("assume x = 0", {"x >= 1"}, {"x >= 1"}), impossible);
  EXPECT_EQ(cartesian("assume x = y", {"y >= 1"}, {"x >= 1"}), "1 <= x");
  EXPECT_EQ(combinations("assume x = 0", {"x >= 1"}, {"x >= 1"}), Strings{});
  EXPECT_EQ(cartesian("assume x > 5; assume x < 3", {}, {}), impossible);
}

TEST_F(CubeTransformerTest, AssumptionsThatAreKnownPredicatesNeedNoSolver) {
  EXPECT_EQ(cartesian("assume x >= 1; y := 0", {"x >= 1"}, {"x >= 1", "y = 0"}), "1 <= x, y = 0");
  EXPECT_EQ(cartesian("assume x < 1", {"x >= 1"}, {"x >= 1"}), impossible);
  EXPECT_EQ(cartesian("assume p and x >= 1", {"not p"}, {"p"}), impossible);
  EXPECT_EQ(cartesian("assume false", {}, {"p"}), impossible);
  expect_no_solver();
}

TEST_F(CubeTransformerTest, AssumptionsAfterAnAssignmentAreAboutTheNewValue) {
  EXPECT_EQ(cartesian("x := 0; assume x >= 1", {"x >= 1"}, {"x >= 1"}), impossible);
  EXPECT_EQ(cartesian("x := 5; assume x >= 1", {"x < 1"}, {"x >= 1"}), "1 <= x");
  EXPECT_EQ(cartesian("choice { x := 0 } or { x := 5 }; assume x >= 1", {"x < 1"}, {"x >= 1"}),
            "1 <= x");
}

TEST_F(CubeTransformerTest, BranchesAreJoinedOrToldApart) {
  const std::string either = "choice { x := 1; y := 1 } or { x := 2; y := 2 }";
  EXPECT_EQ(cartesian(either, {}, {"x = 1", "y = 1"}), "") << "each for itself may be either";
  EXPECT_THAT(combinations(either, {}, {"x = 1", "y = 1"}),
              UnorderedElementsAre("x = 1, y = 1", "x /= 1, y /= 1"));
  EXPECT_THAT(combinations(either, {}, {"x = 1", "y <= 2"}),
              UnorderedElementsAre("x = 1, y < 3", "x /= 1, y < 3"));
  EXPECT_THAT(combinations("if (p) { x := 1 } else { x := 2 }", {"p"}, {"x = 1", "p"}),
              UnorderedElementsAre("p, x = 1"));
}

TEST_F(CubeTransformerTest, WhatIsNotWrittenMayStillDecide) {
  EXPECT_THAT(combinations("havoc x", {}, {"p", "q"}),
              UnorderedElementsAre("p, q", "not p, q", "not q, p", "not p, not q"));
  EXPECT_EQ(cartesian("", {"x = 1"}, {"x >= 0"}), "0 <= x") << "follows from what is known";
}

TEST_F(CubeTransformerTest, AnswersAreKept) {
  CubeTransformer increment = transformer("x := x + 1");
  const Strings asked{"x >= 1", "x >= 2"};
  const std::string first = cartesian(increment, {"x >= 0"}, asked);
  const std::uint64_t before = checks();
  EXPECT_EQ(cartesian(increment, {"x >= 0"}, asked), first);
  EXPECT_EQ(cartesian(increment, {"x >= 0", "p"}, asked), first) << "p has nothing to do with x";
  EXPECT_EQ(checks(), before);
  EXPECT_EQ(tools_.counters.cache_hits.value(), 2U);
  EXPECT_EQ(tools_.counters.asked.value(), 1U);
}

TEST_F(CubeTransformerTest, WhatSharesNoVariableIsAskedApart) {
  CubeTransformer both = transformer("x := x + 1; y := y + 1");
  EXPECT_EQ(cartesian(both, {"x >= 3", "y >= 9"}, {"x >= 2", "y >= 6"}), "2 <= x, 6 <= y");
  EXPECT_EQ(tools_.counters.asked.value(), 2U);
  EXPECT_EQ(cartesian(both, {"x >= 3", "y >= 4"}, {"x >= 2", "y >= 6"}), "2 <= x");
  EXPECT_EQ(tools_.counters.asked.value(), 3U) << "that about x was answered before";
  EXPECT_THAT(
      combinations(both, {"x >= 0", "y >= 4"}, {"x >= 2", "y >= 6"}),
      UnorderedElementsAre("2 <= x, 6 <= y", "2 <= x, y < 6", "6 <= y, x < 2", "x < 2, y < 6"));
  CubeTransformer picky = transformer("assume x + y < z; assume t > 5");
  EXPECT_EQ(cartesian(picky, {"z = 3", "t > 7"}, {"x + y < 3"}), "x + y < 3");
  EXPECT_EQ(cartesian(picky, {"z = 3", "t < 2"}, {"x + y < 3"}), impossible)
      << "one part that can't be is enough";
}

TEST_F(CubeTransformerTest, AnswersToOtherQuestionsAreNotReused) {
  CubeTransformer increment = transformer("x := x + 1");
  EXPECT_EQ(cartesian(increment, {"x >= 0"}, {"x >= 2"}), "");
  EXPECT_THAT(combinations(increment, {"x >= 0"}, {"x >= 2"}),
              UnorderedElementsAre("x < 2", "2 <= x"));
  EXPECT_EQ(cartesian(increment, {"x >= 1"}, {"x >= 2"}), "2 <= x") << "another cube";
  EXPECT_EQ(cartesian(increment, {"x >= 0"}, {"x >= 1"}), "1 <= x") << "another target";
  EXPECT_EQ(cartesian(increment, {"x >= 0", "y = x"}, {"x >= 2"}), "") << "y has to do with x";
  EXPECT_EQ(tools_.counters.cache_hits.value(), 0U);
}

TEST_F(CubeTransformerTest, WhatOthersKnowOfTheStateBeforeCounts) {
  CubeTransformer copy = transformer("x := y");
  const auto asked = targets({"x >= 3"});
  const auto result = copy.cartesian({{}, asked, system_.expr("y = 3"), {}});
  ASSERT_TRUE(result);
  EXPECT_EQ(text(*result), "3 <= x");
  EXPECT_FALSE(transformer("assume y = 4").cartesian({{}, asked, system_.expr("y = 3"), {}}));
}

TEST_F(CubeTransformerTest, WhatOthersKnowOfTheStateAfterCounts) {
  CubeTransformer havoc = transformer("havoc x");
  const auto asked = targets({"x >= 3"});
  const auto result = havoc.cartesian({{}, asked, {}, system_.expr("x = 4")});
  ASSERT_TRUE(result);
  EXPECT_EQ(text(*result), "3 <= x");
  const auto other = havoc.cartesian({{}, asked, {}, system_.expr("x = 2")});
  ASSERT_TRUE(other);
  EXPECT_EQ(text(*other), "x < 3") << "no answer to the question before";
}

}  // namespace
}  // namespace arges::analysis
