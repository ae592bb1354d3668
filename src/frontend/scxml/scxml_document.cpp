#include "frontend/scxml/scxml_document.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "base/syntax/suggest.h"

namespace arges::frontend::scxml {

namespace {

/// Elements may not nest deeper: what is made of them is walked recursively.
constexpr int max_depth = 200;
constexpr std::string_view blanks = " \t\r\n";

std::string_view local_name(std::string_view qualified) {
  const std::size_t colon = qualified.find(':');
  return colon == std::string_view::npos ? qualified : qualified.substr(colon + 1);
}

std::string_view prefix_of(std::string_view qualified) {
  const std::size_t colon = qualified.find(':');
  return colon == std::string_view::npos ? std::string_view() : qualified.substr(0, colon);
}

bool is_declaration(std::string_view attribute) {
  return attribute == "xmlns" || attribute.starts_with("xmlns:");
}

/// How many bytes of UTF-8 a reference such as &lt; or &#x20; stands for.
std::size_t reference_length(std::string_view name) {
  if (!name.starts_with('#')) return 1;
  const bool hexadecimal = name.size() > 1 && name[1] == 'x';
  const unsigned long code = std::strtoul(std::string(name.substr(hexadecimal ? 2 : 1)).c_str(),
                                          nullptr, hexadecimal ? 16 : 10);
  return code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
}

bool is_known_reference(std::string_view name) {
  return name.starts_with('#') || name == "lt" || name == "gt" || name == "amp" || name == "quot" ||
         name == "apos";
}

}  // namespace

SourceLocation Text::location(std::size_t position) const {
  const std::string_view raw = source->text();
  std::size_t at = offset;
  for (std::size_t done = 0; done < position && at < raw.size();) {
    std::size_t step = 1;
    std::size_t made = 1;
    if (raw[at] == '&') {
      const std::size_t end = raw.find(';', at);
      if (end != std::string_view::npos && is_known_reference(raw.substr(at + 1, end - at - 1))) {
        made = reference_length(raw.substr(at + 1, end - at - 1));
        step = end + 1 - at;
      }
    } else if (raw[at] == '\r' && at + 1 < raw.size() && raw[at + 1] == '\n') {
      step = 2;
    }
    at += step;
    done += made;
  }
  return {source, static_cast<std::uint32_t>(at)};
}

std::string_view Element::name() const { return local_name(node_.name()); }

std::string Element::label() const { return fmt::format("<{}>", node_.name()); }

SourceLocation Element::location() const {
  const std::uint32_t name = document_->offset(node_.name());
  return {document_->source().get(), name > 0 ? name - 1 : name};
}

Space Element::space_of(std::string_view qualified, Space unprefixed) const {
  const std::string_view prefix = prefix_of(qualified);
  const std::string declaration = prefix.empty() ? "xmlns" : fmt::format("xmlns:{}", prefix);
  for (pugi::xml_node at = node_; at; at = at.parent()) {
    const pugi::xml_attribute found = at.attribute(declaration.c_str());
    if (!found) continue;
    const std::string_view uri = found.value();
    return uri == scxml_namespace || uri.empty() ? Space::scxml
           : uri == own_namespace                ? Space::own
                                                 : Space::other;
  }
  return prefix.empty() ? unprefixed : Space::other;
}

Space Element::space() const { return space_of(node_.name(), Space::scxml); }

std::optional<Text> Element::attribute(std::string_view name) const {
  const pugi::xml_attribute found = node_.attribute(std::string(name).c_str());
  if (!found) return {};
  return Text{found.value(), document_->source().get(), document_->offset(found.value())};
}

std::optional<Text> Element::own_attribute(std::string_view name) const {
  for (const pugi::xml_attribute& one : node_.attributes()) {
    const std::string_view qualified = one.name();
    if (local_name(qualified) != name || prefix_of(qualified).empty()) continue;
    if (space_of(qualified, Space::other) != Space::own) continue;
    return Text{one.value(), document_->source().get(), document_->offset(one.value())};
  }
  return {};
}

void Element::check_attributes(const std::vector<std::string_view>& plain,
                               const std::vector<std::string_view>& ours,
                               Diagnostics& diagnostics) const {
  for (const pugi::xml_attribute& one : node_.attributes()) {
    const std::string_view qualified = one.name();
    if (is_declaration(qualified)) continue;
    const bool prefixed = !prefix_of(qualified).empty();
    if (prefixed && space_of(qualified, Space::other) != Space::own) continue;
    const std::vector<std::string_view>& known = prefixed ? ours : plain;
    const std::string_view local = local_name(qualified);
    if (std::find(known.begin(), known.end(), local) != known.end()) continue;
    syntax::Suggestion suggestion(local);
    for (const std::string_view candidate : known) suggestion.consider(candidate);
    diagnostics.error(document_->location(one.name()),
                      fmt::format("{} has no attribute '{}'", label(), qualified),
                      suggestion.hint());
  }
}

std::vector<Element> Element::children() const {
  std::vector<Element> result;
  for (const pugi::xml_node& child : node_.children())
    if (child.type() == pugi::node_element) result.emplace_back(document_, child);
  return result;
}

std::optional<Text> Element::text() const {
  std::optional<Text> result;
  for (const pugi::xml_node& child : node_.children()) {
    if (child.type() != pugi::node_pcdata && child.type() != pugi::node_cdata) continue;
    const std::string_view value = child.value();
    const std::size_t start = value.find_first_not_of(blanks);
    if (start == std::string_view::npos) continue;
    const std::string_view trimmed =
        value.substr(start, value.find_last_not_of(blanks) + 1 - start);
    if (result) {
      result->value += fmt::format(" {}", trimmed);
      continue;
    }
    const Text whole{std::string(value), document_->source().get(),
                     document_->offset(child.value())};
    result = Text{std::string(trimmed), whole.source, whole.location(start).offset};
  }
  return result;
}

Document::Document(SourcePtr source) : source_(std::move(source)), buffer_(source_->text()) {
  check_encoding();
  const pugi::xml_parse_result result = document_.load_buffer_inplace(
      buffer_.data(), buffer_.size(), pugi::parse_default, pugi::encoding_utf8);
  if (!result) {
    const auto offset = static_cast<std::size_t>(std::max<std::ptrdiff_t>(result.offset, 0));
    const std::size_t last = source_->text().size();
    throw InputError({source_.get(), static_cast<std::uint32_t>(std::min(offset, last))},
                     fmt::format("this is not well-formed XML: {}", result.description()),
                     "every tag must be closed, in the order they were opened, and attributes "
                     "quoted");
  }
  check_structure();
}

void Document::check_encoding() const {
  const std::string_view text = source_->text();
  const std::size_t nul = text.find('\0');
  if (nul != std::string_view::npos || text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF"))
    throw InputError({source_.get(), 0}, "the document is not in UTF-8", "save it as UTF-8");
  const std::size_t head = text.find("?>");
  if (!text.substr(0, 100).starts_with("<?xml") || head == std::string_view::npos) return;
  const std::size_t encoding = text.substr(0, head).find("encoding");
  if (encoding == std::string_view::npos) return;
  std::string name(text.substr(encoding, head - encoding));
  std::transform(name.begin(), name.end(), name.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  const bool is_plain = std::all_of(text.begin(), text.end(),
                                    [](char c) { return static_cast<unsigned char>(c) < 0x80; });
  if (!is_plain && name.find("utf-8") == std::string::npos)
    throw InputError({source_.get(), static_cast<std::uint32_t>(encoding)},
                     "the document is not in UTF-8", "save it as UTF-8");
}

// What XML forbids and pugixml does not mind.
void Document::check_attributes(pugi::xml_node node, Diagnostics& diagnostics) const {
  std::set<std::string_view> seen;
  for (const pugi::xml_attribute& one : node.attributes()) {
    if (!seen.insert(one.name()).second)
      diagnostics.error(location(one.name()),
                        fmt::format("the attribute '{}' is given twice", one.name()));
    const std::uint32_t begin = offset(one.value());
    const std::string_view rest = source_->text().substr(begin);
    const std::size_t bracket = rest.substr(0, rest.find(source_->text()[begin - 1])).find('<');
    if (bracket != std::string_view::npos)
      diagnostics.error({source_.get(), begin + static_cast<std::uint32_t>(bracket)},
                        fmt::format("'<' in the attribute '{}'", one.name()),
                        "XML has it as &lt; there");
  }
}

void Document::check_structure() const {
  Diagnostics diagnostics;
  pugi::xml_node root;
  for (const pugi::xml_node& child : document_.children()) {
    if (child.type() != pugi::node_element) continue;
    if (root)
      diagnostics.error(location(child.name()), "a second root element",
                        "an XML document has one element that holds all others");
    root = child;
  }
  struct Walker : pugi::xml_tree_walker {
    const Document* document = nullptr;
    Diagnostics* diagnostics = nullptr;
    bool for_each(pugi::xml_node& node) override {
      if (depth() > max_depth) {
        diagnostics->error(document->location(node.name()),
                           fmt::format("nested more than {} levels deep", max_depth));
        return false;
      }
      document->check_attributes(node, *diagnostics);
      return true;
    }
  } walker;
  walker.document = this;
  walker.diagnostics = &diagnostics;
  root.traverse(walker);
  check_attributes(root, diagnostics);
  diagnostics.throw_if_errors();
}

}  // namespace arges::frontend::scxml
