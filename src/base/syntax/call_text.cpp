#include "base/syntax/call_text.h"

namespace arges::syntax {

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view blanks = " \t\r\n";
  const std::size_t first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

std::vector<std::string> split_outside_brackets(std::string_view text, char separator) {
  std::vector<std::string> result;
  int depth = 0;
  std::size_t start = 0;
  for (std::size_t i = 0; i <= text.size(); ++i) {
    const bool is_end = i == text.size();
    if (!is_end && text[i] == '(') ++depth;
    if (!is_end && text[i] == ')') --depth;
    if (!is_end && (text[i] != separator || depth > 0)) continue;
    result.emplace_back(trimmed(text.substr(start, i - start)));
    start = i + 1;
  }
  return result;
}

std::vector<std::string> split_list(std::string_view text) {
  std::vector<std::string> result = split_outside_brackets(text, ',');
  std::erase(result, "");
  return result;
}

CallText call_text(std::string_view text) {
  const std::size_t open = text.find('(');
  if (open == std::string_view::npos || text.back() != ')') return {std::string(trimmed(text)), {}};
  const std::string_view inside = text.substr(open + 1, text.size() - open - 2);
  CallText result{std::string(trimmed(text.substr(0, open))), {}};
  if (!trimmed(inside).empty()) result.arguments = split_outside_brackets(inside, ',');
  return result;
}

}  // namespace arges::syntax
