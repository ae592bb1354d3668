#include "campaign/campaign.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <sstream>

#include <fmt/format.h>
#include <unistd.h>

#include "base/error.h"
#include "campaign/pattern.h"
#include "output/digest.h"

namespace arges::campaign {

namespace {

/// What a tool says that it is; its first line.
std::string version_of(const Tool& tool) {
  if (tool.version_command.empty()) return "";
  constexpr double patience_seconds = 20;
  RunRequest request{tool.version_command};
  request.limits.wall_seconds = patience_seconds;
  const Outcome outcome = LimitedRun(request).wait();
  if (outcome.end == Outcome::End::not_started)
    throw UsageError(fmt::format("the tool {} is not there: {}", tool.name, outcome.output));
  const std::string first_line = outcome.output.substr(0, outcome.output.find('\n'));
  if (outcome.end != Outcome::End::exited || outcome.code != 0)
    throw UsageError(fmt::format("the version of the tool {} can't be told: {}", tool.name,
                                 first_line.empty() ? "its command fails" : first_line),
                     "'version' is a command that ends with exit code 0");
  return first_line;
}

/// Throws UsageError if there is no program to be run, as far as that can be seen from here.
void require_program(const Tool& tool) {
  const std::string& name = tool.command.front();
  if (name.find('{') != std::string::npos || !tool.folder.empty()) return;
  std::vector<std::filesystem::path> places{name};
  if (name.find('/') == std::string::npos) {
    places.clear();
    const auto own = tool.environment.find("PATH");
    const char* inherited = std::getenv("PATH");
    std::istringstream folders(own != tool.environment.end() ? own->second
                               : inherited != nullptr        ? inherited
                                                             : "/bin:/usr/bin");
    for (std::string folder; std::getline(folders, folder, ':');)
      places.push_back(std::filesystem::path(folder) / name);
  }
  if (std::none_of(places.begin(), places.end(),
                   [](const auto& place) { return access(place.c_str(), X_OK) == 0; }))
    throw UsageError(
        fmt::format("the tool {} is not there: there is no program '{}'", tool.name, name),
        "its 'command' should begin with a program in PATH, or with a path");
}

/// Depends on all that a result depends on but the machine: where files lie does not matter.
std::string fingerprint(const Task& task, const Column& column, const std::string& version,
                        const RunLimits& limits, const RunFiles& files) {
  std::string text = version;
  const auto add = [&text](const std::string& part) { text += '\0' + part; };
  // The program of arges may lie elsewhere.
  add(column.tool.description);
  add("options");
  for (const std::string& word : column.options) add(word);
  for (const std::string& path : files_named_by(column))
    if (const std::string& digest = files.digest(path); !digest.empty()) add(digest);
  add(fmt::format("limits {} {} {} {}", limits.cpu_seconds.value_or(0),
                  limits.wall_seconds.value_or(0), limits.memory_megabytes.value_or(0),
                  limits.cores));
  if (limits.grace_seconds) add(fmt::format("grace {}", *limits.grace_seconds));
  add(files.digest(task.model));
  add(files.digest(task.input));
  add(names_file(task.question) ? files.digest(task.question.text) : task.question.text);
  return output::sha256(text);
}

}  // namespace

bool Choice::fits(const Task& task, const Column& column) const {
  return fits_one(tasks, task.name) && fits_one(columns, column.name);
}

Campaign::Campaign(const Set& set, RunFiles& files, const Store::KnownRuns& known,
                   const Choice& choice)
    : set_(set), files_(files) {
  std::map<std::string, std::string> versions;
  for (const Column& column : set.columns) {
    const auto [version, fresh] = versions.try_emplace(column.tool.name);
    if (fresh) {
      require_program(column.tool);
      version->second = version_of(column.tool);
    }
    std::vector<std::string> words;
    for (const std::string& word : column.tool.command)
      if (word == "{options}")
        words.insert(words.end(), column.options.begin(), column.options.end());
      else
        words.push_back(words.empty() ? std::filesystem::path(word).filename().string() : word);
    columns_.push_back({column.name, fmt::format("{}", fmt::join(words, " ")), version->second});
  }
  for (std::size_t t = 0; t < set.tasks.size(); ++t)
    for (std::size_t c = 0; c < set.columns.size(); ++c) {
      const Task& task = set.tasks[t];
      const Column& column = set.columns[c];
      if (!column.takes(task)) continue;
      wanted_.push_back(
          {t, c, fingerprint(task, column, versions[column.tool.name], set.limits, files)});
      if (!choice.fits(task, column)) continue;
      ++state_.runs;
      const auto found = known.find({task.name, column.name});
      const bool has_some = found != known.end();
      const auto same = has_some ? found->second.find(wanted_.back().fingerprint)
                                 : Store::KnownResults::const_iterator();
      const bool has_it = has_some && same != found->second.end();
      if (has_it && !choice.again.contains(same->second)) {
        ++state_.done;
        continue;
      }
      if (has_some && !has_it) ++state_.changed;
      plan_.push_back(wanted_.back());
    }
}

void Campaign::run(Store& store, Executor& executor, const Limits& limits, const Watcher& watcher) {
  store.describe(set_, columns_, wanted_);
  std::vector<Job> jobs;
  for (std::size_t i = 0; i < plan_.size(); ++i) {
    const Column& column = set_.columns[plan_[i].column];
    const Task& task = set_.tasks[plan_[i].task];
    const std::string key =
        output::sha256(task.name + '\0' + column.name + '\0' + plan_[i].fingerprint);
    RunRequest request{column.command(task, set_.limits), column.tool.folder, "", set_.limits};
    request.environment = column.environment(task, set_.limits);
    request.kept = {column.tool.kept, store.folder_for(task.name + " by " + column.name, key)};
    jobs.push_back({i, std::move(request), key, files_.of(task, column)});
  }
  std::set<std::string> machines;
  const auto ended = [&](std::size_t number, const Outcome& outcome, const Machine& machine) {
    const WantedRun& planned = plan_[number];
    const Task& task = set_.tasks[planned.task];
    const Column& column = set_.columns[planned.column];
    const std::string changed = outcome.changed_file.empty()
                                    ? files_.changed(task, column).value_or("")
                                    : outcome.changed_file;
    if (!changed.empty()) {
      // Nobody knows which of its texts the run has read.
      std::error_code ignored;
      std::filesystem::remove_all(jobs[number].request.kept.folder, ignored);
      ++state_.outdated;
      watcher.outdated(task, column, changed);
      return;
    }
    const Record record{task.name,
                        column.name,
                        planned.fingerprint,
                        read_verdict(column.tool, outcome),
                        outcome,
                        machine.name,
                        read_figures(column.tool, outcome)};
    if (machines.insert(machine.name).second)
      store.note("machine " + machine.name, machine.description);
    store.add(record);
    ++state_.done;
    ++state_.done_now;
    const Judgement judgement = judge(record.verdict, task.expected);
    if (judgement == Judgement::wrong) ++state_.wrong;
    watcher.ended({task, column, record, judgement}, state_);
  };
  executor.run(jobs, limits, ended, [&] { watcher.waiting(state_); });
}

}  // namespace arges::campaign
