#include "automata/ltl/parser.h"

#include <memory>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/errors_of.h"

namespace arges::automata {
namespace {

/// The formula as it is understood, in the printer's syntax.
std::string read(const std::string& text, LtlSyntax syntax = LtlSyntax::automatic) {
  Formulas formulas;
  const auto source = std::make_shared<const SourceText>("f", text);
  return to_string(formulas, parse_formula(formulas, *source, syntax).formula);
}

std::string errors(const std::string& text, LtlSyntax syntax = LtlSyntax::automatic) {
  return test::errors_of([&] { read(text, syntax); });
}

TEST(LtlParser, ExclamationMarkBindsTightestAndTheWordNotLooserThanUntil) {
  EXPECT_EQ(read("!a U b"), "!a U b");
  EXPECT_EQ(read("not a U b"), "!(a U b)");
  EXPECT_EQ(read("not a and b"), "!a & b");
  EXPECT_EQ(read("!G a"), "!Ga");
  EXPECT_EQ(read("! F a U b"), "!Fa U b");
}

TEST(LtlParser, UntilBindsTighterThanAndAndAssociatesToTheRight) {
  EXPECT_EQ(read("a U b & c R d"), "a U b & c R d");
  EXPECT_EQ(read("a U b U c"), "a U (b U c)");
  EXPECT_EQ(read("a -> b -> c"), "a -> (b -> c)");
  EXPECT_EQ(read("a & b | c & d"), "a & b | c & d");
  EXPECT_EQ(read("(a | b) xor c | d & e"), "(a | b) xor c | d & e");
}

TEST(LtlParser, SpotsOperatorsMayTouchNames) {
  EXPECT_EQ(read("GFp0"), "GFp0");
  EXPECT_EQ(read("G!p0 | XXFp1"), "G!p0 | XXFp1");
  EXPECT_EQ(read("FGo0"), "FGo0");
  EXPECT_EQ(read("p0 <-> p1 && !1"), "!p0");
}

TEST(LtlParser, LongConjunctionsAreNotDeep) {
  std::string text = "a";
  for (int i = 0; i < 3000; ++i) text += i % 2 == 0 ? " & a" : " && b";
  EXPECT_EQ(read(text), "a & b");
}

TEST(LtlParser, SpotsBounds) {
  EXPECT_EQ(read("X[3]a"), "XXXa");
  EXPECT_EQ(read("F[1:3] a & b"), "X(a | X(a | Xa)) & b");
  EXPECT_EQ(read("G[2:]a"), "XXGa");
  EXPECT_EQ(read("X[]a"), "XGa");
  EXPECT_EQ(read("X[!]a"), "Xa");
  EXPECT_EQ(
      errors("X[a] b"),
      "1:1: X[a] is not understood (write X[3] a, F[0:4] a or G[2:] a, with numbers up to 500)\n");
  EXPECT_EQ(errors("F[3:1] b").substr(0, 33), "1:1: F[3:1] is not understood (wr");
}

TEST(LtlParser, MondoksAtomsAreComparisons) {
  EXPECT_EQ(read("G(x > 5)"), "G\"x > 5\"");
  EXPECT_EQ(read("FG(x + 2 > 5) and false"), "0");
  EXPECT_EQ(read("G x + 2 * y > 5 => F(z = 1)"), "G\"x + 2 * y > 5\" -> F\"z = 1\"");
  EXPECT_EQ(read("G Gas > 5"), "G\"Gas > 5\"");
}

TEST(LtlParser, RersAndUltimate) {
  EXPECT_EQ(read("(!iA WU (oX & ! iB))"), "!iA W (oX & !iB)");
  EXPECT_EQ(read("[](AP(a==1) ==> X(AP(a==2)))"), "G(\"a==1\" -> X\"a==2\")");
  EXPECT_EQ(read("[]<>\"x > 3\""), "GF\"x > 3\"");
  EXPECT_EQ(read("AP( (x > 1) && (y > 2) ) U AP(z)"), "\"(x > 1) && (y > 2)\" U z");
}

TEST(LtlParser, AtomsKeepTheirTextAndPlace) {
  Formulas formulas;
  const SourceText source("f", "G(x > 5) & F((y=1) | In(Main.Red)) & G(x > 5)");
  const ParsedFormula parsed = parse_formula(formulas, source, LtlSyntax::automatic);
  ASSERT_EQ(parsed.atoms.size(), 3U);
  EXPECT_EQ(parsed.atoms[0].text, "x > 5");
  EXPECT_EQ(parsed.atoms[0].location.column(), 3U);
  EXPECT_EQ(parsed.atoms[1].text, "y=1");
  EXPECT_EQ(parsed.atoms[1].location.column(), 15U);
  EXPECT_EQ(parsed.atoms[2].text, "In(Main.Red)");
}

TEST(LtlParser, WhatIsBehindAnIndexAndADotIsAName) {
  Formulas formulas;
  const SourceText source("f", "F p[0].Free & G(q[1 + i].G.X -> Fp[0].n == 1)");
  const ParsedFormula parsed = parse_formula(formulas, source, LtlSyntax::automatic);
  ASSERT_EQ(parsed.atoms.size(), 3U);
  EXPECT_EQ(parsed.atoms[0].text, "p[0].Free");
  EXPECT_EQ(parsed.atoms[1].text, "q[1 + i].G.X");
  EXPECT_EQ(parsed.atoms[2].text, "Fp[0].n == 1");
  EXPECT_EQ(read("Fp[0].Free", LtlSyntax::spot), read("F \"p[0].Free\"", LtlSyntax::spot));
  EXPECT_EQ(read("F p[0]. Free", LtlSyntax::spot), read("F \"p[0]. Free\"", LtlSyntax::spot));
  EXPECT_EQ(read("F p[0] ./**/ F"), read("F \"p[0] ./**/ F\""));
}

TEST(LtlParser, ComplainsWithAPlace) {
  EXPECT_EQ(errors("a U"), "1:4: expected an expression after 'U', found the end of the text\n");
  EXPECT_EQ(errors("(a & b"), "1:7: expected ')' after 'b', found the end of the text\n");
  EXPECT_EQ(
      errors("a b"),
      "1:3: expected an operator or the end after 'a', found 'b' (what is more than a name or "
      "a comparison stands in double quotes: \"a b\")\n");
  EXPECT_THAT(errors("F state prior.normal.Green"),
              testing::HasSubstr("stands in double quotes: \"state prior.normal.Green\""));
  EXPECT_EQ(errors("5 < G(true)"),
            "1:5: 'G' is temporal and can't be an operand of '<' (compare first: G (… < …))\n");
  EXPECT_EQ(errors("G(true) > 5"), "1:3: 'true' is not a number, and '>' compares numbers\n");
  EXPECT_EQ(errors("F(x + 2)"),
            "1:2: a formula is needed here, and '(x + 2)' is a number (compare it: … > 0)\n");
  EXPECT_EQ(errors("a U not b"), "1:5: 'not' needs parentheses here (write (not …))\n");
  EXPECT_EQ(errors("a & 'b c'"),
            "1:5: a formula is needed here, and this is a text (atoms stand in double quotes)\n");
  EXPECT_EQ(errors("a & \"b").substr(0, 34), "1:5: this quoted name does not end");
}

TEST(LtlParser, DetectsTheSyntax) {
  EXPECT_EQ(detect_syntax("G(p0 -> Fp1) <-> !!<>p"), LtlSyntax::spot);
  EXPECT_EQ(detect_syntax("G(a => b) & ![]c"), LtlSyntax::spot);
  EXPECT_EQ(detect_syntax("G(x >= 5)"), LtlSyntax::mondok);
  EXPECT_EQ(detect_syntax("not p"), LtlSyntax::mondok);
  EXPECT_EQ(detect_syntax("a WU b"), LtlSyntax::rers);
  EXPECT_EQ(detect_syntax("[]AP(x > 3)"), LtlSyntax::ultimate);
  EXPECT_EQ(detect_syntax("G\"x > 3\""), LtlSyntax::spot);
}

}  // namespace
}  // namespace arges::automata
