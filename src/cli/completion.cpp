#include "cli/completion.h"

#include <fmt/format.h>

#include "base/error.h"
#include "cli/command.h"
#include "cli/endings.h"
#include "cli/files.h"

namespace arges::cli {

namespace {

constexpr engine::Choice shells[] = {
    {"bash", "for bash", "in ~/.bashrc: source <(arges completion bash)",
     static_cast<std::uint32_t>(Shell::bash)},
    {"zsh", "for zsh", "into a file _arges in a folder of fpath",
     static_cast<std::uint32_t>(Shell::zsh)},
};
constexpr engine::Choices shell_choices{"shell", "the shell that reads the definitions", shells};

using Kind = OptionDescription::Kind;

std::vector<CompletedWord> words_of(const engine::Choices& choices) {
  std::vector<CompletedWord> result;
  for (const engine::Choice& choice : choices.values)
    result.push_back({std::string(choice.name), std::string(choice.help)});
  return result;
}

/// The axis that may be given a file instead of one of its words.
bool takes_file_too(const OptionDescription& option) {
  const engine::Axis* axis = engine::find_axis(option.name);
  return axis != nullptr && axis->file != nullptr && option.choices == &axis->choices;
}

CompletedArgument value_of(const OptionDescription& option) {
  using Files = CompletedArgument::Files;
  CompletedArgument result;
  result.name = option.kind == Kind::positional ? option.name : option.argument;
  if (option.choices != nullptr) result.words = words_of(*option.choices);
  if (option.argument == "LIST") result.separator = ',';
  if (option.argument.starts_with("FILE") || takes_file_too(option)) result.files = Files::files;
  if (option.argument == "DIR") result.files = Files::folders;
  if (const auto dot = option.argument.rfind('.'); dot != std::string::npos)
    result.endings.push_back(option.argument.substr(dot + 1));
  result.is_last_repeated = option.repeatable;
  return result;
}

CompletedCommand completed(Command& command) {
  CLI::App app;
  declare_all(app, command);
  const std::vector<OptionDescription> options = describe(app);
  CompletedCommand result{command.name(), command.summary(), {}, {}};
  for (const OptionDescription& option : options) {
    if (option.group.empty()) continue;  // for no one to type
    if (option.kind == Kind::positional) {
      result.arguments.push_back(value_of(option));
      result.arguments.back().endings = endings_of(option, options);
      continue;
    }
    const bool takes_value = option.kind == Kind::value;
    result.options.push_back({option.names, option.help, option.repeatable, takes_value,
                              takes_value ? value_of(option) : CompletedArgument()});
  }
  return result;
}

/// `arges completion`: what lets a shell complete command lines of arges.
class CompletionCommand : public Command {
 public:
  std::string name() const override { return "completion"; }
  std::string summary() const override {
    return "Prints definitions by which bash or zsh completes commands, options, their values and "
           "files. The packages install them.";
  }
  std::vector<Example> examples() const override {
    return {{"source <(arges completion bash)", "completion in this bash; in ~/.bashrc: in all"},
            {"arges completion zsh >_arges", "for a folder in the fpath of zsh"}};
  }
  void declare(CLI::App& app) override {
    app.add_option("SHELL", shell_, std::string(completion_shells().help))->group("Input");
  }
  ExitCode run() override {
    for (const engine::Choice& shell : shells) {
      if (shell.name != shell_) continue;
      const auto commands = completed_commands();
      write_stdout(static_cast<Shell>(shell.number) == Shell::bash ? bash_completion(commands)
                                                                   : zsh_completion(commands));
      return ExitCode::success;
    }
    throw UsageError(fmt::format("there is no completion for a shell '{}'", shell_),
                     "shells: bash, zsh");
  }

 private:
  std::string shell_;
};

}  // namespace

const engine::Choices& completion_shells() { return shell_choices; }

std::vector<CompletedCommand> completed_commands() {
  std::vector<CompletedCommand> result;
  std::vector<CompletedWord> names;
  for (const auto& command : all_commands()) {
    result.push_back(completed(*command));
    names.push_back({command->name(), command->summary()});
  }
  CompletedArgument about;
  about.name = "COMMAND";
  result.push_back({"help", "Tells about the program or a command.", {}, {std::move(about)}});
  for (CompletedCommand& command : result)
    for (CompletedArgument& argument : command.arguments)
      if (argument.name == "COMMAND") argument.words = names;
  return result;
}

std::unique_ptr<Command> make_completion() { return std::make_unique<CompletionCommand>(); }

}  // namespace arges::cli
