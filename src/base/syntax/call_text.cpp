#include "base/syntax/call_text.h"

namespace arges::syntax {

namespace {

constexpr std::string_view blanks = " \t\r\n";

/// Where a text in quotes that begins here ends; npos: none begins here. Quotes stand where a part
/// begins, and only if they are closed: an apostrophe within a name is none.
std::size_t end_of_quoted(std::string_view text, std::size_t at, char separator) {
  if (text[at] != '"' && text[at] != '\'') return std::string_view::npos;
  const std::size_t before = at == 0 ? at : text.find_last_not_of(blanks, at - 1);
  const bool is_first = at == 0 || before == std::string_view::npos;
  constexpr std::string_view openings = ",&([";
  if (!is_first && text[before] != separator &&
      openings.find(text[before]) == std::string_view::npos)
    return std::string_view::npos;
  for (std::size_t i = at + 1; i < text.size(); ++i) {
    if (text[i] == '\\')
      ++i;
    else if (text[i] == text[at])
      return i;
  }
  return std::string_view::npos;
}

}  // namespace

std::string_view trimmed(std::string_view text) {
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
    if (!is_end) {
      if (const std::size_t end = end_of_quoted(text, i, separator);
          end != std::string_view::npos) {
        i = end;
        continue;
      }
      if (text[i] == '(' || text[i] == '[') ++depth;
      if (text[i] == ')' || text[i] == ']') --depth;
      if (text[i] != separator || depth > 0) continue;
    }
    result.emplace_back(trimmed(text.substr(start, i - start)));
    start = i + 1;
  }
  return result;
}

std::optional<std::string> unquoted(std::string_view text) {
  if (text.size() < 2 || (text.front() != '"' && text.front() != '\'') ||
      text.back() != text.front())
    return {};
  std::string result;
  for (std::size_t i = 1; i + 1 < text.size(); ++i) {
    const bool is_escape = text[i] == '\\' && i + 2 < text.size();
    if (is_escape) ++i;
    result += is_escape && text[i] == 'n' ? '\n' : text[i];
  }
  return result;
}

std::string quoted_text(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    if (c == '\n')
      result += "\\n";
    else
      result += c;
  }
  return result + "\"";
}

std::size_t find_unquoted(std::string_view text, char sign) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (const std::size_t end = end_of_quoted(text, i, ','); end != std::string_view::npos)
      i = end;
    else if (text[i] == sign)
      return i;
  }
  return std::string_view::npos;
}

std::vector<std::string> split_list(std::string_view text) {
  std::vector<std::string> result = split_outside_brackets(text, ',');
  std::erase(result, "");
  return result;
}

std::string name_text(std::string_view name) {
  const bool is_plain = !name.empty() && name != start_again && !name.starts_with("after ") &&
                        trimmed(name) == name &&
                        name.find_first_of("#&,()[]\"'\n") == std::string_view::npos;
  return is_plain ? std::string(name) : quoted_text(name);
}

CallText call_text(std::string_view text) {
  text = trimmed(text);
  const auto name_of = [](std::string_view written) {
    written = trimmed(written);
    return unquoted(written).value_or(std::string(written));
  };
  const std::size_t open = find_unquoted(text, '(');
  if (open == std::string_view::npos || text.back() != ')') return {name_of(text), {}};
  const std::string_view inside = text.substr(open + 1, text.size() - open - 2);
  CallText result{name_of(text.substr(0, open)), {}};
  if (!trimmed(inside).empty()) result.arguments = split_outside_brackets(inside, ',');
  return result;
}

}  // namespace arges::syntax
