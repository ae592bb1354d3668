#include <fmt/format.h>

#include "cli/completion.h"

namespace arges::cli {

namespace {

constexpr const char* functions = R"bash(
# The words that begin as what is typed does, after those before the last separator.
_arges_words() {  # SEPARATOR WORDS
  local before='' typed=$cur
  if [[ -n $1 && $cur == *"$1"* ]]; then
    before=${cur%"$1"*}$1
    typed=${cur##*"$1"}
    compopt -o nospace
  fi
  local word
  for word in $2; do
    [[ $word == "$typed"* ]] && COMPREPLY+=("$before$word")
  done
}

# Files with one of these endings, and folders; all files if there are none of these.
_arges_files() {  # ENDINGS, separated by |
  local file typed=${cur#[\"\']} other=()
  compopt -o filenames
  while IFS= read -r file; do
    if [[ -d $file || -z $1 || ${file,,} =~ \.($1)$ ]]; then
      COMPREPLY+=("$file")
    else
      other+=("$file")
    fi
  done < <(compgen -f -- "${typed//\\/}")
  ((${#COMPREPLY[@]})) || COMPREPLY=("${other[@]}")
}

_arges_folders() {
  local file typed=${cur#[\"\']}
  compopt -o filenames
  while IFS= read -r file; do COMPREPLY+=("$file"); done < <(compgen -d -- "${typed//\\/}")
}

# The options that are not given yet, and those that may be given again.
_arges_options() {  # ONCE AGAIN
  local option
  for option in $1; do
    [[ $option == "$cur"* && " ${COMP_WORDS[*]:2:COMP_CWORD-2} " != *" $option "* ]] &&
      COMPREPLY+=("$option")
  done
  _arges_words '' "$2"
}

# How many arguments that are no options, nor values of these, come before the cursor.
_arges_count() {  # OPTIONS-WITH-VALUES
  local at word
  count=0
  for ((at = 2; at < COMP_CWORD; ++at)); do
    word=${COMP_WORDS[at]}
    if [[ $word == -* && " $1 " == *" $word "* ]]; then
      [[ ${COMP_WORDS[at + 1]} != = ]] || ((++at))
      ((++at))
    elif [[ $word != -* ]]; then
      ((++count))
    fi
  done
}
)bash";

std::string joined(const std::vector<std::string>& parts, const char* between) {
  std::string result;
  for (const std::string& part : parts) result += (result.empty() ? "" : between) + part;
  return result;
}

std::string words_of(const CompletedArgument& argument) {
  std::vector<std::string> words;
  for (const CompletedWord& word : argument.words) words.push_back(word.word);
  return joined(words, " ");
}

/// The shell's commands that suggest an argument.
std::string suggestions(const CompletedArgument& argument) {
  using Files = CompletedArgument::Files;
  std::vector<std::string> result;
  if (!argument.words.empty())
    result.push_back(fmt::format("_arges_words '{}' '{}'",
                                 argument.separator == 0 ? "" : std::string(1, argument.separator),
                                 words_of(argument)));
  if (argument.files == Files::files)
    result.push_back(fmt::format("_arges_files '{}'", joined(argument.endings, "|")));
  if (argument.files == Files::folders) result.emplace_back("_arges_folders");
  return result.empty() ? ":" : joined(result, "; ");
}

/// The branch for the values of options.
std::string values_text(const CompletedCommand& command) {
  std::string result;
  for (const CompletedOption& option : command.options)
    if (option.takes_value)
      result += fmt::format("    {}) {}; return ;;\n", joined(option.names, " | "),
                            suggestions(option.value));
  return result.empty() ? "" : "  case $option in\n" + result + "  esac\n";
}

/// The branch for arguments that are no options.
std::string arguments_text(const CompletedCommand& command) {
  std::string result;
  for (std::size_t i = 0; i < command.arguments.size(); ++i) {
    const CompletedArgument& argument = command.arguments[i];
    result += fmt::format("    {}) {} ;;\n", argument.is_last_repeated ? "*" : std::to_string(i),
                          suggestions(argument));
  }
  return "  case $count in\n" + result + "  esac\n";
}

std::string function_of(const CompletedCommand& command) {
  std::string once;
  std::string again;
  std::string with_value;
  for (const CompletedOption& option : command.options)
    for (const std::string& name : option.names) {
      (option.is_repeatable ? again : once) +=
          (option.is_repeatable ? again : once).empty() ? name : " " + name;
      if (option.takes_value) with_value += with_value.empty() ? name : " " + name;
    }
  std::string result = fmt::format("_arges_command_{}() {{\n", command.name) + values_text(command);
  result += fmt::format(
      "  if [[ $cur == -* ]]; then\n    _arges_options '{}' '{}'\n    return\n  fi\n", once, again);
  if (command.arguments.empty())
    return result + fmt::format("  _arges_options '{}' '{}'\n}}\n\n", once, again);
  return result + fmt::format("  _arges_count '{}'\n", with_value) + arguments_text(command) +
         "}\n\n";
}

}  // namespace

std::string bash_completion(const std::vector<CompletedCommand>& commands) {
  std::string result = "# Completion of arges in bash, as `arges completion bash` prints it.\n";
  result += functions;
  result += "\n";
  std::string names;
  for (const CompletedCommand& command : commands) {
    result += function_of(command);
    names += command.name + " ";
  }
  result += fmt::format(R"bash(_arges() {{
  local cur=${{COMP_WORDS[COMP_CWORD]}} option=${{COMP_WORDS[COMP_CWORD - 1]}} count
  COMPREPLY=()
  # The shell splits --option=value at the sign.
  if [[ $cur == = ]]; then
    cur=''
  elif [[ $option == = ]]; then
    option=${{COMP_WORDS[COMP_CWORD - 2]}}
  fi
  if ((COMP_CWORD == 1)); then
    _arges_words '' '{}--help --version'
  elif declare -F "_arges_command_${{COMP_WORDS[1]}}" >/dev/null; then
    "_arges_command_${{COMP_WORDS[1]}}"
  fi
}}

complete -F _arges arges
)bash",
                        names);
  return result;
}

}  // namespace arges::cli
