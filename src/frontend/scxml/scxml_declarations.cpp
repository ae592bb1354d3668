#include "frontend/scxml/scxml_declarations.h"

#include <fmt/format.h>

namespace arges::frontend::scxml {

using model::statechart::NodeId;

void DeclarationReader::read_data_model(const Element& element, NodeId owner) {
  element.check_attributes({}, {}, reader_.diagnostics());
  for (const Element& child : element.children()) {
    if (!child.is("data")) {
      reader_.misplaced(element, child);
      continue;
    }
    read_data(child, owner);
  }
}

void DeclarationReader::read_data(const Element& element, NodeId owner) {
  element.check_attributes({"id", "expr", "src"}, {"type", "range"}, reader_.diagnostics());
  const std::optional<Text> id = element.attribute("id");
  if (!id) return reader_.error(element.location(), "<data> needs the attribute 'id'");
  if (const std::optional<Text> src = element.attribute("src"))
    return reader_.error(src->location(), "<data> from a file is not supported");
  if (binding_ == Binding::late && owner != 0)
    reader_.error(
        element.location(),
        "late binding of data inside of a state is not supported: it would be undefined before",
        "declare it in the <datamodel> of <scxml>, or use binding=\"early\"");
  Draft::Data made{.id = *id, .owner = owner};
  if (const std::optional<Text> type = element.own_attribute("type"))
    made.declared = declared_type(*type);
  if (const std::optional<Text> range = element.own_attribute("range")) {
    made.range = declared_range(*range);
    if (!made.declared) made.declared = types_.fresh(Sort::integer);
    check_ranged(*made.declared, *range);
  }
  if (!element.children().empty())
    return reader_.error(element.children().front().location(), "XML as <data> is not supported");
  if (const std::optional<Text> expr = element.attribute("expr"))
    made.value = reader_.initial_value(*expr);
  else if (const std::optional<Text> text = element.text())
    made.value = reader_.literal(*text);
  draft_.data.push_back(std::move(made));
}

std::optional<Slot> DeclarationReader::declared_type(const Text& text) {
  const std::optional<Slot> slot = parse_type(types_, text.value);
  if (!slot)
    reader_.error(text.location(), fmt::format("'{}' is no type", text.value),
                  "write int, bool, string, enum(A,B) or int[4]");
  return slot;
}

std::optional<Range> DeclarationReader::declared_range(const Text& text) {
  const std::optional<Range> range = parse_range(text.value);
  if (!range)
    reader_.error(text.location(), fmt::format("'{}' is no range", text.value),
                  "write both ends, as in 0..10");
  return range;
}

void DeclarationReader::read_environment(const Element& element) {
  element.check_attributes({}, {}, reader_.diagnostics());
  if (!draft_.environment) draft_.environment.emplace();
  for (const Element& child : element.children()) {
    const std::optional<Text> name = child.attribute("name");
    if (!child.is_own("event")) {
      reader_.misplaced(element, child);
    } else if (!name || name->value.empty()) {
      reader_.error(child.location(), fmt::format("{} needs the attribute 'name'", child.label()));
    } else {
      child.check_attributes({"name"}, {}, reader_.diagnostics());
      Draft::Environment made{.name = *name};
      for (const Element& parameter : child.children()) read_parameter(child, parameter, made);
      draft_.environment->push_back(std::move(made));
    }
  }
}

void DeclarationReader::read_parameter(const Element& event, const Element& element,
                                       Draft::Environment& made) {
  if (!element.is_own("param")) return reader_.misplaced(event, element);
  element.check_attributes({"name", "type", "range"}, {}, reader_.diagnostics());
  const std::optional<Text> name = element.attribute("name");
  if (!name)
    return reader_.error(element.location(),
                         fmt::format("{} needs the attribute 'name'", element.label()));
  Draft::Environment::Parameter parameter{.name = name->value};
  const std::optional<Text> type = element.attribute("type");
  const std::optional<Text> range = element.attribute("range");
  const std::optional<Slot> slot = type ? declared_type(*type) : std::nullopt;
  parameter.slot = slot ? *slot : types_.fresh(range ? Sort::integer : Sort::unknown);
  if (range) {
    parameter.range = declared_range(*range);
    check_ranged(parameter.slot, *range);
  }
  made.parameters.push_back(std::move(parameter));
}

void DeclarationReader::check_ranged(Slot slot, const Text& range) {
  if (types_.sort(slot) == Sort::integer) return;
  reader_.error(range.location(), "only an int has a range");
}

}  // namespace arges::frontend::scxml
