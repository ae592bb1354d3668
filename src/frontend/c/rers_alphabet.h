#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace arges::frontend::c {

/// The letters of RERS programs, inputs `iA` and outputs `oX`, and the numbers that programs read
/// and print for them.
class RersAlphabet {
 public:
  /// A is 1, Z is 26, unless a file beside the program says otherwise, as of RERS 2020:
  /// `Problem1_alphabet_mapping_C_version.txt`. Throws InputError if that is no such file.
  static RersAlphabet of_program(const std::string& path);
  /// Where such a file would be.
  static std::string file_beside(const std::string& program);

  /// Whether it looks like the name of a letter.
  static bool is_letter(std::string_view name);
  static bool is_input(std::string_view letter) { return letter.front() == 'i'; }
  /// Nothing: the program has no such letter.
  std::optional<int> number(std::string_view letter) const;
  /// The numbers of all inputs.
  std::vector<int> inputs() const;

 private:
  std::optional<std::map<std::string, int, std::less<>>> numbers_;  ///< if they are not the usual
};

/// Whether a formula speaks of letters of RERS in a program that has no variables called so.
bool speaks_of_events(std::string_view formula, std::string_view program);

}  // namespace arges::frontend::c
