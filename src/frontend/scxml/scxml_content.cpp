#include "frontend/scxml/scxml_content.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "base/syntax/suggest.h"
#include "frontend/scxml/scxml_events.h"

namespace arges::frontend::scxml {

using model::statechart::Direction;

namespace {

constexpr std::array<std::string_view, 9> content_elements = {
    "raise", "send", "cancel", "assign", "log", "if", "foreach", "assert", "script"};

bool is_scxml_processor(std::string_view type) {
  return type == "scxml" || type == "http://www.w3.org/TR/scxml/" ||
         type == "http://www.w3.org/TR/scxml" ||
         type == "http://www.w3.org/TR/scxml/#SCXMLEventProcessor";
}

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

Item make(Item::Kind kind, SourceLocation location) {
  Item result;
  result.kind = kind;
  result.location = location;
  return result;
}

}  // namespace

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

std::optional<Item> ContentReader::addressed(const Element& element) {
  try {
    return element.is("send") ? send(element) : cancel(element);
  } catch (const NeedsValue& needed) {
    Item result = make(Item::Kind::deferred, needed.variable.location());
    result.element = element;
    result.variable = needed.variable.value;
    result.bindings = bindings_;
    return result;
  }
}

Item ContentReader::resolve(const Item& deferred, const std::vector<std::string>& values) {
  Item result = make(Item::Kind::branch, deferred.location);
  result.block = deferred.block;
  for (const std::string& value : values) {
    bindings_ = deferred.bindings;
    bindings_[deferred.variable] = value;
    std::optional<Item> one = addressed(deferred.element);
    if (!one) continue;
    one->block = deferred.block;
    if (values.size() == 1)
      result = std::move(*one);
    else
      result.clauses.push_back(
          {.condition = expression({fmt::format("{} == '{}'", deferred.variable, value),
                                    deferred.location.source, deferred.location.offset}),
           .body = {std::move(*one)}});
  }
  bindings_.clear();
  return result;
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
  Item result = make(Item::Kind::raise, element.location());
  if (const std::optional<Text> event = element.attribute("event"))
    result.event = event->value;
  else
    error(element.location(), "<raise> needs the attribute 'event'");
  return result;
}

std::optional<Text> ContentReader::constant(const Element& element, std::string_view attribute,
                                            std::string_view expression_attribute) {
  const std::optional<Text> plain = element.attribute(attribute);
  const std::optional<Text> computed = element.attribute(expression_attribute);
  if (plain && computed)
    error(computed->location(), fmt::format("{} has both '{}' and '{}'", element.label(), attribute,
                                            expression_attribute));
  if (plain || !computed) return plain;
  const Expression* read = expression(*computed);
  if (read == nullptr) return {};
  if (const std::optional<std::string> value = read->string_literal())
    return Text{*value, computed->source, computed->offset};
  if (const std::optional<std::string> name = read->name();
      name && name->find('.') == std::string::npos && !name->starts_with('_')) {
    const auto bound = bindings_.find(*name);
    if (bound == bindings_.end()) throw NeedsValue{Text{*name, computed->source, computed->offset}};
    return Text{bound->second, computed->source, computed->offset};
  }
  error(computed->location(),
        fmt::format("'{}' that is not a string literal is not supported", expression_attribute),
        fmt::format("write the value itself, as {}=\"…\"", attribute));
  return {};
}

std::optional<Item> ContentReader::send(const Element& element) {
  element.check_attributes({"event", "eventexpr", "target", "targetexpr", "type", "typeexpr", "id",
                            "idlocation", "delay", "delayexpr", "namelist"},
                           {}, diagnostics_);
  Item result = make(Item::Kind::raise, element.location());
  if (const std::optional<Text> place = element.attribute("idlocation")) {
    error(place->location(), "'idlocation' of <send> is not supported", "give it an 'id'");
    return {};
  }
  const std::size_t before = diagnostics_.errors().size();
  if (const std::optional<Text> event = constant(element, "event", "eventexpr"))
    result.event = event->value;
  else if (diagnostics_.errors().size() == before)
    error(element.location(), "<send> without an event is not supported", "name it: event=\"…\"");
  if (const std::optional<Text> id = element.attribute("id")) result.id = id->value;
  const bool is_clear = send_address(element, result) && send_delay(element, result);
  result.arguments = arguments(element);
  if (!is_clear || (result.event.empty() && result.kind == Item::Kind::raise)) return {};
  return result;
}

bool ContentReader::send_address(const Element& element, Item& item) {
  const std::size_t before = diagnostics_.errors().size();
  const std::optional<Text> type = constant(element, "type", "typeexpr");
  const std::optional<Text> target = constant(element, "target", "targetexpr");
  if (diagnostics_.errors().size() != before) return false;
  if (type && type->value.find("BasicHTTP") != std::string::npos) {
    error(type->location(), "<send> by HTTP is not supported");
    return false;
  }
  const bool is_scxml = !type || is_scxml_processor(type->value);
  item.direction = !is_scxml || (target && target->value != "#_internal") ? Direction::output
                   : target                                               ? Direction::internal
                                                                          : Direction::self;
  if (item.direction != Direction::output) return true;
  item.target = target ? target->value : type->value;
  return check_output(type, target, item);
}

bool ContentReader::check_output(const std::optional<Text>& type, const std::optional<Text>& target,
                                 Item& item) {
  const bool is_scxml = !type || is_scxml_processor(type->value);
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  const bool is_wrong = is_scxml ? !target->value.starts_with("#_")
                                 : type->value.empty() || !is_letter(type->value.front());
  if (is_wrong && errors() == Errors::handled) {
    warn(item.location, "this fails: the error 'error.execution' is raised here");
    item.kind = Item::Kind::failure;
    return true;
  }
  if (is_wrong) {
    const Text& place = is_scxml ? *target : *type;
    error(place.location(),
          is_scxml ? fmt::format("there is no target '{}'", place.value)
                   : fmt::format("there is no type '{}' of <send>", place.value),
          "write target=\"#_scxml_NAME\" for another machine, or a type of your own for the "
          "environment");
    return false;
  }
  const std::string_view error_event = is_scxml ? "error.communication" : "error.execution";
  const bool matters =
      std::any_of(error_handlers_.begin(), error_handlers_.end(),
                  [&](const std::string& one) { return matches(one, error_event); });
  if (!matters) return true;
  error(item.location,
        fmt::format("<send> to another machine is not supported where '{}' is reacted to: whether "
                    "it fails can't be known",
                    error_event));
  return false;
}

bool ContentReader::send_delay(const Element& element, Item& item) {
  const std::size_t before = diagnostics_.errors().size();
  const std::optional<Text> delay = constant(element, "delay", "delayexpr");
  if (diagnostics_.errors().size() != before) return false;
  if (!delay) return true;
  const std::optional<std::int64_t> parsed = parse_delay(delay->value);
  if (!parsed) {
    error(delay->location(), fmt::format("'{}' is no delay", delay->value),
          "write whole milliseconds, as in 1.5s or 500ms");
    return false;
  }
  item.delay = *parsed;
  if (item.delay == 0 || item.direction == Direction::self) return true;
  error(delay->location(),
        item.direction == Direction::internal
            ? "a delayed event for the internal queue is not supported"
            : "a delayed event for another machine is not supported",
        "send it to the machine itself with this delay, and on from there");
  return false;
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
  return result;
}

std::optional<Item> ContentReader::cancel(const Element& element) {
  element.check_attributes({"sendid", "sendidexpr"}, {}, diagnostics_);
  const std::size_t before = diagnostics_.errors().size();
  const std::optional<Text> id = constant(element, "sendid", "sendidexpr");
  if (!id) {
    if (diagnostics_.errors().size() == before)
      error(element.location(), "<cancel> needs the attribute 'sendid'");
    return {};
  }
  Item result = make(Item::Kind::cancel, element.location());
  result.id = id->value;
  return result;
}

std::optional<Item> ContentReader::assign(const Element& element) {
  element.check_attributes({"location", "expr"}, {}, diagnostics_);
  Item result = make(Item::Kind::assign, element.location());
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
  Item result = make(Item::Kind::log, element.location());
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
  Item result = make(Item::Kind::branch, element.location());
  result.clauses.push_back({.condition = required(element, "cond")});
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
    result.clauses.push_back({.condition = child.is("else") ? nullptr : required(child, "cond")});
  }
  close();
  check_no_text(element);
  return result;
}

std::optional<Item> ContentReader::foreach (const Element& element) {
  element.check_attributes({"array", "item", "index"}, {}, diagnostics_);
  Item result = make(Item::Kind::foreach, element.location());
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
  Item result = make(Item::Kind::assertion, element.location());
  result.value = {.expression = required(element, "cond"), .location = element.location()};
  const std::optional<Text> text = element.attribute("text");
  const std::optional<Text> cond = element.attribute("cond");
  result.text = text ? text->value : cond ? cond->value : "";
  return result;
}

}  // namespace arges::frontend::scxml
