#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ir/value.h"
#include "model/statechart/system.h"

namespace arges::model::statechart {

// Values as authors of statecharts write them. Files that are read again keep to ir::to_string.

/// Whether the type is the enumeration of all strings that an SCXML document mentions.
bool is_string(ir::Type type);
/// The literal of that enumeration that stands for the empty string, its first one.
inline constexpr std::string_view empty_string_literal = "''";
/// How a string is called among the literals: as it is, unless it would be the empty one.
std::string string_literal(std::string_view text);
/// The string that a value of that enumeration is.
std::string string_of(ir::Value value, ir::Type type);

/// "Day" of an enumeration, "\"text\"" of strings, "[1, 2]" of arrays, in which the last elements
/// are left out if they are as all others ("[0, …]" if all are); at least so many are shown.
std::string value_text(ir::Value value, ir::Type type, std::size_t shown = 0);
/// Of a variable or a parameter; an array has at least as many elements as at first.
std::string value_text(const System& system, ir::Var var, ir::Value value);
/// "set(3, Day)", or the name alone.
std::string call_text(std::string_view name, const std::vector<std::string>& arguments);

/// So many elements of an array are told, of those that the model gives it at first.
std::size_t shown_elements(const System& system, ir::Var var);
/// The elements of an array from the first one on; nothing: they are too scattered to be listed.
std::optional<std::vector<ir::Value>> elements_of(ir::Value array, std::size_t shown);

/// The literal of an enumeration that a text means: as value_text writes it, by its name alone, or
/// behind the type's name.
std::optional<std::size_t> find_literal(ir::Type type, std::string_view text);

}  // namespace arges::model::statechart
