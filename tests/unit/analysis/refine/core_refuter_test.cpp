#include "analysis/refine/core_refuter.h"

#include "analysis/refine/fixture.h"

namespace arges::analysis {
namespace {

class CoreRefuterTest : public RefuterTest {
 protected:
  /// The statements of the core, in their order.
  Strings core(const TraceEncoding& encoding) {
    const std::vector<bool> in_core = contradictory_pieces(env_, *solvers_, encoding);
    Strings result;
    for (std::size_t i = 0; i < in_core.size(); ++i)
      if (in_core[i]) result.push_back(encoding.pieces()[i].statement.to_string());
    return result;
  }
  std::string variables_of(const std::string& initial, const Strings& statements) {
    CoreRefuter refuter(env_, *solvers_);
    return variables(refuter.refute(trace(initial, statements)));
  }
};

TEST_F(CoreRefuterTest, OnlyVariablesThatMatterAreNamedWhereTheyMatter) {
  EXPECT_EQ(variables_of("true", {"x := 0; y := 0", "y := y + 1", "assume x = 1"}),
            "- | x | x | -");
  EXPECT_EQ(variables_of("x = 0 and y = 0", {"y := x", "assume z > 3; x := 9", "assume y = 1"}),
            "x | y | y | -");
}

TEST_F(CoreRefuterTest, AVariableIsNamedBetweenTheStatementsItLinks) {
  EXPECT_EQ(variables_of("true", {"x := 1", "y := x + 1", "z := y + x", "assume z = 5"}),
            "- | x | x y | z | -");
  EXPECT_EQ(variables_of("x = 1", {"x := 2; assume x = 3", "p := true"}), "- | - | -");
}

TEST_F(CoreRefuterTest, ThereAreNoInterpolants) {
  CoreRefuter refuter(env_, *solvers_);
  const auto refutation = refuter.refute(trace("x = 0", {"assume x = 1"}));
  ASSERT_TRUE(refutation);
  EXPECT_TRUE(refutation->interpolants.empty());
}

/// Both x and y show that the trace is impossible; y has to do with the property.
TEST_F(CoreRefuterTest, ContradictionsWithTheLastStatementArePreferred) {
  EXPECT_EQ(variables_of("x = 0 and y = 0", {"assume x = 1", "z := 3", "assume y = 5"}),
            "y | y | y | -");
}

TEST_F(CoreRefuterTest, CoresHaveNothingThatCanBeSpared) {
  EXPECT_EQ(core(trace("x = 0 and y = 0", {"x := x + 1; y := 2", "assume x >= 0", "assume x = 7"})),
            (Strings{"assume x = 0", "x := x + 1", "assume x = 7"}));
}

/// Every one of many assumptions contradicts the last one for itself: a solver's first core may
/// have any of them.
TEST_F(CoreRefuterTest, OneOfManyReasonsIsEnough) {
  Strings statements;
  for (int i = 1; i <= 20; ++i) statements.push_back("assume x >= " + std::to_string(i));
  statements.push_back("assume x < 0");
  const Strings found = core(trace("true", statements));
  EXPECT_EQ(found.size(), 2U);
  EXPECT_EQ(found.back(), "assume x < 0");
}

}  // namespace
}  // namespace arges::analysis
