#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "lsp/text/lines.h"

namespace arges::lsp {

/// An attribute as it stands there: entities are not resolved.
struct XmlAttribute {
  std::string_view name;
  TextRange value;
};

/// An element of a text that may be broken.
struct XmlElement {
  std::string_view name;  ///< without the prefix
  std::string_view prefix;
  TextRange name_range;
  TextRange tag;    ///< the one that starts it
  TextRange whole;  ///< as far as it can be told
  std::vector<XmlAttribute> attributes;
  std::optional<std::size_t> parent;
  TextRange content;  ///< between the tags

  const XmlAttribute* attribute(std::string_view name) const;
};

/// The elements of a text, in the order of their tags. The XML parser that reads models gives up at
/// the first error; this goes on: an end tag closes the nearest element of its name.
std::vector<XmlElement> scan_xml(std::string_view text);

}  // namespace arges::lsp
