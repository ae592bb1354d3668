#include "campaign/control_group.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

namespace arges::campaign {

namespace {

namespace fs = std::filesystem;

/// The group that this process moves to, so that its own one can share out memory.
constexpr const char* aside_name = "arges-bench";

/// The kernel reports refusal when the write is made, which a stream would hide in its buffer.
bool write_to(const fs::path& file, const std::string& text) {
  const int descriptor = open(file.c_str(), O_WRONLY | O_CLOEXEC);
  if (descriptor < 0) return false;
  const bool done =
      write(descriptor, text.data(), text.size()) == static_cast<ssize_t>(text.size());
  close(descriptor);
  return done;
}

/// The number behind a word, in a file of lines "word number".
std::optional<std::uint64_t> entry(const fs::path& file, const std::string& wanted) {
  std::ifstream lines(file);
  std::string word;
  for (std::uint64_t number = 0; lines >> word >> number;)
    if (word == wanted) return number;
  return {};
}

bool has_word(const fs::path& file, const std::string& wanted) {
  std::ifstream words(file);
  return std::any_of(std::istream_iterator<std::string>(words), {},
                     [&](const std::string& word) { return word == wanted; });
}

/// Has the kernel limit the memory of groups below; refused where processes are in the group
/// itself.
bool share_out_memory(const fs::path& group) {
  return write_to(group / "cgroup.subtree_control", "+memory");
}

}  // namespace

std::optional<fs::path> ControlGroup::own_folder() {
  std::ifstream mounts("/proc/self/mounts");
  std::string device, point, type, rest;
  std::optional<fs::path> root;
  while (mounts >> device >> point >> type && std::getline(mounts, rest))
    if (type == "cgroup2") root = point;
  std::ifstream groups("/proc/self/cgroup");
  for (std::string line; root && std::getline(groups, line);)
    if (line.starts_with("0::/")) {
      const fs::path own = *root / line.substr(4);
      return own.filename() == aside_name ? own.parent_path() : own;
    }
  return {};
}

ControlGroup::Room::Room(const fs::path& own) {
  if (!has_word(own / "cgroup.controllers", "memory") || share_out_memory(own)) return;
  own_ = own;
  std::error_code ignored;
  fs::create_directory(own / aside_name, ignored);
  const std::string self = fmt::format("{}", getpid());
  const bool is_aside = write_to(own / aside_name / "cgroup.procs", self);
  if (!is_aside || !share_out_memory(own)) give_back();  // others are in the group, too
}

ControlGroup::Room::~Room() { give_back(); }

void ControlGroup::Room::give_back() {
  if (own_.empty()) return;
  write_to(own_ / "cgroup.subtree_control", "-memory");
  write_to(own_ / "cgroup.procs", fmt::format("{}", getpid()));
  rmdir((own_ / aside_name).c_str());
  own_.clear();
}

std::optional<ControlGroup> ControlGroup::make(const fs::path& parent, const std::string& name) {
  // Where that is refused there are no limits, but the rest works.
  share_out_memory(parent);
  const fs::path folder = parent / name;
  std::error_code error;
  if (!fs::create_directory(folder, error)) return {};
  return ControlGroup(folder);
}

ControlGroup::ControlGroup(ControlGroup&& other) noexcept
    : folder_(std::exchange(other.folder_, {})) {}

ControlGroup& ControlGroup::operator=(ControlGroup&& other) noexcept {
  std::swap(folder_, other.folder_);
  return *this;
}

ControlGroup::~ControlGroup() {
  if (!folder_.empty()) rmdir(folder_.c_str());
}

bool ControlGroup::limit_memory(std::uint64_t bytes) const {
  write_to(folder_ / "memory.swap.max", "0");
  write_to(folder_ / "memory.oom.group", "1");
  return write_to(folder_ / "memory.max", fmt::format("{}", bytes));
}

bool ControlGroup::add(pid_t process) const {
  return write_to(folder_ / "cgroup.procs", fmt::format("{}", process));
}

void ControlGroup::kill_all() const { write_to(folder_ / "cgroup.kill", "1"); }

std::optional<double> ControlGroup::cpu_seconds() const {
  const auto used = entry(folder_ / "cpu.stat", "usage_usec");
  if (!used) return {};
  return static_cast<double>(*used) / 1e6;
}

std::optional<std::uint64_t> ControlGroup::peak_bytes() const {
  std::ifstream file(folder_ / "memory.peak");
  std::uint64_t bytes = 0;
  if (!(file >> bytes)) return {};
  return bytes;
}

bool ControlGroup::ran_out_of_memory() const {
  return entry(folder_ / "memory.events", "oom_kill").value_or(0) > 0;
}

}  // namespace arges::campaign
