#include "automata/ltl/formula.h"

#include <gtest/gtest.h>

#include "automata/ltl/parser.h"

namespace arges::automata {
namespace {

class FormulaTest : public testing::Test {
 protected:
  Formula read(const std::string& text) {
    const SourceText source("f", text);
    return parse_formula(formulas_, source, LtlSyntax::automatic).formula;
  }
  std::string normal(const std::string& text) {
    return to_string(formulas_, negation_normal_form(formulas_, read(text)));
  }

  Formulas formulas_;
};

TEST_F(FormulaTest, EqualFormulasAreOneNode) {
  EXPECT_EQ(read("G(a & b) U c"), read("(G(b & a)) U c"));
  EXPECT_FALSE(read("a U b") == read("b U a"));
}

TEST_F(FormulaTest, TrivialIdentities) {
  EXPECT_EQ(read("a & !a"), formulas_.constant(false));
  EXPECT_EQ(read("a | b | !a"), formulas_.constant(true));
  EXPECT_EQ(read("true U a"), read("F a"));
  EXPECT_EQ(read("false R a"), read("G a"));
  EXPECT_EQ(read("a W false"), read("G a"));
  EXPECT_EQ(read("a M true"), read("F a"));
  EXPECT_EQ(read("FFF a"), read("F a"));
  EXPECT_EQ(read("!!a xor false"), read("a"));
}

TEST_F(FormulaTest, NegationNormalForm) {
  EXPECT_EQ(normal("!(a U X b)"), "!a R X!b");
  EXPECT_EQ(normal("!(a W (b M c))"), "!a M (!b W !c)");
  EXPECT_EQ(normal("!(a -> G b)"), "a & F!b");
  EXPECT_EQ(normal("a <-> b"), "!a & !b | a & b");
  EXPECT_EQ(normal("a xor b"), "b & !a | a & !b");
}

TEST_F(FormulaTest, Traits) {
  EXPECT_TRUE(read("GF a").traits().suspendable());
  EXPECT_TRUE(read("a U F b").traits().eventual);
  EXPECT_TRUE(read("a R G b").traits().universal);
  EXPECT_TRUE(read("a W X b").traits().safety);
  EXPECT_TRUE(read("F a & (b U c)").traits().guarantee);
  EXPECT_TRUE(read("F a | G b").traits().obligation);
  EXPECT_FALSE(read("G(a | F b)").traits().obligation);
  EXPECT_FALSE(read("F a | G b").traits().safety);
}

TEST_F(FormulaTest, PrintsWhatItReads) {
  for (const char* text : {"a U (b U c)", "(a U b) U c", "!(a & b) -> X(c | d)",
                           "G(\"x > 5\" W \"F\")", "a <-> (b xor c)", "(a & b) M !c"}) {
    const Formula formula = read(text);
    EXPECT_EQ(read(to_string(formulas_, formula)), formula) << text;
  }
}

}  // namespace
}  // namespace arges::automata
