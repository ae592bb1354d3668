#include "lsp/server/features.h"

#include <algorithm>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "base/counted.h"
#include "lsp/server/commands.h"
#include "lsp/server/protocol.h"
#include "lsp/verdicts/marks.h"

namespace arges::lsp {

namespace {

std::optional<Reference> name_at(OpenDocument& open, Position position) {
  return open.symbols().at(open.document.lines().offset(position));
}

Json range_json(const OpenDocument& open, TextRange range) {
  return to_json(open.document.lines().range(range));
}

Json location_json(const OpenDocument& open, TextRange range) {
  return {{"uri", open.document.uri()}, {"range", range_json(open, range)}};
}

std::string kind_name(SymbolKind kind) {
  static constexpr const char* names[] = {"process",  "location", "variable", "parameter",
                                          "constant", "type",     "literal",  "class",
                                          "object",   "signal",   "state",    "section"};
  return names[static_cast<std::size_t>(kind)];
}

}  // namespace

Json definition_at(OpenDocument& open, Position position) {
  const auto found = name_at(open, position);
  if (!found) return nullptr;
  return location_json(open, open.symbols().symbol(found->symbol).name_range);
}

Json hover_at(OpenDocument& open, Position position) {
  const auto found = name_at(open, position);
  if (!found) return nullptr;
  const DocumentIndex& index = open.symbols();
  const Symbol& symbol = index.symbol(found->symbol);
  std::string where = kind_name(symbol.kind);
  if (symbol.container)
    where += fmt::format(" of {} {}", kind_name(index.symbol(*symbol.container).kind),
                         index.symbol(*symbol.container).name);
  const std::size_t uses = index.uses(found->symbol).size() - 1;
  return {{"contents",
           {{"kind", "markdown"},
            {"value", fmt::format("```{}\n{}\n```\n{}, used {}", open.language->id, symbol.detail,
                                  where, counted(uses, "time"))}}},
          {"range", range_json(open, found->range)}};
}

Json references_at(OpenDocument& open, Position position, Declarations declarations) {
  Json result = Json::array();
  const auto found = name_at(open, position);
  if (!found) return result;
  const DocumentIndex& index = open.symbols();
  for (const TextRange use : index.uses(found->symbol))
    if (declarations == Declarations::included || use != index.symbol(found->symbol).name_range)
      result.push_back(location_json(open, use));
  return result;
}

Json highlights_at(OpenDocument& open, Position position) {
  Json result = Json::array();
  if (const auto found = name_at(open, position))
    for (const TextRange use : open.symbols().uses(found->symbol))
      result.push_back({{"range", range_json(open, use)}, {"kind", 1}});
  return result;
}

Json proposals_at(OpenDocument& open, Position position) {
  Json result = Json::array();
  if (open.language == nullptr) return result;
  const std::uint32_t offset = open.document.lines().offset(position);
  std::set<std::string_view> proposed;
  for (const Symbol& symbol : open.symbols().symbols()) {
    if (symbol.kind == SymbolKind::section || !symbol.scope.touches(offset)) continue;
    if (!proposed.insert(symbol.name).second) continue;
    result.push_back(
        {{"label", symbol.name}, {"kind", proposal_kind(symbol.kind)}, {"detail", symbol.detail}});
  }
  for (const std::string_view word : words_of(*open.language))
    result.push_back({{"label", word}, {"kind", 14}});
  return result;
}

namespace {

/// A symbol with what is declared inside of it.
Json outline_node(const OpenDocument& open, const DocumentIndex& index,
                  const std::vector<std::vector<SymbolId>>& inside, SymbolId id) {
  const Symbol& symbol = index.symbol(id);
  Json children = Json::array();
  for (const SymbolId child : inside[id])
    children.push_back(outline_node(open, index, inside, child));
  // An outline wants names to be within what they name.
  const TextRange whole{std::min(symbol.whole.begin, symbol.name_range.begin),
                        std::max(symbol.whole.end, symbol.name_range.end)};
  return {{"name", symbol.name},
          {"detail", symbol.detail},
          {"kind", outline_kind(symbol.kind)},
          {"range", range_json(open, whole)},
          {"selectionRange", range_json(open, symbol.name_range)},
          {"children", std::move(children)}};
}

}  // namespace

Json outline_of(OpenDocument& open) {
  const DocumentIndex& index = open.symbols();
  std::vector<std::vector<SymbolId>> inside(index.symbols().size());
  std::vector<SymbolId> outermost;
  for (SymbolId id = 0; id < index.symbols().size(); ++id) {
    const auto container = index.symbol(id).container;
    if (index.symbol(id).kind == SymbolKind::parameter) continue;
    (container ? inside[*container] : outermost).push_back(id);
  }
  Json result = Json::array();
  for (const SymbolId id : outermost) result.push_back(outline_node(open, index, inside, id));
  return result;
}

namespace {

Json lens(const OpenDocument& open, TextRange range, const std::string& title) {
  return {{"range", range_json(open, range)},
          {"command",
           {{"title", title},
            {"command", check_command},
            {"arguments", Json::array({open.document.uri()})}}}};
}

}  // namespace

Json lenses_of(OpenDocument& open, double seconds) {
  Json result = Json::array();
  if (open.language == nullptr) return result;
  const Marks marks = marks_of(*open.document.source(), open.symbols(), seconds);
  for (std::size_t i = 0; i < marks.checks.size(); ++i) {
    if (i < open.verdicts.size() && !open.verdicts[i].empty()) {
      for (const Verdict& verdict : open.verdicts[i])
        result.push_back(lens(open, verdict.range, verdict.title));
      continue;
    }
    const MarkedCheck& check = marks.checks[i];
    for (const OwnProperty& property : check.properties)
      result.push_back(lens(open, property.range, "check"));
    if (check.properties.empty()) result.push_back(lens(open, check.place, "check"));
  }
  return result;
}

Json fixes_in(const OpenDocument& open, Range range) {
  constexpr std::string_view question = "did you mean '";
  Json result = Json::array();
  for (const Finding& finding : open.diagnosis.findings) {
    const bool is_inside = finding.range.start <= range.end && range.start <= finding.range.end;
    if (!open.is_diagnosed || !is_inside || !finding.hint.starts_with(question)) continue;
    const std::string meant =
        finding.hint.substr(question.size(), finding.hint.rfind('\'') - question.size());
    Json edits = Json::object();
    edits[open.document.uri()] =
        Json::array({{{"range", to_json(finding.range)}, {"newText", meant}}});
    result.push_back({{"title", fmt::format("Replace it by '{}'", meant)},
                      {"kind", "quickfix"},
                      {"edit", {{"changes", std::move(edits)}}}});
  }
  return result;
}

}  // namespace arges::lsp
