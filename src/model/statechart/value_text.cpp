#include "model/statechart/value_text.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/syntax/call_text.h"

namespace arges::model::statechart {

using syntax::quoted_text;

namespace {

std::string array_text(ir::Value value, ir::Type type, const ArrayForm& form) {
  std::vector<std::string> parts;
  const ir::ArrayValue& array = value.as_big().array;
  if (const auto elements = elements_of(value, form)) {
    for (const ir::Value element : elements->values)
      parts.push_back(value_text(element, type.element()));
    if (parts.empty()) parts.push_back(value_text(array.fallback, type.element()));
    if (elements->values.empty() || elements->rest == ArrayElements::Rest::like_the_last)
      parts.emplace_back(and_so_on);
  } else {
    for (const auto& [index, element] : array.entries)
      parts.push_back(fmt::format("{}: {}", value_text(index, type.index()),
                                  value_text(element, type.element())));
    parts.push_back(fmt::format("else {}", value_text(array.fallback, type.element())));
  }
  return fmt::format("[{}]", fmt::join(parts, ", "));
}

/// Of long arrays it is enough to tell what is not as at first.
ArrayForm form_of(ir::Expr initial, std::uint32_t length) {
  constexpr std::uint32_t most_shown = 32;
  ArrayForm result;
  if (initial && initial.is_literal()) {
    result.usual = initial.value().as_big().array.fallback;
    if (const auto elements = elements_of(initial.value(), result))
      result.shown = elements->values.size();
  }
  if (length <= most_shown) result.shown = std::max<std::size_t>(result.shown, length);
  return result;
}

/// What elements have that a model says nothing about: 0, false, the first literal.
bool is_zero(ir::Value value) {
  if (!value.is_big()) return value.is_unknown() || value.as_small() == 0;
  const ir::BigValue& big = value.as_big();
  return big.kind == ir::BigValue::Kind::array && big.array.entries.empty() &&
         is_zero(big.array.fallback);
}

bool is_usual(ir::Value value, const ArrayForm& form) {
  return form.usual.is_unknown() ? is_zero(value) : value == form.usual;
}

}  // namespace

bool is_string(ir::Type type) { return type.is_enum() && type.name() == "String"; }

std::string string_literal(std::string_view text) {
  if (text.empty()) return std::string(empty_string_literal);
  return text == empty_string_literal ? quoted_text(text) : std::string(text);
}

std::string string_of(ir::Value value, ir::Type type) {
  const std::string& literal = type.literals().at(static_cast<std::size_t>(value.as_small()));
  if (literal == empty_string_literal) return "";
  return literal == string_literal(empty_string_literal) ? std::string(empty_string_literal)
                                                         : literal;
}

std::string value_text(ir::Value value, ir::Type type, const ArrayForm& form) {
  if (value.is_unknown()) return ir::to_string(value, type);
  if (is_string(type)) return quoted_text(string_of(value, type));
  if (type.is_enum()) return type.literals().at(static_cast<std::size_t>(value.as_small()));
  return type.is_array() ? array_text(value, type, form) : ir::to_string(value, type);
}

std::string value_text(const System& system, ir::Var var, ir::Value value) {
  return value_text(value, var->type, array_form(system, var));
}

std::string call_text(std::string_view name, const std::vector<std::string>& arguments) {
  const std::string written = syntax::name_text(name);
  return arguments.empty() ? written : fmt::format("{}({})", written, fmt::join(arguments, ", "));
}

ArrayForm array_form(const System& system, ir::Var var) {
  if (!var->type.is_array()) return {};
  for (const Machine& machine : system.machines) {
    for (const Variable& variable : machine.variables)
      if (variable.var == var) return form_of(variable.initial, variable.length);
    for (const Event& event : machine.events)
      for (const Parameter& parameter : event.parameters)
        if (parameter.value == var) return form_of(parameter.initial, parameter.length);
  }
  return {};
}

std::optional<ArrayElements> elements_of(ir::Value array, const ArrayForm& form) {
  const ir::ArrayValue& content = array.as_big().array;
  constexpr std::int64_t most_gaps = 64;
  std::int64_t size = static_cast<std::int64_t>(form.shown);
  for (const auto& [index, element] : content.entries) {
    if (!index.is_small() || index.as_small() < 0) return {};
    size = std::max(size, index.as_small() + 1);
  }
  if (size - static_cast<std::int64_t>(content.entries.size()) > most_gaps) return {};
  ArrayElements result;
  result.values.resize(static_cast<std::size_t>(size), content.fallback);
  for (const auto& [index, element] : content.entries)
    result.values[static_cast<std::size_t>(index.as_small())] = element;
  if (is_usual(content.fallback, form)) return result;
  result.rest = ArrayElements::Rest::like_the_last;
  if (size == 0 || result.values.back() != content.fallback)
    result.values.push_back(content.fallback);
  return result;
}

std::optional<std::size_t> find_literal(ir::Type type, std::string_view text) {
  const auto& literals = type.literals();
  const auto find = [&](std::string_view name) -> std::optional<std::size_t> {
    const auto found = std::find(literals.begin(), literals.end(), name);
    if (found == literals.end()) return {};
    return static_cast<std::size_t>(found - literals.begin());
  };
  if (const auto inside = syntax::unquoted(text))
    return find(is_string(type) ? string_literal(*inside) : *inside);
  if (const auto found = find(text)) return found;
  // 'Mode.Day', or as Gamma writes it 'Mode::Day'.
  const std::size_t dot = text.find_last_of(".:");
  return dot == std::string_view::npos ? std::nullopt : find(text.substr(dot + 1));
}

}  // namespace arges::model::statechart
