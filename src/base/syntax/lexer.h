#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>

#include "base/error.h"
#include "base/source.h"
#include "base/syntax/dialect.h"

namespace arges::syntax {

enum class TokenKind : std::uint8_t {
  end,
  name,
  symbol,      ///< a reserved word or punctuation mark
  integer,     ///< 12
  bit_vector,  ///< 8'd12
  string,      ///< 'a b'
};

/// One token; the text lives as long as the lexer and its source.
struct Token {
  TokenKind kind = TokenKind::end;
  Dialect::Symbol symbol = Dialect::no_symbol;
  std::uint32_t offset = 0;
  std::uint32_t end = 0;  ///< the offset behind it
  std::string_view text;  ///< of a quoted name or string: without quotes and escapes

  bool is(std::string_view spelling) const { return kind == TokenKind::symbol && text == spelling; }
};

/// Cuts a text into the tokens of a dialect; complains about what is none and goes on behind it.
class Lexer {
 public:
  /// Complains about a text with a NUL, and stops.
  Lexer(const Dialect& dialect, const SourceText& source, Diagnostics& diagnostics);

  /// The next token; `end` for ever at the end, and as soon as there are too many errors or there
  /// is something that no text has.
  Token next();
  /// From now on there are only `end` tokens.
  void stop() { stopped_ = true; }
  bool stopped() const { return stopped_; }

 private:
  Token cut();
  void skip_blanks_and_comments();
  void skip_block_comment();
  Token word();
  std::size_t word_length() const;
  bool is_member() const;
  Token quoted(char quote, TokenKind kind);
  Token number();
  void skip_unknown();
  Token token(TokenKind kind, std::size_t length) const;
  void error(std::uint32_t offset, std::string message, std::string hint = "");
  char at(std::size_t offset) const { return offset < text_.size() ? text_[offset] : '\0'; }

  const Dialect& dialect_;
  const SourceText& source_;
  Diagnostics& diagnostics_;
  std::string_view text_;
  std::uint32_t offset_ = 0;
  bool behind_dot_ = false;  ///< the token before, blanks aside, is one
  bool stopped_ = false;
  std::deque<std::string> unescaped_;  ///< texts of quoted names that had escapes
};

}  // namespace arges::syntax
