#include "cli/describe.h"

#include <algorithm>
#include <cctype>

#include <fmt/format.h>

#include "cli/bench.h"
#include "cli/common_options.h"
#include "cli/completion.h"
#include "cli/lts.h"
#include "cli/trace_output.h"
#include "engine/convert.h"
#include "engine/ltl.h"
#include "engine/lts.h"
#include "engine/lts_check.h"
#include "engine/machine_task.h"
#include "engine/portfolio/preset.h"

namespace arges::cli {

namespace {

constexpr std::size_t text_column = 28;
constexpr std::size_t line_width = 100;

/// As the tables of values call it: "operation" for OPERATION.
std::string table_name(const OptionDescription& option) {
  std::string result = option.name;
  if (option.kind == OptionDescription::Kind::positional)
    for (char& c : result) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return result;
}

OptionDescription describe(const CLI::Option& option) {
  OptionDescription result;
  using Kind = OptionDescription::Kind;
  result.kind = option.get_positional()                ? Kind::positional
                : option.get_items_expected_max() == 0 ? Kind::flag
                                                       : Kind::value;
  result.name = result.kind == Kind::positional ? option.get_name(true)
                : option.get_lnames().empty()   ? option.get_snames().front()
                                                : option.get_lnames().front();
  for (const std::string& name : option.get_snames()) result.names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) result.names.push_back("--" + name);
  for (const std::string& name : result.names)
    result.spelling += fmt::format("{}{}", result.spelling.empty() ? "" : ", ", name);
  if (result.kind == Kind::positional) result.spelling = result.name;
  if (result.kind != Kind::flag) result.argument = option.get_type_name();
  // CLI11 adds what it checks of a value: "NUMBER:INT in [1 - 1024]".
  if (const auto checks = result.argument.find(':'); checks != std::string::npos)
    result.argument.erase(checks);
  if (result.kind == Kind::value) result.spelling += " " + result.argument;
  result.group = option.get_group();
  result.help = option.get_description();
  result.default_value = option.get_default_str();
  result.repeatable = result.kind != Kind::flag && option.get_items_expected_max() > 1;
  result.separator = option.get_delimiter();
  if (result.kind != Kind::flag) result.choices = find_choices(table_name(result), result.help);
  for (const engine::Axis& axis : engine::axes())
    if (axis.name() == result.name) result.advice = axis.advice;
  return result;
}

std::string option_help(const OptionDescription& option) {
  std::string left = "  " + option.spelling;
  left += left.size() + 2 <= text_column ? std::string(text_column - left.size(), ' ')
                                         : "\n" + std::string(text_column, ' ');
  std::string result = left + wrapped(full_help(option), text_column, line_width) + "\n";
  if (option.choices == nullptr) return result;
  std::size_t name_width = 0;
  for (const engine::Choice& value : option.choices->values)
    name_width = std::max(name_width, value.name.size());
  for (const engine::Choice& value : option.choices->values)
    result +=
        fmt::format("{}  {:<{}}  {}\n", std::string(text_column, ' '), value.name, name_width,
                    wrapped(std::string(value.help), text_column + 4 + name_width, line_width));
  return result;
}

std::string list(const std::string& heading, const std::vector<std::string>& lines) {
  std::string result = "\n" + heading + ":\n";
  for (const std::string& line : lines) result += "  " + line + "\n";
  return result;
}

std::string list(const std::string& heading, const std::vector<Example>& examples) {
  std::size_t width = 0;
  for (const Example& example : examples) width = std::max(width, example.command.size());
  std::vector<std::string> lines;
  lines.reserve(examples.size());
  for (const Example& example : examples)
    lines.push_back(fmt::format("{:<{}}  {}", example.command, width, example.meaning));
  return list(heading, lines);
}

std::string exit_codes() {
  std::vector<std::string> lines;
  for (const ExitMeaning& exit : exit_meanings())
    lines.push_back(fmt::format("{:<2}  {}", exit.code, exit.meaning));
  return list("Exit codes", lines);
}

}  // namespace

void declare_all(CLI::App& app, Command& command) {
  app.set_help_flag();
  app.allow_extras();
  command.declare(app);
  app.add_flag_function(
         "-h,--help", [](std::int64_t) {}, "this text")
      ->group("Help");
}

std::vector<OptionDescription> describe(const CLI::App& app) {
  std::vector<OptionDescription> result;
  for (const CLI::Option* option : app.get_options()) result.push_back(describe(*option));
  return result;
}

const char* const program_summary =
    "A model checker with counterexamples you can read and verdicts you can check again.";

