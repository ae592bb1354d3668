#include "base/syntax/expression_parser.h"

#include <gtest/gtest.h>

#include "base/syntax/test_dialect.h"
#include "support/syntax_shape.h"

namespace arges::syntax {
namespace {

std::string shape(const std::string& text) { return test::shape(test::small_dialect(), text); }

std::string repeated(const std::string& text, int times) {
  std::string result;
  for (int i = 0; i < times; ++i) result += text;
  return result;
}

TEST(ExpressionParser, PowersDecide) {
  EXPECT_EQ(shape("not a = b + c ^ -d'"), "(not (a = (b + (c ^ (- (' d))))))");
  EXPECT_EQ(shape("a => b => c"), "(a => (b => c))");
  EXPECT_EQ(shape("a - b + c"), "(a - b + c)") << "one flat chain";
  EXPECT_EQ(shape("(a - b) ^ c"), "((a - b) ^ c)");
  EXPECT_EQ(shape("a as bv[8]"), "(a as bv[8])");
}

TEST(ExpressionParser, Forms) {
  EXPECT_EQ(shape("if a then b else c => d"), "(if a then b else (c => d))");
  EXPECT_EQ(shape("all (x : int, y : [int] -> T) x = y"), "(all x:int y:([int] -> T) (x = y))");
  EXPECT_EQ(shape("[0 <- a, 1 <- b, <int> default <- c]"), "[0 a 1 b int c]");
  EXPECT_EQ(shape("[default <- c]"), "[c]");
  EXPECT_EQ(shape("a[1][2 <- 3][7:4](x, y)()"), "call(call(a[1][2 <- 3][7:4], x, y))");
  EXPECT_EQ(shape("x@3 + 1%2"), "(x@3 + 1%2)");
}

TEST(ExpressionParser, FormsOfScripts) {
  const Dialect dialect({.operators = {{.text = "[", .form = Form::list},
                                       {.text = "?", .form = Form::ternary, .power = 1},
                                       {.text = "+", .form = Form::left, .power = 2},
                                       {.text = "[", .form = Form::index, .power = 3}},
                         .words = {":", ",", "]"},
                         .types = {},
                         .lexical = {.literal_quotes = "'\""}});
  const auto shape_of = [&](const std::string& text) { return test::shape(dialect, text); };
  EXPECT_EQ(shape_of("a + b ? c : d ? e : f"), "(if (a + b) then c else (if d then e else f))");
  EXPECT_EQ(shape_of("[a, [], b[0]]"), "list(a, list(), b[0])");
  EXPECT_EQ(shape_of("'a b' + \"c'd\" + 'e\\'f'"), "('a b' + 'c'd' + 'e'f')");
  EXPECT_EQ(shape_of("a ? b"), "6: expected ':' after 'b', found the end of the text\n");
  EXPECT_TRUE(shape_of("'a").starts_with("1: this string does not end\n"));
}

/// Members, a conditional between its operands, words with marks in them, escaped names.
const Dialect& members_dialect() {
  static const Dialect dialect({
      .operators = {{.text = "any", .id = 1, .form = Form::constant},
                    {.text = "(", .id = 2, .form = Form::group},
                    {.text = "?", .id = 3, .form = Form::ternary, .power = 1},
                    {.text = "^", .id = 4, .form = Form::right, .power = 2},
                    {.text = "-", .id = 5, .form = Form::left, .power = 3},
                    {.text = "in-side", .id = 6, .form = Form::prefix, .power = 4},
                    {.text = ".", .id = 7, .form = Form::member, .power = 5},
                    {.text = "::", .id = 8, .form = Form::scoped, .power = 5}},
      .words = {":", ")", "in", "side"},
      .types = {},
      .lexical = {.name_start = "_^"},
  });
  return dialect;
}

TEST(ExpressionParser, Members) {
  const auto read = [](const std::string& text) { return test::shape(members_dialect(), text); };
  EXPECT_EQ(read("a.b::c.d - a.b:: - p.any"), "(a.b.c.d - a.b. - p.any)");
  EXPECT_EQ(read("a. - b"), "4: expected a name after '.', found '-'\n");
  EXPECT_EQ(read("a::any").substr(0, 2), "4:") << "the name may be missing, so this is a word";
  EXPECT_EQ(read("a ? b : c ? d - e : f"), "(if a then b else (if c then (d - e) else f))");
}

TEST(ExpressionParser, WordsWithMarksInThem) {
  const auto read = [](const std::string& text) { return test::shape(members_dialect(), text); };
  EXPECT_EQ(read("in-side x"), "(in-side x)");
  EXPECT_EQ(read("a-side").substr(0, 2), "3:") << "not the longer word: it starts with 'in'";
  EXPECT_EQ(read("in-sides").substr(0, 2), "1:") << "not the longer word: a name goes on";
  EXPECT_EQ(read("^in - ^x ^ y"), "((^in - ^x) ^ y)");
}

TEST(ExpressionParser, TheOperatorsMayBeAnotherDialects) {
  const SourceText source("test", "a.b - c [d]");
  Diagnostics diagnostics;
  TokenStream tokens(test::small_dialect(), source, diagnostics);
  Tree tree(source);
  const NodeId root = ExpressionParser(tokens, tree, members_dialect()).expression();
  EXPECT_EQ(test::shape(tree, root), "(a.b - c)");
  EXPECT_TRUE(tokens.at("["));
}

TEST(ExpressionParser, LooserOperatorsNeedParentheses) {
  EXPECT_EQ(shape("a + not b"), "5: 'not' needs parentheses here\n");
  EXPECT_EQ(shape("a = if b then c else d"), "5: 'if' needs parentheses here\n");
  EXPECT_EQ(shape("not not a"), "5: 'not' needs parentheses here\n");
  EXPECT_EQ(shape("- - a"), "(- (- a))");
  EXPECT_EQ(shape("a => not b"), "(a => (not b))");
}

TEST(ExpressionParser, ComparisonsDoNotChain) {
  EXPECT_EQ(shape("a = b = c"), "7: '=' cannot follow '=' without parentheses\n");
  EXPECT_EQ(shape("(a = b) = c"), "((a = b) = c)");
}

TEST(ExpressionParser, SaysWhatWasExpected) {
  EXPECT_EQ(shape(""), "1: expected an expression, found the end of the text\n");
  EXPECT_EQ(shape("a + "), "5: expected an expression after '+', found the end of the text\n");
  EXPECT_EQ(shape("(a + b"), "7: expected ')' after 'b', found the end of the text\n");
  EXPECT_EQ(shape("if a else b"), "6: expected 'then' after 'a', found 'else'\n");
  EXPECT_EQ(shape("a b"), "3: expected the end after 'a', found 'b'\n");
  EXPECT_EQ(shape("all (if : int) x"), "6: expected a variable after '(', found 'if'\n");
  EXPECT_EQ(shape("a[1 <- 2"), "9: expected ']' after '2', found the end of the text\n");
}

TEST(ExpressionParser, WhatIsMissingAtTheEndOfALineIsShownThere) {
  const SourceText source("test", "(a\n  b)");
  Diagnostics diagnostics;
  TokenStream tokens(test::small_dialect(), source, diagnostics);
  Tree tree(source);
  EXPECT_THROW(ExpressionParser(tokens, tree).expression(), SyntaxFailure);
  EXPECT_EQ(diagnostics.errors().at(0).location.to_string(), "test:1:3");
}

TEST(ExpressionParser, DeepNestingIsOneError) {
  const std::string too_deep = "nested more than 1000 levels deep\n";
  for (const std::string text : {"(", "[", "-", "if ", "a => ", "all (x : int) ", "a[", "a("}) {
    const std::string result = shape(repeated(text, 100000));
    EXPECT_EQ(result.substr(result.find(' ') + 1), too_deep) << text;
  }
  for (const std::string text : {"[1]", "'", "(b)", " ^ a"}) {
    const std::string result = shape(std::string("a") + repeated(text, 100000));
    EXPECT_EQ(result.substr(result.find(' ') + 1), too_deep) << text;
  }
}

TEST(ExpressionParser, LongChainsAreFlat) {
  const SourceText source("test", std::string("a") + repeated(" + a - a", 50000));
  Diagnostics diagnostics;
  TokenStream tokens(test::small_dialect(), source, diagnostics);
  Tree tree(source);
  const NodeId root = ExpressionParser(tokens, tree).expression();
  EXPECT_EQ(tree[root].depth, 2);
  EXPECT_EQ(tree.children(root).size(), 200001U);
}

}  // namespace
}  // namespace arges::syntax
