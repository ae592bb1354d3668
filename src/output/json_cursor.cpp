#include "output/json_cursor.h"

#include <algorithm>

#include <fmt/format.h>

namespace arges::output {

using nlohmann::json;

namespace {

/// Finds where a value of a document stands in its text. That is only asked for where something is
/// wrong, so that nobody else has to pay for it; the text is known to be JSON.
class PlaceFinder {
 public:
  PlaceFinder(std::string_view text, const json& wanted) : text_(text), wanted_(&wanted) {}

  /// The beginning of the document, if the value is nowhere.
  std::uint32_t find(const json& document) {
    visit(&document, 0);
    return static_cast<std::uint32_t>(found_.value_or(0));
  }

 private:
  /// Documents of ours are not so deep.
  static constexpr int deepest = 200;

  void skip_blanks() { at_ = std::min(text_.find_first_not_of(" \t\r\n", at_), text_.size()); }

  /// Past the string that begins here; what stands between its quotes.
  std::string_view string() {
    const std::size_t start = at_++;
    while (at_ < text_.size() && text_[at_] != '"') at_ += text_[at_] == '\\' ? 2 : 1;
    at_ = std::min(at_ + 1, text_.size());
    return text_.substr(start, at_ - start);
  }

  /// Past the value that begins here, which is `value` of the document, if that is known.
  void visit(const json* value, int depth) {
    skip_blanks();
    if (value == wanted_) found_ = at_;
    if (found_ || at_ >= text_.size() || depth > deepest) {
      at_ = text_.size();
    } else if (text_[at_] == '"') {
      string();
    } else if (text_[at_] == '{' || text_[at_] == '[') {
      visit_parts(value, depth, text_[at_] == '{' ? '}' : ']');
    } else {
      at_ = std::min(text_.find_first_of(",]} \t\r\n", at_), text_.size());
    }
  }

  void visit_parts(const json* value, int depth, char end) {
    ++at_;
    for (std::size_t i = 0;; ++i) {
      skip_blanks();
      if (at_ < text_.size() && text_[at_] == ',') ++at_;
      skip_blanks();
      if (at_ >= text_.size() || text_[at_] == end) break;
      const json* part = nullptr;
      if (end == ']') {
        if (value != nullptr && value->is_array() && i < value->size()) part = &(*value)[i];
      } else {
        const json name = json::parse(string(), nullptr, false);
        skip_blanks();
        ++at_;  // the colon
        if (value != nullptr && value->is_object() && name.is_string())
          if (const auto member = value->find(name.get_ref<const std::string&>());
              member != value->end())
            part = &*member;
      }
      visit(part, depth + 1);
    }
    at_ = std::min(at_ + 1, text_.size());
  }

  std::string_view text_;
  const json* wanted_;
  std::size_t at_ = 0;
  std::optional<std::size_t> found_;
};

}  // namespace

json JsonCursor::parse(const SourceText& source, const JsonKind& kind) {
  try {
    return json::parse(source.text());
  } catch (const json::parse_error& error) {
    // "[json.exception.parse_error.101] parse error at line 1, column 2: syntax error while …"
    std::string_view message = error.what();
    if (const auto cut = message.find("syntax error"); cut != std::string_view::npos)
      message.remove_prefix(cut);
    const auto offset = static_cast<std::uint32_t>(error.byte > 0 ? error.byte - 1 : 0);
    throw InputError({&source, offset}, fmt::format("this is not JSON: {}", message), kind.advice);
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
  return inner(*found, path_.empty() ? name : path_ + "." + name);
}

JsonCursor JsonCursor::element(std::size_t position) const {
  return inner((*value_)[position], fmt::format("{}[{}]", path_, position));
}

JsonCursor JsonCursor::inner(const json& value, std::string path) const {
  JsonCursor result(*this);
  result.value_ = &value;
  result.path_ = std::move(path);
  return result;
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
  throw InputError({source_, PlaceFinder(source_->text(), *value_).find(*document_)},
                   path_.empty() ? fmt::format("{} {}", kind_->name, message)
                                 : fmt::format("{}: {}", path_, message),
                   hint.empty() ? kind_->advice : std::move(hint));
}

void JsonCursor::require(bool condition, std::string_view kind) const {
  if (!condition) fail(fmt::format("should be {}", kind));
}

}  // namespace arges::output
