#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "base/source.h"
#include "base/syntax/lexer.h"
#include "lsp/text/lines.h"

namespace arges::lsp {

/// All tokens of a text, and which brackets belong together; what is wrong in the text is nobody's
/// business here.
class Tokens {
 public:
  using Index = std::size_t;

  Tokens(const syntax::Dialect& dialect, const SourceText& source);

  /// The last one is the end.
  Index size() const { return tokens_.size(); }
  /// Behind the last there are only ends.
  const syntax::Token& operator[](Index i) const {
    return tokens_[i < tokens_.size() ? i : tokens_.size() - 1];
  }
  bool is(Index i, std::string_view symbol) const { return (*this)[i].is(symbol); }
  bool is_any(Index i, std::initializer_list<std::string_view> symbols) const;
  bool is_name(Index i) const { return (*this)[i].kind == syntax::TokenKind::name; }
  bool at_end(Index i) const { return i + 1 >= tokens_.size(); }
  /// Of a bracket that opens: the one that closes it, or the end.
  Index closing(Index i) const { return partner_[i]; }
  /// Of a bracket that closes: the one that opens it; itself if there is none.
  Index opening(Index i) const { return partner_[i]; }

  TextRange range(Index i) const { return {(*this)[i].offset, (*this)[i].end}; }
  /// From one to another, both included.
  TextRange range(Index first, Index last) const {
    return {(*this)[first].offset, (*this)[last].end};
  }
  /// The text from one to another in one line.
  std::string text(Index first, Index last) const;
  /// The token that starts at an offset; the end: none does.
  Index starting_at(std::uint32_t offset) const;
  std::string_view source() const { return source_; }

 private:
  std::string_view source_;
  Diagnostics ignored_;
  syntax::Lexer lexer_;  ///< has the texts of some tokens
  std::vector<syntax::Token> tokens_;
  std::vector<Index> partner_;  ///< of no bracket: itself
};

}  // namespace arges::lsp
