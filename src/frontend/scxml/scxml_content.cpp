#include "frontend/scxml/scxml_content.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "base/syntax/suggest.h"

namespace arges::frontend::scxml {

namespace {

constexpr std::array<std::string_view, 9> content_elements = {
    "raise", "send", "cancel", "assign", "log", "if", "foreach", "assert", "script"};

/// Whether no reading of the text as ECMAScript is possible: brackets or quotes don't match, or a
/// statement's word stands where a value should.
bool is_no_ecmascript(std::string_view text) {
  std::string open;
  char quote = '\0';
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quote != '\0') {
      if (c == '\\') ++i;
      if (c == quote) quote = '\0';
    } else if (c == '\'' || c == '"') {
      quote = c;
    } else if (c == '(' || c == '[' || c == '{') {
      open += c == '(' ? ')' : c == '[' ? ']' : '}';
    } else if (c == ')' || c == ']' || c == '}') {
      if (open.empty() || open.back() != c) return true;
      open.pop_back();
    }
  }
  return !open.empty() || quote != '\0' || text == "return";
}

/// Whether the text seems to be an object, whose use is refused rather than its mention.
bool is_object(std::string_view text) {
  return text.starts_with('{') && text.ends_with('}') && !is_no_ecmascript(text);
}

}  // namespace

Item make_item(Item::Kind kind, SourceLocation location) {
  Item result;
  result.kind = kind;
  result.location = location;
  return result;
}

std::vector<Text> split(const Text& text) {
  constexpr std::string_view blanks = " \t\r\n";
  std::vector<Text> result;
  for (std::size_t at = text.value.find_first_not_of(blanks); at != std::string::npos;) {
    const std::size_t end = std::min(text.value.find_first_of(blanks, at), text.value.size());
    result.push_back({text.value.substr(at, end - at), text.source, text.location(at).offset});
    at = text.value.find_first_not_of(blanks, end);
  }
  return result;
}

void for_each_item(const Items& items, const std::function<void(const Item&)>& visit) {
  for (const Item& item : items) {
    visit(item);
    for (const Item::Clause& clause : item.clauses) for_each_item(clause.body, visit);
    for_each_item(item.body, visit);
  }
}

const Expression* ContentReader::expression(const Text& text) {
  const Expression& made = expressions_.emplace_back(text, diagnostics_, limits_);
  return made.is_wrong() ? nullptr : &made;
}

const Expression* ContentReader::required(const Element& element, std::string_view attribute) {
  if (const std::optional<Text> text = element.attribute(attribute)) return expression(*text);
  error(element.location(), fmt::format("{} needs the attribute '{}'", element.label(), attribute));
  return nullptr;
}

Operand ContentReader::literal(const Text& text) {
  const Literal read = read_literal(text);
  if (read.kind == Literal::Kind::expression)
    return {.expression = expression(text), .location = text.location()};
  return {.string = read.text.value, .location = text.location()};
}

Operand ContentReader::initial_value(const Text& text) {
  if (errors() != Errors::handled || !is_no_ecmascript(text.value))
    return {.expression = expression(text), .location = text.location()};
  warn(text.location(), "this is no expression: the error 'error.execution' is raised at first");
  return {.fails = true, .location = text.location()};
}

void ContentReader::misplaced(const Element& element, const Element& child) {
  syntax::Suggestion suggestion(child.name());
  for (const std::string_view known :
       {"state", "parallel", "final", "history", "initial", "transition", "onentry", "onexit",
        "datamodel", "donedata", "environment"})
    if (known != child.name()) suggestion.consider(known);
  error(child.location(),
        fmt::format("{} has no place inside of {}", child.label(), element.label()),
        suggestion.hint());
}

void ContentReader::check_no_text(const Element& element) {
  if (const std::optional<Text> text = element.text())
    error(text->location(), fmt::format("text has no meaning inside of {}", element.label()));
}

Items ContentReader::read(const std::vector<Element>& elements) {
  Items result;
  for (const Element& element : elements) {
    std::optional<Item> one = item(element);
    if (!one) continue;
    one->block = block_;
    result.push_back(std::move(*one));
  }
  return result;
}

std::optional<Item> ContentReader::item(const Element& element) {
  if (element.is("raise")) return raise(element);
  if (element.is("send") || element.is("cancel")) return addressed(element);
  if (element.is("assign")) return assign(element);
  if (element.is("log")) return log(element);
  if (element.is("if")) return branch(element);
  if (element.is("foreach")) return foreach (element);
  if (element.is_own("assert")) return assertion(element);
  return refused(element);
}

std::optional<Item> ContentReader::refused(const Element& element) {
  if (element.is("script")) {
    error(element.location(), "<script> is not supported", "use <assign>, <if> and <foreach>");
  } else if (element.space() == Space::other) {
    error(element.location(),
          fmt::format("executable content of another namespace, {}, is not supported",
                      element.label()));
  } else {
    syntax::Suggestion suggestion(element.name());
    for (const std::string_view known : content_elements) suggestion.consider(known);
    error(element.location(), fmt::format("{} is no executable content", element.label()),
          suggestion.hint());
  }
  return {};
}

Item ContentReader::raise(const Element& element) {
  element.check_attributes({"event"}, {}, diagnostics_);
  Item result = make_item(Item::Kind::raise, element.location());
  if (const std::optional<Text> event = element.attribute("event"))
    result.event = event->value;
  else
    error(element.location(), "<raise> needs the attribute 'event'");
  return result;
}

