#include "base/syntax/lexer.h"

#include <fmt/format.h>

namespace arges::syntax {

namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f'; }

/// The character at the start of the text; empty if there is a byte that is none.
std::string_view first_character(std::string_view text) {
  const auto first = static_cast<unsigned char>(text.front());
  if (first < 0x20 || first == 0x7F || (first & 0xC0U) == 0x80U || first >= 0xF8) return {};
  std::size_t length = 1;
  while (length < text.size() && (static_cast<unsigned char>(text[length]) & 0xC0U) == 0x80U)
    ++length;
  return (first >= 0x80) != (length > 1) || length > 4 ? std::string_view()
                                                       : text.substr(0, length);
}

}  // namespace

Lexer::Lexer(const Dialect& dialect, const SourceText& source, Diagnostics& diagnostics)
    : dialect_(dialect), source_(source), diagnostics_(diagnostics), text_(source.text()) {
  // Looked for ahead of everything else, or whatever comes before it is complained about first.
  const std::size_t nul = text_.find('\0');
  if (nul == std::string_view::npos) return;
  error(static_cast<std::uint32_t>(nul), "this is not a text file: it has a byte 0x00 here");
  stop();
}

Token Lexer::next() {
  Token result = cut();
  behind_dot_ = result.is(".");
  return result;
}

Token Lexer::cut() {
  while (!stopped_ && !diagnostics_.full()) {
    skip_blanks_and_comments();
    if (offset_ >= text_.size()) break;
    const char c = text_[offset_];
    if (dialect_.starts_name(c)) return word();
    if (is_digit(c)) return number();
    if (c == '|' && dialect_.lexical().quoted_names == LexicalRules::QuotedNames::yes)
      return quoted(c, TokenKind::name);
    if (c == '"' && dialect_.lexical().strings == LexicalRules::Strings::yes)
      return quoted(c, TokenKind::name);
    if (dialect_.lexical().literal_quotes.find(c) != std::string_view::npos)
      return quoted(c, TokenKind::string);
    const Dialect::Symbol mark = dialect_.punctuation(text_.substr(offset_));
    if (mark != Dialect::no_symbol) {
      Token result = token(TokenKind::symbol, dialect_.text(mark).size());
      result.symbol = mark;
      offset_ = result.end;
      return result;
    }
    skip_unknown();
  }
  const auto end = stopped_ ? offset_ : static_cast<std::uint32_t>(text_.size());
  return {.offset = end, .end = end, .text = {}};
}

void Lexer::skip_blanks_and_comments() {
  while (offset_ < text_.size()) {
    if (is_blank(text_[offset_])) {
      ++offset_;
    } else if (text_[offset_] == '/' && at(offset_ + 1) == '/') {
      const std::size_t line_end = text_.find('\n', offset_);
      offset_ = static_cast<std::uint32_t>(std::min(line_end, text_.size()));
    } else if (text_[offset_] == '/' && at(offset_ + 1) == '*') {
      skip_block_comment();
    } else {
      return;
    }
  }
}

void Lexer::skip_block_comment() {
  const std::size_t close = text_.find("*/", offset_ + 2);
  if (close == std::string_view::npos) {
    error(offset_, "this comment does not end", "end it with '*/'");
    offset_ = static_cast<std::uint32_t>(text_.size());
  } else {
    offset_ = static_cast<std::uint32_t>(close + 2);
  }
}

std::size_t Lexer::word_length() const {
  std::size_t length = 1;
  while (dialect_.continues_name(at(offset_ + length))) ++length;
  const std::string_view letters = dialect_.lexical().prefix_letters;
  if (length == 1 || letters.find(at(offset_)) == std::string_view::npos || is_member())
    return length;
  // "XXX" and perhaps "Xa" start with an operator, "X1" does not.
  const std::size_t run =
      std::min(text_.substr(offset_, length).find_first_not_of(letters), length);
  if (run == length) return 1;
  const bool glued = dialect_.lexical().glued == LexicalRules::Glued::names;
  return glued && !is_digit(at(offset_ + run)) ? 1 : length;
}

/// Whether the word here names a part of what stands before it, as in `p[0].Free`: it is no
/// operator then, whatever its letters are.
bool Lexer::is_member() const { return !dialect_.lexical().prefix_letters.empty() && behind_dot_; }

Token Lexer::word() {
  const Dialect::Symbol marked = dialect_.marked_word(text_.substr(offset_));
  if (marked != Dialect::no_symbol) {
    Token result = token(TokenKind::symbol, dialect_.text(marked).size());
    result.symbol = marked;
    offset_ = result.end;
    return result;
  }
  Token result = token(TokenKind::name, word_length());
  result.symbol = is_member() ? Dialect::no_symbol : dialect_.keyword(result.text);
  offset_ = result.end;
  if (result.symbol != Dialect::no_symbol) result.kind = TokenKind::symbol;
  return result;
}

Token Lexer::quoted(char quote, TokenKind kind) {
  const std::uint32_t start = offset_;
  std::size_t at_end = start + 1;
  bool escaped = false;
  while (at_end < text_.size() && text_[at_end] != quote) {
    if (text_[at_end] == '\\') {
      escaped = true;
      ++at_end;
    }
    ++at_end;
  }
  if (at_end >= text_.size()) {
    error(start,
          kind == TokenKind::name ? "this quoted name does not end" : "this string does not end",
          fmt::format("end it with '{}'", quote));
    offset_ = static_cast<std::uint32_t>(text_.size());
    return cut();
  }
  Token result = token(kind, at_end + 1 - start);
  result.text = text_.substr(start + 1, at_end - start - 1);
  if (escaped) {
    std::string& plain = unescaped_.emplace_back();
    for (std::size_t i = 0; i < result.text.size(); ++i) {
      if (result.text[i] == '\\') ++i;
      plain += result.text[i];
    }
    result.text = plain;
  }
  offset_ = result.end;
  return result;
}

Token Lexer::number() {
  std::size_t length = 1;
  while (is_digit(at(offset_ + length))) ++length;
  TokenKind kind = TokenKind::integer;
  if (dialect_.lexical().bit_vectors == LexicalRules::BitVectors::yes &&
      at(offset_ + length) == '\'') {
    kind = TokenKind::bit_vector;
    ++length;
    while (dialect_.continues_name(at(offset_ + length)) && at(offset_ + length) != '.') ++length;
  }
  const Token result = token(kind, length);
  offset_ = result.end;
  return result;
}

void Lexer::skip_unknown() {
  const std::uint32_t start = offset_;
  const auto known = [this](std::uint32_t offset) {
    const char c = text_[offset];
    return is_blank(c) || is_digit(c) || dialect_.starts_name(c) ||
           dialect_.punctuation(text_.substr(offset)) != Dialect::no_symbol;
  };
  do ++offset_;
  while (offset_ < text_.size() && !known(offset_));
  const std::string_view character = first_character(text_.substr(start));
  if (!character.empty()) return error(start, fmt::format("unexpected character '{}'", character));
  error(start, fmt::format("unexpected byte 0x{:02x}", static_cast<unsigned char>(text_[start])),
        "is this a text file?");
  stop();  // what follows is hardly any better
}

Token Lexer::token(TokenKind kind, std::size_t length) const {
  return {.kind = kind,
          .offset = offset_,
          .end = static_cast<std::uint32_t>(offset_ + length),
          .text = text_.substr(offset_, length)};
}

void Lexer::error(std::uint32_t offset, std::string message, std::string hint) {
  diagnostics_.error({&source_, offset}, std::move(message), std::move(hint));
}

}  // namespace arges::syntax
