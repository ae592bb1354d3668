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

/// What is told of arrays of a variable or parameter.
struct ArrayForm {
  std::size_t shown = 0;  ///< so many elements at least
  ir::Value usual = {};   ///< of elements that need not be told; unknown: 0, false, …
};
/// By its length, or else by the value that the model gives it at first.
ArrayForm array_form(const System& system, ir::Var var);

/// The last element of a list that goes on with the one before it.
inline constexpr std::string_view and_so_on = "…";

/// "Day" of an enumeration, "\"text\"" of strings, "[1, 2]" of arrays, in which the last elements
/// are left out if they are the usual ones. "[1, 2, …]": all others are 2; so is "[0, …]".
std::string value_text(ir::Value value, ir::Type type, const ArrayForm& form = {});
/// Of a variable or a parameter.
std::string value_text(const System& system, ir::Var var, ir::Value value);
/// "set(3, Day)", or the name alone; names with signs that inputs have a use for are in quotes.
std::string call_text(std::string_view name, const std::vector<std::string>& arguments);

/// The first elements of an array.
struct ArrayElements {
  enum class Rest : std::uint8_t { usual, like_the_last };
  std::vector<ir::Value> values;
  Rest rest = Rest::usual;  ///< the elements behind them
};
/// Nothing: they are too scattered to be listed.
std::optional<ArrayElements> elements_of(ir::Value array, const ArrayForm& form);

/// The literal of an enumeration that a text means: as value_text writes it, by its name alone, or
/// behind the type's name.
std::optional<std::size_t> find_literal(ir::Type type, std::string_view text);

}  // namespace arges::model::statechart
