#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace arges::syntax {

/// Without blanks around.
std::string_view trimmed(std::string_view text);

/// Parts between separators outside of brackets, without blanks around.
std::vector<std::string> split_outside_brackets(std::string_view text, char separator);

/// What a list of the command line has, separated by commas outside of brackets.
std::vector<std::string> split_list(std::string_view text);

/// An event with its arguments, as people write it: `set(3, Red)`.
struct CallText {
  std::string name;
  std::vector<std::string> arguments;
};
CallText call_text(std::string_view text);

}  // namespace arges::syntax
