#include "engine/property_request.h"

#include <algorithm>
#include <cctype>
#include <filesystem>

#include <fmt/format.h>

#include "base/error.h"

namespace arges::engine {

namespace {

bool is_blank(std::string_view text) {
  return std::all_of(text.begin(), text.end(),
                     [](unsigned char c) { return std::isspace(c) != 0; });
}

}  // namespace

SourcePtr read_if_file(const std::string& name, const PropertyTexts& texts) {
  if (!texts) {
    std::error_code error;
    return std::filesystem::is_regular_file(name, error) ? read_source(name) : nullptr;
  }
  const auto found = texts->find(name);
  if (found == texts->end()) return nullptr;
  return std::make_shared<const SourceText>(name, found->second);
}

PropertyRequest read_property(const std::string& given, const std::string& option,
                              const PropertyTexts& texts) {
  if (SourcePtr text = read_if_file(given, texts)) return {given, std::move(text), true};
  for (const char* later : {"no-overflow", "valid-memsafety"})
    if (given == later)
      throw UsageError(fmt::format("property '{}' is not available in this version", given),
                       "available: unreach-call, termination, an expression, a property file, the "
                       "model's own");
  const bool looks_like_file = given.ends_with(".prop") || given.ends_with(".prp");
  if (looks_like_file) throw UsageError(fmt::format("cannot read property file '{}'", given));
  return {given, std::make_shared<const SourceText>(option, given), false};
}

std::vector<PropertyRequest> read_properties(const LoadRequest& request) {
  const std::vector<std::string>& given = request.properties;
  std::vector<PropertyRequest> result;
  for (std::size_t i = 0; i < given.size(); ++i)
    result.push_back(read_property(
        given[i], given.size() == 1 ? "--property" : fmt::format("--property #{}", i + 1),
        request.property_texts));
  return result;
}

bool means_own(const PropertyRequest& request) {
  return request.name == "unreach-call" || (request.from_file && is_blank(request.text->text())) ||
         request.text->text().find("reach_error()") != std::string_view::npos;
}

}  // namespace arges::engine
