#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace arges {

/// Splits a command line into words; quotes and backslashes mean what they do in a shell. Nothing:
/// a quote does not end.
std::optional<std::vector<std::string>> split_words(std::string_view text);

/// The words as the system takes them to run a program; they live as long as `words` do.
std::vector<char*> argument_pointers(const std::vector<std::string>& words);

}  // namespace arges
