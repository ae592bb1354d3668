#pragma once

#include <memory>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "base/error.h"

namespace arges::cli {

/// A command line that teaches, and what it does.
struct Example {
  std::string command;
  std::string meaning;
};

/// One command of the program: it declares its options, and runs once they are set.
class Command {
 public:
  virtual ~Command() = default;
  virtual std::string name() const = 0;
  virtual std::string summary() const = 0;
  virtual std::vector<Example> examples() const = 0;
  virtual void declare(CLI::App& app) = 0;
  virtual ExitCode run() = 0;
  /// Whether positional arguments may be left out because there are other ways to say the same.
  virtual bool optional_positionals() const { return false; }

  /// Notes what was typed behind the command's name.
  void note_arguments(const std::vector<std::string>& arguments);
  /// What was typed, so that a shell understands it: for reports that say how they were made.
  const std::string& typed() const { return typed_; }

 private:
  std::string typed_;
};

std::unique_ptr<Command> make_check();
std::unique_ptr<Command> make_validate();
std::unique_ptr<Command> make_ltl();
std::unique_ptr<Command> make_lts();
std::unique_ptr<Command> make_synth();
std::unique_ptr<Command> make_traces();
std::unique_ptr<Command> make_simulate();
std::unique_ptr<Command> make_convert();
std::unique_ptr<Command> make_bench();
std::unique_ptr<Command> make_lsp();
std::unique_ptr<Command> make_options();
std::unique_ptr<Command> make_man();
std::unique_ptr<Command> make_completion();
std::unique_ptr<Command> make_version();

/// Declares the command's options and `--help`, and lets arguments that are no options remain.
void declare_all(CLI::App& app, Command& command);

/// Every command, in the order of help.
std::vector<std::unique_ptr<Command>> all_commands();

}  // namespace arges::cli
