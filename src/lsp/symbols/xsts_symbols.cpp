#include <fmt/format.h>

#include "frontend/xsts/xsts_dialect.h"
#include "lsp/symbols/languages.h"
#include "lsp/symbols/tokens.h"

namespace arges::lsp {

namespace {

using Index = Tokens::Index;

constexpr Kinds values = kinds(SymbolKind::variable, SymbolKind::literal, SymbolKind::enumeration);

/// Finds what a transition system declares.
class XstsIndexer {
 public:
  explicit XstsIndexer(const SourceText& source)
      : tokens_(frontend::xsts_dialect(), source), declares_(tokens_.size()) {}

  DocumentIndex read() {
    for (Index i = 0; !tokens_.at_end(i); ++i) {
      if (tokens_.is(i, "{")) open_.push_back(i);
      if (tokens_.is(i, "}") && !open_.empty()) open_.pop_back();
      if (tokens_.is(i, "type") && tokens_.is_name(i + 1)) enumeration(i + 1);
      if (tokens_.is(i, "var") && tokens_.is_name(i + 1)) variable(i + 1);
      if (tokens_.is_any(i, {"trans", "init", "env", "prop"}) && tokens_.is(i + 1, "{")) section(i);
    }
    for (Index i = 0; !tokens_.at_end(i); ++i)
      if (tokens_.is_name(i) && !declares_[i]) use(i);
    index_.finish();
    return std::move(index_);
  }

 private:
  TextRange everywhere() const { return {0, static_cast<std::uint32_t>(tokens_.source().size())}; }

  void enumeration(Index name) {
    const Index open = tokens_.is(name + 2, "{") ? name + 2 : name + 1;
    const Index end = tokens_.is(open, "{") ? tokens_.closing(open) : name;
    const SymbolId type =
        declare({.kind = SymbolKind::enumeration, .detail = tokens_.text(name - 1, end)}, name,
                name - 1, end);
    for (Index i = open + 1; i < end && !tokens_.at_end(i); ++i)
      if (tokens_.is_name(i))
        declare({.kind = SymbolKind::literal,
                 .detail = fmt::format("{}.{}", tokens_[name].text, tokens_[i].text),
                 .type = std::string(tokens_[name].text),
                 .container = type},
                i, i, i);
  }

  void variable(Index name) {
    const bool is_marked = name >= 2 && tokens_.is_any(name - 2, {"ctrl", "local"});
    const Index first = is_marked ? name - 2 : name - 1;
    // The initial value ends where something new starts.
    Index last = name;
    for (Index i = name + 1;
         !tokens_.at_end(i) && !tokens_.is_any(i, {"var", "ctrl", "type", "trans", "init", "env",
                                                   "prop", ";", ":=", "{", "}"});
         ++i)
      last = i;
    Symbol symbol{.kind = SymbolKind::variable, .detail = tokens_.text(first, last)};
    if (tokens_.is(name + 1, ":") && tokens_.is_name(name + 2))
      symbol.type = std::string(tokens_[name + 2].text);
    // What is declared inside of a block is known until it ends.
    if (!open_.empty())
      symbol.scope = {tokens_[name].offset, tokens_[tokens_.closing(open_.back())].end};
    declare(std::move(symbol), name, first, last);
  }

  void section(Index word) {
    const Index end = tokens_.closing(word + 1);
    declare({.kind = SymbolKind::section, .detail = std::string(tokens_[word].text)}, word, word,
            end);
    if (tokens_.is(word, "prop"))
      index_.add_property({"prop", OwnProperty::Match::whole, tokens_.range(word)});
  }

  SymbolId declare(Symbol symbol, Index name, Index first, Index last) {
    declares_[name] = true;
    symbol.name = tokens_[name].text;
    symbol.name_range = tokens_.range(name);
    symbol.whole = tokens_.range(first, last);
    if (symbol.scope.size() == 0) symbol.scope = everywhere();
    return index_.declare(std::move(symbol));
  }

  /// A name may have its type in front: State.Locked.
  void use(Index name) {
    const std::string_view text = tokens_[name].text;
    const std::uint32_t offset = tokens_[name].offset;
    if (const auto found = index_.find(text, offset, values))
      return index_.refer(tokens_.range(name), *found);
    const std::size_t dot = text.rfind('.');
    if (dot == std::string_view::npos) return;
    const auto type = index_.find(text.substr(0, dot), offset, kinds(SymbolKind::enumeration));
    if (!type) return;
    const auto split = static_cast<std::uint32_t>(offset + dot);
    index_.refer({offset, split}, *type);
    const auto literal =
        index_.find_inside(text.substr(dot + 1), *type, kinds(SymbolKind::literal));
    if (literal) index_.refer({split + 1, tokens_[name].end}, *literal);
  }

  Tokens tokens_;
  std::vector<bool> declares_;  ///< by tokens
  std::vector<Index> open_;     ///< braces around
  DocumentIndex index_;
};

}  // namespace

DocumentIndex index_xsts(const SourceText& source) { return XstsIndexer(source).read(); }

}  // namespace arges::lsp
