#include "automata/ltl/simplifier.h"

#include <gtest/gtest.h>

#include "automata/ltl/parser.h"
#include "automata/ltl/random_formula.h"

namespace arges::automata {
namespace {

std::string simplified(const std::string& text) {
  Formulas formulas;
  Simplifier simplifier(formulas, BddManager::instance());
  const SourceText source("f", text);
  const Formula formula = parse_formula(formulas, source, LtlSyntax::spot).formula;
  return to_string(formulas, simplifier.simplify(negation_normal_form(formulas, formula)));
}

bool implies(const std::string& a, const std::string& b) {
  Formulas formulas;
  SyntacticImplication implication(formulas, BddManager::instance());
  const auto read = [&](const std::string& text) {
    const SourceText source("f", text);
    return negation_normal_form(formulas, parse_formula(formulas, source, LtlSyntax::spot).formula);
  };
  return implication.implies(read(a), read(b));
}

TEST(Simplifier, BasicRules) {
  EXPECT_EQ(simplified("F(a U b)"), "Fb");
  EXPECT_EQ(simplified("G(a R b)"), "Gb");
  EXPECT_EQ(simplified("Xa U Xb"), "X(a U b)");
  EXPECT_EQ(simplified("a U (a & b)"), "b M a");
  EXPECT_EQ(simplified("(a U b) | Ga"), "a W b");
  EXPECT_EQ(simplified("(a W b) & Fb"), "a U b");
  EXPECT_EQ(simplified("a & XGa"), "Ga");
  EXPECT_EQ(simplified("Ga & Gb"), "G(a & b)");
  EXPECT_EQ(simplified("(a U c) & (b W c)"), "(a & b) U c");
  EXPECT_EQ(simplified("G!a | F(a & Fb)"), "!a W (a & Fb)");
  EXPECT_EQ(simplified("Fa & G(!a | Gb)"), "a M (!a | Gb)");
}

TEST(Simplifier, EventualAndUniversalFormulas) {
  EXPECT_EQ(simplified("a U Fb"), "Fb");
  EXPECT_EQ(simplified("XGFa"), "GFa");
  EXPECT_EQ(simplified("FGFa"), "GFa");
  EXPECT_EQ(simplified("GF(a & Fb)"), "GFb & GFa");
  EXPECT_EQ(simplified("FG(a & Xb)"), "FG(a & b)");
  EXPECT_EQ(simplified("Fa | FGb"), "F(a | Gb)");
}

TEST(Simplifier, ImpliedParts) {
  EXPECT_EQ(simplified("a & (a | Xb)"), "a");
  EXPECT_EQ(simplified("Ga | Fa"), "Fa");
  EXPECT_EQ(simplified("(a & b) U (b U c)"), "b U c");
  EXPECT_EQ(simplified("!a U (a U a)"), "Fa");
}

TEST(SyntacticImplication, SeesWhatShapesShow) {
  EXPECT_TRUE(implies("G a", "a U (a | b)"));
  EXPECT_TRUE(implies("a U b", "F b"));
  EXPECT_TRUE(implies("a M b", "b U a"));
  EXPECT_TRUE(implies("G(a & b)", "X F a"));
  EXPECT_FALSE(implies("F a", "a"));
  EXPECT_FALSE(implies("a W b", "F b"));
  EXPECT_FALSE(implies("X a", "a"));
}

TEST(Simplifier, RandomFormulasKeepTheirMeaning) {
  Formulas formulas;
  Simplifier simplifier(formulas, BddManager::instance());
  RandomFormulas random(formulas, 3, {.propositions = 3, .max_size = 14});
  for (int i = 0; i < 1500; ++i) {
    const Formula formula = random.formula();
    const Formula normal = negation_normal_form(formulas, formula);
    const Formula simpler = simplifier.simplify(normal);
    for (int j = 0; j < 12; ++j) {
      const Lasso word = random.word(5);
      ASSERT_EQ(satisfies(word, formula), satisfies(word, normal)) << to_string(formulas, formula);
      ASSERT_EQ(satisfies(word, formula), satisfies(word, simpler))
          << to_string(formulas, formula) << "  became  " << to_string(formulas, simpler);
    }
  }
}

TEST(SyntacticImplication, IsNeverWrongOnRandomFormulas) {
  Formulas formulas;
  SyntacticImplication implication(formulas, BddManager::instance());
  RandomFormulas random(formulas, 5, {.propositions = 2, .max_size = 6});
  int found = 0;
  for (int i = 0; i < 20000; ++i) {
    const Formula a = negation_normal_form(formulas, random.formula());
    const Formula b = negation_normal_form(formulas, random.formula());
    if (!implication.implies(a, b)) continue;
    ++found;
    for (int j = 0; j < 10; ++j) {
      const Lasso word = random.word(4);
      ASSERT_TRUE(!satisfies(word, a) || satisfies(word, b))
          << to_string(formulas, a) << "  implies  " << to_string(formulas, b);
    }
  }
  EXPECT_GT(found, 1000);
}

}  // namespace
}  // namespace arges::automata
