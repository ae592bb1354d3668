#include "campaign/run_files.h"

#include <algorithm>
#include <filesystem>
#include <fstream>

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

void RunFiles::add(const std::string& path) {
  const auto [known, fresh] = entries_.try_emplace(path);
  if (!fresh) return;
  Entry& entry = known->second;
  std::vector<std::string> files = files_read_with(path);
  // It may come to be there.
  if (files.empty()) files.push_back(path);
  for (const std::string& file : files) {
    entry.files.push_back({file, seen_.digest(file)});
    entry.digest += entry.files.back().digest;
  }
  if (files.size() > 1) entry.digest = output::sha256(entry.digest);
}

const std::string& RunFiles::digest(const std::string& path) const {
  return entries_.at(path).digest;
}

std::vector<InputFile> RunFiles::of(const Task& task, const Column& column) const {
  std::vector<InputFile> result;
  std::vector<std::string> paths = files_of(task);
  for (std::string& path : files_named_by(column)) paths.push_back(std::move(path));
  for (const std::string& path : paths)
    // What was no script may be one by now.
    if (const auto found = entries_.find(path); found != entries_.end())
      result.insert(result.end(), found->second.files.begin(), found->second.files.end());
  return result;
}

std::optional<std::string> RunFiles::changed(const Task& task, const Column& column) {
  return seen_.changed(of(task, column));
}

std::vector<std::string> RunFiles::names() const {
  std::vector<std::string> result;
  for (const auto& [path, entry] : entries_)
    for (const InputFile& file : entry.files)
      if (!file.digest.empty()) result.push_back(file.path);
  return result;
}

}  // namespace arges::campaign
