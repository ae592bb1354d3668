#include "lsp/symbols/index.h"

#include <algorithm>
#include <utility>

namespace arges::lsp {

namespace {

bool has(Kinds set, SymbolKind kind) { return (set & kinds(kind)) != 0; }

}  // namespace

SymbolId DocumentIndex::declare(Symbol symbol) {
  const SymbolId id = symbols_.size();
  by_name_[symbol.name].push_back(id);
  refer(symbol.name_range, id);
  symbols_.push_back(std::move(symbol));
  return id;
}

void DocumentIndex::finish() {
  std::stable_sort(
      references_.begin(), references_.end(),
      [](const Reference& a, const Reference& b) { return a.range.begin < b.range.begin; });
}

std::optional<SymbolId> DocumentIndex::find(std::string_view name, std::uint32_t offset,
                                            Kinds kinds) const {
  const auto known = by_name_.find(std::string(name));
  if (known == by_name_.end()) return {};
  std::optional<SymbolId> best;
  for (const SymbolId id : known->second) {
    const Symbol& symbol = symbols_[id];
    if (!has(kinds, symbol.kind) || !symbol.scope.touches(offset)) continue;
    if (!best || symbol.scope.size() < symbols_[*best].scope.size()) best = id;
  }
  return best;
}

std::optional<SymbolId> DocumentIndex::find_inside(std::string_view name, SymbolId container,
                                                   Kinds kinds) const {
  for (const SymbolId id : all(name, kinds))
    if (symbols_[id].container == container) return id;
  return {};
}

std::vector<SymbolId> DocumentIndex::all(std::string_view name, Kinds kinds) const {
  std::vector<SymbolId> result;
  if (const auto known = by_name_.find(std::string(name)); known != by_name_.end())
    for (const SymbolId id : known->second)
      if (has(kinds, symbols_[id].kind)) result.push_back(id);
  return result;
}

std::optional<Reference> DocumentIndex::at(std::uint32_t offset) const {
  auto next = std::upper_bound(
      references_.begin(), references_.end(), offset,
      [](std::uint32_t place, const Reference& one) { return place < one.range.begin; });
  // The name that starts here comes before the one that ends here.
  for (int looked_at = 0; next != references_.begin() && looked_at < 2; ++looked_at)
    if ((--next)->range.touches(offset)) return *next;
  return {};
}

std::vector<TextRange> DocumentIndex::uses(SymbolId symbol) const {
  std::vector<TextRange> result;
  for (const Reference& one : references_)
    if (one.symbol == symbol) result.push_back(one.range);
  return result;
}

std::optional<SymbolId> DocumentIndex::around(std::uint32_t offset, Kinds kinds) const {
  std::optional<SymbolId> best;
  for (SymbolId id = 0; id < symbols_.size(); ++id)
    if (has(kinds, symbols_[id].kind) && symbols_[id].whole.contains(offset) &&
        (!best || symbols_[id].whole.size() <= symbols_[*best].whole.size()))
      best = id;
  return best;
}

}  // namespace arges::lsp
