#include "frontend/scxml/scxml_types.h"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/invariant.h"
#include "model/statechart/value_text.h"

namespace arges::frontend::scxml {

namespace {

constexpr std::uint64_t max_length = 4096;

std::string_view trimmed(std::string_view text) {
  const std::size_t start = text.find_first_not_of(" \t\r\n");
  if (start == std::string_view::npos) return {};
  return text.substr(start, text.find_last_not_of(" \t\r\n") + 1 - start);
}

template <typename Number>
std::optional<Number> parse_number(std::string_view text) {
  Number result = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), result);
  if (error != std::errc() || end != text.data() + text.size()) return {};
  return result;
}

}  // namespace

Slot Types::fresh(Sort sort) {
  const auto slot = static_cast<Slot>(records_.size());
  records_.push_back({.parent = slot, .sort = sort});
  return slot;
}

Slot Types::enumeration(std::vector<std::string> literals) {
  const Slot slot = fresh(Sort::enumeration);
  records_[slot].literals = std::move(literals);
  return slot;
}

Slot Types::array(Slot element, std::uint64_t length) {
  const Slot slot = fresh(Sort::array);
  records_[slot].element = element;
  records_[slot].length = length;
  return slot;
}

Slot Types::find(Slot slot) {
  while (records_[slot].parent != slot) {
    records_[slot].parent = records_[records_[slot].parent].parent;
    slot = records_[slot].parent;
  }
  return slot;
}

void Types::unify(Slot a, Slot b) {
  a = find(a);
  b = find(b);
  if (a == b) return;
  const Sort one = records_[a].sort;
  const Sort other = records_[b].sort;
  if (one != Sort::unknown && other != Sort::unknown) {
    if (one != Sort::array || other != Sort::array) return;
    unify(records_[a].element, records_[b].element);
    if (records_[a].length != records_[b].length)
      records_[a].has_two_lengths = records_[b].has_two_lengths = true;
    return;
  }
  if (one == Sort::unknown) std::swap(a, b);
  records_[b].parent = a;
  records_[a].is_condition = records_[a].is_condition || records_[b].is_condition;
}

ir::Type Types::enumeration_type(const std::string& name, std::vector<std::string> literals) {
  const ir::Type type = context_.enum_type(name, std::move(literals));
  if (std::find(enumerations_.begin(), enumerations_.end(), type) == enumerations_.end())
    enumerations_.push_back(type);
  return type;
}

ir::Type Types::type(Slot slot) {
  const Record& record = records_[find(slot)];
  switch (record.sort) {
    case Sort::unknown:
      return record.is_condition ? context_.bool_type() : context_.int_type();
    case Sort::boolean:
      return context_.bool_type();
    case Sort::integer:
      return context_.int_type();
    case Sort::string:
      return string_type();
    case Sort::enumeration:
      return enumeration_type(fmt::format("Enum_{}", fmt::join(record.literals, "_")),
                              record.literals);
    case Sort::array:
      return context_.array_type(context_.int_type(), type(record.element));
  }
  UNREACHABLE("a sort should be one of these");
}

ir::Type Types::string_type() {
  if (string_type_) return string_type_;
  // The empty string, the default of all, comes first.
  std::vector<std::string> literals = {model::statechart::string_literal("")};
  for (const std::string& one : strings_)
    if (!one.empty()) literals.push_back(model::statechart::string_literal(one));
  string_type_ = enumeration_type("String", std::move(literals));
  return string_type_;
}

ir::Expr Types::string(std::string_view text) {
  const ir::Type type = string_type();
  if (text.empty()) return context_.enum_literal(type, 0);
  const auto found = strings_.find(text);
  INVARIANT(found != strings_.end(), "a string should have been collected before");
  const auto before = std::distance(strings_.begin(), found);
  const auto position = strings_.contains("") ? before : before + 1;
  return context_.enum_literal(type, static_cast<std::uint32_t>(position));
}

ir::Expr Types::default_of(Slot slot) { return default_of(type(slot)); }

ir::Expr Types::default_of(ir::Type type) {
  if (type.is_bool()) return context_.false_expr();
  if (type.is_int()) return context_.int_literal(0);
  if (type.is_enum()) return context_.enum_literal(type, 0);
  return ir::const_array(type, default_of(type.element()));
}

std::string Types::describe(ir::Type type) {
  if (type.is_array()) return describe(type.element()) + "[]";
  if (type.is_enum() && type.name() == "String") return "string";
  if (type.is_enum()) return fmt::format("enum({})", fmt::join(type.literals(), ","));
  return type.to_string();
}

std::optional<Range> parse_range(std::string_view text) {
  const std::size_t dots = text.find("..");
  if (dots == std::string_view::npos) return {};
  const auto lowest = parse_number<std::int64_t>(trimmed(text.substr(0, dots)));
  const auto highest = parse_number<std::int64_t>(trimmed(text.substr(dots + 2)));
  if (!lowest || !highest || *lowest > *highest) return {};
  return Range{*lowest, *highest};
}

std::optional<Slot> parse_type(Types& types, std::string_view text) {
  text = trimmed(text);
  if (text == "int") return types.fresh(Sort::integer);
  if (text == "bool") return types.fresh(Sort::boolean);
  if (text == "string") return types.fresh(Sort::string);
  if (text.ends_with(']')) {
    const std::size_t open = text.rfind('[');
    if (open == std::string_view::npos) return {};
    const auto length =
        parse_number<std::uint64_t>(trimmed(text.substr(open + 1, text.size() - open - 2)));
    const auto element = parse_type(types, text.substr(0, open));
    if (!length || *length == 0 || *length > max_length || !element) return {};
    return types.array(*element, *length);
  }
  if (!text.starts_with("enum(") || !text.ends_with(')')) return {};
  text = text.substr(5, text.size() - 6);
  std::vector<std::string> literals;
  while (true) {
    const std::size_t comma = std::min(text.find(','), text.size());
    const std::string_view one = trimmed(text.substr(0, comma));
    if (one.empty() || std::find(literals.begin(), literals.end(), one) != literals.end())
      return {};
    literals.emplace_back(one);
    if (comma == text.size()) break;
    text.remove_prefix(comma + 1);
  }
  return types.enumeration(std::move(literals));
}

}  // namespace arges::frontend::scxml
