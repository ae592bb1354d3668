#include "base/syntax/lexer.h"

#include <string>

#include <gtest/gtest.h>

#include "base/syntax/test_dialect.h"

namespace arges::syntax {
namespace {

class LexerTest : public ::testing::Test {
 protected:
  /// The tokens of a text, each as its kind's letter and its text: "n:x s::= i:12".
  std::string lex(const std::string& text) {
    const SourceText source("test", text);
    Lexer lexer(test::small_dialect(), source, diagnostics);
    std::string result;
    for (Token token = lexer.next(); token.kind != TokenKind::end; token = lexer.next()) {
      if (!result.empty()) result += ' ';
      result += "?nsib"[static_cast<int>(token.kind)];
      result += ':';
      result += token.text;
    }
    for (const Diagnostic& error : diagnostics.errors())
      errors += std::to_string(error.location.offset) + ": " + error.message + "\n";
    return result;
  }

  Diagnostics diagnostics;
  std::string errors;
};

TEST_F(LexerTest, NamesWordsAndNumbers) {
  EXPECT_EQ(lex("x if iff 12 $a.b _ a9"), "n:x s:if n:iff i:12 n:$a.b n:_ n:a9");
  EXPECT_EQ(errors, "");
}

TEST_F(LexerTest, TheLongestMarkWins) {
  EXPECT_EQ(lex("a<-b< -b:=c: =d=>e->f"),
            "n:a s:<- n:b s:< s:- n:b s::= n:c s:: s:= n:d s:=> n:e s:-> n:f");
}

TEST_F(LexerTest, BitVectorsAndPrimes) {
  EXPECT_EQ(lex("8'b0101 8'xfF x' 1'd1.2'd0"), "b:8'b0101 b:8'xfF n:x s:' b:1'd1 b:2'd0");
  EXPECT_EQ(errors, "21: unexpected character '.'\n") << "a dot starts no token here";
}

TEST_F(LexerTest, Comments) {
  EXPECT_EQ(lex("a // b\n/* c\n * d */ e/**/f//"), "n:a n:e n:f");
  EXPECT_EQ(errors, "");
}

TEST_F(LexerTest, UnendedComment) {
  EXPECT_EQ(lex("a /* b"), "n:a");
  EXPECT_EQ(errors, "2: this comment does not end\n");
}

TEST_F(LexerTest, QuotedNames) {
  EXPECT_EQ(lex(R"(|if| |a b| |p\|q\\| ||)"), R"(n:if n:a b n:p|q\ n:)");
  EXPECT_EQ(errors, "");
  EXPECT_EQ(lex("x |abc"), "n:x");
  EXPECT_EQ(errors, "2: this quoted name does not end\n");
}

TEST_F(LexerTest, UnknownCharactersAreReportedOnceARun) {
  EXPECT_EQ(lex("a ## b \xC3\xA4 c"), "n:a n:b n:c");
  EXPECT_EQ(errors, "2: unexpected character '#'\n7: unexpected character '\xC3\xA4'\n");
}

TEST_F(LexerTest, AByteThatIsNoCharacterEndsTheText) {
  EXPECT_EQ(lex("a \xFF b \xFE"), "n:a");
  EXPECT_EQ(errors, "2: unexpected byte 0xff\n");
}

TEST_F(LexerTest, WhatHasANulIsNoText) {
  EXPECT_EQ(lex(std::string("a # /* \0\0 */ b", 15)), "");
  EXPECT_EQ(errors, "7: this is not a text file: it has a byte 0x00 here\n");
}

TEST_F(LexerTest, CommentsAreOfAnyEncoding) {
  EXPECT_EQ(lex("a // M\xFCll\nb"), "n:a n:b");
  EXPECT_EQ(errors, "");
}

TEST_F(LexerTest, TooManyErrorsEndTheText) {
  std::string text;
  for (int i = 0; i < 1000; ++i) text += "# a ";
  lex(text);
  EXPECT_EQ(diagnostics.errors().size(), Diagnostics::max_errors);
}

TEST_F(LexerTest, PlainNames) {
  const Dialect& dialect = test::small_dialect();
  EXPECT_TRUE(dialect.is_plain_name("a.b$c_1"));
  for (const char* name : {"", "1a", ".a", "if", "int", "a b", "a-b", "\xC3\xA4"})
    EXPECT_FALSE(dialect.is_plain_name(name)) << name;
}

}  // namespace
}  // namespace arges::syntax
