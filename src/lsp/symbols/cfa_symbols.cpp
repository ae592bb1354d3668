#include <fmt/format.h>

#include "frontend/cfa/cfa_dialect.h"
#include "lsp/symbols/languages.h"
#include "lsp/symbols/tokens.h"

namespace arges::lsp {

namespace {

using Index = Tokens::Index;

/// Finds what a control flow automaton declares.
class CfaIndexer {
 public:
  explicit CfaIndexer(const SourceText& source)
      : tokens_(frontend::cfa_dialect(), source), declares_(tokens_.size()) {}

  DocumentIndex read() {
    for (Index i = 0; !tokens_.at_end(i); ++i) {
      if (tokens_.is(i, "process") && tokens_.is_name(i + 1)) process(i + 1);
      if (is_variable(i)) variable(i);
      if (tokens_.is(i, "loc") && tokens_.is_name(i + 1)) location(i + 1);
    }
    for (Index i = 0; !tokens_.at_end(i); ++i)
      if (tokens_.is_name(i) && !declares_[i]) use(i);
    index_.finish();
    return std::move(index_);
  }

 private:
  TextRange everywhere() const { return {0, static_cast<std::uint32_t>(tokens_.source().size())}; }

  void process(Index name) {
    Index open = name + 1;
    if (tokens_.is(open, "(")) open = tokens_.closing(open) + 1;
    const Index end = tokens_.is(open, "{") ? tokens_.closing(open) : name;
    process_ = declare(SymbolKind::process, name, name - 1, end,
                       fmt::format("process {}", tokens_[name].text));
  }

  /// Behind `var`, or a parameter of a process.
  bool is_variable(Index name) const {
    return tokens_.is_name(name) && tokens_.is(name + 1, ":") &&
           (name == 0 || tokens_.is_any(name - 1, {"var", "(", ","}));
  }

  void variable(Index name) {
    Index last = name + 1;
    // The type goes on where brackets or arrows do; all else starts something new.
    for (Index i = name + 2; !tokens_.at_end(i); i = last + 1) {
      const bool is_type = tokens_.is_any(i, {"bool", "int", "rat", "bv", "fp", "[", "(", "->"});
      if (!is_type) break;
      last = tokens_.is_any(i, {"[", "("}) ? tokens_.closing(i) : i;
    }
    declare(SymbolKind::variable, name, name, last,
            fmt::format("var {}", tokens_.text(name, last)));
  }

  void location(Index name) {
    const bool is_marked = name >= 2 && tokens_.is_any(name - 2, {"init", "final", "error"});
    const Index first = is_marked ? name - 2 : name - 1;
    declare(SymbolKind::location, name, first, name, tokens_.text(first, name));
    if (is_marked && tokens_.is(first, "error"))
      index_.add_property({fmt::format("{} unreachable", tokens_[name].text),
                           OwnProperty::Match::whole, tokens_.range(name)});
  }

  SymbolId declare(SymbolKind kind, Index name, Index first, Index last, std::string detail) {
    declares_[name] = true;
    return index_.declare({.kind = kind,
                           .name = std::string(tokens_[name].text),
                           .name_range = tokens_.range(name),
                           .whole = tokens_.range(first, last),
                           .scope = everywhere(),
                           .detail = std::move(detail),
                           .container = kind == SymbolKind::process ? std::nullopt : process_});
  }

  void use(Index name) {
    const bool at_arrow = tokens_.is(name + 1, "->") || (name > 0 && tokens_.is(name - 1, "->"));
    const auto found = index_.find(tokens_[name].text, tokens_[name].offset,
                                   kinds(at_arrow ? SymbolKind::location : SymbolKind::variable));
    if (found) index_.refer(tokens_.range(name), *found);
  }

  Tokens tokens_;
  std::vector<bool> declares_;  ///< by tokens
  DocumentIndex index_;
  std::optional<SymbolId> process_;
};

}  // namespace

DocumentIndex index_cfa(const SourceText& source) { return CfaIndexer(source).read(); }

}  // namespace arges::lsp
