// The precedence tables of the two languages, as their grammars state them.
#include <gtest/gtest.h>

#include "frontend/cfa/cfa_dialect.h"
#include "frontend/xsts/xsts_dialect.h"
#include "support/syntax_shape.h"

namespace arges::frontend {
namespace {

std::string cfa(const std::string& text) { return test::shape(cfa_dialect(), text); }
std::string xsts(const std::string& text) { return test::shape(xsts_dialect(), text); }

/// For operators from loose to tight: each takes the next one as its right and left operand.
void expect_order(const syntax::Dialect& dialect, const std::vector<std::string>& operators) {
  for (std::size_t i = 0; i + 1 < operators.size(); ++i) {
    const std::string& loose = operators[i];
    const std::string& tight = operators[i + 1];
    EXPECT_EQ(test::shape(dialect, "a " + loose + " b " + tight + " c"),
              "(a " + loose + " (b " + tight + " c))");
    EXPECT_EQ(test::shape(dialect, "a " + tight + " b " + loose + " c"),
              "((a " + tight + " b) " + loose + " c)");
  }
}

TEST(CfaPrecedence, InfixOperatorsFromLooseToTight) {
  expect_order(cfa_dialect(), {"iff", "imply", "or", "xor", "and", "=", "<", "bvor", "bvxor",
                               "bvand", "bvshl", "+", "*", "++"});
}

TEST(CfaPrecedence, OperatorsOfOneLevel) {
  EXPECT_EQ(cfa("a + b - c bvadd d bvsub e"), "(a + b - c bvadd d bvsub e)");
  EXPECT_EQ(cfa("a * b div c mod d rem e / f"), "(a * b div c mod d rem e / f)");
  EXPECT_EQ(cfa("a bvmul b bvudiv c bvsdiv d bvsmod e bvurem f bvsrem g"),
            "(a bvmul b bvudiv c bvsdiv d bvsmod e bvurem f bvsrem g)");
  EXPECT_EQ(cfa("a bvshl b bvashr c bvlshr d bvrol e bvror f"),
            "(a bvshl b bvashr c bvlshr d bvrol e bvror f)");
  for (const std::string op :
       {"bvult", "bvule", "bvugt", "bvuge", "bvslt", "bvsle", "bvsgt", "bvsge", "<=", ">", ">="})
    EXPECT_EQ(cfa("a + b " + op + " c"), "((a + b) " + op + " c)");
}

TEST(CfaPrecedence, Associativity) {
  EXPECT_EQ(cfa("a iff b iff c"), "(a iff (b iff c))");
  EXPECT_EQ(cfa("a imply b imply c"), "(a imply (b imply c))");
  EXPECT_EQ(cfa("a xor b xor c"), "(a xor (b xor c))");
  EXPECT_EQ(cfa("a /= b = c"), "8: '=' cannot follow '/=' without parentheses\n");
  EXPECT_EQ(cfa("a < b < c"), "7: '<' cannot follow '<' without parentheses\n");
}

TEST(CfaPrecedence, NotBindsLooserThanEquality) {
  EXPECT_EQ(cfa("not a = b"), "(not (a = b))");
  EXPECT_EQ(cfa("not a and b"), "((not a) and b)");
  EXPECT_EQ(cfa("not not a"), "5: 'not' needs parentheses here\n");
  EXPECT_EQ(cfa("a = not b"), "5: 'not' needs parentheses here\n");
}

TEST(CfaPrecedence, PrefixAndPostfix) {
  EXPECT_EQ(cfa("-a[0]' + bvnot b[3:1]"), "((- (' a[0])) + (bvnot b[3:1]))");
  EXPECT_EQ(cfa("bvneg bvnot a ++ b"), "((bvneg (bvnot a)) ++ b)");
  EXPECT_EQ(cfa("a ++ b bv_zero_extend bv[4]"), "(a ++ (b bv_zero_extend bv[4]))");
  EXPECT_EQ(cfa("-a bv_sign_extend bv[4]"), "((- a) bv_sign_extend bv[4])");
}

TEST(CfaPrecedence, QuantifiersStandBetweenImplyAndOr) {
  EXPECT_EQ(cfa("forall (x : int) a or b imply c"), "((forall x:int (a or b)) imply c)");
  EXPECT_EQ(cfa("a imply exists (x : int, y : bool) y"), "(a imply (exists x:int y:bool y))");
  EXPECT_EQ(cfa("forall (x : int) exists (y : int) x = y"),
            "(forall x:int (exists y:int (x = y)))");
  EXPECT_EQ(cfa("a and forall (x : int) b"), "7: 'forall' needs parentheses here\n");
}

TEST(CfaPrecedence, ConditionalIsLoosest) {
  EXPECT_EQ(cfa("if a iff b then c else d iff e"), "(if (a iff b) then c else (d iff e))");
}

TEST(CfaPrecedence, FloatingPointOperatorsAreRead) {
  EXPECT_EQ(cfa("a fpadd[RNE] fpneg b"), "(a fpadd (fpneg b))");
  EXPECT_EQ(cfa("fptofp[11,53][RNE] a fpmul b"), "((fptofp a) fpmul b)");
}

TEST(XstsPrecedence, InfixOperatorsFromLooseToTight) {
  expect_order(xsts_dialect(), {"iff", "=>", "||", "xor", "&&", "==", "<", "+", "*"});
}

TEST(XstsPrecedence, OperatorsOfOneLevel) {
  EXPECT_EQ(xsts("a * b / c % d rem e"), "(a * b / c % d rem e)");
  EXPECT_EQ(xsts("a - b + c"), "(a - b + c)");
}

TEST(XstsPrecedence, Associativity) {
  EXPECT_EQ(xsts("a => b => c"), "(a => (b => c))");
  EXPECT_EQ(xsts("a == b != c"), "8: '!=' cannot follow '==' without parentheses\n");
  EXPECT_EQ(xsts("a < b >= c"), "7: '>=' cannot follow '<' without parentheses\n");
}

TEST(XstsPrecedence, NegationIsSingleAndBindsLooserThanEquality) {
  EXPECT_EQ(xsts("!a == b"), "(! (a == b))");
  EXPECT_EQ(xsts("!a && !b"), "((! a) && (! b))");
  EXPECT_EQ(xsts("!!a"), "2: '!' needs parentheses here\n");
  EXPECT_EQ(xsts("a == !b"), "6: '!' needs parentheses here\n");
}

TEST(XstsPrecedence, DotsBelongToNames) {
  EXPECT_EQ(xsts("Color.Red==$x.y"), "(Color.Red == $x.y)");
}

TEST(XstsPrecedence, Arrays) {
  EXPECT_EQ(xsts("-a[1][2<-x] + [0<-1,<integer>default<-2][3]"),
            "((- a[1][2 <- x]) + [0 1 integer 2][3])");
}

}  // namespace
}  // namespace arges::frontend
