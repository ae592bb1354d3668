#include "campaign/process_tree.h"

#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>
#include <string>

#include <fmt/format.h>
#include <unistd.h>

namespace arges::campaign {

namespace {

void add_children(pid_t parent, std::vector<pid_t>& result) {
  std::error_code gone;
  const std::string tasks = fmt::format("/proc/{}/task", parent);
  for (std::filesystem::directory_iterator at(tasks, gone), end; !gone && at != end;
       at.increment(gone)) {
    std::ifstream children(at->path() / "children");
    for (pid_t child = 0; children >> child;) result.push_back(child);
  }
}

/// The share of a process of the memory that it has, where some of it is others' too.
std::optional<std::uint64_t> proportional_bytes(pid_t process) {
  std::ifstream file(fmt::format("/proc/{}/smaps_rollup", process));
  std::string word;
  for (std::uint64_t number = 0; file >> word;)
    if (word == "Pss:" && file >> number) return number * 1024;
  return {};
}

}  // namespace

std::vector<pid_t> children(pid_t parent) {
  std::vector<pid_t> result;
  add_children(parent, result);
  return result;
}

std::vector<pid_t> descendants(pid_t ancestor) {
  std::vector<pid_t> result;
  add_children(ancestor, result);
  for (std::size_t i = 0; i < result.size(); ++i) add_children(result[i], result);
  return result;
}

Usage usage_of(const std::vector<pid_t>& processes) {
  static const auto ticks = static_cast<double>(sysconf(_SC_CLK_TCK));
  static const auto page = static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  Usage result;
  for (const pid_t process : processes) {
    std::ifstream file(fmt::format("/proc/{}/stat", process));
    std::string line;
    if (!std::getline(file, line)) continue;
    // The name of the program may have spaces and parentheses; numbers follow its last one.
    const std::size_t name_end = line.rfind(')');
    if (name_end == std::string::npos) continue;
    std::istringstream fields(line.substr(name_end + 1));
    std::string skipped;
    for (int i = 3; i < 14; ++i) fields >> skipped;  // proc(5) counts from 1
    std::uint64_t user = 0, system = 0, children_user = 0, children_system = 0, resident = 0;
    fields >> user >> system >> children_user >> children_system;
    for (int i = 18; i < 24; ++i) fields >> skipped;
    if (!(fields >> resident)) continue;
    result.cpu_seconds +=
        static_cast<double>(user + system + children_user + children_system) / ticks;
    const auto share = processes.size() > 1 ? proportional_bytes(process) : std::nullopt;
    result.memory_bytes += share.value_or(resident * page);
  }
  return result;
}

}  // namespace arges::campaign
