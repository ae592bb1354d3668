#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace arges::syntax {

/// Without blanks around.
std::string_view trimmed(std::string_view text);

/// Parts between separators outside of brackets and of texts in quotes, without blanks around.
std::vector<std::string> split_outside_brackets(std::string_view text, char separator);

/// What a text in double or single quotes stands for, in which a backslash stands before a quote, a
/// backslash, or the n of a new line; nothing: it is not in quotes.
std::optional<std::string> unquoted(std::string_view text);
/// In double quotes, as unquoted reads it.
std::string quoted_text(std::string_view text);

/// The first place of a sign outside of texts in quotes; npos: there is none.
std::size_t find_unquoted(std::string_view text, char sign);

/// What a list of the command line has, separated by commas outside of brackets and quotes.
std::vector<std::string> split_list(std::string_view text);

/// The line between two runs of one script.
inline constexpr std::string_view start_again = "---";

/// An event with its arguments, as people write it: `set(3, Red)`, `say("a, b")`, `"a&b"(3)`.
struct CallText {
  std::string name;  ///< without the quotes around it
  std::vector<std::string> arguments;
};
/// An event's name as call_text and lists of inputs read it: in quotes where they would take
/// something in it for a sign of theirs.
std::string name_text(std::string_view name);
CallText call_text(std::string_view text);

}  // namespace arges::syntax
