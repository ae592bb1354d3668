#pragma once

#include <string>
#include <vector>

#include "cli/command.h"

namespace arges::cli {

using Commands = std::vector<std::unique_ptr<Command>>;

/// Runs the program with arguments (without its own name) and returns its exit code; every error
/// is rendered here and nowhere else. Does not throw.
int run_program(const std::vector<std::string>& arguments);

/// The command of this name; throws UsageError with the nearest one.
Command& find_command(const Commands& commands, const std::string& name);

/// Declares a command's options and reads them from arguments; throws UsageError for what is none
/// of them.
void read_arguments(Command& command, CLI::App& app, std::vector<std::string> arguments);

}  // namespace arges::cli
