#include "cli/endings.h"

#include <algorithm>
#include <cctype>

namespace arges::cli {

std::vector<std::string> endings_in(std::string_view text) {
  const auto is_letter = [](char c) { return std::islower(static_cast<unsigned char>(c)) != 0; };
  std::vector<std::string> result;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const bool begins_word = at == 0 || text[at - 1] == ' ' || text[at - 1] == '(';
    if (text[at] != '.' || !begins_word) continue;
    const auto* const end = std::find_if_not(text.begin() + at + 1, text.end(), is_letter);
    std::string ending(text.begin() + at + 1, end);
    if (!ending.empty() && std::find(result.begin(), result.end(), ending) == result.end())
      result.push_back(std::move(ending));
  }
  return result;
}

std::vector<std::string> endings_of(const OptionDescription& argument,
                                    const std::vector<OptionDescription>& options) {
  std::vector<std::string> result = endings_in(argument.help);
  if (!result.empty() || argument.name != "MODEL") return result;
  for (const OptionDescription& option : options) {
    if (option.name != "input" || option.choices == nullptr) continue;
    for (const engine::Choice& format : option.choices->values)
      for (std::string& ending : endings_in(format.help)) result.push_back(std::move(ending));
  }
  return result;
}

}  // namespace arges::cli
