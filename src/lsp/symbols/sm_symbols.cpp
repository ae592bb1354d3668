#include <utility>

#include "frontend/machines/sm_dialect.h"
#include "lsp/symbols/languages.h"
#include "lsp/symbols/sm_declarations.h"

namespace arges::lsp {

namespace {

using Index = Tokens::Index;

constexpr Kinds values =
    kinds(SymbolKind::variable, SymbolKind::parameter, SymbolKind::constant, SymbolKind::literal,
          SymbolKind::object, SymbolKind::class_, SymbolKind::enumeration);
constexpr Kinds members = kinds(SymbolKind::variable, SymbolKind::state);
constexpr Kinds types = kinds(SymbolKind::class_, SymbolKind::enumeration);

/// Finds out what the names of a system of state machines mean.
class SmResolver {
 public:
  explicit SmResolver(const SourceText& source)
      : tokens_(frontend::machines::sm_dialect(), source),
        declarations_(read_declarations(tokens_)),
        index_(declarations_.index),
        meanings_(tokens_.size()) {}

  DocumentIndex read() {
    for (Index i = 0; !tokens_.at_end(i); ++i) {
      if (!tokens_.is_name(i)) continue;
      meanings_[i] = declarations_.roles[i] == SmRole::declared
                         ? std::nullopt
                         : meaning(i, declarations_.roles[i]);
      if (meanings_[i]) index_.refer(tokens_.range(i), *meanings_[i]);
    }
    index_.finish();
    return std::move(index_);
  }

 private:
  std::optional<SymbolId> meaning(Index i, SmRole role) const {
    const std::string_view name = tokens_[i].text;
    const std::uint32_t offset = tokens_[i].offset;
    if (role == SmRole::signal || (i > 0 && tokens_.is(i - 1, "send")))
      return index_.find(name, offset, kinds(SymbolKind::signal));
    if (role == SmRole::type) return index_.find(name, offset, types);
    if (role == SmRole::state) return target(i);
    if (role == SmRole::setting) return setting(i);
    if (i > 0 && tokens_.is(i - 1, ".")) return member(i);
    if (const auto found = index_.find(name, offset, values)) return found;
    return far_parameter(i);
  }

  /// The token in front of `.name`, an index in brackets left out.
  Index owner_of(Index member) const {
    Index i = member >= 2 ? member - 2 : member;
    while (tokens_.is(i, "]") && tokens_.opening(i) > 0 && tokens_.opening(i) != i)
      i = tokens_.opening(i) - 1;
    return i;
  }

  std::optional<SymbolId> member(Index i) const {
    const std::string_view name = tokens_[i].text;
    const Index before = owner_of(i);
    std::optional<SymbolId> owner = meanings_[before];
    if (tokens_.is(before, "self"))
      owner = index_.around(tokens_[i].offset, kinds(SymbolKind::class_));
    if (!owner) return {};
    const Symbol& symbol = index_.symbol(*owner);
    if (symbol.kind == SymbolKind::state)
      return index_.find_inside(name, *owner, kinds(SymbolKind::state));
    if (symbol.kind == SymbolKind::enumeration)
      return index_.find_inside(name, *owner, kinds(SymbolKind::literal));
    const std::string& type = symbol.kind == SymbolKind::class_ ? symbol.name : symbol.type;
    return member_of(type, name, tokens_[i].offset);
  }

  /// A variable of a class, or one of its states, however deep inside.
  std::optional<SymbolId> member_of(std::string_view type, std::string_view name,
                                    std::uint32_t offset) const {
    const auto owner = index_.find(type, offset, types);
    if (!owner) return {};
    if (const auto direct = index_.find_inside(name, *owner, members)) return direct;
    const TextRange inside = index_.symbol(*owner).whole;
    for (const SymbolId id : index_.all(name, kinds(SymbolKind::state)))
      if (inside.contains(index_.symbol(id).name_range.begin)) return id;
    return {};
  }

  /// Beside the source first, then further out; a part of a path is inside of what is before it.
  std::optional<SymbolId> target(Index i) const {
    const std::string_view name = tokens_[i].text;
    if (tokens_.is(i - 1, "."))
      return meanings_[i - 2]
                 ? index_.find_inside(name, *meanings_[i - 2], kinds(SymbolKind::state))
                 : std::nullopt;
    std::optional<SymbolId> around = index_.around(tokens_[i].offset, kinds(SymbolKind::state));
    while (around) {
      around = index_.symbol(*around).container;
      if (!around) break;
      if (const auto found = index_.find_inside(name, *around, kinds(SymbolKind::state)))
        return found;
    }
    return index_.find(name, tokens_[i].offset, kinds(SymbolKind::state));
  }

  std::optional<SymbolId> setting(Index i) const {
    const auto object = index_.around(tokens_[i].offset, kinds(SymbolKind::object));
    if (!object) return {};
    return member_of(index_.symbol(*object).type, tokens_[i].text, tokens_[i].offset);
  }

  /// Choices and effects of entering see the parameters of the transitions that lead there.
  std::optional<SymbolId> far_parameter(Index i) const {
    const auto type = index_.around(tokens_[i].offset, kinds(SymbolKind::class_));
    if (!type) return {};
    return index_.find_inside(tokens_[i].text, *type, kinds(SymbolKind::parameter));
  }

  Tokens tokens_;
  SmDeclarations declarations_;
  DocumentIndex& index_;
  std::vector<std::optional<SymbolId>> meanings_;  ///< by tokens
};

}  // namespace

DocumentIndex index_machines(const SourceText& source) { return SmResolver(source).read(); }

}  // namespace arges::lsp
