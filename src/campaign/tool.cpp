#include "campaign/tool.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <filesystem>
#include <sstream>

#include <fmt/format.h>

#include "campaign/bounded_text.h"
#include "campaign/places.h"
#include "frontend/yaml/cursor.h"

namespace arges::campaign {

namespace {

using frontend::YamlCursor;

std::string number(double value) { return fmt::format("{:g}", value); }

RegularExpression expression(const YamlCursor& at) {
  try {
    return RegularExpression(at.text());
  } catch (const std::invalid_argument& error) {
    at.fail(fmt::format("this is no regular expression: {}", error.what()));
  }
}

std::optional<RegularExpression> pattern(const YamlCursor& rule, const char* key) {
  const auto found = rule.optional_member(key);
  if (!found) return {};
  return expression(*found);
}

VerdictRule read_rule(const YamlCursor& at) {
  at.allow_only({"output", "exit", "is", "detail"});
  VerdictRule result;
  result.output = pattern(at, "output");
  result.detail = pattern(at, "detail");
  if (result.detail && !result.detail->has_group())
    at.member("detail").fail("this has no group",
                             "parentheses say which part counts: 'because (.*)'");
  if (const auto code = at.optional_member("exit")) result.exit_code = code->integer();
  const YamlCursor is = at.member("is");
  try {
    result.status = status_of(is.text());
  } catch (const std::invalid_argument& error) {
    is.fail(error.what(), "true, false, unknown, timeout, memory or error");
  }
  return result;
}

constexpr std::array places_of_folder{"scratch"};
constexpr std::array places_of_environment{"file", "definition", "property", "cpu",
                                           "wall", "memory",     "scratch"};
constexpr std::array places_of_command{"arges",   "file", "definition", "property", "question",
                                       "options", "cpu",  "wall",       "memory",   "scratch"};

/// Several words would go where one is.
void refuse_lists_in_words(const YamlCursor& at, const std::vector<std::string>& words) {
  for (const std::string& word : words)
    for (const char* list : {"{options}", "{question}"})
      if (word != list && word.find(list) != std::string::npos)
        at.fail(fmt::format("'{}' is a word of its own: it stands for several", list),
                "for a shell: [sh, -c, 'tool \"$@\"', sh, '{options}']");
}

/// Puts what belongs there into the places of a word.
class Places {
 public:
  Places(const Task& task, const RunLimits& limits)
      : values_{{"{file}", task.input},
                {"{definition}", task.model},
                {"{property}", task.question.text},
                {"{cpu}", limits.cpu_seconds ? number(*limits.cpu_seconds) : ""},
                {"{wall}", limits.wall_seconds ? number(*limits.wall_seconds) : ""},
                {"{memory}",
                 limits.memory_megabytes ? std::to_string(*limits.memory_megabytes) : ""}} {}

  std::string fill(const std::string& word) const {
    std::string result;
    for (std::size_t at = 0; at < word.size();) {
      const auto place = std::find_if(values_.begin(), values_.end(), [&](const auto& value) {
        return word.compare(at, std::strlen(value.first), value.first) == 0;
      });
      if (place == values_.end()) {
        result += word[at++];
      } else {
        result += place->second;
        at += std::strlen(place->first);
      }
    }
    return result;
  }

 private:
  std::vector<std::pair<const char*, std::string>> values_;
};

/// Without what is too long for anyone to read.
std::vector<std::string> lines_of(const std::string& text) {
  constexpr std::size_t most = 2000;
  std::vector<std::string> result;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) result.push_back(line.substr(0, most));
  return result;
}

/// The words by which arges is asked.
std::vector<std::string> asking(const Question& question) {
  switch (question.kind) {
    case Question::Kind::own:
      return {};
    case Question::Kind::file:
    case Question::Kind::text:
      return {"--property", question.text};
    case Question::Kind::ltl:
      return {"--ltl", question.text};
  }
  return {};
}

}  // namespace

Tool arges_tool(const std::string& program) {
  Tool result;
  result.name = arges_name;
  result.command = {program, "check", "{definition}", "{question}", "{options}"};
  result.version_command = {program, "--version"};
  const RegularExpression reason(": unknown \\((.*)\\)");
  result.rules.push_back({0, RegularExpression(": true( |$)"), Status::holds, {}});
  result.rules.push_back({10, {}, Status::violated, {}});
  result.rules.push_back({20, RegularExpression(": unknown \\(timeout"), Status::timeout, {}});
  result.rules.push_back({20, RegularExpression(": unknown \\(memory"), Status::out_of_memory, {}});
  result.rules.push_back({20, {}, Status::unknown, reason});
  const RegularExpression complaint("(?:arges|error): (.*)");
  for (const int code : {2, 3, 4}) result.rules.push_back({code, {}, Status::error, complaint});
  return result;
}

