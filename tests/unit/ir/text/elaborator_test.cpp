// What expressions mean, and what is said about those that mean nothing.
#include "ir/text/elaborator.h"

#include <gtest/gtest.h>

#include "ir/text/core_parser.h"

namespace arges::ir {
namespace {

class ElaboratorTest : public ::testing::Test {
 protected:
  ElaboratorTest() {
    const Type color = context.enum_type("Color", {"Red", "Green", "Off"});
    const Type light = context.enum_type("Light", {"On", "Off"});
    scope.add_type(color);
    scope.add_type(light);
    declare("x", context.int_type());
    declare("counter", context.int_type());
    declare("p", context.bool_type());
    declare("r", context.rat_type());
    declare("b", context.bv_type(8));
    declare("c", context.bv_type(4));
    declare("color", color);
    declare("light", light);
    declare("a", context.array_type(context.int_type(), context.int_type()));
    declare("by_color", context.array_type(color, color));
  }
  void declare(const std::string& name, Type type) { scope.declare(context.declare(name, type)); }

  /// What a text is read as, printed again; or its errors, "COLUMN: MESSAGE (HINT)".
  std::string read(const std::string& text) {
    const SourceText source("test", text);
    Diagnostics diagnostics;
    const Expr e = parse_expression(scope, source, diagnostics);
    EXPECT_EQ(static_cast<bool>(e), !diagnostics.has_errors()) << text;
    if (e) return e.to_string();
    std::string result;
    for (const Diagnostic& error : diagnostics.errors())
      result += std::to_string(error.location.column()) + ": " + error.message +
                (error.hint.empty() ? "" : " (" + error.hint + ")") + "\n";
    return result;
  }

