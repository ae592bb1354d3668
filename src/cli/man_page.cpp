#include "cli/man_page.h"

#include <fmt/format.h>

#include "base/invariant.h"
#include "cli/describe.h"
#include "cli/endings.h"
#include "output/version.h"

namespace arges::cli {

namespace {

using Kind = OptionDescription::Kind;

/// What formatters like lines of a page to have at most, with two more in front.
constexpr std::size_t input_width = 78;

/// The character at `at` of text in UTF-8, which `at` is moved behind.
std::uint32_t next_character(const std::string& text, std::size_t& at) {
  const auto first = static_cast<unsigned char>(text[at++]);
  if (first < 0x80) return first;
  std::uint32_t result = first & (first < 0xe0 ? 0x1fU : first < 0xf0 ? 0x0fU : 0x07U);
  while (at < text.size() && (static_cast<unsigned char>(text[at]) & 0xc0U) == 0x80)
    result = result << 6U | (static_cast<unsigned char>(text[at++]) & 0x3fU);
  return result;
}

/// Text that looks on the page as it does here: a formatter would make typographic signs of some of
/// ASCII's.
std::string roff(const std::string& text) {
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    const std::uint32_t c = next_character(text, at);
    switch (c) {
      case '\\':
        result += "\\e";
        break;
      case '-':
        result += "\\-";
        break;
      case '\'':
        result += "\\(aq";
        break;
      case '`':
        result += "\\(ga";
        break;
      case '^':
        result += "\\(ha";
        break;
      case '~':
        result += "\\(ti";
        break;
      case '"':
        result += "\\(dq";
        break;
      default:
        result += c < 0x80 ? std::string(1, static_cast<char>(c)) : fmt::format("\\[u{:04X}]", c);
    }
  }
  return result;
}

/// Lines of text in this form; one that began with a dot would be a command.
std::string lines(const std::string& text) {
  std::string result;
  for (const char c : wrapped(text, 0, input_width)) {
    if (c == '.' && (result.empty() || result.back() == '\n')) result += "\\&";
    result += c;
  }
  return result;
}

std::string paragraph(const std::string& text) { return lines(roff(text)); }

std::string bold(const std::string& text) { return "\\fB" + roff(text) + "\\fR"; }
std::string italic(const std::string& text) { return "\\fI" + roff(text) + "\\fR"; }

/// A paragraph under a heading of its own line.
std::string item(const std::string& heading, const std::string& text) {
  return fmt::format(".TP\n{}\n{}\n", heading, text);
}

/// A summary as the line by which pages are found: "checks the properties of a model".
std::string short_form(const std::string& summary) {
  std::string result = summary.substr(0, std::min(summary.find(". "), summary.find(": ")));
  if (result.ends_with('.')) result.pop_back();
  if (!result.empty())
    result.front() = static_cast<char>(std::tolower(static_cast<unsigned char>(result.front())));
  return result;
}

std::string head(const std::string& name, const std::string& summary, const ManEdition& edition) {
  std::string title = name;
  for (char& c : title) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return fmt::format(".TH {} 1 {} \"arges {}\" \"Arges\"\n.SH NAME\n{}\n", roff(title),
                     edition.date, output::program_version,
                     lines(roff(name) + " \\- " + roff(short_form(summary))));
}

/// What an option or a value does, and when to use it.
std::string told(const std::string& help, std::string_view advice) {
  std::string result = paragraph(help);
  if (!advice.empty())
    result += "\n.br\n" + lines(italic("Advice:") + " " + roff(std::string(advice)));
  return result;
}

std::string option_text(const OptionDescription& option) {
  std::string names;
  for (const std::string& name : option.names) names += (names.empty() ? "" : ", ") + bold(name);
  if (option.kind == Kind::positional) names = italic(option.name);
  if (option.kind == Kind::value) names += " " + italic(option.argument);
  std::string result = item(names, told(full_help(option), option.advice));
  if (option.choices == nullptr) return result;
  result += ".RS\n";
  for (const engine::Choice& value : option.choices->values)
    result += item(bold(std::string(value.name)), told(std::string(value.help), value.advice));
  return result + ".RE\n";
}

std::string options_text(const CLI::App& app, const std::vector<OptionDescription>& options) {
  std::string result = ".SH OPTIONS\n";
  for (const std::string& group : app.get_groups()) {
    if (group.empty()) continue;  // for no one to type
    result += fmt::format(".SS {}\n", roff(group));
    for (const OptionDescription& option : options)
      if (option.group == group) result += option_text(option);
  }
  return result + ".PP\nValues may be in upper case and with \\(oq_\\(cq for \\(oq\\-\\(cq.\n";
}

std::string examples_text(const std::vector<Example>& examples) {
  std::string result = ".SH EXAMPLES\n";
  for (const Example& example : examples)
    result += item(bold(example.command), paragraph(example.meaning));
  return result;
}

std::string exit_text() {
  std::string result = ".SH \"EXIT STATUS\"\n";
  for (const ExitMeaning& exit : exit_meanings())
    result += item(bold(exit.code), paragraph(exit.meaning));
  return result;
}

/// "*.cfa, *.theta".
std::string patterns(const std::vector<std::string>& endings) {
  std::string result;
  for (const std::string& ending : endings)
    result += (result.empty() ? "" : ", ") + bold("*." + ending);
  return result;
}

/// Files by their endings: by format, if the command has several formats of models.
std::string files_text(const std::vector<OptionDescription>& options) {
  std::string result = ".SH FILES\n";
  for (const OptionDescription& option : options) {
    const bool is_format = option.name == "input" && option.choices != nullptr;
    if (is_format)
      for (const engine::Choice& format : option.choices->values) {
        const std::string help(format.help);
        const auto endings = endings_in(help);
        result += item(endings.empty() ? bold("*." + std::string(format.name)) : patterns(endings),
                       paragraph(help));
      }
    const bool is_file = option.kind == Kind::positional && option.argument == "FILE";
    const auto endings = endings_in(option.help);
    if (is_file && option.name != "MODEL" && option.name != "FILES" && !endings.empty())
      result += item(patterns(endings), paragraph(option.help));
  }
  result += item(
      "\\fI/usr/share/doc/arges/examples\\fR",
      lines("Models to start from, and examples of continuous integration. Of the archive that "
            "needs no installation: \\fIshare/doc/arges/examples\\fR where it was unpacked."));
  return result;
}

std::string see_also(const std::string& this_one, const ManEdition& edition) {
  std::string result;
  const auto add = [&](const std::string& page) {
    if (page == this_one) return;
    if (!result.empty()) result += ",\n";
    result += fmt::format(".BR {} (1)", roff(page));
  };
  add("arges");
  for (const std::string& command : edition.commands) add("arges-" + command);
  return ".SH \"SEE ALSO\"\n" + result + "\n";
}

}  // namespace

