#include "lsp/symbols/xml_scan.h"

#include <algorithm>
#include <cctype>

namespace arges::lsp {

namespace {

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

bool is_name(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte >= 0x80 || std::isalnum(byte) != 0 || c == '_' || c == ':' || c == '-' || c == '.';
}

class Scanner {
 public:
  explicit Scanner(std::string_view text) : text_(text) {}

  std::vector<XmlElement> scan() {
    while (at_ < text_.size()) {
      at_ = std::min(text_.find('<', at_), text_.size());
      if (at_ == text_.size()) break;
      if (!skip("<!--", "-->") && !skip("<![CDATA[", "]]>") && !skip("<?", "?>") &&
          !skip("<!", ">"))
        tag();
    }
    close_until(0, static_cast<std::uint32_t>(text_.size()),
                static_cast<std::uint32_t>(text_.size()));
    return std::move(elements_);
  }

 private:
  bool skip(std::string_view begin, std::string_view end) {
    if (!text_.substr(at_).starts_with(begin)) return false;
    const std::size_t found = text_.find(end, at_ + begin.size());
    at_ = found == std::string_view::npos ? text_.size() : found + end.size();
    return true;
  }

  void skip_blanks() {
    while (at_ < text_.size() && is_blank(text_[at_])) ++at_;
  }

  TextRange name() {
    const auto begin = static_cast<std::uint32_t>(at_);
    while (at_ < text_.size() && is_name(text_[at_])) ++at_;
    return {begin, static_cast<std::uint32_t>(at_)};
  }

  std::string_view part(TextRange range) const { return text_.substr(range.begin, range.size()); }

  void tag() {
    const auto begin = static_cast<std::uint32_t>(at_);
    ++at_;
    const bool ends = at_ < text_.size() && text_[at_] == '/';
    if (ends) ++at_;
    const TextRange qualified = name();
    if (qualified.size() == 0) return;
    if (ends) {
      at_ = std::min(text_.find('>', at_), text_.size());
      if (at_ < text_.size()) ++at_;
      return close(part(qualified), begin, static_cast<std::uint32_t>(at_));
    }
    open(qualified, begin);
  }

  void open(TextRange qualified, std::uint32_t begin) {
    XmlElement element;
    const std::string_view label = part(qualified);
    const std::size_t colon = label.find(':');
    element.prefix = colon == std::string_view::npos ? "" : label.substr(0, colon);
    element.name = colon == std::string_view::npos ? label : label.substr(colon + 1);
    element.name_range = qualified;
    if (!open_.empty()) element.parent = open_.back();
    const bool is_empty = attributes(element);
    element.tag = {begin, static_cast<std::uint32_t>(at_)};
    element.whole = element.tag;
    element.content = {element.tag.end, element.tag.end};
    elements_.push_back(std::move(element));
    if (!is_empty) open_.push_back(elements_.size() - 1);
  }

  /// Up to the end of the tag; whether the element is empty. A tag that is not closed ends where
  /// another begins.
  bool attributes(XmlElement& element) {
    for (;;) {
      skip_blanks();
      if (at_ >= text_.size() || text_[at_] == '<') return false;
      if (text_[at_] == '>') return ++at_, false;
      if (text_.substr(at_).starts_with("/>")) return at_ += 2, true;
      const TextRange label = name();
      if (label.size() == 0) {
        ++at_;
        continue;
      }
      skip_blanks();
      if (at_ >= text_.size() || text_[at_] != '=') continue;
      ++at_;
      skip_blanks();
      if (at_ >= text_.size() || (text_[at_] != '"' && text_[at_] != '\'')) continue;
      const char quote = text_[at_++];
      const std::size_t end = std::min(text_.find(quote, at_), text_.size());
      element.attributes.push_back(
          {part(label), {static_cast<std::uint32_t>(at_), static_cast<std::uint32_t>(end)}});
      at_ = std::min(end + 1, text_.size());
    }
  }

  void close(std::string_view label, std::uint32_t begin, std::uint32_t end) {
    for (std::size_t depth = open_.size(); depth > 0; --depth) {
      XmlElement& element = elements_[open_[depth - 1]];
      if (part(element.name_range) != label) continue;
      close_until(depth, begin, begin);
      close_until(depth - 1, begin, end);
      return;
    }
  }

  void close_until(std::size_t depth, std::uint32_t content_end, std::uint32_t end) {
    for (; open_.size() > depth; open_.pop_back()) {
      XmlElement& element = elements_[open_.back()];
      element.content.end = std::max(content_end, element.content.begin);
      element.whole.end = std::max(end, element.tag.end);
    }
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::vector<XmlElement> elements_;
  std::vector<std::size_t> open_;
};

}  // namespace

const XmlAttribute* XmlElement::attribute(std::string_view wanted) const {
  for (const XmlAttribute& one : attributes)
    if (one.name == wanted) return &one;
  return nullptr;
}

std::vector<XmlElement> scan_xml(std::string_view text) { return Scanner(text).scan(); }

}  // namespace arges::lsp
