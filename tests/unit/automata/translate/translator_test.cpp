#include "automata/translate/translator.h"

#include <gtest/gtest.h>

#include "automata/ltl/parser.h"
#include "automata/ltl/random_formula.h"
#include "automata/omega/acceptance.h"
#include "automata/omega/components.h"
#include "automata/omega/degeneralization.h"
#include "automata/omega/product.h"

namespace arges::automata {
namespace {

class TranslatorTest : public testing::Test {
 protected:
  Formula read(const std::string& text) {
    const SourceText source("f", text);
    return parse_formula(formulas_, source, LtlSyntax::spot).formula;
  }
  std::pair<std::size_t, std::size_t> states(const std::string& text) {
    const Translation made = translator_.translate_both(read(text));
    return {made.tgba.num_states(), made.buchi.num_states()};
  }

  Formulas formulas_;
  Translator translator_{formulas_};
};

using Sizes = std::pair<std::size_t, std::size_t>;

TEST_F(TranslatorTest, Constants) {
  EXPECT_EQ(states("true"), Sizes(1, 1));
  EXPECT_EQ(states("false"), Sizes(1, 1));
  EXPECT_TRUE(is_empty(translator_.translate(read("G a & F !a"))));
  EXPECT_EQ(states("G a & F !a"), Sizes(1, 1));
  EXPECT_EQ(translator_.translate(read("a | !a | G b")).num_edges(), 1U);
}

TEST_F(TranslatorTest, SizesOfClassicFormulas) {
  EXPECT_EQ(states("G(a -> F b)"), Sizes(2, 2));
  EXPECT_EQ(states("GFa & GFb & GFc"), Sizes(1, 4));
  EXPECT_EQ(states("GFa -> GFb"), Sizes(3, 4));
  EXPECT_EQ(states("FGa | FGb"), Sizes(3, 3));
  EXPECT_EQ(states("a U (b U c)"), Sizes(3, 3));
  EXPECT_EQ(states("G(p0 -> (!p1 U (p1 U (!p1 & (p2 R !p1)))))"), Sizes(4, 4));
}

TEST_F(TranslatorTest, ObligationsAreDeterministic) {
  const Translation made = translator_.translate_both(read("Fa -> (!b U a)"));
  EXPECT_TRUE(is_deterministic(made.tgba));
  EXPECT_TRUE(is_deterministic(made.buchi));
}

TEST_F(TranslatorTest, AcceptanceOfBuchiAutomataIsOnStates) {
  for (const char* text : {"GFa & GFb", "G(a -> XFb)", "FGa", "a U b"}) {
    const Automaton buchi = translator_.translate_both(read(text)).buchi;
    ASSERT_EQ(buchi.num_sets(), 1U) << text;
    for (StateId state = 0; state < buchi.num_states(); ++state)
      for (const Edge& edge : buchi.edges(state))
        EXPECT_EQ(edge.marks != 0, is_accepting_state(buchi, state)) << text;
  }
}

// In GF(Fb & Ga) the eventuality Fb is implied by the formula itself wherever it is pending; a
// tableau that drops it makes the promise of b anew for ever.
TEST_F(TranslatorTest, ImpliedEventualitiesAreNotForgotten) {
  const Automaton automaton = translator_.translate(read("GF(F p1 & G p0)"));
  Lasso never{{{false, true}}, 0};  // p1 is number 0
  EXPECT_FALSE(satisfies(never, read("GF(F p1 & G p0)")));
  EXPECT_FALSE(accepts(automaton, formulas_, never));
}

TEST_F(TranslatorTest, ImplicationAndEquivalence) {
  EXPECT_TRUE(translator_.implies(read("G a"), read("a W b")));
  EXPECT_FALSE(translator_.implies(read("a W b"), read("a U b")));
  EXPECT_TRUE(translator_.equivalent(read("G(a U b)"), read("G(a | b) & GF b")));
  EXPECT_FALSE(translator_.equivalent(read("GF a"), read("FG a")));
}

/// Translations of random formulas against the evaluator and against those of their negations.
TEST(TranslatorOnRandomFormulas, AgreesWithTheLassoEvaluator) {
  for (int i = 0; i < 300; ++i) {
    Formulas formulas;
    for (const char* name : {"p0", "p1", "p2"}) formulas.proposition(name);
    Translator translator(formulas);
    RandomFormulas random(formulas, static_cast<std::uint64_t>(1000 + i), {3, 13});
    const Formula formula = random.formula();
    const std::string text = to_string(formulas, formula);
    const Translation yes = translator.translate_both(formula);
    const Translation no = translator.translate_both(formulas.negation(formula));
    EXPECT_FALSE(intersect(yes.tgba, no.tgba)) << text;
    EXPECT_FALSE(intersect(yes.buchi, no.tgba)) << text;
    EXPECT_FALSE(intersect(yes.tgba, no.buchi)) << text;
    for (std::size_t length = 2; length < 12; ++length) {
      const Lasso word = random.word(length);
      const bool holds = satisfies(word, formula);
      ASSERT_EQ(accepts(yes.tgba, formulas, word), holds) << text;
      ASSERT_EQ(accepts(yes.buchi, formulas, word), holds) << text;
      ASSERT_EQ(accepts(no.tgba, formulas, word), !holds) << text;
      ASSERT_EQ(accepts(no.buchi, formulas, word), !holds) << text;
    }
  }
}

}  // namespace
}  // namespace arges::automata
