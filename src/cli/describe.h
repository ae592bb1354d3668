#pragma once

#include <string>
#include <vector>

#include "cli/command.h"
#include "engine/options.h"

namespace arges::cli {

/// An option or a positional argument of a command, as it was declared.
struct OptionDescription {
  enum class Kind : std::uint8_t { positional, flag, value };
  Kind kind = Kind::flag;
  std::string name;                ///< "MODEL", "timeout"; a flag without a long name: "v"
  std::vector<std::string> names;  ///< as they are typed: "-o", "--output"; of an argument none
  std::string spelling;            ///< "-v, --verbose", "--timeout SECONDS"
  std::string argument;            ///< "SECONDS"; what a positional argument is: "FILE"
  std::string group;
  std::string help;
  std::string default_value;
  bool repeatable = false;
  char separator = 0;                        ///< between several values in one word
  const engine::Choices* choices = nullptr;  ///< its values, if they are words
  std::string advice;                        ///< of an option without such values
};

/// The options of a command, in the order of declaration, which is that of help.
std::vector<OptionDescription> describe(const CLI::App& app);

/// What the program is, in a sentence.
extern const char* const program_summary;
/// What an exit code says, and of which commands what in particular.
struct ExitMeaning {
  std::string code;
  std::string meaning;
};
const std::vector<ExitMeaning>& exit_meanings();

/// A first day with the program, in an order in which each line can be tried; they run where the
/// examples are.
const std::vector<Example>& first_steps();

/// The arguments of a command as its usage shows them: " MODEL", " [FORMULA]".
std::string arguments_of(const Command& command, const std::vector<OptionDescription>& options);
/// The help of an option, with what holds of its values.
std::string full_help(const OptionDescription& option);

/// What `arges COMMAND --help` prints.
std::string command_help(const Command& command, const CLI::App& app);
/// What `arges --help` prints.
std::string program_help(const std::vector<std::unique_ptr<Command>>& commands);

/// The text broken into lines of at most `width` characters, later ones indented.
std::string wrapped(const std::string& text, std::size_t indent, std::size_t width);

/// The words that an option of this name and with this help takes, or null.
const engine::Choices* find_choices(const std::string& option, const std::string& help);

}  // namespace arges::cli
