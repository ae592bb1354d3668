#include "frontend/scxml/scxml_expressions.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/syntax/expression_parser.h"
#include "frontend/scxml/scxml_dialect.h"

namespace arges::frontend::scxml {

using syntax::NodeId;
using syntax::NodeKind;
using syntax::Token;
using syntax::TokenKind;

Expression::Expression(const Text& text, Diagnostics& diagnostics, const Limits* limits)
    : text_(text),
      decoded_(std::make_shared<const SourceText>("expression", text.value)),
      tree_(*decoded_) {
  if (text.value.find_first_not_of(" \t\r\n") == std::string::npos) {
    diagnostics.error(text.location(), "an expression is missing here");
    return;
  }
  if (refuse_tokens(diagnostics)) return;
  tokens_ = std::make_unique<syntax::TokenStream>(expression_dialect(), *decoded_, found_, limits);
  try {
    syntax::ExpressionParser parser(*tokens_, tree_);
    const NodeId read = parser.expression();
    if (!tokens_->at_end()) tokens_->fail_expected("an operator or the end of the expression");
    if (!found_.has_errors()) root_ = read;
  } catch (const syntax::SyntaxFailure&) {
    // It is among those found.
  }
  for (const Diagnostic& one : found_.errors())
    diagnostics.error(text_.location(one.location.offset), one.message, one.hint);
}

bool Expression::refuse_tokens(Diagnostics& diagnostics) const {
  Diagnostics ignored;
  syntax::Lexer lexer(expression_dialect(), *decoded_, ignored);
  for (Token token = lexer.next(); token.kind != TokenKind::end; token = lexer.next()) {
    if (token.kind != TokenKind::symbol) continue;
    const std::string what = refusal(token.text);
    if (what.empty()) continue;
    diagnostics.error(text_.location(token.offset), fmt::format("{} is not supported", what),
                      token.is("=") ? "write '==' to compare" : "see docs/scxml.md for what is");
    return true;
  }
  return false;
}

std::string Expression::spelling(NodeId id) const {
  const syntax::Node& at = tree_[id];
  return text_.value.substr(at.begin, at.end - at.begin);
}

std::optional<std::string> Expression::string_literal() const {
  if (is_wrong() || tree_[root_].kind != NodeKind::string) return {};
  return std::string(tree_[root_].text);
}

std::optional<std::string> Expression::name() const {
  if (is_wrong() || tree_[root_].kind != NodeKind::name) return {};
  return std::string(tree_[root_].text);
}

bool Expression::has_escape(NodeId string) const {
  const syntax::Node& at = tree_[string];
  return text_.value.substr(at.offset, at.text.size() + 2).find('\\') != std::string::npos;
}

Literal read_literal(const Text& text) {
  const std::string& value = text.value;
  const bool is_number =
      !value.empty() &&
      value.find_first_not_of("0123456789", value[0] == '-' ? 1 : 0) == std::string::npos &&
      value != "-";
  const bool is_quoted = value.size() > 1 && (value[0] == '\'' || value[0] == '"') &&
                         value.find(value[0], 1) == value.size() - 1;
  const bool is_list = value.starts_with('[') && value.ends_with(']');
  if (is_number || is_quoted || is_list || value == "true" || value == "false")
    return {text, Literal::Kind::expression};
  Literal result{text, Literal::Kind::string};
  result.text.value.clear();
  bool blank = false;
  for (const char c : value) {
    if (c == ' ' || c == '\t' || c == '\n' || c == '\r') {
      blank = true;
      continue;
    }
    if (blank && !result.text.value.empty()) result.text.value += ' ';
    blank = false;
    result.text.value += c;
  }
  return result;
}

std::optional<std::int64_t> parse_delay(std::string_view text) {
  std::int64_t scale = 1;
  if (text.ends_with("ms"))
    text.remove_suffix(2);
  else if (text.ends_with("s")) {
    text.remove_suffix(1);
    scale = 1000;
  } else {
    return {};
  }
  const std::size_t point = std::min(text.find('.'), text.size());
  const std::string_view whole = text.substr(0, point);
  const std::string_view part = point < text.size() ? text.substr(point + 1) : std::string_view();
  const auto digits = [](std::string_view some) {
    return some.find_first_not_of("0123456789") == std::string_view::npos;
  };
  if ((whole.empty() && part.empty()) || !digits(whole) || !digits(part) || whole.size() > 8)
    return {};
  std::int64_t result = whole.empty() ? 0 : std::stoll(std::string(whole)) * scale;
  for (const char digit : part) {
    // A part of a millisecond would be lost.
    if (scale % 10 != 0) {
      if (digit != '0') return {};
      continue;
    }
    scale /= 10;
    result += (digit - '0') * scale;
  }
  return result;
}

}  // namespace arges::frontend::scxml
