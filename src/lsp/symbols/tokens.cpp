#include "lsp/symbols/tokens.h"

#include <algorithm>

#include "lsp/text/one_line.h"

namespace arges::lsp {

using syntax::Token;
using syntax::TokenKind;

Tokens::Tokens(const syntax::Dialect& dialect, const SourceText& source)
    : source_(source.text()), lexer_(dialect, source, ignored_) {
  do tokens_.push_back(lexer_.next());
  while (tokens_.back().kind != TokenKind::end);
  std::vector<Index> open;
  for (Index i = 0; i < tokens_.size(); ++i) {
    partner_.push_back(i);
    const std::string_view text = tokens_[i].kind == TokenKind::symbol ? tokens_[i].text : "";
    if (text == "{" || text == "(" || text == "[") {
      open.push_back(i);
      partner_[i] = tokens_.size() - 1;
      continue;
    }
    const std::string_view wanted = text == "}" ? "{" : text == ")" ? "(" : text == "]" ? "[" : "";
    if (wanted.empty()) continue;
    // A brace closes what was forgotten inside; other brackets close nothing but their like.
    if (text == "}")
      while (!open.empty() && !tokens_[open.back()].is("{")) open.pop_back();
    if (open.empty() || !tokens_[open.back()].is(wanted)) continue;
    partner_[i] = open.back();
    partner_[open.back()] = i;
    open.pop_back();
  }
}

bool Tokens::is_any(Index i, std::initializer_list<std::string_view> symbols) const {
  return std::any_of(symbols.begin(), symbols.end(),
                     [&](std::string_view symbol) { return is(i, symbol); });
}

std::string Tokens::text(Index first, Index last) const {
  const TextRange part = range(first, last);
  if (part.end < part.begin) return "";
  return one_line(source_.substr(part.begin, part.size()));
}

Tokens::Index Tokens::starting_at(std::uint32_t offset) const {
  const auto found =
      std::lower_bound(tokens_.begin(), tokens_.end(), offset,
                       [](const Token& token, std::uint32_t at) { return token.offset < at; });
  if (found == tokens_.end() || found->offset != offset) return tokens_.size() - 1;
  return static_cast<Index>(found - tokens_.begin());
}

}  // namespace arges::lsp
