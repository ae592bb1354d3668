#include "campaign/run_files.h"

#include <algorithm>
#include <filesystem>
#include <fstream>

#include <sys/stat.h>

#include "base/error.h"
#include "campaign/companions.h"
#include "output/digest.h"

namespace arges::campaign {

namespace {

/// What may be the name of a file in a word of a command: all of it, or the value of an option. A
/// plain word is none, whatever lies around here.
std::string file_in(const std::string& word) {
  const std::string name = word.starts_with("--") ? word.substr(word.find('=') + 1) : word;
  return name.find_first_of("./") != std::string::npos ? name : "";
}

bool is_script(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return file.get() == '#' && file.get() == '!';
}

bool is_empty(const std::string& path) { return path.empty(); }

std::vector<std::string> files_of(const Task& task) {
  std::vector<std::string> result{task.model, task.input};
  if (names_file(task.question)) result.push_back(task.question.text);
  return result;
}

}  // namespace

std::vector<std::string> files_named_by(const Column& column) {
  // A program is known by its version, if it tells one; a script that stands before it is not.
  std::vector<std::string> words = column.tool.command;
  if (!column.tool.version_command.empty() && !is_script(words.front())) words.erase(words.begin());
  words.insert(words.end(), column.options.begin(), column.options.end());
  std::transform(words.begin(), words.end(), words.begin(), file_in);
  words.erase(std::remove_if(words.begin(), words.end(), is_empty), words.end());
  return words;
}

std::vector<std::string> files_misplaced_in(const std::string& folder, const Column& column) {
  std::vector<std::string> result;
  // Elsewhere, the words are from there.
  if (!column.tool.folder.empty()) return result;
  std::vector<std::string> words = column.tool.command;
  words.insert(words.end(), column.options.begin(), column.options.end());
  for (const std::string& word : words) {
    const std::filesystem::path path = file_in(word);
    std::error_code ignored;
    if (!path.empty() && path.is_relative() && !std::filesystem::exists(path, ignored) &&
        std::filesystem::is_regular_file(folder / path, ignored))
      result.push_back(path);
  }
  return result;
}

RunFiles::RunFiles(const Set& set) {
  for (const Column& column : set.columns)
    for (const std::string& path : files_named_by(column)) add(path);
  for (const Task& task : set.tasks)
    for (const std::string& path : files_of(task)) add(path);
}

RunFiles::Stamp RunFiles::stamp_of(const std::string& path) {
  struct stat status {};
  if (stat(path.c_str(), &status) != 0) return {};
  // Who writes to a file may set its time back, but not that of the change.
  return {static_cast<std::int64_t>(status.st_dev),
          static_cast<std::int64_t>(status.st_ino),
          status.st_size,
          status.st_mtim.tv_sec,
          status.st_mtim.tv_nsec,
          status.st_ctim.tv_sec,
          status.st_ctim.tv_nsec};
}

std::vector<RunFiles::Part> RunFiles::parts_of(const std::string& path) {
  const std::vector<std::string> files = files_read_with(path);
  std::vector<Part> result;
  for (const std::string& file : files) {
    // Taken first: what is written meanwhile is noticed later.
    const Stamp stamp = stamp_of(file);
    result.push_back({file, stamp, output::sha256(read_source(file)->text())});
  }
  if (files.empty()) result.push_back({path, stamp_of(path), ""});
  return result;
}

void RunFiles::add(const std::string& path) {
  const auto [known, fresh] = entries_.try_emplace(path);
  if (!fresh) return;
  Entry& entry = known->second;
  entry.first = entry.last = parts_of(path);
  for (const Part& part : entry.first) entry.digest += part.digest;
  if (entry.first.size() > 1) entry.digest = output::sha256(entry.digest);
}

const std::string& RunFiles::digest(const std::string& path) const {
  return entries_.at(path).digest;
}

std::optional<std::string> RunFiles::changed(const std::string& path) {
  Entry& entry = entries_.at(path);
  const auto seems_same = [](const Part& part) { return stamp_of(part.path) == part.stamp; };
  if (!std::all_of(entry.last.begin(), entry.last.end(), seems_same)) try {
      entry.last = parts_of(path);
    } catch (const UsageError&) {
      return path;  // it goes as we look
    }
  const auto same = [](const Part& one, const Part& other) {
    return one.path == other.path && one.digest == other.digest;
  };
  const auto [first, last] = std::mismatch(entry.first.begin(), entry.first.end(),
                                           entry.last.begin(), entry.last.end(), same);
  if (first != entry.first.end()) return first->path;
  if (last != entry.last.end()) return last->path;
  return {};
}

std::optional<std::string> RunFiles::changed(const Task& task, const Column& column) {
  for (const std::string& path : files_of(task))
    if (auto file = changed(path)) return file;
  for (const std::string& path : files_named_by(column))
    if (entries_.contains(path))
      if (auto file = changed(path)) return file;
  return {};
}

std::vector<std::string> RunFiles::names() const {
  std::vector<std::string> result;
  for (const auto& [path, entry] : entries_)
    for (const Part& part : entry.first)
      if (!part.digest.empty()) result.push_back(part.path);
  return result;
}

}  // namespace arges::campaign
