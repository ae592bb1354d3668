#include "campaign/tool.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <filesystem>
#include <sstream>

#include <fmt/format.h>

#include "frontend/yaml/cursor.h"

namespace arges::campaign {

namespace {

using frontend::YamlCursor;

std::string number(double value) { return fmt::format("{:g}", value); }

std::optional<RegularExpression> pattern(const YamlCursor& rule, const char* key) {
  const auto found = rule.optional_member(key);
  if (!found) return {};
  try {
    return RegularExpression(found->text());
  } catch (const std::invalid_argument& error) {
    found->fail(fmt::format("this is no regular expression: {}", error.what()));
  }
}

VerdictRule read_rule(const YamlCursor& at) {
  at.allow_only({"output", "exit", "is", "detail"});
  VerdictRule result;
  result.output = pattern(at, "output");
  result.detail = pattern(at, "detail");
  if (const auto code = at.optional_member("exit")) result.exit_code = code->integer();
  const YamlCursor is = at.member("is");
  try {
    result.status = status_of(is.text());
  } catch (const std::invalid_argument& error) {
    is.fail(error.what(), "true, false, unknown, timeout, memory or error");
  }
  return result;
}

/// A place that is misspelt would go to the tool as it is.
void refuse_unknown_places(const YamlCursor& at, const std::vector<std::string>& words) {
  static const RegularExpression place("\\{([a-z_]+)\\}");
  constexpr std::array known{"arges",   "file", "definition", "property", "question",
                             "options", "cpu",  "wall",       "memory",   "scratch"};
  for (const std::string& word : words) {
    const auto name = place.group_in(word);
    if (!name || std::find(known.begin(), known.end(), *name) != known.end()) continue;
    at.fail(fmt::format("'{{{}}}' is no place", *name),
            fmt::format("places: {{{}}}", fmt::join(known, "}, {")));
  }
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
  result.name = "arges";
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

Tool read_tool(const SourcePtr& source, const std::string& program) {
  const YamlCursor root = YamlCursor::parse(source, "a description of a tool");
  root.allow_only({"name", "command", "folder", "version", "files", "verdicts"});
  Tool result;
  result.description = source->text();
  result.name = root.member("name").text();
  result.command = root.member("command").words();
  if (result.command.empty()) root.member("command").fail("the command is empty");
  if (const auto version = root.optional_member("version"))
    result.version_command = version->words();
  if (const auto folder = root.optional_member("folder")) result.folder = folder->text();
  if (const auto files = root.optional_member("files")) result.endings = files->texts();
  refuse_unknown_places(root.member("command"), result.command);
  for (auto* words : {&result.command, &result.version_command})
    std::replace(words->begin(), words->end(), std::string("{arges}"), program);
  root.member("verdicts").for_each_element([&](const YamlCursor& rule) {
    result.rules.push_back(read_rule(rule));
  });
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
  return {Status::error, fmt::format("no rule fits: exit code {}", outcome.code)};
}

}  // namespace arges::campaign
