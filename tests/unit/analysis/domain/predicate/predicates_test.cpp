#include "analysis/domain/predicate/predicates.h"

#include <gtest/gtest.h>

#include "base/invariant.h"
#include "support/core_text.h"

namespace arges::analysis {
namespace {

class PredicatesTest : public testing::Test, protected test::CoreText {
 protected:
  PredicatesTest() : predicates_(context) {
    for (const char* name : {"x", "y"}) integer(name);
    declare("r", context.rat_type());
    for (const char* name : {"p", "q"}) boolean(name);
  }
  Literal literal(const std::string& formula) { return predicates_.intern(expr(formula)); }

  Predicates predicates_;
};

TEST_F(PredicatesTest, AFormulaAndItsNegationAreOnePredicate) {
  const Literal same = literal("x = y");
  EXPECT_EQ(literal("not x = y"), !same);
  EXPECT_EQ(literal("not (not x = y)"), same);
  EXPECT_EQ(literal("x /= y"), !same);
  const Literal p = literal("p");
  EXPECT_EQ(literal("not p"), !p);
  EXPECT_EQ(literal("p = false"), !p);
  EXPECT_EQ(predicates_.size(), 2U);
}

TEST_F(PredicatesTest, IntegerComparisonsAreLowerBounds) {
  const Literal at_least = literal("x >= 4");
  EXPECT_FALSE(at_least.negated);
  EXPECT_EQ(predicates_.expr(at_least), expr("4 <= x"));
  for (const char* form : {"x > 3", "3 < x", "4 <= x", "not x < 4", "not x <= 3"})
    EXPECT_EQ(literal(form), at_least) << form;
  for (const char* form : {"x < 4", "x <= 3", "not x > 3", "3 >= x"})
    EXPECT_EQ(literal(form), !at_least) << form;
  EXPECT_EQ(predicates_.size(), 1U);
}

TEST_F(PredicatesTest, ComparisonsOfTermsAreSharedWithTheirNegations) {
  const Literal less = literal("x < y");
  EXPECT_EQ(literal("y <= x"), !less);
  EXPECT_EQ(literal("y > x"), less);
  EXPECT_NE(literal("y < x").predicate, less.predicate);
}

/// Between 3 and 4 there are rationals.
TEST_F(PredicatesTest, RationalBoundsAreNotRounded) {
  const Literal above = literal("r > 3%1");
  EXPECT_EQ(literal("r <= 3%1"), !above);
  EXPECT_NE(literal("r >= 4%1").predicate, above.predicate);
}

TEST_F(PredicatesTest, DifferentFormulasAreDifferentPredicates) {
  const Literal one = literal("x >= 4");
  EXPECT_NE(literal("x >= 5").predicate, one.predicate);
  EXPECT_NE(literal("y >= 4").predicate, one.predicate);
  EXPECT_NE(literal("p").predicate, literal("q").predicate);
}

TEST_F(PredicatesTest, LiteralsSayWhatTheirFormulasSay) {
  const Literal at_most = literal("x <= 3");
  EXPECT_EQ(predicates_.expr(at_most), ir::not_(expr("4 <= x")));
  EXPECT_EQ(predicates_.expr(at_most.predicate), expr("4 <= x"));
  EXPECT_EQ(predicates_.variables(literal("x + y = 3").predicate),
            (std::vector<ir::Var>{scope.find("x")->var, scope.find("y")->var}));
}

TEST_F(PredicatesTest, OnlyWhatWasInternedIsFound) {
  EXPECT_FALSE(predicates_.find(expr("x <= 3")));
  const Literal at_least = literal("x >= 4");
  EXPECT_EQ(predicates_.find(expr("x <= 3")), !at_least);
  EXPECT_EQ(predicates_.size(), 1U);
}

TEST_F(PredicatesTest, TruthValuesAreNoPredicates) {
  EXPECT_THROW(literal("true"), InternalError);
  EXPECT_THROW(literal("x < x"), InternalError);
}

}  // namespace
}  // namespace arges::analysis