const std::vector<Example>& first_steps() {
  static const std::vector<Example> steps{
      {"arges check examples/turnstile.xsts", "a verdict, and the run that shows it"},
      {"arges check examples/checkout.c --report checkout.html",
       "the same as a page: C, step by step"},
      {"arges check examples/parity.cfa --witness proof.json", "keep a proof ..."},
      {"arges validate examples/parity.cfa proof.json", "... and have it checked once more"},
      {"arges check examples/crossing.gcd --check deadlock", "a question about a statechart"},
      {"arges simulate examples/tutorials/coffee.scxml --events coin,coin,button",
       "run a statechart"},
      {"arges traces examples/door.scxml --abstract", "all that a model can do, in a few runs"},
      {"arges ltl 'F(a U b)' --equivalent 'F b'", "do two formulas say the same?"},
      {"arges lts bisim examples/lts/early.aut examples/lts/late.aut",
       "do two systems do the same?"},
      {"arges convert examples/door.scxml --to plantuml", "a drawing of a statechart"},
      {"arges synth examples/synth/small.json --seed 7 --out tasks", "tasks with known answers"},
      {"arges bench examples/bench/quick.yml", "which options do best on many tasks?"},
      {"arges options", "every option, with advice when to use it"},
  };
  return steps;
}

const std::vector<ExitMeaning>& exit_meanings() {
  static const std::vector<ExitMeaning> meanings{
      {"0", "done; check: every property holds; validate: accepted"},
      {"10",
       "a property is violated; validate: refused; ltl, lts: the answer is no; traces: they "
       "differ; bench: an answer is wrong"},
      {"20", "unknown: a limit, or no progress; bench: runs are missing"},
      {"2", "the command line is wrong"},
      {"3", "the input is wrong"},
      {"4", "a defect of arges itself"},
  };
  return meanings;
}

std::string full_help(const OptionDescription& option) {
  std::string result = option.help;
  if (option.repeatable && option.kind == OptionDescription::Kind::value)
    result += "; may be given several times";
  if (!option.default_value.empty()) result += fmt::format(" (default: {})", option.default_value);
  return result;
}

std::string arguments_of(const Command& command, const std::vector<OptionDescription>& options) {
  std::string result;
  for (const OptionDescription& option : options)
    if (option.kind == OptionDescription::Kind::positional)
      result +=
          command.optional_positionals() ? fmt::format(" [{}]", option.name) : " " + option.name;
  return result;
}

std::string wrapped(const std::string& text, std::size_t indent, std::size_t width) {
  std::string result;
  std::size_t column = indent;
  std::size_t at = 0;
  while (at < text.size()) {
    const std::size_t end = std::min(text.find(' ', at), text.size());
    const std::string word = text.substr(at, end - at);
    if (!result.empty() && column + 1 + word.size() > width) {
      result += "\n" + std::string(indent, ' ');
      column = indent;
    } else if (!result.empty()) {
      result += ' ';
      ++column;
    }
    result += word;
    column += word.size();
    at = end + 1;
  }
  return result;
}

std::string command_help(const Command& command, const CLI::App& app) {
  const std::vector<OptionDescription> options = describe(app);
  std::string result =
      fmt::format("Usage: arges {}{} [OPTION...]\n\n{}\n", command.name(),
                  arguments_of(command, options), wrapped(command.summary(), 0, line_width));
  for (const std::string& group : app.get_groups()) {
    if (group.empty()) continue;  // for no one to type
    result += fmt::format("\n{}:\n", group);
    for (const OptionDescription& option : options)
      if (option.group == group) result += option_help(option);
  }
  result += list("Examples", command.examples());
  result += exit_codes();
  result +=
      "\nOption values may be in upper case and with '_'. `arges options` says when to use "
      "which.\n";
  return result;
}

std::string program_help(const std::vector<std::unique_ptr<Command>>& commands) {
  std::string result =
      fmt::format("Usage: arges COMMAND [OPTION...]\n\n{}\n\nCommands:\n", program_summary);
  for (const auto& command : commands)
    result +=
        fmt::format("  {:<10}  {}\n", command->name(), wrapped(command->summary(), 14, line_width));
  result +=
      "\nOptions:\n  -h, --help  this text, or a command's: arges COMMAND --help\n"
      "              (arges help and arges help COMMAND print the same)\n"
      "  --version   the program's version, as arges version\n";
  result += list("Examples", first_steps());
  result += exit_codes();
  result += "\nEvery command has examples of its own. Tutorials and the rest: docs/README.md\n";
  return result;
}

const engine::Choices* find_choices(const std::string& option, const std::string& help) {
  for (const engine::Choices* choices :
       {&engine::input_formats(), &engine::preset_choices(), &output_formats(), &trace_formats(),
        &engine::ltl_syntaxes(), &engine::automaton_kinds(), &engine::checks_of_any_model(),
        &engine::conversion_formats(), &engine::coverage_criteria(), &engine::lts_input_formats(),
        &engine::lts_output_formats(), &engine::lts_finite_runs(), &bench_executors(),
        &lts_operations(), &completion_shells()})
    if (choices->option == option && choices->help == help) return choices;
  for (const engine::Axis& axis : engine::axes())
    if (axis.name() == option) return axis.is_number() ? nullptr : &axis.choices;
  return nullptr;
}

}  // namespace arges::cli
