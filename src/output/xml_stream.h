#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

#include <pugixml.hpp>

#include "output/trace_set.h"

namespace arges::output {

/// The text without what XML can't have: control characters and bytes that are no UTF-8 become
/// U+FFFD.
std::string xml_text(std::string_view text);
/// The same with references for what XML and HTML read as marks: the value of an attribute, or
/// what is between tags.
std::string xml_escaped(std::string_view text);

using XmlAttributes = std::initializer_list<std::pair<const char*, std::string>>;

/// Adds an element to another one, or to a document.
pugi::xml_node add_element(pugi::xml_node to, const char* name, XmlAttributes attributes = {},
                           std::string_view text = {});

/// Writes an XML document element by element, so that it is never in memory as a whole.
class XmlStream {
 public:
  /// Writes the declaration.
  explicit XmlStream(const Sink& sink);

  /// What is written until the matching close is inside of this element.
  void open(const char* name, XmlAttributes attributes);
  void close();
  /// A whole element with what is in it, as `fill(element)` makes it.
  template <typename Fill>
  void add(const char* name, XmlAttributes attributes, const Fill& fill) {
    pugi::xml_document document;
    fill(add_element(document, name, attributes));
    write(document.document_element());
  }

 private:
  void write(pugi::xml_node element);
  const Sink& sink_;
  std::vector<std::string> open_;
};

}  // namespace arges::output
