#include <fmt/format.h>

#include "lsp/server/features.h"
#include "lsp/server/protocol.h"

namespace arges::lsp {

namespace {

[[noreturn]] void refuse(const std::string& why) {
  throw RequestError(ErrorCode::request_failed, why);
}

/// Throws where names may be hidden from the index: in a text with errors, in XML, whose names
/// stand inside of texts, and in comments that say what to check.
Reference require_renamable(OpenDocument& open, Position position) {
  const auto found = open.symbols().at(open.document.lines().offset(position));
  if (!found) refuse("there is no name that could be renamed");
  if (open.language->dialect() == nullptr) refuse("names in XML are not renamed");
  if (open.symbols().symbol(found->symbol).kind == SymbolKind::section)
    refuse("sections have fixed names");
  if (!open.is_diagnosed) refuse("the text is still being looked at; try again");
  if (open.diagnosis.has_errors()) refuse("there are errors in the text; mend them first");
  if (open.document.text().find("arges:") != std::string_view::npos)
    refuse("a comment says what to check, and names in it would stay as they are");
  return *found;
}

/// What each name means, in the order of the text.
std::vector<SymbolId> meanings(const DocumentIndex& index) {
  std::vector<SymbolId> result;
  for (const Reference& one : index.references()) result.push_back(one.symbol);
  return result;
}

}  // namespace

Json renamable_at(OpenDocument& open, Position position) {
  const Reference found = require_renamable(open, position);
  return {{"range", to_json(open.document.lines().range(found.range))},
          {"placeholder", open.symbols().symbol(found.symbol).name}};
}

Json renamed(OpenDocument& open, Position position, const std::string& name) {
  const Reference found = require_renamable(open, position);
  if (!open.language->dialect()->is_plain_name(name)) refuse(fmt::format("'{}' is no name", name));
  const DocumentIndex& index = open.symbols();
  const std::vector<TextRange> uses = index.uses(found.symbol);
  std::string text(open.document.text());
  for (auto use = uses.rbegin(); use != uses.rend(); ++use)
    text.replace(use->begin, use->size(), name);
  // Every name means afterwards what it meant before, and the front end finds nothing wrong.
  const auto source = std::make_shared<const SourceText>(open.document.name(), std::move(text));
  const DocumentIndex changed = open.language->index(*source);
  if (meanings(changed) != meanings(index) || changed.symbols().size() != index.symbols().size())
    refuse(fmt::format("'{}' means something else already", name));
  const Limits no_limits;
  const Diagnosis diagnosis =
      diagnose({open.language, source, {}, open.document.encoding()}, no_limits);
  if (diagnosis.has_errors()) refuse(diagnosis.findings.front().message);
  Json edits = Json::array();
  for (const TextRange use : uses)
    edits.push_back({{"range", to_json(open.document.lines().range(use))}, {"newText", name}});
  Json changes = Json::object();
  changes[open.document.uri()] = std::move(edits);
  return {{"changes", std::move(changes)}};
}

}  // namespace arges::lsp