  Context context;
  Scope scope{context};
};

TEST_F(ElaboratorTest, DerivedOperatorsBecomeCoreOnes) {
  EXPECT_EQ(read("p imply p iff p"), "(not p or p) = p");
  EXPECT_EQ(read("p xor p"), "p /= p");
  EXPECT_EQ(read("x > 1 and x >= 2"), "1 < x and 2 <= x");
  EXPECT_EQ(read("b bvugt b and b bvsge b"), "b bvult b and b bvsle b");
  EXPECT_EQ(read("+x - -x"), "x + x");
  EXPECT_EQ(read("x / 2"), "x div 2");
}

TEST_F(ElaboratorTest, MixedNumbersBecomeRational) {
  EXPECT_EQ(read("r + 1"), "r + 1%1");
  EXPECT_EQ(read("x + x + r"), "int_to_rat (x + x) + r");
  EXPECT_EQ(read("x = r"), "int_to_rat x = r");
  EXPECT_EQ(read("x / r"), "int_to_rat x / r");
  EXPECT_EQ(read("if p then x else r"), "if p then int_to_rat x else r");
  EXPECT_EQ(read("[0 <- 1, <int> default <- r]"), "[<int> default <- r][0 <- 1%1]");
  EXPECT_EQ(read("r mod 2"),
            "3: operator 'mod' cannot be applied to 'rat' and 'rat' (it takes integers)\n");
}

TEST_F(ElaboratorTest, ShortLiteralsAreKnownBesideTheirType) {
  EXPECT_EQ(read("color = Red"), "color = Color.Red");
  EXPECT_EQ(read("Off /= light"), "Light.Off /= light");
  EXPECT_EQ(read("color = (if p then Off else Red)"),
            "color = (if p then Color.Off else Color.Red)");
  EXPECT_EQ(read("(if p then Off else color) = Red"),
            "(if p then Color.Off else color) = Color.Red");
  EXPECT_EQ(read("by_color[Off] = Red"), "by_color[Color.Off] = Color.Red");
  EXPECT_EQ(read("by_color[Red <- Off]"), "by_color[Color.Red <- Color.Off]");
  EXPECT_EQ(read("by_color = [Red <- Off, default <- Green]"),
            "by_color = [Color.Red <- Color.Off, <Color> default <- Color.Green]");
}

TEST_F(ElaboratorTest, ShortLiteralsAreUnknownElsewhere) {
  EXPECT_EQ(read("Off = Off"),
            "1: which enumeration's 'Off' is meant is not clear here "
            "(write 'Color.Off' or 'Light.Off')\n");
  EXPECT_EQ(read("light = Red"),
            "9: 'Red' is not a value of type 'Light' (it is the literal 'Color.Red')\n");
  EXPECT_EQ(read("color = light"),
            "7: operator '=' cannot be applied to 'Color' and 'Light' "
            "(values of different enumerations cannot be compared)\n");
}

TEST_F(ElaboratorTest, UndeclaredNamesSuggestTheNearest) {
  EXPECT_EQ(read("countr + 1"), "1: 'countr' is not declared (did you mean 'counter'?)\n");
  EXPECT_EQ(read("color = Gren"), "9: 'Gren' is not declared (did you mean 'Green'?)\n");
  EXPECT_EQ(read("unknown = unknown or unknown = 1"), "1: 'unknown' is not declared\n")
      << "each name once";
}

TEST_F(ElaboratorTest, TypeErrorsNameOperatorAndTypes) {
  EXPECT_EQ(read("x + p"),
            "3: operator '+' cannot be applied to 'int' and 'bool' (it takes numbers)\n");
  EXPECT_EQ(read("p and x and p"),
            "3: operator 'and' cannot be applied to 'bool' and 'int' (it joins Booleans)\n");
  EXPECT_EQ(
      read("x = p"),
      "3: operator '=' cannot be applied to 'int' and 'bool' (both sides must have one type)\n");
  EXPECT_EQ(
      read("b + b"),
      "3: operator '+' cannot be applied to 'bv[8]' and 'bv[8]' (for bit-vectors use 'bvadd')\n");
  EXPECT_EQ(read("b bvadd c"),
            "3: operator 'bvadd' cannot be applied to 'bv[8]' and 'bv[4]' (it takes bit-vectors of "
            "one width)\n");
  EXPECT_EQ(read("not x"), "1: operator 'not' cannot be applied to 'int' (it negates a Boolean)\n");
  EXPECT_EQ(read("-p"), "1: operator '-' cannot be applied to 'bool' (it takes a number)\n");
  EXPECT_EQ(read("if x then p else p"),
            "4: the condition of 'if' has type 'int', but must have type 'bool'\n");
  EXPECT_EQ(read("if p then x else p"),
            "1: the branches of 'if' have types 'int' and 'bool' (both must have one type)\n");
  EXPECT_EQ(read("a[p]"), "3: the index has type 'bool', but must have type 'int'\n");
  EXPECT_EQ(read("x[1]"), "2: only arrays are indexed, not 'int'\n");
  EXPECT_EQ(read("forall (i : int) i"),
            "18: the body of a quantifier has type 'int', but must have type 'bool'\n");
}

TEST_F(ElaboratorTest, AllErrorsOfAnExpressionWithoutCascades) {
  EXPECT_EQ(
      read("(x and p) or (unknown + 1 < x) or (b + b = b)"),
      "4: operator 'and' cannot be applied to 'int' and 'bool' (it joins Booleans)\n"
      "15: 'unknown' is not declared\n"
      "38: operator '+' cannot be applied to 'bv[8]' and 'bv[8]' (for bit-vectors use 'bvadd')\n");
}

TEST_F(ElaboratorTest, BitVectors) {
  EXPECT_EQ(read("8'b0101"), "8'd5");
  EXPECT_EQ(read("8'xfF"), "8'd255");
  EXPECT_EQ(read("b[5:3]"), "b[5:3]");
  EXPECT_EQ(read("2'd4"), "1: '2'd4' does not fit into 2 bits\n");
  EXPECT_EQ(
      read("8'b012"),
      "1: '8'b012' is not a bit-vector (bit-vectors are written 8'b00001100, 8'd12 or 8'x0c)\n");
  EXPECT_EQ(read("0'd0"), "1: a bit-vector has 1 to 65536 bits\n");
  EXPECT_EQ(read("b[9:0]"),
            "2: slice [9:0] does not lie within 'bv[8]' ([high:low] takes bits low … high-1, "
            "counted from 0)\n");
  EXPECT_EQ(read("b[x:0]"), "3: the bounds of a slice must be numbers\n");
  EXPECT_EQ(read("b bv_zero_extend bv[4]"),
            "3: operator 'bv_zero_extend' cannot extend 'bv[8]' to 'bv[4]' (it extends a "
            "bit-vector to a wider one)\n");
}

TEST_F(ElaboratorTest, Arrays) {
  EXPECT_EQ(read("[default <- 1]"),
            "1: the index type of this array is not clear (write it before 'default': [<type> "
            "default <- …])\n");
  EXPECT_EQ(read("a = [default <- 1]"), "a = [<int> default <- 1]");
  EXPECT_EQ(read("[1 <- 2, 1 <- 3, default <- 4]"), "[1 <- 3, <int> default <- 4]")
      << "the last counts";
  EXPECT_EQ(read("[1 <- x, default <- 4]"), "[<int> default <- 4][1 <- x]");
  EXPECT_EQ(read("[1 <- p, default <- 4]"),
            "7: this element has type 'bool', but the default has 'int'\n");
  EXPECT_EQ(read("[a <- p, default <- p][a]"), "1: an array can't be indexed by arrays\n");
}

TEST_F(ElaboratorTest, QuantifiedVariablesHideOthersOfTheirName) {
  EXPECT_EQ(read("exists (n : bool) n"), "exists (n : bool) n");
  EXPECT_EQ(read("exists (x : bool) x"), "exists (x$1 : bool) x$1");
  EXPECT_EQ(read("exists (n : int, n : bool) p"), "18: 'n' is declared twice\n");
}

TEST_F(ElaboratorTest, WhatIsNotSupportedIsNamed) {
  EXPECT_EQ(read("x' = 1"), "2: a primed variable is not supported\n");
  EXPECT_EQ(read("x(1)"), "2: function application is not supported\n");
  EXPECT_EQ(read("exists (f : (int) -> int) p"), "13: a function type is not supported\n");
}

TEST_F(ElaboratorTest, FloatingPoint) {
  declare("f", context.fp_type(3, 5));
  declare("g", context.fp_type(3, 5));
  declare("w", context.fp_type(8, 24));
  EXPECT_EQ(read("f = g"), "f = g");
  EXPECT_EQ(read("f /= g"), "f /= g");
  EXPECT_EQ(read("f > g"), "g < f");
  EXPECT_EQ(read("f fpsame g"), "f fpsame g");
  EXPECT_EQ(read("fpisnan f"), "f fpsame 3'd7.4'd8");
  EXPECT_EQ(read("f fpadd g"), "f fpadd[RNE] g");
  EXPECT_EQ(read("f fpsub[RTZ] g"), "f fpadd[RTZ] (fpneg g)");
  EXPECT_EQ(read("f + g * f"), "f fpadd[RNE] (g fpmul[RNE] f)");
  EXPECT_EQ(read("f / g"), "f fpdiv[RNE] g");
  EXPECT_EQ(read("f rem g"), "f fprem g");
  EXPECT_EQ(read("-f"), "fpneg f");
  EXPECT_EQ(read("-3'd1.4'd0"), "-3'd1.4'd0");
  EXPECT_EQ(read("fpsqrt[RTP] f"), "fpsqrt[RTP] f");
  EXPECT_EQ(read("fptofp[8,24][RNA] f"), "fptofp[8,24][RNA] f");
  EXPECT_EQ(read("fptofp[3,5] f"), "f");
  EXPECT_EQ(read("fptobv[8's][RTZ] f"), "fptobv[8's][RTZ] f");
  EXPECT_EQ(read("fpfrombv[3,5][u] b"), "fpfrombv[3,5][u][RNE] b");
  EXPECT_EQ(read("fpfrombits[3,5] b"), "fpfrombits[3,5] b");
  EXPECT_EQ(read("3'd7.4'd1"), "3'd7.4'd8") << "all NaNs are one";

  EXPECT_EQ(read("f fpadd w"),
            "3: operator 'fpadd' cannot be applied to 'fp[3,5]' and 'fp[8,24]' (it takes floating "
            "point of one format)\n");
  EXPECT_EQ(read("f div g"),
            "3: operator 'div' cannot be applied to 'fp[3,5]' and 'fp[3,5]' (it takes integers)\n");
  EXPECT_EQ(read("fpneg r"),
            "1: operator 'fpneg' cannot be applied to 'rat' (it takes floating point)\n");
  EXPECT_EQ(read("f fpadd[up] g"),
            "8: this is no setting of a floating point operator ([RNE], [RNA], [RTP], [RTN], [RTZ] "
            "round; [8,24], [16'u], [s] are for conversions)\n");
  EXPECT_EQ(read("fptobv f"),
            "1: 'fptobv' needs a width and 's' or 'u' (write fptobv[32's][RTZ] x)\n");
  EXPECT_EQ(
      read("exists (h : fp[8]) p"),
      "13: a floating point type needs two sizes (write fp[8,24]: bits of the exponent and of "
      "the significand)\n");
  EXPECT_EQ(read("exists (h : fp[1,24]) p"),
            "13: floating point with 1 bits of exponent and 24 of significand is not supported (an "
            "exponent has 2 to 15 bits, a significand with its hidden bit 3 to 113)\n");
  EXPECT_EQ(read("[f <- p, default <- p][f]"), "1: an array can't be indexed by floating point\n");
}

TEST_F(ElaboratorTest, LongConjunctionsInAnyBracketingAreOneNode) {
  std::string left = std::string(300, '(') + "p";
  std::string right;
  for (int i = 0; i < 300; ++i) {
    left += " and p)";
    right += "(p and ";
  }
  right += "p" + std::string(300, ')');
  const std::size_t before = context.num_expressions();
  EXPECT_EQ(read(left), read(right));
  EXPECT_LE(context.num_expressions(), before + 2) << "no intermediate conjunctions";
}

}  // namespace
}  // namespace arges::ir