std::vector<Item::Argument> ContentReader::arguments(const Element& element) {
  std::vector<Item::Argument> result;
  if (const std::optional<Text> names = element.attribute("namelist"))
    for (const Text& name : split(*names))
      result.push_back({name.value, {.expression = expression(name), .location = name.location()}});
  for (const Element& child : element.children()) {
    if (child.is("param")) {
      child.check_attributes({"name", "expr", "location"}, {}, diagnostics_);
      const std::optional<Text> name = child.attribute("name");
      const std::optional<Text> place = child.attribute("location");
      const Expression* value = place ? expression(*place) : required(child, "expr");
      if (!name)
        error(child.location(), "<param> needs the attribute 'name'");
      else
        result.push_back({name->value, {.expression = value, .location = child.location()}});
    } else if (child.is("content")) {
      child.check_attributes({"expr"}, {}, diagnostics_);
      Operand value{.location = child.location()};
      if (!child.children().empty())
        error(child.children().front().location(), "XML as <content> is not supported");
      else if (const std::optional<Text> expr = child.attribute("expr"))
        value = {.expression = expression(*expr), .location = expr->location()};
      else if (const std::optional<Text> text = child.text())
        value = literal(*text);
      if (value) result.push_back({"data", value});
    } else {
      error(child.location(),
            fmt::format("{} has no place inside of {}", child.label(), element.label()));
    }
  }
  for (std::size_t i = 1; i < result.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (result[i].name == result[j].name)
        error(result[i].value.location,
              fmt::format("the value '{}' is given twice", result[i].name));
  return result;
}

std::optional<Item> ContentReader::assign(const Element& element) {
  element.check_attributes({"location", "expr"}, {}, diagnostics_);
  Item result = make_item(Item::Kind::assign, element.location());
  const std::optional<Text> expr = element.attribute("expr");
  const std::optional<Text> place = element.attribute("location");
  if (errors() == Errors::handled && expr && is_no_ecmascript(expr->value)) {
    warn(expr->location(), "this is no expression: the error 'error.execution' is raised here");
    result.kind = Item::Kind::failure;
    return result;
  }
  result.place = required(element, "location");
  if (expr && is_object(expr->value)) {
    result.value = {.is_object = true, .location = expr->location()};
  } else if (expr) {
    result.value = {.expression = expression(*expr), .location = expr->location()};
  } else if (!element.children().empty()) {
    error(element.children().front().location(), "XML as a value is not supported");
  } else if (const std::optional<Text> text = element.text()) {
    result.value = literal(*text);
  } else {
    error(element.location(), "<assign> needs the attribute 'expr'");
  }
  if (result.place == nullptr || !result.value) return {};
  return result;
}

Item ContentReader::log(const Element& element) {
  element.check_attributes({"label", "expr"}, {}, diagnostics_);
  Item result = make_item(Item::Kind::log, element.location());
  if (const std::optional<Text> label = element.attribute("label")) result.text = label->value;
  const std::optional<Text> expr = element.attribute("expr");
  if (!expr) return result;
  // What is logged changes nothing: what can't be followed is shown as it is written.
  Diagnostics found;
  const Expression& made = expressions_.emplace_back(*expr, found, limits_);
  result.value = {.expression = made.is_wrong() ? nullptr : &made,
                  .string = expr->value,
                  .location = expr->location()};
  return result;
}

Item ContentReader::branch(const Element& element) {
  element.check_attributes({"cond"}, {}, diagnostics_);
  Item result = make_item(Item::Kind::branch, element.location());
  result.clauses.push_back(
      {.condition = required(element, "cond"), .location = element.location()});
  bool had_else = false;
  std::vector<Element> body;
  const auto close = [&] {
    result.clauses.back().body = read(body);
    body.clear();
  };
  for (const Element& child : element.children()) {
    if (!child.is("elseif") && !child.is("else")) {
      body.push_back(child);
      continue;
    }
    if (had_else) error(child.location(), fmt::format("{} after <else>", child.label()));
    child.check_attributes(
        child.is("else") ? std::vector<std::string_view>{} : std::vector<std::string_view>{"cond"},
        {}, diagnostics_);
    close();
    had_else = had_else || child.is("else");
    result.clauses.push_back({.condition = child.is("else") ? nullptr : required(child, "cond"),
                              .location = child.location()});
  }
  close();
  check_no_text(element);
  return result;
}

std::optional<Item> ContentReader::foreach (const Element& element) {
  element.check_attributes({"array", "item", "index"}, {}, diagnostics_);
  Item result = make_item(Item::Kind::foreach, element.location());
  result.place = required(element, "array");
  result.item = element.attribute("item");
  result.index = element.attribute("index");
  if (!result.item) error(element.location(), "<foreach> needs the attribute 'item'");
  result.body = read(element.children());
  if (result.place == nullptr || !result.item) return {};
  return result;
}

Item ContentReader::assertion(const Element& element) {
  element.check_attributes({"cond", "text"}, {}, diagnostics_);
  Item result = make_item(Item::Kind::assertion, element.location());
  result.value = {.expression = required(element, "cond"), .location = element.location()};
  const std::optional<Text> text = element.attribute("text");
  const std::optional<Text> cond = element.attribute("cond");
  result.text = text ? text->value : cond ? cond->value : "";
  return result;
}

}  // namespace arges::frontend::scxml
