#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <pugixml.hpp>

#include "base/error.h"
#include "base/source.h"

namespace arges::frontend::scxml {

/// Whose an element or an attribute is.
enum class Space : std::uint8_t {
  scxml,  ///< W3C's, or no namespace at all
  own,    ///< https://arges.dev/statechart
  other,
};
inline constexpr std::string_view scxml_namespace = "http://www.w3.org/2005/07/scxml";
inline constexpr std::string_view own_namespace = "https://arges.dev/statechart";

/// The value of an attribute or of text between tags, and where its characters stand.
struct Text {
  std::string value;                   ///< entities are resolved
  const SourceText* source = nullptr;  ///< of the document
  std::uint32_t offset = 0;            ///< where it starts there

  /// Where a character of the value stands in the document.
  SourceLocation location(std::size_t position = 0) const;
};

class Document;

/// An element of a Document.
class Element {
 public:
  Element() = default;
  Element(const Document* document, pugi::xml_node node) : document_(document), node_(node) {}

  Space space() const;
  bool is(std::string_view local) const { return name() == local && space() == Space::scxml; }
  bool is_own(std::string_view local) const { return name() == local && space() == Space::own; }
  /// Without the prefix.
  std::string_view name() const;
  /// As the document writes it: "<state>".
  std::string label() const;
  SourceLocation location() const;
  std::uint32_t line() const { return location().line(); }

  std::optional<Text> attribute(std::string_view name) const;
  std::optional<Text> own_attribute(std::string_view name) const;
  /// Complains about an attribute without a namespace that is none of these, and about one of ours
  /// that is none of those; foreign ones are nobody's business.
  void check_attributes(const std::vector<std::string_view>& plain,
                        const std::vector<std::string_view>& ours, Diagnostics& diagnostics) const;

  std::vector<Element> children() const;
  /// The text between the tags, without blanks around it; nothing if there is none.
  std::optional<Text> text() const;
  explicit operator bool() const { return static_cast<bool>(node_); }

 private:
  Space space_of(std::string_view qualified, Space unprefixed) const;

  const Document* document_ = nullptr;
  pugi::xml_node node_;
};

/// An XML document with the positions of what is in it.
class Document {
 public:
  /// Throws InputError if it is no XML.
  explicit Document(SourcePtr source);
  Document(const Document&) = delete;
  Document& operator=(const Document&) = delete;

  Element root() const { return {this, document_.document_element()}; }
  const SourcePtr& source() const { return source_; }
  /// Where a string of pugixml's stands, which points into the buffer.
  std::uint32_t offset(const char* text) const {
    return static_cast<std::uint32_t>(text - buffer_.data());
  }
  SourceLocation location(const char* text) const { return {source_.get(), offset(text)}; }

 private:
  void check_encoding() const;
  void check_structure() const;
  void check_attributes(pugi::xml_node node, Diagnostics& diagnostics) const;

  SourcePtr source_;
  std::string buffer_;  ///< parsed in place: strings of pugixml's point into it
  pugi::xml_document document_;
};

}  // namespace arges::frontend::scxml
