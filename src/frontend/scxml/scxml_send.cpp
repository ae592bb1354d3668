// <send> and <cancel>: where events go, and when.
#include <algorithm>

#include <fmt/format.h>

#include "frontend/scxml/scxml_content.h"
#include "frontend/scxml/scxml_events.h"

namespace arges::frontend::scxml {

using model::statechart::Direction;

namespace {

bool is_scxml_processor(std::string_view type) {
  return type == "scxml" || type == "http://www.w3.org/TR/scxml/" ||
         type == "http://www.w3.org/TR/scxml" ||
         type == "http://www.w3.org/TR/scxml/#SCXMLEventProcessor";
}

}  // namespace

std::optional<Item> ContentReader::addressed(const Element& element) {
  try {
    return element.is("send") ? send(element) : cancel(element);
  } catch (const NeedsValue& needed) {
    Item result = make_item(Item::Kind::deferred, needed.variable.location());
    result.element = element;
    result.variable = needed.variable.value;
    result.bindings = bindings_;
    return result;
  }
}

Item ContentReader::resolve(const Item& deferred, const std::vector<std::string>& values) {
  Item result = make_item(Item::Kind::branch, deferred.location);
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
           .body = {std::move(*one)},
           .location = deferred.location});
  }
  bindings_.clear();
  return result;
}

std::optional<Text> ContentReader::constant(const Element& element, std::string_view attribute,
                                            std::string_view expression_attribute) {
  std::optional<Text> plain = element.attribute(attribute);
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
  Item result = make_item(Item::Kind::raise, element.location());
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

std::optional<Item> ContentReader::cancel(const Element& element) {
  element.check_attributes({"sendid", "sendidexpr"}, {}, diagnostics_);
  const std::size_t before = diagnostics_.errors().size();
  const std::optional<Text> id = constant(element, "sendid", "sendidexpr");
  if (!id) {
    if (diagnostics_.errors().size() == before)
      error(element.location(), "<cancel> needs the attribute 'sendid'");
    return {};
  }
  Item result = make_item(Item::Kind::cancel, element.location());
  result.id = id->value;
  return result;
}

}  // namespace arges::frontend::scxml