namespace {

std::vector<FigureRule> read_figure_rules(const YamlCursor& at) {
  std::vector<FigureRule> result;
  for (const auto& [name, member] : at.members()) {
    const RegularExpression output = expression(member);
    if (name.empty()) member.fail("the name of a column is empty");
    if (std::find(run_columns.begin(), run_columns.end(), name) != run_columns.end())
      member.fail(fmt::format("'{}' is a column that every table of runs has", name),
                  "another name");
    if (!output.has_group())
      member.fail("this has no group", "parentheses say which part counts: 'iterations: ([0-9]+)'");
    result.push_back({name, output});
  }
  return result;
}

/// Where it runs, and what it finds and leaves there.
void read_surroundings(const YamlCursor& root, Tool& result) {
  if (const auto folder = root.optional_member("folder")) {
    result.folder = folder->text();
    refuse_unknown_places(*folder, {result.folder}, places_of_folder);
  }
  if (const auto environment = root.optional_member("environment"))
    for (const auto& [name, value] : environment->members()) {
      result.environment[name] = value.text();
      refuse_unknown_places(value, {value.text()}, places_of_environment);
    }
  if (const auto kept = root.optional_member("keep")) result.kept = kept->texts();
}

}  // namespace

Tool read_tool(const SourcePtr& source, const std::string& program) {
  const YamlCursor root = YamlCursor::parse(source, "a description of a tool");
  root.allow_only({"name", "command", "folder", "environment", "version", "files", "verdicts",
                   "columns", "keep"});
  Tool result;
  result.description = source->text();
  result.name = root.member("name").name();
  result.command = root.member("command").words();
  if (result.command.empty()) root.member("command").fail("the command is empty");
  if (const auto version = root.optional_member("version"))
    result.version_command = version->words();
  read_surroundings(root, result);
  if (const auto files = root.optional_member("files")) result.endings = files->texts();
  refuse_unknown_places(root.member("command"), result.command, places_of_command);
  refuse_lists_in_words(root.member("command"), result.command);
  for (auto* words : {&result.command, &result.version_command})
    std::replace(words->begin(), words->end(), std::string("{arges}"), program);
  root.member("verdicts").for_each_element([&](const YamlCursor& rule) {
    result.rules.push_back(read_rule(rule));
  });
  if (const auto columns = root.optional_member("columns"))
    result.figures = read_figure_rules(*columns);
  return result;
}

bool Column::takes(const Task& task) const {
  const std::string ending = std::filesystem::path(task.input).extension().string();
  return tool.endings.empty() ||
         std::find(tool.endings.begin(), tool.endings.end(), ending) != tool.endings.end();
}

std::vector<std::string> Column::command(const Task& task, const RunLimits& limits) const {
  const Places places(task, limits);
  std::vector<std::string> result;
  for (const std::string& word : tool.command)
    if (word == "{options}")
      for (const std::string& option : options) result.push_back(places.fill(option));
    else if (word == "{question}")
      for (std::string& part : asking(task.question)) result.push_back(std::move(part));
    else
      result.push_back(places.fill(word));
  return result;
}

std::map<std::string, std::string> Column::environment(const Task& task,
                                                       const RunLimits& limits) const {
  const Places places(task, limits);
  std::map<std::string, std::string> result;
  for (const auto& [variable, value] : tool.environment) result[variable] = places.fill(value);
  return result;
}

Verdict read_verdict(const Tool& tool, const Outcome& outcome) {
  switch (outcome.end) {
    case Outcome::End::cpu_time:
      return {Status::timeout, "CPU time"};
    case Outcome::End::wall_time:
      return {Status::timeout, "wall time"};
    case Outcome::End::memory:
      return {Status::out_of_memory, ""};
    case Outcome::End::not_started:
      return {Status::error, outcome.output};
    case Outcome::End::lost:
      return {Status::error, outcome.output};
    case Outcome::End::signalled:
      return {Status::error, fmt::format("signal {}", outcome.code)};
    case Outcome::End::exited:
      break;
  }
  const std::vector<std::string> lines = lines_of(outcome.output);
  for (const VerdictRule& rule : tool.rules) {
    if (rule.exit_code && *rule.exit_code != outcome.code) continue;
    const auto is_in = [&](const std::string& line) { return rule.output->is_in(line); };
    if (rule.output && std::none_of(lines.begin(), lines.end(), is_in)) continue;
    Verdict result{rule.status, ""};
    for (std::size_t i = 0; rule.detail && i < lines.size() && result.detail.empty(); ++i)
      result.detail = rule.detail->group_in(lines[i]).value_or("");
    return result;
  }
  const bool is_cut = outcome.output.find(BoundedText::gap) != std::string::npos;
  return {Status::error,
          fmt::format("no rule fits{}: exit code {}",
                      is_cut ? " what is kept of its long output" : "", outcome.code)};
}

std::vector<Figure> read_figures(const Tool& tool, const Outcome& outcome) {
  std::vector<Figure> result;
  if (tool.figures.empty()) return result;
  const std::vector<std::string> lines = lines_of(outcome.output);
  for (const FigureRule& rule : tool.figures)
    for (auto line = lines.rbegin(); line != lines.rend(); ++line)
      if (auto value = rule.output.group_in(*line)) {
        result.push_back({rule.name, *std::move(value)});
        break;
      }
  return result;
}

}  // namespace arges::campaign
