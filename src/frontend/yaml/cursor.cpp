#include "frontend/yaml/cursor.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <set>

#include <fmt/format.h>

#include "base/command_words.h"
#include "base/error.h"
#include "base/syntax/suggest.h"

namespace arges::frontend {

namespace {

SourceLocation location_of(const SourcePtr& source, const YAML::Mark& mark) {
  return {source.get(), mark.pos < 0 ? 0U : static_cast<std::uint32_t>(mark.pos)};
}

[[noreturn]] void fail_at(const SourcePtr& source, const YAML::Mark& mark,
                          const std::string& message, const std::string& hint = "") {
  throw InputError(location_of(source, mark), message, hint);
}

}  // namespace

YamlCursor YamlCursor::parse(const SourcePtr& source) {
  try {
    return {source, YAML::Load(std::string(source->text()))};
  } catch (const YAML::ParserException& error) {
    fail_at(source, error.mark, "this is no YAML: " + error.msg);
  }
}

YamlCursor YamlCursor::parse(const SourcePtr& source, const std::string& kind) {
  YamlCursor result = parse(source);
  if (!result.is_map()) result.fail(fmt::format("expected {}, a map", kind));
  return result;
}

SourceLocation YamlCursor::location() const { return location_of(source_, node_.Mark()); }

void YamlCursor::fail(const std::string& message, const std::string& hint) const {
  fail_at(source_, node_.Mark(), message, hint);
}

std::optional<YamlCursor> YamlCursor::optional_member(const char* key) const {
  if (!node_.IsMap()) fail("expected a map");
  const YAML::Node found = node_[key];
  if (!found || found.IsNull()) return {};
  return YamlCursor(source_, found);
}

YamlCursor YamlCursor::member(const char* key) const {
  if (auto found = optional_member(key)) return *std::move(found);
  fail(fmt::format("there is no '{}'", key));
}

std::vector<std::pair<std::string, YamlCursor>> YamlCursor::members() const {
  if (!node_.IsMap()) fail("expected a map");
  std::set<std::string> seen;
  std::vector<std::pair<std::string, YamlCursor>> result;
  for (const auto& entry : node_) {
    const YamlCursor key(source_, entry.first);
    result.emplace_back(key.text(), YamlCursor(source_, entry.second));
    if (!seen.insert(key.text()).second) key.fail(fmt::format("'{}' is there twice", key.text()));
  }
  return result;
}

void YamlCursor::allow_only(std::initializer_list<const char*> keys) const {
  members();  // each once
  for (const auto& entry : node_) {
    const YamlCursor key(source_, entry.first);
    const std::string name = key.text();
    if (std::find(keys.begin(), keys.end(), name) != keys.end()) continue;
    syntax::Suggestion suggestion(name);
    for (const char* known : keys) suggestion.consider(known);
    key.fail(fmt::format("'{}' is nothing that can stand here", name),
             suggestion.best().empty()
                 ? fmt::format("what can: {}", fmt::join(keys.begin(), keys.end(), ", "))
                 : suggestion.hint());
  }
}

std::string YamlCursor::text() const {
  if (!node_.IsScalar()) fail("expected a text");
  return node_.Scalar();
}

std::string YamlCursor::name() const {
  if (text().empty()) fail("a name is empty");
  return text();
}

bool YamlCursor::boolean() const {
  const std::string word = text();
  if (word == "true" || word == "True" || word == "TRUE") return true;
  if (word == "false" || word == "False" || word == "FALSE") return false;
  fail(fmt::format("'{}' is neither true nor false", word));
}

int YamlCursor::integer() const {
  const std::string word = text();
  int result = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), result);
  if (error != std::errc() || end != word.data() + word.size())
    fail(fmt::format("'{}' is no integer", word));
  return result;
}

double YamlCursor::number() const {
  const std::string word = text();
  double result = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), result);
  if (error != std::errc() || end != word.data() + word.size() || !(result > 0) ||
      std::isinf(result))
    fail(fmt::format("'{}' is no positive number", word));
  return result;
}

std::vector<std::string> YamlCursor::texts() const {
  std::vector<std::string> result;
  for_each_element([&](const YamlCursor& element) { result.push_back(element.text()); });
  return result;
}

std::vector<std::string> YamlCursor::words() const {
  if (is_sequence()) return texts();
  auto result = split_words(text());
  if (!result) fail("a quote in this command does not end");
  return *std::move(result);
}

std::string YamlCursor::path() const { return beside(text()); }

std::string YamlCursor::beside(const std::string& path) const {
  return (std::filesystem::path(source_->name()).parent_path() / path).lexically_normal();
}

}  // namespace arges::frontend
