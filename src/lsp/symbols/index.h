#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "lsp/text/lines.h"

namespace arges::lsp {

enum class SymbolKind : std::uint8_t {
  process,
  location,
  variable,
  parameter,
  constant,
  enumeration,
  literal,
  class_,
  object,
  signal,  ///< also an event
  state,
  section,
};

/// Sets of kinds.
using Kinds = std::uint32_t;
template <typename... More>
constexpr Kinds kinds(More... more) {
  return ((Kinds{1} << static_cast<unsigned>(more)) | ...);
}

using SymbolId = std::size_t;

/// Something that a text declares.
struct Symbol {
  SymbolKind kind = SymbolKind::variable;
  std::string name = {};
  TextRange name_range = {};
  TextRange whole = {};                    ///< the declaration with all that is inside
  TextRange scope = {};                    ///< where the name means this
  std::string detail = {};                 ///< the declaration in one line
  std::string type = {};                   ///< the name of a class or type, if there is one
  std::optional<SymbolId> container = {};  ///< what it is declared in
};

struct Reference {
  TextRange range;
  SymbolId symbol;
};

/// A property that a model has itself, and by which name results tell of it.
struct OwnProperty {
  std::string name;
  /// Whether the results of many names are its, all of which start like that.
  enum class Match : std::uint8_t { whole, prefix } match = Match::whole;
  TextRange range;
};

/// What a text declares and where it is used, as far as that can be seen in a text that may be
/// broken: no parser's work, and nothing that verdicts depend on.
class DocumentIndex {
 public:
  SymbolId declare(Symbol symbol);
  void refer(TextRange range, SymbolId symbol) { references_.push_back({range, symbol}); }
  void add_property(OwnProperty property) { properties_.push_back(std::move(property)); }
  /// Sorts what was found; before that, nothing can be asked about references.
  void finish();

  const std::vector<Symbol>& symbols() const { return symbols_; }
  Symbol& symbol(SymbolId id) { return symbols_[id]; }
  const Symbol& symbol(SymbolId id) const { return symbols_[id]; }
  /// Declarations are among them.
  const std::vector<Reference>& references() const { return references_; }
  const std::vector<OwnProperty>& properties() const { return properties_; }

  /// What a name means at a place: of several, that of the smallest scope.
  std::optional<SymbolId> find(std::string_view name, std::uint32_t offset, Kinds kinds) const;
  /// Of those that are declared directly inside of another.
  std::optional<SymbolId> find_inside(std::string_view name, SymbolId container, Kinds kinds) const;
  std::vector<SymbolId> all(std::string_view name, Kinds kinds) const;
  /// What the name under a cursor means.
  std::optional<Reference> at(std::uint32_t offset) const;
  std::vector<TextRange> uses(SymbolId symbol) const;
  /// The innermost of these kinds around a place.
  std::optional<SymbolId> around(std::uint32_t offset, Kinds kinds) const;

 private:
  std::vector<Symbol> symbols_;
  std::vector<Reference> references_;
  std::vector<OwnProperty> properties_;
  std::unordered_map<std::string, std::vector<SymbolId>> by_name_;
};

}  // namespace arges::lsp
