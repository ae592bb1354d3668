#include "ir/decision_finder.h"

#include <random>

#include <gtest/gtest.h>

#include "support/core_text.h"

namespace arges::ir {
namespace {

class DecisionFinderTest : public testing::Test, protected test::CoreText {
 protected:
  DecisionFinderTest() {
    for (const char* name : {"x", "y", "z"}) variables_.push_back(integer(name));
    for (const char* name : {"p", "q"}) variables_.push_back(boolean(name));
  }
  Valuation state(const std::vector<std::pair<std::string, std::int64_t>>& values) {
    Valuation result;
    for (const auto& [name, value] : values) result.set(scope.find(name)->var, Value::small(value));
    return result;
  }
  Valuation zeros() { return state({{"x", 0}, {"y", 0}, {"z", 0}, {"p", 0}, {"q", 0}}); }

  /// Decisions from zeros to a state, which the interpreter then confirms; "none", or "1 17 0":
  /// branches and values.
  std::string find(const std::string& statement, const Valuation& to) {
    const Stmt parsed = stmt(statement);
    const auto decisions = find_decisions(parsed, zeros(), to, variables_);
    if (!decisions) return "none";
    Interpreter interpreter(zeros(), *decisions);
    EXPECT_FALSE(interpreter.execute(parsed));
    EXPECT_EQ(interpreter.decisions_left(), 0U);
    for (const Var var : variables_)
      if (!to.get(var).is_unknown()) {
        EXPECT_EQ(interpreter.state().get(var), to.get(var)) << var->name;
      }
    std::string result;
    for (const Decision& decision : *decisions)
      result += (result.empty() ? "" : " ") + (decision.kind == Decision::Kind::branch
                                                   ? std::to_string(decision.branch)
                                                   : to_string(decision.value, decision.type));
    return result;
  }

  std::vector<Var> variables_;
};

TEST_F(DecisionFinderTest, WhatIsDeterministicNeedsNoDecision) {
  EXPECT_EQ(find("x := 3; if (x > 2) { y := x + 1 } else { y := 0 }", state({{"y", 4}})), "");
  EXPECT_EQ(find("x := 3", state({{"x", 4}})), "none");
  EXPECT_EQ(find("assume x > 0", state({})), "none");
}

TEST_F(DecisionFinderTest, HavocsTakeWhatTheyEndWith) {
  EXPECT_EQ(find("havoc x; havoc p", state({{"x", 17}, {"p", 1}})), "17 true");
  EXPECT_EQ(find("havoc x; assume x > 5", state({{"x", 17}})), "17");
  EXPECT_EQ(find("havoc x; assume x > 50", state({{"x", 17}})), "none");
}

TEST_F(DecisionFinderTest, AFreeValueMayEndUpInAnotherVariable) {
  EXPECT_EQ(find("havoc x; y := x; x := 0", state({{"x", 0}, {"y", 17}})), "17");
}

TEST_F(DecisionFinderTest, BranchesAreTriedUntilOneFits) {
  EXPECT_EQ(find("choice { x := 1 } or { x := 2 } or { x := 3 }", state({{"x", 3}})), "2");
  EXPECT_EQ(
      find("choice { x := 1 } or { x := 2 }; choice { y := x } or { y := 5 }", state({{"y", 2}})),
      "1 0")
      << "an earlier choice is undone if a later one does not fit";
  EXPECT_EQ(find("choice { x := 1 } or { x := 2 }", state({{"x", 3}})), "none");
}

TEST_F(DecisionFinderTest, WhatIsUnknownInTheEndMayBeAnything) {
  EXPECT_EQ(find("choice { x := 1 } or { x := 2 }", state({})), "0");
}

TEST_F(DecisionFinderTest, LocalsAndLoops) {
  EXPECT_EQ(
      find("local var t : bool; choice { t := true } or { t := false }; p := t", state({{"p", 1}})),
      "false 0");
  EXPECT_EQ(find("for i from 0 to 3 do { choice { x := x + i } or { y := y + i } }",
                 state({{"x", 2}, {"y", 1}})),
            "0 1 0");
}

TEST_F(DecisionFinderTest, EffortHasABound) {
  // 2^40 ways, none of which fits.
  std::string statement;
  for (int i = 0; i < 40; ++i) statement += "choice { x := x + 2 } or { x := x + 4 }; ";
  EXPECT_EQ(find(statement, state({{"x", 1}})), "none");
  EXPECT_EQ(find("for i from 0 to 1000000000 do { x := x + 1 }", state({{"x", 1}})), "none");
}

}  // namespace
}  // namespace arges::ir
