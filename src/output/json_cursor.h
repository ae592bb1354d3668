#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/source.h"

namespace arges::output {

/// What a JSON document should be, in the words of complaints.
struct JsonKind {
  const char* name;    ///< "the witness"
  const char* advice;  ///< who writes such documents
};
inline constexpr JsonKind witness_kind{"the witness",
                                       "arges check --witness FILE writes witnesses"};

/// A value of a JSON document that knows its path in it, so that complaints can name the place.
class JsonCursor {
 public:
  /// Of the whole document.
  JsonCursor(const nlohmann::json& document, const SourceText& source,
             const JsonKind& kind = witness_kind)
      : value_(&document), document_(&document), source_(&source), kind_(&kind) {}

  /// Parses a file; throws InputError with the place where it stops being JSON.
  static nlohmann::json parse(const SourceText& source, const JsonKind& kind = witness_kind);

  const nlohmann::json& value() const { return *value_; }
  /// The members of an object, by name; an array's elements, by position. A wrong kind of value or
  /// a member that is not there is an InputError.
  JsonCursor member(const char* name) const;
  std::optional<JsonCursor> optional_member(const char* name) const;
  JsonCursor element(std::size_t position) const;
  /// How many elements an array has.
  std::size_t size() const;
  /// Calls visit(name, cursor) for every member of an object.
  template <typename Visit>
  void for_each_member(const Visit& visit) const {
    require(value_->is_object(), "an object");
    for (const auto& [name, value] : value_->items()) visit(name, inner(value, path_ + "." + name));
  }
  /// Calls visit(cursor) for every element of an array.
  template <typename Visit>
  void for_each_element(const Visit& visit) const {
    for (std::size_t i = 0; i < size(); ++i) visit(element(i));
  }

  const std::string& text() const;
  std::vector<std::string> texts() const;  ///< of an array
  std::uint32_t number() const;
  [[noreturn]] void fail(std::string_view message, std::string hint = "") const;

 private:
  JsonCursor inner(const nlohmann::json& value, std::string path) const;
  void require(bool condition, std::string_view kind) const;

  const nlohmann::json* value_;
  const nlohmann::json* document_;
  const SourceText* source_;
  const JsonKind* kind_;
  std::string path_;  ///< "results[0].trace", empty for the document
};

}  // namespace arges::output
