#include "output/xml_stream.h"

#include <cstdint>

#include "base/invariant.h"

namespace arges::output {

namespace {

/// The bytes of the character that the text begins with; 0: it is none that XML has.
std::size_t character_size(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<std::uint8_t>(text[i]); };
  if (byte(0) < 0x80)
    return byte(0) >= 0x20 || text[0] == '\t' || text[0] == '\n' || text[0] == '\r' ? 1 : 0;
  const std::size_t size = byte(0) >= 0xF0 ? 4 : byte(0) >= 0xE0 ? 3 : 2;
  if (byte(0) < 0xC2 || byte(0) > 0xF4 || text.size() < size) return 0;
  std::uint32_t code = byte(0) & (0xFFU >> (size + 1));
  for (std::size_t i = 1; i < size; ++i) {
    if ((byte(i) & 0xC0U) != 0x80U) return 0;
    code = (code << 6U) | (byte(i) & 0x3FU);
  }
  const bool is_overlong = (size == 3 && code < 0x800) || (size == 4 && code < 0x10000);
  const bool is_surrogate = code >= 0xD800 && code <= 0xDFFF;
  const bool is_outside = code > 0x10FFFF || code == 0xFFFE || code == 0xFFFF;
  return is_overlong || is_surrogate || is_outside ? 0 : size;
}

/// Hands on what pugixml writes.
struct SinkWriter : pugi::xml_writer {
  explicit SinkWriter(const Sink& to) : sink(to) {}
  void write(const void* data, std::size_t size) override {
    sink({static_cast<const char*>(data), size});
  }
  const Sink& sink;
};

}  // namespace

std::string xml_text(std::string_view text) {
  std::string result;
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t size = character_size(text.substr(i));
    result += size == 0 ? "\xEF\xBF\xBD" : text.substr(i, size);
    i += size == 0 ? 1 : size;
  }
  return result;
}

std::string xml_escaped(std::string_view text) {
  std::string result;
  for (const char c : xml_text(text)) {
    switch (c) {
      case '&':
        result += "&amp;";
        break;
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '"':
        result += "&quot;";
        break;
      default:
        result += c;
    }
  }
  return result;
}

pugi::xml_node add_element(pugi::xml_node to, const char* name, XmlAttributes attributes,
                           std::string_view text) {
  pugi::xml_node result = to.append_child(name);
  for (const auto& [attribute, value] : attributes)
    result.append_attribute(attribute).set_value(xml_text(value).c_str());
  if (!text.empty()) result.text().set(xml_text(text).c_str());
  return result;
}

XmlStream::XmlStream(const Sink& sink) : sink_(sink) {
  sink_("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
}

void XmlStream::open(const char* name, XmlAttributes attributes) {
  // pugixml writes whole elements; of an empty one all but the end is the start.
  std::string tag;
  const Sink keep = [&](std::string_view text) { tag += text; };
  SinkWriter writer(keep);
  pugi::xml_document document;
  add_element(document, name, attributes)
      .print(writer, "", pugi::format_raw | pugi::format_no_empty_element_tags,
             pugi::encoding_utf8);
  open_.emplace_back(name);
  const std::size_t end = tag.rfind("</");
  INVARIANT(end != std::string::npos, "an element should have an end");
  sink_(std::string(2 * (open_.size() - 1), ' ') + tag.substr(0, end) + "\n");
}

void XmlStream::close() {
  INVARIANT(!open_.empty(), "an element should be open");
  const std::string name = std::move(open_.back());
  open_.pop_back();
  sink_(std::string(2 * open_.size(), ' ') + "</" + name + ">\n");
}

void XmlStream::write(pugi::xml_node element) {
  SinkWriter writer(sink_);
  element.print(writer, "  ", pugi::format_indent, pugi::encoding_utf8,
                static_cast<unsigned>(open_.size()));
}

}  // namespace arges::output