std::string man_page(Command& command, const ManEdition& edition) {
  CLI::App app;
  declare_all(app, command);
  const std::vector<OptionDescription> options = describe(app);
  const std::string name = "arges-" + command.name();
  std::string result = head(name, command.summary(), edition);
  result += fmt::format(".SH SYNOPSIS\n{}{} [\\fIOPTION\\fR...]\n", bold("arges " + command.name()),
                        italic(arguments_of(command, options)));
  result += fmt::format(".SH DESCRIPTION\n{}\n", paragraph(command.summary()));
  result += options_text(app, options);
  result += exit_text();
  result += files_text(options);
  result += examples_text(command.examples());
  return result + see_also(name, edition);
}

std::string man_page(const std::vector<std::unique_ptr<Command>>& commands,
                     const ManEdition& edition) {
  std::string result = head("arges", program_summary, edition);
  result += ".SH SYNOPSIS\n\\fBarges\\fR \\fICOMMAND\\fR [\\fIOPTION\\fR...]\n";
  result += fmt::format(
      ".SH DESCRIPTION\n{}\n.SH COMMANDS\n",
      paragraph(std::string(program_summary) +
                " Commands read models by the endings of their files (FILES), print results to the "
                "standard output and all else to the standard error, and tell by their exit codes "
                "what came out (EXIT STATUS)."));
  for (const auto& command : commands) {
    result += item(bold("arges " + command->name()),
                   fmt::format("{}\nSee\n.BR {} (1).", paragraph(command->summary()),
                               roff("arges-" + command->name())));
  }
  result += ".SH OPTIONS\n";
  result += item(bold("-h") + ", " + bold("--help"),
                 lines("A text with less than these pages have; \\fBarges\\fR \\fICOMMAND\\fR "
                       "\\fB\\-\\-help\\fR: one about a command."));
  result += item(bold("--version"), "The same as \\fBarges version\\fR.");
  result += exit_text();
  for (const auto& command : commands) {
    if (command->name() != "check") continue;
    CLI::App app;
    declare_all(app, *command);
    result += files_text(describe(app));
  }
  result += ".SH ENVIRONMENT\n";
  result += item(bold("SOURCE_DATE_EPOCH"),
                 paragraph("The time, in seconds since 1970, that is written into witnesses and "
                           "manual pages instead of the present one."));
  result += examples_text(first_steps());
  return result + see_also("arges", edition);
}

}  // namespace arges::cli
