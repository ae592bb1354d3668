#include <fmt/format.h>

#include "cli/completion.h"

namespace arges::cli {

namespace {

/// Text within the quotes and brackets of _arguments; `special` are signs that mean something
/// there.
std::string quoted(const std::string& text, std::string_view special) {
  std::string result;
  for (const char c : text) {
    if (c == '\'') {
      result += "'\\''";
      continue;
    }
    if (special.find(c) != std::string_view::npos) result += '\\';
    result += c;
  }
  return result;
}

/// A summary is more than a line of a list has room for.
std::string first_sentence(const std::string& text) {
  return text.substr(0, std::min(text.find(". "), text.find(": ")));
}

/// What _arguments does for an argument: the name of a function, or a call of _files.
std::string action(const CompletedArgument& argument, const std::string& function) {
  using Files = CompletedArgument::Files;
  if (!argument.words.empty()) return function;
  if (argument.files == Files::folders) return "_files -/";
  if (argument.files == Files::none) return " ";
  std::string endings;
  for (const std::string& ending : argument.endings)
    endings += (endings.empty() ? "" : "|") + ending;
  return endings.empty() ? "_files" : fmt::format("_files -g \"(#i)*.({})(-.)\"", endings);
}

/// The function that suggests an argument's words; "" if it has none.
std::string words_function(const CompletedArgument& argument, const std::string& function) {
  if (argument.words.empty()) return "";
  std::string result = fmt::format("{}() {{\n", function);
  if (argument.separator != 0) {
    result += fmt::format("  _values -s {} '{}'", argument.separator, argument.name);
    for (const CompletedWord& word : argument.words)
      result += fmt::format(" \\\n    '{}[{}]'", word.word, quoted(word.help, "[]:\\"));
    return result + "\n}\n\n";
  }
  result += "  local -a words=(\n";
  for (const CompletedWord& word : argument.words)
    result += fmt::format("    '{}:{}'\n", word.word, quoted(first_sentence(word.help), "\\"));
  result += fmt::format("  )\n  _describe -t values '{}' words\n", argument.name);
  if (argument.files == CompletedArgument::Files::files) result += "  _files\n";
  return result + "}\n\n";
}

std::string option_spec(const CompletedOption& option, const std::string& function) {
  std::string value;
  if (option.takes_value)
    value = fmt::format(":{}:{}", option.value.name, action(option.value, function));
  std::string excluded;
  for (const std::string& name : option.names) excluded += (excluded.empty() ? "" : " ") + name;
  std::string result;
  for (const std::string& name : option.names) {
    const std::string before = option.is_repeatable      ? "*"
                               : option.names.size() > 1 ? fmt::format("({})", excluded)
                                                         : "";
    const bool is_long = name.starts_with("--");
    result +=
        fmt::format(" \\\n    '{}{}{}[{}]{}'", before, name,
                    option.takes_value && is_long ? "=" : "", quoted(option.help, "[]:\\"), value);
  }
  return result;
}

std::string function_of(const CompletedCommand& command) {
  std::string words;
  std::string specs;
  std::size_t number = 0;
  for (const CompletedOption& option : command.options) {
    const std::string function = fmt::format("_arges_{}_{}", command.name, number++);
    words += words_function(option.value, function);
    specs += option_spec(option, function);
  }
  for (std::size_t i = 0; i < command.arguments.size(); ++i) {
    const CompletedArgument& argument = command.arguments[i];
    const std::string function = fmt::format("_arges_{}_{}", command.name, number++);
    words += words_function(argument, function);
    specs +=
        fmt::format(" \\\n    '{}:{}:{}'", argument.is_last_repeated ? "*" : std::to_string(i + 1),
                    argument.name, action(argument, function));
  }
  return words +
         fmt::format("_arges_command_{}() {{\n  _arguments -s -S{}\n}}\n\n", command.name, specs);
}

}  // namespace

std::string zsh_completion(const std::vector<CompletedCommand>& commands) {
  std::string result =
      "#compdef arges\n# Completion of arges in zsh, as `arges completion zsh` prints it.\n\n";
  std::string list;
  for (const CompletedCommand& command : commands) {
    result += function_of(command);
    list +=
        fmt::format("      '{}:{}'\n", command.name, quoted(first_sentence(command.help), "\\"));
  }
  result += fmt::format(R"zsh(_arges() {{
  if (( CURRENT == 2 )); then
    local -a commands=(
{}      '--help:the text of help'
      '--version:the version of the program'
    )
    _describe -t commands COMMAND commands
  elif (( $+functions[_arges_command_$words[2]] )); then
    local function=_arges_command_$words[2]
    shift words
    (( CURRENT-- ))
    $function
  fi
}}

# Called by the name of its file, or read by source.
if [[ $funcstack[1] == _arges ]]; then
  _arges "$@"
else
  compdef _arges arges
fi
)zsh",
                        list);
  return result;
}

}  // namespace arges::cli
