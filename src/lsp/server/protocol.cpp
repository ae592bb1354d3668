#include "lsp/server/protocol.h"

#include <limits>

#include <fmt/format.h>

#include "lsp/text/uri.h"

namespace arges::lsp {

namespace {

std::uint32_t read_number(const Json& object, const char* name) {
  const Json& number = member(object, name);
  if (!number.is_number_integer() || number.get<std::int64_t>() < 0 ||
      number.get<std::int64_t>() > std::numeric_limits<std::uint32_t>::max())
    throw RequestError(ErrorCode::invalid_params,
                       fmt::format("'{}' should be a number that is not negative", name));
  return number;
}

}  // namespace

Json to_json(Position position) {
  return {{"line", position.line}, {"character", position.character}};
}

Json to_json(const Range& range) {
  return {{"start", to_json(range.start)}, {"end", to_json(range.end)}};
}

Position read_position(const Json& json) {
  return {read_number(json, "line"), read_number(json, "character")};
}

Range read_range(const Json& json) {
  return {read_position(member(json, "start")), read_position(member(json, "end"))};
}

Json to_json(const Finding& finding, const std::string& uri, HintStyle style) {
  Json result{{"range", to_json(finding.range)},
              {"severity", static_cast<int>(finding.severity)},
              {"source", "arges"},
              {"message", finding.message}};
  if (style == HintStyle::in_message) {
    if (!finding.hint.empty())
      result["message"] = fmt::format("{}\nhint: {}", finding.message, finding.hint);
    return result;
  }
  Json related = Json::array();
  const auto add = [&](const std::string& where, const Range& range, const std::string& text) {
    related.push_back(
        {{"location", {{"uri", where}, {"range", to_json(range)}}}, {"message", text}});
  };
  if (!finding.hint.empty()) add(uri, finding.range, "hint: " + finding.hint);
  for (const RelatedPlace& place : finding.related)
    add(place.path.empty() ? uri : uri_of(place.path), place.range, place.message);
  if (!related.empty()) result["relatedInformation"] = std::move(related);
  return result;
}

int outline_kind(SymbolKind kind) {
  switch (kind) {
    case SymbolKind::process:
      return 2;  // Module
    case SymbolKind::location:
    case SymbolKind::state:
      return 20;  // Key
    case SymbolKind::variable:
    case SymbolKind::parameter:
      return 13;  // Variable
    case SymbolKind::constant:
      return 14;  // Constant
    case SymbolKind::enumeration:
      return 10;  // Enum
    case SymbolKind::literal:
      return 22;  // EnumMember
    case SymbolKind::class_:
      return 5;  // Class
    case SymbolKind::object:
      return 19;  // Object
    case SymbolKind::signal:
      return 24;  // Event
    case SymbolKind::section:
      return 3;  // Namespace
  }
  return 13;
}

int proposal_kind(SymbolKind kind) {
  switch (kind) {
    case SymbolKind::process:
    case SymbolKind::section:
      return 9;  // Module
    case SymbolKind::location:
    case SymbolKind::state:
    case SymbolKind::object:
      return 12;  // Value
    case SymbolKind::variable:
    case SymbolKind::parameter:
      return 6;  // Variable
    case SymbolKind::constant:
      return 21;  // Constant
    case SymbolKind::enumeration:
      return 13;  // Enum
    case SymbolKind::literal:
      return 20;  // EnumMember
    case SymbolKind::class_:
      return 7;  // Class
    case SymbolKind::signal:
      return 23;  // Event
  }
  return 6;
}

}  // namespace arges::lsp
