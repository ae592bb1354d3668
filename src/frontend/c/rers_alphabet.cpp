#include "frontend/c/rers_alphabet.h"

#include <cctype>
#include <filesystem>
#include <set>
#include <sstream>

#include "base/error.h"
#include "base/source.h"

namespace arges::frontend::c {

namespace {

using Words = std::set<std::string, std::less<>>;

/// The names in a text that look like letters.
Words letters_in(std::string_view text) {
  const auto is_part = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
  };
  Words result;
  for (std::size_t i = 0; i < text.size();) {
    std::size_t end = i;
    while (end < text.size() && is_part(text[end])) ++end;
    if (RersAlphabet::is_letter(text.substr(i, end - i))) result.emplace(text.substr(i, end - i));
    i = std::max(end, i + 1);
  }
  return result;
}

}  // namespace

std::string RersAlphabet::file_beside(const std::string& program) {
  const std::filesystem::path path = program;
  return path.parent_path() / (path.stem().string() + "_alphabet_mapping_C_version.txt");
}

RersAlphabet RersAlphabet::of_program(const std::string& path) {
  const std::string beside = file_beside(path);
  RersAlphabet result;
  std::error_code error;
  if (!std::filesystem::is_regular_file(beside, error)) return result;
  const SourcePtr file = read_source(beside);
  auto& numbers = result.numbers_.emplace();
  std::istringstream words{std::string(file->text())};
  for (std::string letter; words >> letter;) {
    int number = 0;
    if (!is_letter(letter) || !(words >> number))
      throw InputError({file.get(), 0}, "expected letters and their numbers: iA 1");
    numbers[letter] = number;
  }
  return result;
}

bool RersAlphabet::is_letter(std::string_view name) {
  return name.size() == 2 && (name[0] == 'i' || name[0] == 'o') && name[1] >= 'A' && name[1] <= 'Z';
}

std::optional<int> RersAlphabet::number(std::string_view letter) const {
  if (!is_letter(letter)) return {};
  if (!numbers_) return letter[1] - 'A' + 1;
  const auto found = numbers_->find(letter);
  return found == numbers_->end() ? std::nullopt : std::optional(found->second);
}

std::vector<int> RersAlphabet::inputs() const {
  std::vector<int> result;
  for (const char letter : std::string_view("ABCDEFGHIJKLMNOPQRSTUVWXYZ"))
    if (const auto known = number(std::string{'i', letter})) result.push_back(*known);
  return result;
}

bool speaks_of_events(std::string_view formula, std::string_view program) {
  const Words letters = letters_in(formula);
  if (letters.empty()) return false;
  const Words variables = letters_in(program);
  for (const std::string& letter : letters)
    if (variables.contains(letter)) return false;
  return true;
}

}  // namespace arges::frontend::c
