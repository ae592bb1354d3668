#include "base/syntax/token_stream.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/limits.h"
#include "base/syntax/tree.h"

namespace arges::syntax {

std::string describe(const Token& token) {
  constexpr std::size_t longest = 40;
  if (token.kind == TokenKind::end) return "the end of the text";
  if (token.text.size() > longest) return fmt::format("'{}…'", token.text.substr(0, longest));
  return fmt::format("'{}'", token.text);
}

TokenStream::TokenStream(const Dialect& dialect, const SourceText& source, Diagnostics& diagnostics,
                         const Limits* limits)
    : dialect_(dialect),
      source_(source),
      diagnostics_(diagnostics),
      limits_(limits),
      lexer_(dialect, source, diagnostics) {
  tokens_[0] = lexer_.next();
  tokens_[1] = lexer_.next();
}

bool TokenStream::at_any(std::initializer_list<std::string_view> symbols) const {
  return std::any_of(symbols.begin(), symbols.end(), [this](auto symbol) { return at(symbol); });
}

Token TokenStream::take() {
  if (limits_ != nullptr) limits_->check();
  previous_ = tokens_[0];
  any_taken_ = true;
  tokens_[0] = tokens_[1];
  tokens_[1] = lexer_.next();
  return previous_;
}

bool TokenStream::accept(std::string_view symbol) {
  if (!at(symbol)) return false;
  take();
  return true;
}

Token TokenStream::expect(std::string_view symbol) {
  if (!at(symbol)) fail_expected(fmt::format("'{}'", symbol));
  return take();
}

Token TokenStream::expect_name(std::string_view what) {
  if (at_name()) return take();
  if (peek().kind != TokenKind::symbol || !dialect_.starts_name(peek().text.front()))
    fail_expected(what);
  report_expected(what, fmt::format("'{}' is a reserved word", peek().text));
  if (!seems_a_name()) throw SyntaxFailure{};
  misused_.push_back(peek().text);
  return take();
}

bool TokenStream::on_one_line(const Token& before, const Token& behind) const {
  return source_.position(before.end).line == source_.position(behind.offset).line;
}

bool TokenStream::seems_a_name() const {
  // Otherwise the name is missing, and the word starts what comes next: "havoc assume x < 3".
  const bool starts_something =
      on_one_line(peek(), peek_second()) && peek_second().kind == TokenKind::name;
  return any_taken_ && on_one_line(previous_, peek()) && !starts_something;
}

bool TokenStream::misused(const Token& token) const {
  return token.kind == TokenKind::symbol &&
         std::find(misused_.begin(), misused_.end(), token.text) != misused_.end();
}

bool TokenStream::is_follow_on(const Token& token) const {
  if (stopped() || last_error_ == token.offset || misused(token)) return true;
  const bool is_next = any_taken_ && token.offset == peek().offset;
  return is_next && (last_error_ == previous_.offset || misused(previous_));
}

Token TokenStream::expect_integer(std::string_view what) {
  if (peek().kind != TokenKind::integer) fail_expected(what);
  return take();
}

SourceLocation TokenStream::place_of_missing() const {
  // What is missing at the end of a line is shown there, not at the start of some later line.
  if (any_taken_ && !at_end() && !on_one_line(previous_, peek())) return {&source_, previous_.end};
  return location();
}

void TokenStream::report_expected(std::string_view what, std::string hint) {
  if (!is_follow_on(peek())) {
    const std::string after = any_taken_ ? " after " + describe(previous_) : "";
    diagnostics_.error(place_of_missing(),
                       fmt::format("expected {}{}, found {}", what, after, describe(peek())),
                       std::move(hint));
  }
  last_error_ = peek().offset;
}

void TokenStream::fail_expected(std::string_view what, std::string hint) {
  report_expected(what, std::move(hint));
  throw SyntaxFailure{};
}

void TokenStream::error(const Token& token, std::string message, std::string hint) {
  if (!is_follow_on(token))
    diagnostics_.error(location(token), std::move(message), std::move(hint));
  last_error_ = token.offset;
}

void TokenStream::skip_to(std::initializer_list<std::string_view> symbols) {
  std::size_t open = 0;
  while (!at_end()) {
    if (open == 0 && (at_any(symbols) || at("}"))) return;
    if (at("{")) ++open;
    if (at("}")) --open;
    take();
  }
}

void TokenStream::enter(Level::Weight weight) {
  if (half_levels_ + static_cast<std::uint32_t>(weight) > 2 * max_nesting) fail_too_deep();
  half_levels_ += static_cast<std::uint32_t>(weight);
}

void TokenStream::fail_too_deep() {
  if (!stopped())
    diagnostics_.error(location(), fmt::format("nested more than {} levels deep", max_nesting),
                       "name parts of it, or write it with fewer brackets");
  lexer_.stop();
  tokens_ = {lexer_.next(), lexer_.next()};
  throw SyntaxFailure{};
}

}  // namespace arges::syntax
