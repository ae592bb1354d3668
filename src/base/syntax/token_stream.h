#pragma once

#include <array>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/syntax/lexer.h"

namespace arges {
class Limits;
}

namespace arges::syntax {

/// Thrown once a syntax error is reported, to where parsing can go on.
struct SyntaxFailure {};

/// The tokens of a text for a recursive descent: looks ahead, demands, complains.
class TokenStream {
 public:
  /// Where limits are given, taking a token throws LimitReached once one is passed.
  TokenStream(const Dialect& dialect, const SourceText& source, Diagnostics& diagnostics,
              const Limits* limits = nullptr);

  const Dialect& dialect() const { return dialect_; }
  const SourceText& source() const { return source_; }
  Diagnostics& diagnostics() { return diagnostics_; }

  const Token& peek() const { return tokens_[0]; }
  const Token& peek_second() const { return tokens_[1]; }
  bool at(std::string_view symbol) const { return peek().is(symbol); }
  bool at_any(std::initializer_list<std::string_view> symbols) const;
  bool at_name() const { return peek().kind == TokenKind::name; }
  bool at_end() const { return peek().kind == TokenKind::end; }

  Token take();
  /// The token taken last.
  const Token& previous() const { return previous_; }
  /// Takes the symbol if it is next.
  bool accept(std::string_view symbol);
  /// Takes the symbol, or fails saying what it should follow.
  Token expect(std::string_view symbol);
  /// Takes a name, or fails saying what it would name ("a variable"). A reserved word that seems
  /// to be meant as a name is complained about and taken.
  Token expect_name(std::string_view what);
  Token expect_integer(std::string_view what);
  /// Complains "expected WHAT after …, found …" at the next token.
  void report_expected(std::string_view what, std::string hint = "");
  [[noreturn]] void fail_expected(std::string_view what, std::string hint = "");

  SourceLocation location(const Token& token) const { return {&source_, token.offset}; }
  SourceLocation location() const { return location(peek()); }
  /// An error at a token, unless it only follows from the one before.
  void error(const Token& token, std::string message, std::string hint = "");

  /// Skips to what recovery is sure about: one of the symbols outside of any brace opened on the
  /// way, a closing brace too many, or the end.
  void skip_to(std::initializer_list<std::string_view> symbols);

  /// One level of the parser's recursion, for as long as it lives.
  class Level {
   public:
    /// An operand in brackets takes two calls, hence half a level each; a statement a whole one.
    enum class Weight : std::uint8_t { half = 1, whole = 2 };
    Level(TokenStream& stream, Weight weight) : stream_(stream), weight_(weight) {
      stream_.enter(weight_);
    }
    ~Level() { stream_.half_levels_ -= static_cast<std::uint32_t>(weight_); }
    Level(const Level&) = delete;
    Level& operator=(const Level&) = delete;

   private:
    TokenStream& stream_;
    Weight weight_;
  };
  /// Reports that nesting went too deep and gives up on the text.
  [[noreturn]] void fail_too_deep();
  /// True once the text was given up.
  bool stopped() const { return lexer_.stopped(); }

 private:
  void enter(Level::Weight weight);
  SourceLocation place_of_missing() const;
  bool on_one_line(const Token& before, const Token& behind) const;
  bool seems_a_name() const;
  bool misused(const Token& token) const;
  bool is_follow_on(const Token& token) const;

  const Dialect& dialect_;
  const SourceText& source_;
  Diagnostics& diagnostics_;
  const Limits* limits_;
  Lexer lexer_;
  std::array<Token, 2> tokens_;
  Token previous_;
  bool any_taken_ = false;
  std::uint32_t last_error_ = 0xFFFFFFFF;  ///< offset of the token last complained about
  std::vector<std::string_view> misused_;  ///< reserved words that were meant as names
  std::uint32_t half_levels_ = 0;
};

/// How a message names a token.
std::string describe(const Token& token);

}  // namespace arges::syntax
