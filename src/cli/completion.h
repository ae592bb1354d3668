#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cli/describe.h"

namespace arges::cli {

/// The shells that completions are written for.
enum class Shell : std::uint8_t { bash, zsh };
const engine::Choices& completion_shells();

/// A word that may be typed, and what it means.
struct CompletedWord {
  std::string word;
  std::string help;
};

/// What may be typed as an argument, or as an option's value.
struct CompletedArgument {
  enum class Files : std::uint8_t { none, files, folders };
  std::string name;  ///< "MODEL", "SECONDS"
  std::vector<CompletedWord> words;
  char separator = 0;  ///< between several words
  Files files = Files::none;
  std::vector<std::string> endings;  ///< of files; empty: any
  bool is_last_repeated = false;     ///< it stands for all arguments that follow
};

struct CompletedOption {
  std::vector<std::string> names;  ///< "-o", "--output"
  std::string help;
  bool is_repeatable = false;
  bool takes_value = false;
  CompletedArgument value;
};

struct CompletedCommand {
  std::string name;
  std::string help;
  std::vector<CompletedOption> options;
  std::vector<CompletedArgument> arguments;
};

/// All that can be typed, from the tables that help is made of.
std::vector<CompletedCommand> completed_commands();

/// Definitions to be read by the shell.
std::string bash_completion(const std::vector<CompletedCommand>& commands);
std::string zsh_completion(const std::vector<CompletedCommand>& commands);

}  // namespace arges::cli
