#include "output/json_cursor.h"

#include <fmt/format.h>

namespace arges::output {

using nlohmann::json;

json JsonCursor::parse(const SourceText& source) {
  try {
    return json::parse(source.text());
  } catch (const json::parse_error& error) {
    // "[json.exception.parse_error.101] parse error at line 1, column 2: syntax error while …"
    std::string_view message = error.what();
    if (const auto cut = message.find("syntax error"); cut != std::string_view::npos)
      message.remove_prefix(cut);
    const auto offset = static_cast<std::uint32_t>(error.byte > 0 ? error.byte - 1 : 0);
    throw InputError({&source, offset}, fmt::format("this is not JSON: {}", message),
                     "arges check --witness FILE writes witnesses");
  }
}

JsonCursor JsonCursor::member(const char* name) const {
  if (auto found = optional_member(name)) return *std::move(found);
  fail(fmt::format("should have a member \"{}\"", name));
}

std::optional<JsonCursor> JsonCursor::optional_member(const char* name) const {
  require(value_->is_object(), "an object");
  const auto found = value_->find(name);
  if (found == value_->end()) return std::nullopt;
  return JsonCursor(*found, *source_, path_.empty() ? name : path_ + "." + name);
}

JsonCursor JsonCursor::element(std::size_t position) const {
  return JsonCursor((*value_)[position], *source_, fmt::format("{}[{}]", path_, position));
}

std::size_t JsonCursor::size() const {
  require(value_->is_array(), "an array");
  return value_->size();
}

const std::string& JsonCursor::text() const {
  require(value_->is_string(), "a string");
  return value_->get_ref<const std::string&>();
}

std::vector<std::string> JsonCursor::texts() const {
  std::vector<std::string> result;
  for_each_element([&](const JsonCursor& one) { result.push_back(one.text()); });
  return result;
}

std::uint32_t JsonCursor::number() const {
  require(value_->is_number_unsigned() && value_->get<std::uint64_t>() <= UINT32_MAX,
          "a number from 0 to 4294967295");
  return value_->get<std::uint32_t>();
}

void JsonCursor::fail(std::string_view message, std::string hint) const {
  throw InputError({source_, 0},
                   path_.empty() ? fmt::format("the witness {}", message)
                                 : fmt::format("{}: {}", path_, message),
                   std::move(hint));
}

void JsonCursor::require(bool condition, std::string_view kind) const {
  if (!condition) fail(fmt::format("should be {}", kind));
}

}  // namespace arges::output
