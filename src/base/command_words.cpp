#include "base/command_words.h"

namespace arges {

std::optional<std::vector<std::string>> split_words(std::string_view text) {
  std::vector<std::string> result;
  bool in_word = false;
  char quote = 0;
  const auto add = [&](char c) {
    if (!in_word) result.emplace_back();
    in_word = true;
    if (c != 0) result.back() += c;
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '\\' && quote != '\'' && i + 1 < text.size()) {
      add(text[++i]);
    } else if (quote != 0) {
      if (c == quote)
        quote = 0;
      else
        add(c);
    } else if (c == '\'' || c == '"') {
      add(0);
      quote = c;
    } else if (c == ' ' || c == '\t' || c == '\n') {
      in_word = false;
    } else {
      add(c);
    }
  }
  if (quote != 0) return {};
  return result;
}

std::vector<char*> argument_pointers(const std::vector<std::string>& words) {
  std::vector<char*> result;
  result.reserve(words.size() + 1);
  for (const std::string& word : words) result.push_back(const_cast<char*>(word.c_str()));
  result.push_back(nullptr);
  return result;
}

}  // namespace arges
