#include "cli/program.h"

#include <algorithm>
#include <csignal>
#include <new>

#include <fmt/format.h>

#include "base/error.h"
#include "base/invariant.h"
#include "base/syntax/suggest.h"
#include "cli/describe.h"
#include "cli/files.h"
#include "cli/worker.h"
#include "engine/options.h"
#include "output/version.h"

namespace arges::cli {

namespace {

/// Complains about an argument that no option or positional takes.
[[noreturn]] void reject_argument(const std::string& argument, const Command& command,
                                  const CLI::App& app) {
  const std::string see = fmt::format("see: arges {} --help", command.name());
  if (argument.empty() || argument.front() != '-')
    throw UsageError(fmt::format("'{}' is one argument too many", argument), see);
  const std::string option = argument.substr(0, argument.find('='));
  const std::string name = option.substr(std::min(option.find_first_not_of('-'), option.size()));
  const auto later = engine::later_options();
  if (std::find(later.begin(), later.end(), name) != later.end())
    throw UsageError(fmt::format("{} is not available in this version", option), see);
  syntax::Suggestion suggestion(name);
  for (const OptionDescription& known : describe(app))
    if (known.kind != OptionDescription::Kind::positional) suggestion.consider(known.name);
  throw UsageError(
      fmt::format("there is no option {}", option),
      suggestion.best().empty() ? see : fmt::format("did you mean --{}?", suggestion.best()));
}

/// A flag is given or not; CLI11 would take --flag=no for the latter.
void refuse_flag_values(const std::vector<std::string>& arguments, const CLI::App& app) {
  for (const std::string& argument : arguments) {
    const std::string name = argument.substr(0, argument.find('='));
    if (name == argument || !name.starts_with('-')) continue;
    const CLI::Option* option = app.get_option_no_throw(name);
    if (option != nullptr && option->get_items_expected_max() == 0)
      throw UsageError(fmt::format("{} takes no value", name),
                       fmt::format("write {} alone, or leave it out", name));
  }
}

/// CLI11's message, in words of ours where a user is likely to meet it.
std::string plain_words(const std::string& message) {
  const std::string option = message.substr(0, message.find(':'));
  if (message.find("At Most 1 required") != std::string::npos)
    return fmt::format("{} is given more than once", option);
  if (message.ends_with("missing")) return fmt::format("{} needs a value", option);
  return message;
}

void require_positionals(const Command& command, const CLI::App& app) {
  if (command.optional_positionals()) return;
  for (const CLI::Option* option : app.get_options())
    if (option->get_positional() && option->count() == 0)
      throw UsageError(fmt::format("{} is missing", option->get_name(true)),
                       fmt::format("see: arges {} --help", command.name()));
}

/// An argument so that a shell reads it as it is.
std::string shell_word(const std::string& argument) {
  constexpr const char* plain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./=,:+@%";
  if (!argument.empty() && argument.find_first_not_of(plain) == std::string::npos) return argument;
  std::string result = "'";
  for (const char c : argument) {
    if (c == '\'')
      result += "'\\''";
    else
      result += c;
  }
  return result + "'";
}

}  // namespace

Command& find_command(const Commands& commands, const std::string& name) {
  syntax::Suggestion suggestion(name);
  std::string available;
  for (const auto& command : commands) {
    if (command->name() == name) return *command;
    suggestion.consider(command->name());
    available += fmt::format("{}{}", available.empty() ? "" : ", ", command->name());
  }
  throw UsageError(
      name.starts_with("-") ? fmt::format("there is no option {}", name)
                            : fmt::format("there is no command '{}'", name),
      suggestion.best().empty() ? fmt::format("commands: {}", available) : suggestion.hint());
}

void read_arguments(Command& command, CLI::App& app, std::vector<std::string> arguments) {
  declare_all(app, command);
  refuse_flag_values(arguments, app);
  command.note_arguments(arguments);
  std::reverse(arguments.begin(), arguments.end());  // as CLI11 wants them
  try {
    app.parse(std::move(arguments));
  } catch (const CLI::ParseError& error) {
    throw UsageError(plain_words(error.what()),
                     fmt::format("see: arges {} --help", command.name()));
  }
  if (app.count("--help") > 0) return;
  // An option that does not exist explains why its value was taken for something else.
  std::vector<std::string> extras = app.remaining();
  std::stable_partition(extras.begin(), extras.end(), [](const std::string& extra) {
    return !extra.empty() && extra.front() == '-';
  });
  if (!extras.empty()) reject_argument(extras.front(), command, app);
  require_positionals(command, app);
}

namespace {

/// Reads its arguments and runs one command.
ExitCode run_command(Command& command, std::vector<std::string> arguments) {
  CLI::App app;
  read_arguments(command, app, std::move(arguments));
  if (app.count("--help") == 0) return command.run();
  write_stdout(command_help(command, app));
  return ExitCode::success;
}

bool asks_for_help(const std::string& argument) { return argument == "-h" || argument == "--help"; }

/// `arges help` and `arges help COMMAND`.
ExitCode run_help(const Commands& commands, const std::vector<std::string>& arguments) {
  if (arguments.size() > 1)
    throw UsageError(fmt::format("'{}' is one argument too many", arguments[1]),
                     "see: arges --help");
  if (!arguments.empty() && !asks_for_help(arguments.front()))
    return run_command(find_command(commands, arguments.front()), {"--help"});
  write_stdout(program_help(commands));
  return ExitCode::success;
}

ExitCode run(const std::vector<std::string>& arguments) {
  const Commands commands = all_commands();
  if (arguments.empty()) throw UsageError("a command is missing", "see: arges --help");
  const std::string& first = arguments.front();
  const std::vector<std::string> rest(arguments.begin() + 1, arguments.end());
  if (asks_for_help(first)) return run_help(commands, {});
  if (first == "help") return run_help(commands, rest);
  if (first == "--version") return run_command(find_command(commands, "version"), rest);
  if (first == worker_name && rest.empty()) return run_worker();
  return run_command(find_command(commands, first), rest);
}

void print_defect(const char* what) {
  write_stderr(
      fmt::format("arges: a defect of arges itself: {}\n  please report it with this message, the "
                  "command line, "
                  "the input, and the output of arges version --verbose ({})\n",
                  what, output::program_version));
}

/// The exit code of whatever `run` throws, told on stderr.
ExitCode run_and_report(const std::vector<std::string>& arguments) {
  try {
    return run(arguments);
  } catch (const UsageError& error) {
    write_stderr(fmt::format("arges: {}\n", error.what()));
    if (!error.hint().empty()) write_stderr(fmt::format("  hint: {}\n", error.hint()));
    return ExitCode::usage;
  } catch (const InputError& error) {
    for (const Diagnostic& diagnostic : error.diagnostics())
      write_stderr(diagnostic.render() + "\n");
    return ExitCode::input;
  } catch (const std::bad_alloc&) {
    write_stderr("arges: out of memory\n");
    return ExitCode::unknown;
  } catch (const std::exception& error) {
    print_defect(error.what());
  } catch (...) {
    print_defect("an exception of unknown type");
  }
  return ExitCode::defect;
}

}  // namespace

void Command::note_arguments(const std::vector<std::string>& arguments) {
  typed_ = "arges " + name();
  for (const std::string& argument : arguments) typed_ += " " + shell_word(argument);
}

std::vector<std::unique_ptr<Command>> all_commands() {
  Commands result;
  result.push_back(make_check());
  result.push_back(make_validate());
  result.push_back(make_ltl());
  result.push_back(make_lts());
  result.push_back(make_synth());
  result.push_back(make_bench());
  result.push_back(make_traces());
  result.push_back(make_simulate());
  result.push_back(make_convert());
  result.push_back(make_lsp());
  result.push_back(make_options());
  result.push_back(make_man());
  result.push_back(make_completion());
  result.push_back(make_version());
  return result;
}

int run_program(const std::vector<std::string>& arguments) {
  reserve_standard_streams();
  std::signal(SIGPIPE, SIG_IGN);  // a closed pipe shows when writing
  try {
    return static_cast<int>(run_and_report(arguments));
  } catch (...) {
    return static_cast<int>(ExitCode::defect);  // not even the message could be made
  }
}

}  // namespace arges::cli
