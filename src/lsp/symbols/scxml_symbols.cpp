#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

#include <fmt/format.h>

#include "lsp/symbols/languages.h"
#include "lsp/symbols/xml_scan.h"
#include "lsp/text/one_line.h"

namespace arges::lsp {

namespace {

constexpr std::array<std::string_view, 8> expressions = {"cond", "expr",  "location", "array",
                                                         "item", "index", "namelist", "eventexpr"};

bool starts_name(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte >= 0x80 || std::isalpha(byte) != 0 || c == '_' || c == '$';
}

bool continues_name(char c) {
  return starts_name(c) || std::isdigit(static_cast<unsigned char>(c)) != 0;
}

/// Finds what a statechart in SCXML declares: states, data, and events where they are declared for
/// the environment or first raised.
class ScxmlIndexer {
 public:
  explicit ScxmlIndexer(const SourceText& source)
      : text_(source.text()), elements_(scan_xml(text_)), symbol_of_(elements_.size()) {}

  DocumentIndex read() {
    for (std::size_t i = 0; i < elements_.size(); ++i) declare(i);
    for (const XmlElement& element : elements_)
      if (is_any(element, {"raise", "send"})) declare_raised(element);
    for (const XmlElement& element : elements_) refer(element);
    index_.finish();
    return std::move(index_);
  }

 private:
  TextRange everywhere() const { return {0, static_cast<std::uint32_t>(text_.size())}; }
  std::string_view part(TextRange range) const { return text_.substr(range.begin, range.size()); }
  static bool is_any(const XmlElement& element, std::initializer_list<std::string_view> names) {
    return std::find(names.begin(), names.end(), element.name) != names.end();
  }

  void declare(std::size_t i) {
    const XmlElement& element = elements_[i];
    if (is_any(element, {"state", "parallel", "final", "history"}))
      add(i, SymbolKind::state, element.attribute("id"));
    if (element.name == "data") add(i, SymbolKind::variable, element.attribute("id"));
    if (element.name == "machine") add(i, SymbolKind::object, element.attribute("id"));
    if (element.name == "event") add(i, SymbolKind::signal, element.attribute("name"));
    add_assertions(element);
  }

  /// Assertions, and ranges that data must stay in.
  void add_assertions(const XmlElement& element) {
    const auto assertion = [&](std::string text, TextRange range) {
      index_.add_property({"assertion " + std::move(text), OwnProperty::Match::whole, range});
    };
    if (element.name == "assert" && !element.prefix.empty()) {
      const XmlAttribute* text = element.attribute("text");
      const XmlAttribute* named = text != nullptr ? text : element.attribute("cond");
      if (named != nullptr) assertion(std::string(part(named->value)), named->value);
    }
    const XmlAttribute* id = element.attribute("id");
    if (element.name != "data" || id == nullptr) return;
    for (const XmlAttribute& attribute : element.attributes)
      if (attribute.name.ends_with(":range"))
        assertion(fmt::format("{} stays in {}", part(id->value), part(attribute.value)),
                  attribute.value);
  }

  void add(std::size_t i, SymbolKind kind, const XmlAttribute* name) {
    if (name == nullptr || name->value.size() == 0) return;
    const XmlElement& element = elements_[i];
    symbol_of_[i] = index_.declare({.kind = kind,
                                    .name = std::string(part(name->value)),
                                    .name_range = name->value,
                                    .whole = element.whole,
                                    .scope = everywhere(),
                                    .detail = one_line(part(element.tag)),
                                    .container = container(element)});
  }

  /// The nearest element around that is in the outline.
  std::optional<SymbolId> container(const XmlElement& element) const {
    for (auto at = element.parent; at; at = elements_[*at].parent)
      if (symbol_of_[*at]) return symbol_of_[*at];
    return {};
  }

  void declare_raised(const XmlElement& element) {
    const XmlAttribute* event = element.attribute("event");
    if (event == nullptr || event->value.size() == 0) return;
    if (index_.find(part(event->value), 0, kinds(SymbolKind::signal))) return;
    index_.declare({.kind = SymbolKind::signal,
                    .name = std::string(part(event->value)),
                    .name_range = event->value,
                    .whole = element.tag,
                    .scope = everywhere(),
                    .detail = one_line(part(element.tag))});
  }

  void refer(const XmlElement& element) {
    for (const XmlAttribute& attribute : element.attributes) {
      if (attribute.name == "target" && element.name == "transition")
        words(attribute.value, kinds(SymbolKind::state));
      if (attribute.name == "initial") words(attribute.value, kinds(SymbolKind::state));
      if (attribute.name == "event") words(attribute.value, kinds(SymbolKind::signal));
      if (element.name == "channel" && (attribute.name == "from" || attribute.name == "to"))
        words(attribute.value, kinds(SymbolKind::object));
      if (std::find(expressions.begin(), expressions.end(), attribute.name) != expressions.end())
        expression(attribute.value);
    }
    const bool has_code = is_any(element, {"script", "assign", "assert", "data"});
    // What is between tags has tags in it only where something is wrong.
    if (has_code && part(element.content).find('<') == std::string_view::npos)
      expression(element.content);
  }

  /// Names with blanks between; those of events may end in `.*`.
  void words(TextRange range, Kinds kinds) {
    std::uint32_t at = range.begin;
    while (at < range.end) {
      const std::uint32_t begin = at;
      while (at < range.end && text_[at] != ' ' && text_[at] != '\n' && text_[at] != '\t') ++at;
      std::uint32_t end = at;
      if (std::string_view word = part({begin, end}); word.ends_with(".*")) end -= 2;
      if (begin < end) refer({begin, end}, kinds);
      ++at;
    }
  }

  void refer(TextRange range, Kinds kinds) {
    const auto found = index_.find(part(range), 0, kinds);
    if (found && index_.symbol(*found).name_range != range) index_.refer(range, *found);
  }

  /// Names of data, and of states where `In` asks for them.
  void expression(TextRange range) {
    for (std::uint32_t at = range.begin; at < range.end;) {
      if (text_[at] == '&') {
        at = skip_entity(at, range.end);
      } else if (text_[at] == '\'' || text_[at] == '"') {
        at = quoted(at, range.end);
      } else if (!starts_name(text_[at])) {
        ++at;
      } else {
        const std::uint32_t begin = at;
        while (at < range.end && continues_name(text_[at])) ++at;
        const bool is_member = begin > range.begin && text_[begin - 1] == '.';
        if (!is_member) refer({begin, at}, kinds(SymbolKind::variable));
      }
    }
  }

  std::uint32_t skip_entity(std::uint32_t at, std::uint32_t end) const {
    while (at < end && text_[at] != ';') ++at;
    return at + 1;
  }

  std::uint32_t quoted(std::uint32_t open, std::uint32_t end) {
    std::uint32_t close = open + 1;
    while (close < end && text_[close] != text_[open]) ++close;
    std::string_view before = text_.substr(0, open);
    while (before.ends_with(' ')) before.remove_suffix(1);
    if (before.ends_with("In(") && close < end) refer({open + 1, close}, kinds(SymbolKind::state));
    return close + 1;
  }

  std::string_view text_;
  std::vector<XmlElement> elements_;
  std::vector<std::optional<SymbolId>> symbol_of_;  ///< by elements
  DocumentIndex index_;
};

}  // namespace

DocumentIndex index_scxml(const SourceText& source) { return ScxmlIndexer(source).read(); }

}  // namespace arges::lsp
